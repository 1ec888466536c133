/* picture_steps: the steps of MINSTEP along the boundary of a picture, from its cells. */
#pragma once

#include "tests/support/layout_picture.h"

enum corner_kind { CORNER_ANY, CORNER_INSIDE, CORNER_OUTSIDE, CORNER_BOTH };

struct step_rule {
    int length, sum, most; /* sum, most: -1: not stated */
    enum corner_kind kind;
};

/* A loop of the boundary: lengths of its edges, whether each starts at an outside corner, and
 * whether new metal has a corner or an edge of it. */
struct loop {
    int count, length[400];
    bool outside[400], fresh[400];
};

/* The walk goes around a cell with the metal to its left, from the start of one of its edges. */
static const int way_x[] = {1, 0, -1, 0}, way_y[] = {0, 1, 0, -1};

static inline bool is_edge(const struct picture *all, int x, int y, int way)
{
    int right = (way + 3) % 4;
    return picture_has(all, x, y) && !picture_has(all, x + way_x[right], y + way_y[right]);
}

/* Moves to the next edge of the boundary. Returns 1 for a left turn, -1 for a right turn, else 0.
 */
static inline int next_edge(const struct picture *all, int *x, int *y, int *way)
{
    int right = (*way + 3) % 4, u = *x + way_x[*way], v = *y + way_y[*way];
    if (!picture_has(all, u, v)) {
        *way = (*way + 1) % 4;
        return 1;
    }
    *x = u;
    *y = v;
    if (is_edge(all, u, v, *way))
        return 0;
    *x += way_x[right];
    *y += way_y[right];
    *way = right;
    return -1;
}

/* The loop from an edge of a cell on; its edges are marked as seen. */
static inline void loop_from(const struct picture *all, const struct picture *fresh, int x, int y,
                             int way, struct picture seen[4], struct loop *loop)
{
    int turn = 0;
    while (turn == 0) /* on to a corner */
        turn = next_edge(all, &x, &y, &way);
    loop->count = 0;
    int first_x = x, first_y = y, first_way = way;
    do {
        int i = loop->count++;
        assert_true(i < 400);
        loop->length[i] = 0;
        loop->outside[i] = turn > 0;
        loop->fresh[i] = false;
        do {
            loop->length[i]++;
            seen[way].row[y] |= UINT32_C(1) << x;
            int right = (way + 3) % 4;
            for (int a = -1; a <= 1; a++) /* the cells beside this unit of the edge */
                for (int b = 0; b <= 1; b++)
                    loop->fresh[i] =
                        loop->fresh[i] || picture_has(fresh, x + a * way_x[way] + b * way_x[right],
                                                      y + a * way_y[way] + b * way_y[right]);
            turn = next_edge(all, &x, &y, &way);
        } while (turn == 0);
    } while (x != first_x || y != first_y || way != first_way);
}

static inline bool is_short(const struct step_rule *rule, const struct loop *loop, int i)
{
    int before = (i + loop->count - 1) % loop->count, behind = (i + 1) % loop->count;
    bool out = rule->kind == CORNER_OUTSIDE;
    if (loop->length[i] >= rule->length)
        return false;
    if (rule->kind == CORNER_ANY)
        return true;
    if (rule->kind == CORNER_BOTH)
        return loop->outside[i] != loop->outside[behind];
    return (loop->length[before] < rule->length && loop->outside[i] == out) ||
           (loop->length[behind] < rule->length && loop->outside[behind] == out);
}

static inline bool is_loop_wrong(const struct step_rule *rule, const struct loop *loop)
{
    for (int i = 0; i < loop->count; i++) {
        int run = 0, sum = 0;
        for (int k = i; run < loop->count && is_short(rule, loop, k);
             k = (k + loop->count - 1) % loop->count) {
            run++;
            sum += loop->length[k];
        }
        bool wrong = rule->most < 0 && rule->sum >= 0 ? sum > rule->sum
                                                      : run > (rule->most > 0 ? rule->most : 0);
        if (wrong && loop->fresh[i])
            return true;
    }
    return false;
}

/* The loops that break the rule. */
static inline uint64_t count_steps(const struct step_rule *rule, const struct picture *all,
                                   const struct picture *fresh)
{
    struct picture seen[4] = {{{0}}};
    struct loop loop;
    uint64_t count = 0;
    for (int y = 0; y < PICTURE_SIDE; y++)
        for (int x = 0; x < PICTURE_SIDE; x++)
            for (int way = 0; way < 4; way++)
                if (is_edge(all, x, y, way) && !picture_has(&seen[way], x, y)) {
                    loop_from(all, fresh, x, y, way, seen, &loop);
                    count += is_loop_wrong(rule, &loop);
                }
    return count;
}
