/* steps: threads take the steps of units.
 *
 * A unit may take a step when each of its links is released. After the step it increments the
 * counter of each of its groups. The unit that completes a step of a group releases the next step:
 * for a search all units of the group, for a short step (all others) only the first one, because
 * short steps are taken in order; after the last step, the next group. Units to be searched go into
 * lists; a short step is taken by the thread that releases it, or shared (steps.h). */
#include "router/negotiate/steps.h"

#include <sched.h>

enum {
    LONG_BINS = 4, /* a net whose window exceeds one bin by this many is long */
    LOOKS = 200    /* times that a thread reads the lists or a lock before it yields */
};

static const uint32_t NONE = UINT32_MAX;

struct steps_run {
    const struct steps *how;
    struct groups *groups;
    enum turn_step first_step; /* TURN_SEARCH if no net has a tree */
    uint32_t left;             /* atomic: units that have not taken all steps */
};

/* ---- lists ---------------------------------------------------------------------------------- */

static void lock(struct group_ready *list)
{
    for (int look = 1; __atomic_test_and_set(&list->lock, __ATOMIC_ACQUIRE); look++)
        if (look % LOOKS == 0)
            sched_yield();
}

static void unlock(struct group_ready *list)
{
    __atomic_clear(&list->lock, __ATOMIC_RELEASE);
}

static void push(struct groups *groups, struct group_ready *list, uint32_t unit)
{
    struct group_unit *units = groups->units;
    lock(list);
    units[unit].below = list->top;
    units[unit].above = NONE;
    if (list->top != NONE)
        units[list->top].above = unit;
    else
        __atomic_store_n(&list->bottom, unit, __ATOMIC_RELAXED);
    list->top = unit;
    unlock(list);
}

/* Takes the first or last unit of a list; NONE: it is empty. */
static uint32_t pop(struct groups *groups, struct group_ready *list, bool first)
{
    struct group_unit *units = groups->units;
    if (__atomic_load_n(&list->bottom, __ATOMIC_RELAXED) == NONE)
        return NONE;
    lock(list);
    const uint32_t unit = first ? list->bottom : list->top;
    if (unit != NONE && list->bottom == list->top) {
        list->top = NONE;
        __atomic_store_n(&list->bottom, NONE, __ATOMIC_RELAXED);
    } else if (unit != NONE && first) {
        __atomic_store_n(&list->bottom, units[unit].above, __ATOMIC_RELAXED);
        units[list->bottom].below = NONE;
    } else if (unit != NONE) {
        list->top = units[unit].below;
        units[list->top].above = NONE;
    }
    unlock(list);
    return unit;
}

/* ---- steps ---------------------------------------------------------------------------------- */

/* The state of one thread. */
struct step_runner {
    struct steps_run *run;
    uint32_t index; /* of the thread */
    uint32_t list;  /* units that may take a short step, linked by `below` */
};

/* Releases one link of a unit. If it was the last one, the unit may take the step. */
static void release(struct step_runner *it, uint32_t index, enum turn_step step)
{
    struct groups *groups = it->run->groups;
    struct group_unit *unit = &groups->units[index];
    if (__atomic_sub_fetch(&unit->waits, 1, __ATOMIC_ACQ_REL) != 0)
        return;
    if (step != TURN_SEARCH && (!it->run->how->shared || it->list == NONE)) {
        unit->below = it->list;
        it->list = index;
        return;
    }
    const struct box w = unit->window;
    const bool is_long =
        !unit->whole && (it->run->how->shared || w.x1 - w.x0 + w.y1 - w.y0 >= LONG_BINS);
    push(groups, &groups->ready[is_long ? it->run->groups->threads : it->index], index);
}

/* Begins a step at a group. Search: releases all units, from the last and longest to the first.
 * Other steps: releases the first unit. */
static void begin_step(struct step_runner *it, const struct unit_group *group, enum turn_step step)
{
    assert(group->count > 0);
    for (uint32_t i = step == TURN_SEARCH ? group->count : 1; i-- > 0;)
        release(it, it->run->groups->members[group->first + i], step);
}

/* Begins the first step at a group, which may be the empty one after the last. */
static void begin_group(struct step_runner *it, const struct unit_group *group)
{
    const struct groups *groups = it->run->groups;
    if (group->count > 0)
        begin_step(it, group,
                   groups->units[groups->members[group->first]].whole ? TURN_SEARCH
                                                                      : it->run->first_step);
}

