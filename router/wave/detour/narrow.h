/* narrow: the detour wave (Hadlock 1977) for windows of at most 64 columns, one source cell and one
 * target cell t, which most nets of a batch have.
 *
 * A row of bits is one word, a level is a loop over words in registers, and the path is walked bit
 * by bit. The window is mirrored if the source is right of t. Left of t, cells flood towards t like
 * a carry; right of t, which is rare, by doubling steps (Kogge, Stone 1973). Levels and path are
 * those of detour.c.
 *
 * Time: 2 to 4 ns per row and level, 3 ns per step of the path; half a microsecond for 64 x 64
 * cells of which 20 % are blocked. Memory: 10 KiB. */
#pragma once

#include "router/search/backtrace.h"

enum { NARROW_COLUMNS = 64, NARROW_ROWS = 256 }; /* largest window */

/* A workspace; zeroed before its first use. Row y of the window is entry y + 1. */
struct narrow {
    uint64_t free[NARROW_ROWS + 2];   /* cells that may be entered */
    uint64_t open[NARROW_ROWS + 2];   /* free cells that are not reached */
    uint64_t label[NARROW_ROWS + 2];  /* cells reached by a level of odd number */
    uint64_t now[2][NARROW_ROWS + 2]; /* cells reached by the last level of a parity */
    uint64_t left, right;             /* masks of the columns up to t's, and from t's on */
    uint32_t rows;                    /* of the window */
    uint32_t low, high;               /* entries low .. high are filled */
    bool mirrored;
};

/* True if the window and the terminals of the job fit. O(1). */
bool narrow_fits(const struct job *job);

/* Searches a job that fits and has OUTCOME_NONE, in a field of one layer without walls where each
 * step costs 1. Sets *given_up if there are too many levels (a maze): another wave must search the
 * job. Fails only without memory. */
enum status narrow_search(struct narrow *narrow, const struct field *field, struct job *job,
                          struct trace *trace, bool *given_up, struct error *error);
