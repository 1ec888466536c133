/* negotiator: the calls of a subject whose nets are routed by negotiation.
 *
 * The loop (negotiate.h) knows rounds and prices; nets, trees and searches are behind this table.
 * The subject keeps a list of nets. A round gives each of them a turn: its tree is taken out, it
 * is searched again, and the new tree is put in. The subject may search several at once. */
#pragma once

#include "grid/base.h"

/* How the searches of a round treat the cells of other nets. */
enum negotiate_kind {
    NEGOTIATE_SHARE,  /* use them at the round's price */
    NEGOTIATE_AROUND, /* go around them */
};

struct negotiate_round {
    enum negotiate_kind kind;
    uint32_t number;  /* rounds before this one */
    uint32_t price;   /* of a cell for each other net that uses it, in units of cost */
    uint32_t history; /* increase of the history of a shared cell, in units of cost */
    uint32_t wider;   /* how often the search window is to be widened (negotiate.h) */
    bool few;         /* few nets were in conflict after the round before */
};

struct negotiation;

struct negotiator {
    void *context;
    uint32_t count; /* nets that have something to route */

    /* Lists the nets to start with, *count in number. */
    enum status (*all)(void *context, uint32_t *count, struct error *error);

    /* Gives the listed nets their turns. *left: nets without a turn yet, 0 before the call; the
     * subject may return early, for example for a checkpoint, and the next call continues the same
     * round. */
    enum status (*turns)(void *context, const struct negotiate_round *round, uint32_t *left,
                         struct error *error);

    /* After a round: lists the nets in conflict and those without a tree. *count: their number. */
    enum status (*gather)(void *context, const struct negotiate_round *round, uint32_t *count,
                          struct error *error);

    /* Takes out trees until no two are in conflict. Lists the nets without a tree. May be NULL if
     * negotiate_settle is not called. */
    enum status (*drop)(void *context, uint32_t *count, struct error *error);

    /* True if more rounds cannot help. May be NULL: never. */
    bool (*is_hopeless)(const void *context, const struct negotiation *it);

    bool (*is_over)(void *caller); /* the run has to end; asked once between two calls of turns */
    /* Called after each round. May be NULL. */
    void (*progress)(void *caller, uint32_t rounds, uint32_t conflicts);
    void *caller; /* the argument of these two */
};
