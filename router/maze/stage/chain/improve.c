/* improve: rounds of ejection chains.
 *
 * A round uses one toll, drawn from a short table: low tolls find chains of many small
 * displacements, high ones single nets that squeeze past. Within a round the plan may cost a little
 * more than the best so far (record-to-record travel, Dueck 1993); this slack falls to zero in the
 * last rounds of a cycle. The draw is a hash of the round's number: nothing depends on time. */
#include "router/maze/stage/chain/improve.h"

#include "grid/random.h"
#include "router/maze/stage/repair.h"

enum {
    MOVES = 12,              /* searches per chain */
    MOVES_GROUP = 16,        /* searches per chain that starts with several nets */
    MOVES_SHORT = 10,        /* MOVES in short runs (is_short) */
    MOVES_GROUP_SHORT = 12,  /* MOVES_GROUP in short runs */
    REGROW = 4,              /* one chain in REGROW starts with new trees */
    GROUP = 3,               /* maximum number of nets that start a chain; 1 in a large design */
    SLACK_PARTS = 200,       /* slack in the first round of a cycle: this part of the best cost */
    COOL_ROUNDS = 60,        /* maximum number of rounds with slack per cycle */
    COOL_ROUNDS_SHORT = 30,  /* COOL_ROUNDS in short runs */
    COOL_ROUNDS_QUICK = 10,  /* COOL_ROUNDS in quick runs (is_quick) */
    COOL_ROUNDS_MIN = 8,     /* minimum number of rounds with slack per cycle */
    COOL_CHAINS = 15000,     /* approximate number of chains with slack per cycle */
    COLD_ROUNDS = 10,        /* rounds without slack at the end of a cycle */
    CHAIN_WORK = 1000,       /* work per chain besides its labels, in labels */
    WORK_BEST = 250000000,   /* work with effort best, in labels: about ten seconds */
    WORK_SHORT = 25000000,   /* least limit of short runs, or the work of all stages before */
    WORK_MISSING = 25000000, /* work while nets are missing, in labels */
    WORK_SMALL = 6000000,    /* work on small grids, in labels: a tenth of a second */
    SMALL_CELLS = 2048,      /* grids of at most this many cells are small */
    HUGE_CELLS = 1 << 20,    /* runs on grids of at least this many cells end by WORK_SHORT, too */
    MEND_CELLS = 4096,       /* on smaller grids new trees are as fast as mended ones, and better */
    QUICK_CELLS = 4096,      /* short runs on grids of at least this many cells are quick */
    GAIN_PARTS = 400,        /* a gain counts from this part of the cost on, in one round or more */
    PATIENCE_LARGE = 6,      /* rounds without a gain that counts, large designs of two-pin nets */
    PATIENCE_TREES = 10,     /* the same, large designs with branching nets */
    PATIENCE_LATE = 2,    /* the same, after half of all work and LATE_WORK was for improvement */
    LATE_WORK = 40000000, /* minimum work before PATIENCE_LATE applies, in labels */
    PATIENCE = 1,         /* the same, small designs, plus one round per PATIENCE_NETS nets */
    PATIENCE_NETS = 3,    /* see PATIENCE */
    PATIENCE_MENDED = 5,  /* the same per net, quick runs with branching nets */
    IDLE_CYCLES = 40,     /* improvement ends after these cycles without a gain, if 3/4 of all */
    IDLE_MISSING = 1,     /* additional idle cycles per net if nets are missing */
};

/* Short runs: effort below `best`, no net missing, fewer than 200 nets. Their chains and cycles are
 * shorter: they gain sooner, and a little less in the end. */
static bool is_short(const struct plan *plan)
{
    return plan->session->options->effort != ROUTE_BEST && !repair_is_large(plan) &&
           repair_missing(plan) == 0;
}

static bool is_quick(const struct plan *plan)
{
    return is_short(plan) && grid_cells(&plan->session->design->grid) >= QUICK_CELLS;
}

/* True if the net costs more than its ideal tree. Other nets start no chain; they move only when
 * they are ejected. */
static bool can_gain(const struct plan *plan, uint32_t rank)
{
    return plan_is_missing(plan, rank) ||
           (plan->trees[rank].present && plan->trees[rank].cost > plan->ideals[rank]);
}

uint32_t improve_gainers(const struct plan *plan)
{
    uint32_t count = 0;
    for (uint32_t rank = 0; rank < plan->count; rank++)
        count += can_gain(plan, rank);
    return count;
}

/* Draws the toll of a round for another net's cell, and how many cells get a random extra cost of 1
 * (one in *one_in), which breaks ties between trees of equal cost. Tolls are in proportion to the
 * cost of a detour: two steps, and some turns and vias. */
static void draw(const struct plan *plan, uint64_t round, uint32_t *toll, uint32_t *one_in)
{
    static const uint32_t noise[] = {0, 4, 8, 16};
    const struct step_rules *rules = &plan->session->design->grid.rules;
    uint32_t detour = 2 + (rules->bend + rules->via + rules->wrong_way) / 4;
    const uint32_t tolls[] = {detour / 2, detour * 3 / 4, detour, detour * 3 / 2};
    *toll = tolls[random_hash(round) % 4];
    *one_in = noise[random_hash(round + ROUTE_ITERATIONS_MAX) % 4];
}

