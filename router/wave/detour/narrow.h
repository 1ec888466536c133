/* narrow: the detour wave for windows of one word a row, one source cell and one target cell.
 *
 * Most nets of a batch are short: their windows are at most 64 columns wide. Then a row of bits is
 * one word, a level is a loop over words in registers, and the path is walked bit by bit. The same
 * levels as in detour.c (Hadlock 1977), the same path, without what wide rows need:
 *
 *     mirrored where the source lies right of t, so that it always lies left of it
 *     left of t    cells flood toward t as a carry runs through an addition
 *     right of t   seldom; by doubling steps, for toward t is downward there
 *
 * Cost: some 2 to 4 ns a row and level, 3 ns a step of the path; about half a microsecond in all
 * for 64 x 64 cells of which 20 % are blocked. Memory: 10 KiB.
 */
#pragma once

#include "router/search/backtrace.h"

enum { NARROW_COLUMNS = 64, NARROW_ROWS = 256 };

/* A workspace; zeroed before its first use. Row y of the window is entry y + 1. */
struct narrow {
    uint64_t free[NARROW_ROWS + 2];   /* may be entered */
    uint64_t open[NARROW_ROWS + 2];   /* ... and not reached yet */
    uint64_t label[NARROW_ROWS + 2];  /* reached by a level of odd number */
    uint64_t now[2][NARROW_ROWS + 2]; /* reached by the last level of a parity */
    uint64_t left, right;             /* columns up to t's, from t's on */
    uint32_t rows;                    /* of the window */
    uint32_t low, high;               /* entries low .. high are filled */
    bool mirrored;
};

/* True where the job is of that kind and the field has one layer, no walls and unit costs (which
 * the caller knows). O(1). */
bool narrow_fits(const struct job *job);

/* Searches a job that fits. Sets *given_up where levels are too many (a maze); the job has no
 * outcome then, and another wave must search it. Fails only for memory. */
enum status narrow_search(struct narrow *narrow, const struct field *field, struct job *job,
                          struct trace *trace, bool *given_up, struct error *error);