/* Takes all turns of a whole unit, or the next step of a net. */
static void take_turns(const struct step_runner *it, const struct group_unit *unit)
{
    const struct steps *how = it->run->how;
    if (!unit->whole)
        how->take(how->context, unit->first, unit->step, it->index);
    for (uint32_t net = unit->first; unit->whole && net < unit->first + unit->count; net++)
        for (enum turn_step step = it->run->first_step; step < TURN_STEPS; step++)
            how->take(how->context, net, step, it->index);
}

/* Lets a unit take its next step. */
static void take_step(struct step_runner *it, uint32_t index)
{
    struct groups *groups = it->run->groups;
    struct group_unit *unit = &groups->units[index];
    const enum turn_step step = unit->step, next = step + 1;
    const uint32_t link = unit->link, links = unit->links;
    const uint32_t before = unit->whole ? 0 : step - it->run->first_step;
    const bool last = unit->whole || next == TURN_STEPS;
    take_turns(it, unit);
    unit->step = (uint8_t)next;
    __atomic_store_n(&unit->waits, links, __ATOMIC_RELAXED);
    for (uint32_t i = link; i < link + links; i++) {
        struct unit_group *group = &groups->groups[groups->group_of[i]];
        const uint32_t count = group->count;
        const uint32_t done =
            __atomic_add_fetch(&group->done, 1, __ATOMIC_ACQ_REL) - before * count;
        assert(done >= 1 && done <= count);
        if (done < count && step != TURN_SEARCH)
            release(it, groups->members[group->first + done], step);
        else if (done == count && last)
            begin_group(it, group + 1);
        else if (done == count)
            begin_step(it, group, next);
    }
    if (last)
        __atomic_fetch_sub(&it->run->left, 1, __ATOMIC_RELEASE);
}

static bool is_over(const struct steps_run *run)
{
    return run->how->is_over != NULL && run->how->is_over(run->how->context);
}

static void take_short_steps(struct step_runner *it)
{
    while (it->list != NONE && !is_over(it->run)) {
        const uint32_t unit = it->list;
        it->list = it->run->groups->units[unit].below;
        take_step(it, unit);
    }
}

/* The unit that the thread searches next: a long net; else the last unit that it has released,
 * whose cells are in its cache; else the first unit of another thread. NONE: there is none now. */
static uint32_t next_unit(const struct step_runner *it)
{
    struct groups *groups = it->run->groups;
    const uint32_t threads = it->run->groups->threads;
    uint32_t unit = pop(groups, &groups->ready[threads], true);
    if (unit == NONE)
        unit = pop(groups, &groups->ready[it->index], false);
    for (uint32_t i = 1; i < threads && unit == NONE; i++)
        unit = pop(groups, &groups->ready[(it->index + i) % threads], true);
    return unit;
}

/* The loop of a thread: it searches unit after unit and takes the short steps that it releases. */
static void run_steps(void *context, size_t first, size_t end)
{
    struct steps_run *run = context;
    for (size_t i = first; i < end; i++) {
        struct step_runner it = {run, (uint32_t)i, NONE};
        for (int look = 1; __atomic_load_n(&run->left, __ATOMIC_ACQUIRE) > 0 && !is_over(run);
             look++) {
            const uint32_t unit = next_unit(&it);
            if (unit != NONE) {
                take_step(&it, unit);
                take_short_steps(&it);
            } else if (look % LOOKS == 0) {
                sched_yield();
            }
        }
    }
}

/* Begins the first groups of all bins; a thread gets the units of its rows of bins. */
static void begin(struct steps_run *run)
{
    struct groups *groups = run->groups;
    for (unsigned i = 0; i <= groups->threads; i++)
        groups->ready[i] = (struct group_ready){.top = NONE, .bottom = NONE};
    for (uint32_t y = 0; y < groups->down; y++) {
        const uint32_t thread = (uint32_t)((uint64_t)y * groups->threads / groups->down);
        struct step_runner it = {run, thread, NONE};
        for (uint32_t x = 0; x < groups->across; x++)
            begin_group(&it, &groups->groups[groups->bins[(size_t)y * groups->across + x].first]);
        take_short_steps(&it);
    }
}

void steps_run(const struct steps *steps, struct workers *workers)
{
    struct groups *groups = steps->groups;
    assert(steps->take != NULL && groups->threads > 0);
    struct steps_run it = {.how = steps,
                           .groups = groups,
                           .first_step = steps->no_trees ? TURN_SEARCH : TURN_CHOOSE,
                           .left = groups->unit_count};
    for (uint32_t u = 0; u < groups->unit_count; u++)
        groups->units[u].step = (uint8_t)(groups->units[u].whole ? TURN_SEARCH : it.first_step);
    begin(&it);
    workers_run(workers, run_steps, &it, least(groups->unit_count, groups->threads), 1);
}
