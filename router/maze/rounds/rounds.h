/* rounds: negotiation between all nets of a grid.
 *
 * The loop is that of negotiate.h. Every cell in use has a price from the first round on, so most
 * nets never share a cell. Nets that share cells, and nets without a path, have another turn in the
 * next round, in wider windows: the cost of a round is proportional to the number of nets in
 * conflict. The nets of a round are searched slice by slice (slices.h).
 *
 * When few nets are left, their windows grow, and so does the area that is searched around a
 * connection: the only way around a conflict may be outside. */
#pragma once

#include "router/maze/rounds/plan.h"
#include "router/negotiate/negotiate.h"

/* The rules of an effort. */
struct maze_rules {
    uint32_t first; /* price of a cell for each other user in the first round, in steps */
    uint32_t lag;   /* lag of the searches (search.h), in cells */
    bool crowded;   /* there may be no room for all nets: prices rise slowly, and stay low */
};

enum { MAZE_PRICE_LAST = 2000 }; /* highest price of a cell, in steps */

/* A round as the slices run it. */
struct maze_round {
    struct maze_growth growth;
    uint32_t history; /* added to the history of each shared cell */
    uint32_t number;  /* rounds before this one */
};

struct maze_round maze_round_of(const struct maze_rules *rules,
                                const struct negotiate_round *round);

/* The work of a plan's searches so far, in cells expanded. */
uint64_t maze_work(const struct maze_plan *plan);

/* Negotiates until no net shares a cell, it stalls, rounds_max rounds are done or the run has to
 * end. Then trees that still share cells are taken out, and nets without a tree are searched once
 * around all others, unless the run has to end. *rounds: number of rounds, without the last one of
 * a stall. *first_seconds: wall-clock time of the first round. */
enum status maze_negotiate(struct maze_plan *plan, const struct maze_rules *rules,
                           uint32_t rounds_max, uint32_t *rounds, double *first_seconds,
                           struct error *error);
