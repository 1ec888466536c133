/* plan_turns: the tiles of a round are given to threads, then batches.
 *
 * Threads take tiles that are ready, the most urgent first: the one with the longest chain of work
 * to the end of the round. They form a heap; its lock is held for some hundred nanoseconds per
 * tile.
 */
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "router/maze/rounds/plan.h"

enum {
    LOOKS = 200 /* at an empty heap before the thread yields */
};

static const uint32_t NONE = UINT32_MAX;

struct turns_round {
    struct maze_plan *plan;
    const struct maze_turn *turn;
    const struct maze_round *how;
    bool backward;
    atomic_bool failed; /* no memory */

    atomic_flag lock;    /* of heap, tiles and left */
    struct ranked *heap; /* tiles that may go */
    uint32_t heap_count;
    atomic_uint left; /* tiles that have not gone */

    const uint32_t *nets; /* of a batch */
    uint32_t count;
    atomic_uint next; /* net of a batch */
};

static bool goes_on(const struct turns_round *round)
{
    return !atomic_load(&round->failed) && !round->plan->is_over(round->plan->context);
}

/* ---- tiles ---------------------------------------------------------------------------------- */

static void lock(struct turns_round *round)
{
    for (int look = 0; atomic_flag_test_and_set_explicit(&round->lock, memory_order_acquire);)
        if (++look % LOOKS == 0)
            sched_yield();
}

static void unlock(struct turns_round *round)
{
    atomic_flag_clear_explicit(&round->lock, memory_order_release);
}

/* Adds a tile; the most urgent one comes first, of equals the first. */
static void push(struct turns_round *round, uint32_t tile)
{
    const uint32_t urgency = round->plan->tiles.tiles[tile].urgency;
    heap_push(round->heap, &round->heap_count, (struct ranked){UINT32_MAX - urgency, tile, 0});
}

/* Notes that a tile has gone (NONE: no tile), and takes the next one. NONE: there is none now. */
static uint32_t change_tile(struct turns_round *round, uint32_t gone)
{
    struct maze_tiles *tiles = &round->plan->tiles;
    lock(round);
    if (gone != NONE) {
        for (uint32_t l = tiles->tiles[gone].links; l != NONE; l = tiles->links[l].next)
            if (--tiles->tiles[tiles->links[l].to].waits == 0)
                push(round, tiles->links[l].to);
        atomic_fetch_sub(&round->left, 1);
    }
    const uint32_t tile =
        round->heap_count > 0 ? heap_pop(round->heap, &round->heap_count).second : NONE;
    unlock(round);
    return tile;
}

/* The turn's search, counted. */
static void seek(struct turns_round *round, struct maze_grower *grower, uint32_t net)
{
    const uint64_t before = grower->search.searches;
    if (round->turn->seek(round->plan, grower, net, round->how, NULL) != STATUS_OK)
        atomic_store(&round->failed, true);
    round->plan->nets[net].searches += (uint32_t)(grower->search.searches - before);
}

static void run_tile(struct turns_round *round, struct maze_grower *grower, uint32_t tile)
{
    struct maze_plan *plan = round->plan;
    const struct maze_tile *it = &plan->tiles.tiles[tile];
    for (uint32_t i = it->first; i < it->end; i++) {
        const uint32_t net =
            plan->tiles.sorted[round->backward ? it->end - 1 - (i - it->first) : i].net;
        if (!goes_on(round)) {
            if (plan->nets[net].routed)
                maze_plan_flag(plan, net);
            continue;
        }
        if (!round->turn->leave(plan, net, round->how))
            continue;
        seek(round, grower, net);
        round->turn->enter(plan, net, round->how);
    }
}

