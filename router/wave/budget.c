/* budget: keeps the slack per class of distances, and guesses and adapts it in integers. */
#include "router/wave/budget.h"

#include "router/search/field.h"

enum {
    ONE = 64,            /* unit of a slack: cost = distance + (distance + MORE) * slack / ONE */
    MORE = 16,           /* see ONE, in cost */
    CLASS_FIRST = 8,     /* distances below this are in the first class */
    SLACK_UP = 16,       /* rise of a slack after a guess that was too low */
    SLACK_MAX = 4096,    /* largest slack */
    WIDER = 5,           /* growth of the part of a guess beyond the distance */
    BEYOND_MIN = 16,     /* smallest such part that WIDER multiplies, in cost */
    GUESS_MAX = 1 << 30, /* larger guesses become FOCUS_EVERYWHERE */
};

uint32_t budget_class(uint32_t distance)
{
    uint32_t doublings = 0;
    while (doublings + 1 < BUDGET_CLASSES && distance >> doublings >= CLASS_FIRST)
        doublings++;
    return doublings;
}

void budget_begin(struct budget *budget)
{
    for (uint32_t i = 0; i < BUDGET_CLASSES; i++)
        budget->slack[i] = BUDGET_UNKNOWN;
}

uint32_t budget_guess(const struct budget *budget, uint32_t distance, uint32_t extra)
{
    uint32_t slack = budget->slack[budget_class(distance)];
    if (slack == BUDGET_UNKNOWN)
        return FOCUS_EVERYWHERE;
    uint64_t beyond = ((uint64_t)distance + MORE) * slack / ONE + 2 * (uint64_t)extra;
    return distance + beyond < GUESS_MAX ? (uint32_t)(distance + beyond) : FOCUS_EVERYWHERE;
}

uint32_t budget_wider(uint32_t guess, uint32_t distance)
{
    uint64_t beyond = guess > distance ? guess - distance : 0;
    beyond = WIDER * (beyond > BEYOND_MIN ? beyond : BEYOND_MIN);
    return distance + beyond < GUESS_MAX ? (uint32_t)(distance + beyond) : FOCUS_EVERYWHERE;
}

uint32_t budget_next(const struct grid *grid, const struct focus *focus, const struct box *window,
                     uint32_t guess)
{
    uint32_t next = budget_wider(guess, focus_distance(focus));
    assert(guess != FOCUS_EVERYWHERE && next > guess); /* so the caller's loop ends */
    struct box seen = focus_clip(focus, window, next);
    return 2 * box_cells(grid, seen) > box_cells(grid, *window) ? FOCUS_EVERYWHERE : next;
}

void budget_learn_cost(struct budget *budget, uint32_t distance, uint32_t cost)
{
    uint32_t *known = &budget->slack[budget_class(distance)];
    if (*known != BUDGET_UNKNOWN || cost < distance)
        return;
    uint64_t slack = (uint64_t)(cost - distance) * ONE / ((uint64_t)distance + MORE) + SLACK_UP;
    *known = slack < SLACK_MAX ? (uint32_t)slack : SLACK_MAX;
}

void budget_learn_guess(struct budget *budget, uint32_t distance, bool too_low)
{
    uint32_t *slack = &budget->slack[budget_class(distance)];
    if (*slack == BUDGET_UNKNOWN)
        return;
    if (too_low && *slack < SLACK_MAX)
        *slack += SLACK_UP;
    else if (!too_low && *slack > 0)
        --*slack;
}
