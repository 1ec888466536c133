/* eject: an ejection chain (F. Glover 1996): some nets of a legal result move and push others,
 * which move in turn. In routing it is known as rip-up of the nets in the way (W. A. Dees and P. G.
 * Karger 1982).
 *
 *     queue = the nets that the chain starts with, which are taken out
 *     while a net is queued:
 *         search it, perhaps across other nets, and put it in
 *         take out the nets that it crosses and queue them
 *     keep the change if the result is better, else put all trees back
 *
 * Better: more nets have a tree, or the same number at no higher cost. A chain ends as soon as it
 * cannot be better, by lower bounds of the costs of the queued nets (`least`). */
#pragma once

#include "grid/base.h"

struct ejector;

/* A net that is searched. */
struct eject_move {
    uint32_t net;
    bool pushed;   /* taken out by a net of the chain; false: the chain started with it */
    bool had_tree; /* before the chain */
};

/* The calls of a subject. Nets are numbers below `count`. */
struct eject_table {
    void *context;
    uint32_t count;

    /* Copies the net's tree to `slot` (0, 1, ... in the order of the calls of a chain), where it
     * stays until the chain is over. *has_tree, *cost: of this tree. */
    enum status (*keep)(void *context, uint32_t net, size_t slot, bool *has_tree, uint64_t *cost,
                        struct error *error);

    /* Takes the net's tree out, if it has one. again: the chain has put it in before. */
    enum status (*take_out)(void *context, uint32_t net, bool again, struct error *error);

    /* Searches a tree for a net, which has none. */
    enum status (*search)(void *context, struct eject_move move, bool *found, struct error *error);

    /* Puts the tree in that was found, and calls eject_push for each net that it crosses. */
    enum status (*put_in)(void *context, struct eject_move move, struct ejector *chain,
                          struct error *error);

    /* The cost of the net's tree, and a lower bound for the tree of a queued net. */
    uint64_t (*cost)(const void *context, uint32_t net);
    uint64_t (*least)(const void *context, uint32_t net);

    /* The chain has ended. Takes the net's tree out unless `kept`. */
    enum status (*finish)(void *context, uint32_t net, bool kept, struct error *error);

    /* Gives the net the tree in this slot. */
    enum status (*put_back)(void *context, uint32_t net, size_t slot, struct error *error);
};

struct eject_entry {
    uint32_t net;
    bool had_tree, queued;
    uint64_t before; /* the cost of its tree before the chain */
};

/* The workspace of chains, one after the other. */
struct ejector {
    const struct eject_table *table;
    uint32_t *place; /* [count] index in log + 1 of a net of this chain; 0: not in it */
    struct eject_entry *log;
    uint32_t *queue; /* a net may be queued several times */
    size_t log_count, log_capacity, queue_first, queue_count, queue_capacity;
    uint32_t starters; /* nets that the chain starts with, first in the log and in the queue */
    uint32_t pushed_most;
    bool full; /* a net could not be pushed, because pushed_most were */
};

struct eject_rules {
    uint32_t moves;       /* maximum number of searches */
    uint32_t pushed_most; /* maximum number of nets that are pushed */
    uint64_t slack;       /* cost by which the result may be worse */
    bool wary;            /* end early: assume that only the first net gets a cheaper tree */
};

/* Needs 4 bytes per net; chains that grow take more. */
enum status ejector_create(struct ejector *it, const struct eject_table *table,
                           struct error *error);
void ejector_destroy(struct ejector *it); /* accepts a zeroed one */

/* Runs the chain that starts with these nets, all different: they are taken out together and put in
 * in this order. *kept: the change was kept. *gain: the cost that it saved; 0 if it was not kept,
 * negative within the slack or if more nets have a tree. */
enum status eject(struct ejector *it, const uint32_t *nets, uint32_t count,
                  const struct eject_rules *rules, int64_t *gain, bool *kept, struct error *error);

/* For put_in: takes a net out and queues it. If pushed_most other nets have been pushed, it does
 * nothing, and the chain fails. */
enum status eject_push(struct ejector *it, uint32_t net, struct error *error);