/* A thread's part of a round: takes tiles until there are no more. */
static void run_tiles(void *context, size_t first, size_t end)
{
    struct turns_round *round = context;
    for (size_t runner = first; runner < end; runner++) {
        uint32_t tile = change_tile(round, NONE);
        for (int look = 0; atomic_load(&round->left) > 0;) {
            if (tile != NONE) {
                run_tile(round, &round->plan->growers[runner], tile);
                tile = change_tile(round, tile);
                look = 0;
            } else if (++look % LOOKS == 0) {
                sched_yield();
                tile = change_tile(round, NONE);
            }
        }
    }
}

static enum status give_tiles(struct turns_round *round, uint32_t count, struct error *error)
{
    struct maze_plan *plan = round->plan;
    struct maze_tiles *tiles = &plan->tiles;
    TRY(maze_tiles_link(tiles, &plan->map, count, round->backward, error));
    if (tiles->count == 0)
        return STATUS_OK;
    TRY(MEM_NEW(round->heap, tiles->count, "tiles of a round", error));
    for (uint32_t t = 0; t < tiles->count; t++)
        if (tiles->tiles[t].waits == 0)
            push(round, t);
    atomic_store(&round->left, tiles->count);
    workers_run(plan->workers, run_tiles, round,
                tiles->count < plan->threads ? tiles->count : plan->threads, 1);
    free(round->heap);
    return STATUS_OK;
}

/* ---- batches -------------------------------------------------------------------------------- */

/* Searches nets of a batch, the longest first: the others are done beside it. Those that are left
 * when the run has to end stay without a tree. */
static void run_batch(void *context, size_t first, size_t end)
{
    struct turns_round *round = context;
    struct maze_plan *plan = round->plan;
    for (size_t runner = first; runner < end; runner++)
        for (uint32_t i; (i = atomic_fetch_add(&round->next, 1)) < round->count;) {
            if (!goes_on(round))
                return;
            const uint32_t net = round->nets[round->backward ? i : round->count - 1 - i];
            seek(round, &plan->growers[runner], net);
        }
}

/* Nets first .. end - 1 of the sorted ones, some at a time. */
static void give_batches(struct turns_round *round, uint32_t first, uint32_t end)
{
    struct maze_plan *plan = round->plan;
    uint32_t nets[MAZE_BATCH];
    const uint32_t most = maze_batch_of(end - first);
    for (uint32_t done = first; done < end;) {
        const bool over = !goes_on(round);
        uint32_t count = 0;
        for (; count < most && done < end; done++)
            nets[count++] =
                plan->tiles.sorted[round->backward ? end - 1 - (done - first) : done].net;
        for (uint32_t i = 0; i < count && over; i++)
            if (plan->nets[nets[i]].routed)
                maze_plan_flag(plan, nets[i]);
        if (over)
            continue;
        count = round->turn->leave_all(plan, nets, count, round->how);
        round->nets = nets;
        round->count = count;
        atomic_store(&round->next, 0);
        if (count > 0)
            workers_run(plan->workers, run_batch, round,
                        count < plan->threads ? count : plan->threads, 1);
        maze_plan_put_all(plan, nets, count);
        for (uint32_t i = 0; i < count; i++)
            if (!plan->nets[nets[i]].routed)
                round->turn->enter(plan, nets[i], round->how);
    }
}

enum status maze_plan_turns(struct maze_plan *plan, const uint32_t *nets, uint32_t count,
                            bool backward, const struct maze_turn *turn,
                            const struct maze_round *how, struct error *error)
{
    assert((count == 0 || nets != NULL) && plan->is_over != NULL);
    struct turns_round round = {
        .plan = plan, .turn = turn, .how = how, .backward = backward, .lock = ATOMIC_FLAG_INIT};
    maze_tiles_sort(&plan->tiles, &plan->map, plan->nets, nets, count, turn->leave_all != NULL,
                    plan->workers);
    if (backward)
        give_batches(&round, count - plan->tiles.batched, count);
    TRY(give_tiles(&round, count, error));
    if (!backward)
        give_batches(&round, count - plan->tiles.batched, count);
    return atomic_load(&round.failed)
               ? error_set(error, STATUS_FAILED, "out of memory for the searches of a design")
               : STATUS_OK;
}