/* The slack of this round: twice as much in every other cycle. */
static cost_t slack_of(const struct plan *plan, cost_t best, const struct improvement *it)
{
    const struct step_rules *rules = &plan->session->design->grid.rules;
    const cost_t most = best / SLACK_PARTS + 2 + (rules->bend + rules->via + rules->wrong_way) / 4;
    const cost_t times = 1 + it->cycle % 2;
    return it->round < it->warm ? times * most * (it->warm - it->round) / it->warm : 0;
}

/* The limit of the work, in labels. */
static uint64_t work_limit(const struct plan *plan)
{
    if (plan->session->options->effort == ROUTE_BEST)
        return WORK_BEST;
    if (repair_missing(plan) > 0)
        return WORK_MISSING;
    return grid_cells(&plan->session->design->grid) <= SMALL_CELLS ? WORK_SMALL : 0;
}

static bool has_tried_all(const struct improvement *it, const struct plan *plan)
{
    const uint32_t most = IDLE_CYCLES + (repair_missing(plan) > 0 ? IDLE_MISSING * plan->count : 0);
    return it->idle >= most && it->idle * 4 >= it->cycle * 3;
}

/* True if a run on a large grid has done its work: a round takes long there. */
static bool has_done_enough(const struct improvement *it, const struct plan *plan)
{
    const bool is_huge = plan->session->options->effort != ROUTE_BEST &&
                         grid_cells(&plan->session->design->grid) >= HUGE_CELLS;
    return (is_quick(plan) || is_huge) && it->work > WORK_SHORT &&
           it->work > plan->session->work / 2;
}

/* Counts rounds without a gain that counts. A cost that rises means more nets. Below a cost of
 * GAIN_PARTS no gain is small, and rounds take next to no time: every round counts as one with a
 * gain, and idle cycles end the run. */
static void note_gain(struct improvement *it, cost_t best)
{
    const bool gains =
        best > it->before || best < GAIN_PARTS || (it->before - best) * GAIN_PARTS >= best;
    it->quiet = gains ? 0 : it->quiet + 1;
    it->before = gains ? best : it->before;
}

/* Rounds without a gain that counts before improvement ends: the more nets, the rarer gains. */
static uint32_t patience(const struct improvement *it, const struct plan *plan)
{
    const struct session *session = plan->session;
    if (is_quick(plan) && repair_has_branches(plan))
        return PATIENCE + plan->count * PATIENCE_MENDED;
    if (!repair_is_large(plan))
        return PATIENCE + plan->count / PATIENCE_NETS;
    const uint32_t most = repair_has_branches(plan) ? PATIENCE_TREES : PATIENCE_LARGE;
    const bool late = session->options->effort != ROUTE_BEST && it->work > LATE_WORK &&
                      2 * it->work > session->work;
    return late ? PATIENCE_LATE : most;
}

/* Rounds with slack of a new cycle. */
static uint32_t warm_rounds(const struct plan *plan)
{
    const uint32_t most = is_quick(plan)   ? COOL_ROUNDS_QUICK
                          : is_short(plan) ? COOL_ROUNDS_SHORT
                                           : COOL_ROUNDS;
    const uint32_t warm = COOL_CHAINS / (improve_gainers(plan) + 1);
    return warm > most ? most : warm < COOL_ROUNDS_MIN ? COOL_ROUNDS_MIN : warm;
}

bool improve_is_sound(const struct improvement *it, uint32_t used)
{
    return it->warm <= COOL_ROUNDS && it->round <= it->warm + COLD_ROUNDS && it->round <= used &&
           it->cycle <= used / (COOL_ROUNDS_MIN + COLD_ROUNDS) && it->idle <= it->cycle &&
           it->quiet <= used;
}

/* Sets tolls, noise and cost of round `used` of the run. */
static enum status prepare_round(struct improvement *it, struct plan *plan, uint32_t used,
                                 struct error *error)
{
    uint32_t toll = 0, one_in = 0;
    draw(plan, used, &toll, &one_in);
    it->now = plan_cost(plan);
    return plan_forget(plan, random_hash(used), one_in, toll, error);
}

enum status improve_open(struct improvement *it, struct plan *plan, uint32_t used,
                         struct maze_chain *chain, struct error *error)
{
    assert(plan->open && it->next <= plan->count);
    if (it->next > 0)
        TRY(prepare_round(it, plan, used, error));
    return chain_create(chain, plan, error);
}

