/* budget: see the header. */
#include "router/wave/budget.h"

#include "router/wave/focus.h"

enum {
    ONE = 64,         /* a slack of the distance itself */
    SLACK_UP = 16,    /* after a guess that was too low; after others it falls by 1 */
    SLACK_MAX = 4096, /* 64 times the distance */
    DISTANCE_MIN = 8, /* that is learned from */
    GUESS_MAX = 1 << 30,
};

uint32_t budget_guess(const struct budget *budget, uint32_t distance, uint32_t extra)
{
    if (budget->slack == BUDGET_UNKNOWN)
        return FOCUS_EVERYWHERE;
    uint64_t guess = distance + (uint64_t)distance * budget->slack / ONE + 2 * (uint64_t)extra;
    return guess < GUESS_MAX ? (uint32_t)guess : FOCUS_EVERYWHERE;
}

void budget_learn_cost(struct budget *budget, uint32_t distance, uint32_t cost)
{
    if (budget->slack != BUDGET_UNKNOWN || distance < DISTANCE_MIN || cost < distance)
        return;
    uint64_t slack = (uint64_t)(cost - distance) * ONE / distance + SLACK_UP;
    budget->slack = slack < SLACK_MAX ? (uint32_t)slack : SLACK_MAX;
}

void budget_learn_guess(struct budget *budget, bool too_low)
{
    if (too_low && budget->slack < SLACK_MAX)
        budget->slack += SLACK_UP;
    else if (!too_low && budget->slack > 0)
        budget->slack--;
}
