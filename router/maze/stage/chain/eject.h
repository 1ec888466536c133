/* eject: an ejection chain: some nets of a legal plan move, and push others, which move in turn.
 *
 *     queue = { net, ... }
 *     while the queue holds a net:
 *         take it out; search it where the cells of other nets may be used at a toll
 *         put it in; nets whose cells it took lose their trees and join the queue
 *     keep all of it if the plan is better for it, else put everything back
 *
 * Better: more nets routed, or as many at less cost (as much is good enough, too: such moves go
 * sideways to where there may be a way down). Nets that moved in this chain are dear to push
 * again, so a chain settles, and it is cut where it cannot pay any more: each net in the queue
 * will cost at least what it costs alone.
 *
 * A net that is pushed keeps what nobody took of its tree, and is searched for paths that join the
 * parts (salvage.h): that is all that has changed for it, and takes a fourth of the time of a new
 * tree. With `wary` rules it is cut sooner, which loses some
 * gains and gets to the others in half of the time. The method is known as ejection chains (Glover
 * 1996) and, in routing, as rip-up of the nets in the way (Dees and Karger 1982).
 */
#pragma once

#include "router/maze/net/salvage.h"
#include "router/maze/plan/plan.h"

struct ejected {
    uint32_t rank;
    struct tree before; /* its wires are a copy of their own */
    bool queued;        /* in the queue now */
};

struct ejector {
    struct plan *plan;
    struct growth growth;   /* of the net that moves */
    struct salvage salvage; /* what stays of its tree */
    uint32_t *place; /* [count] place in log + 1 of a net touched by this chain; 0: untouched */
    struct ejected *log;
    size_t log_count, log_capacity, log_made; /* log_made entries own memory */
    uint32_t *queue;
    size_t queue_first, queue_count, queue_capacity;
    uint32_t starters; /* the first so many of the queue are the nets that the chain starts with */
};

struct eject_rules {
    uint32_t toll;  /* a cell of another net */
    uint32_t lock;  /* on top of that, if that net has moved in this chain */
    uint32_t moves; /* searches at most */
    cost_t slack;   /* by how much the plan may get dearer */
    bool wary;      /* nets that are pushed are expected to come back at no less than they cost */
    bool mends;     /* nets that are pushed keep what they can of their trees, ... */
    bool anew;      /* ... and the first ones do not; else they lose one branch, which is ... */
    uint64_t draw;  /* ... drawn by this */
};

/* Takes over a legal plan, which notes owners until the ejector is destroyed. 8 bytes a cell. */
enum status ejector_create(struct ejector *ejector, struct plan *plan, struct error *error);
void ejector_destroy(struct ejector *ejector);

/* True where nets are to keep what they can of their trees: not on grids of a few cells, where a
 * new tree takes hardly longer and is better. */
bool eject_should_mend(const struct plan *plan);

/* Runs the chain that starts with these nets, which leave the plan together and come back in this
 * order; none comes twice. *gain: by how much the plan's cost fell (0 where
 * nothing or nothing but the shape changed, negative within the slack); *kept: whether the change
 * was kept. A net that comes to be routed counts as kept, whatever it costs. */
enum status eject(struct ejector *ejector, const uint32_t *ranks, uint32_t count,
                  const struct eject_rules *rules, int64_t *gain, bool *kept, struct error *error);