bool improve_goes_on(struct improvement *it, const struct plan *plan, const struct snapshot *best)
{
    if (session_state(plan->session) != SESSION_GOES_ON)
        return false;
    if (it->next > 0)
        return true;
    if (improve_gainers(plan) == 0) {
        plan->session->ended = "no net costs more than it would alone";
        return false;
    }
    if (it->round > 0 && it->round == it->warm + COLD_ROUNDS) {
        it->cycle++;
        it->round = 0;
        it->idle =
            best->cost != it->least ? 0 : it->idle + 1; /* a higher cost means one net more */
    }
    if (it->round == 0) {
        it->warm = warm_rounds(plan);
        it->least = best->cost;
        it->before = it->cycle == 0 ? best->cost : it->before;
    }
    plan->session->ended = has_tried_all(it, plan)     ? "no chain of nets lowers the cost"
                           : has_done_enough(it, plan) ? "limit of work"
                           : it->quiet >= patience(it, plan) && it->work >= work_limit(plan)
                               ? "little gain, and limit of work"
                               : NULL;
    return plan->session->ended == NULL;
}

/* Fills group with the net and up to most - 1 nets whose trees are next to its own, in an order
 * drawn by the hash; returns their number. */
static uint32_t gather(const struct maze_chain *chain, uint32_t rank, uint32_t most, uint64_t hash,
                       uint32_t *group)
{
    assert(most >= 1 && most <= GROUP);
    const struct plan *plan = chain->plan;
    const struct grid *grid = plan->cong.grid;
    const struct tree *tree = &plan->trees[rank];
    uint32_t count = 1;
    group[0] = rank;
    for (size_t i = 0; tree->present && i < tree->count && count < most; i++) {
        struct wire_walk walk = wire_walk(grid, tree->wires[(hash + i) % tree->count]);
        for (; walk.left > 0 && count < most; wire_next(&walk)) {
            int d = (int)(random_hash(hash + walk.cell) % DIRECTIONS);
            cell_t cell = grid_neighbour(grid, walk.cell, d);
            uint32_t other = cell != CELL_NONE ? plan->owner[cell] : 0;
            bool known = other == 0;
            for (uint32_t k = 0; k < count; k++)
                known |= group[k] == other - 1;
            if (!known)
                group[count++] = other - 1;
        }
    }
    uint32_t place = (uint32_t)(hash >> 32) % count;
    group[0] = group[place];
    group[place] = rank;
    return count;
}

/* Runs a chain that starts with this net. */
static enum status run_chain(struct improvement *it, struct maze_chain *chain, uint32_t rank,
                             const struct snapshot *best, uint32_t used, struct error *error)
{
    uint32_t toll = 0, one_in = 0;
    int64_t gain = 0;
    bool kept = false;
    draw(chain->plan, used, &toll, &one_in);
    cost_t limit = best->cost + slack_of(chain->plan, best->cost, it);
    struct chain_rules rules = {.limits = {.moves = MOVES, .pushed_most = UINT32_MAX},
                                .lock = 2 * toll + 2};
    rules.limits.slack = limit > it->now ? limit - it->now : 0;
    uint32_t group[GROUP];
    const uint64_t hash = random_hash((uint64_t)used << 32 | rank);
    const uint32_t most = repair_is_large(chain->plan) ? 1 : 1 + (uint32_t)(hash % GROUP);
    const uint32_t count = gather(chain, rank, most, hash / GROUP, group);
    const uint64_t work = chain->plan->session->work;
    rules.limits.wary = is_quick(chain->plan);
    rules.seed = random_hash(hash);
    rules.keep_parts = grid_cells(chain->plan->cong.grid) >= MEND_CELLS;
    rules.new_trees = (rules.seed >> 32) % REGROW == 0;
    if (is_short(chain->plan))
        rules.limits.moves = count > 1 ? MOVES_GROUP_SHORT : MOVES_SHORT;
    else if (count > 1)
        rules.limits.moves = MOVES_GROUP;
    chain->rules = rules;
    enum status status = eject(&chain->ejector, group, count, &rules.limits, &gain, &kept, error);
    it->work += chain->plan->session->work - work + CHAIN_WORK;
    it->now = (cost_t)((int64_t)it->now - gain);
    return status;
}

static enum status finish_round(struct improvement *it, struct plan *plan, struct snapshot *best,
                                uint32_t *used, struct error *error)
{
    if (snapshot_is_worse(best, plan))
        TRY(snapshot_take(best, plan, error));
    note_gain(it, best->cost);
    it->round++;
    it->next = 0;
    ++*used;
    session_report(plan->session, (struct route_progress){.phase = "improve",
                                                          .iteration = *used,
                                                          .done = best->routed,
                                                          .total = plan->count,
                                                          .routed = best->routed,
                                                          .cost = best->cost});
    return STATUS_OK;
}

enum status improve_once(struct improvement *it, struct maze_chain *chain, struct snapshot *best,
                         uint32_t *used, struct error *error)
{
    assert(chain->plan->open && best->counts != NULL);
    struct plan *plan = chain->plan;
    if (it->next == 0)
        TRY(prepare_round(it, plan, *used, error));
    while (it->next < plan->count && !can_gain(plan, it->next))
        it->next++;
    return it->next < plan->count ? run_chain(it, chain, it->next++, best, *used, error)
                                  : finish_round(it, plan, best, used, error);
}
