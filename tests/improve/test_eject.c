/* test_eject: chains of nets that each take one of some places: what is kept is better, what is not
 * kept leaves no trace, and limits hold. */
#include "router/improve/eject.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "tests/support/splitmix.h"

enum { NETS = 8, PLACES = 8, NOWHERE = PLACES, TOLL = 3 };

struct toy {
    uint64_t cost[NETS][PLACES]; /* UINT64_MAX: the net may not have the place */
    uint32_t place[NETS], owner[PLACES], found[NETS], slot[NETS];
    uint32_t moves, pushed, finished;
    bool moved[NETS];
};

static enum status keep(void *context, uint32_t net, size_t slot, bool *has_tree, uint64_t *cost,
                        struct error *error)
{
    struct toy *toy = context;
    (void)error;
    toy->slot[slot] = toy->place[net];
    *has_tree = toy->place[net] != NOWHERE;
    *cost = *has_tree ? toy->cost[net][toy->place[net]] : 77;
    return STATUS_OK;
}

static enum status take_out(void *context, uint32_t net, bool again, struct error *error)
{
    struct toy *toy = context;
    (void)error;
    assert_int_equal(again, toy->moved[net]);
    if (toy->place[net] != NOWHERE && toy->owner[toy->place[net]] == net)
        toy->owner[toy->place[net]] = NETS;
    toy->place[net] = NOWHERE;
    return STATUS_OK;
}

static enum status search(void *context, struct eject_move move, bool *found, struct error *error)
{
    struct toy *toy = context;
    uint64_t least = UINT64_MAX;
    (void)error;
    toy->moves++;
    for (uint32_t place = 0; place < PLACES; place++) {
        const uint32_t owner = toy->owner[place];
        const uint64_t toll = owner == NETS ? 0 : toy->moved[owner] ? 4 * TOLL : TOLL;
        const uint64_t cost = toy->cost[move.net][place];
        if (cost != UINT64_MAX && cost + toll < least) {
            least = cost + toll;
            toy->found[move.net] = place;
        }
    }
    *found = least != UINT64_MAX;
    return STATUS_OK;
}

static enum status put_in(void *context, struct eject_move move, struct ejector *chain,
                          struct error *error)
{
    struct toy *toy = context;
    const uint32_t place = toy->found[move.net];
    if (toy->owner[place] != NETS) {
        toy->pushed++;
        if (eject_push(chain, toy->owner[place], error) != STATUS_OK)
            return STATUS_FAILED;
    }
    if (toy->owner[place] == NETS) /* else too many were pushed: it shares until all is undone */
        toy->owner[place] = move.net;
    toy->place[move.net] = place;
    toy->moved[move.net] = true;
    return STATUS_OK;
}

static uint64_t cost_of(const void *context, uint32_t net)
{
    const struct toy *toy = context;
    return toy->cost[net][toy->place[net]];
}

static uint64_t least_of(const void *context, uint32_t net)
{
    const struct toy *toy = context;
    uint64_t least = UINT64_MAX;
    for (uint32_t place = 0; place < PLACES; place++)
        least = toy->cost[net][place] < least ? toy->cost[net][place] : least;
    return least;
}

static enum status finish(void *context, uint32_t net, bool kept, struct error *error)
{
    struct toy *toy = context;
    toy->finished++;
    toy->moved[net] = false;
    return kept ? STATUS_OK : take_out(toy, net, false, error);
}

static enum status put_back(void *context, uint32_t net, size_t slot, struct error *error)
{
    struct toy *toy = context;
    (void)error;
    toy->place[net] = toy->slot[slot];
    toy->owner[toy->slot[slot]] = net;
    return STATUS_OK;
}

static struct eject_table table_of(struct toy *toy)
{
    return (struct eject_table){.context = toy,
                                .count = NETS,
                                .keep = keep,
                                .take_out = take_out,
                                .search = search,
                                .put_in = put_in,
                                .cost = cost_of,
                                .least = least_of,
                                .finish = finish,
                                .put_back = put_back};
}

/* Places at random, about one net in five without one. */
static void make(struct toy *toy, uint64_t *dice)
{
    memset(toy, 0, sizeof *toy);
    for (uint32_t place = 0; place < PLACES; place++)
        toy->owner[place] = NETS;
    for (uint32_t net = 0; net < NETS; net++) {
        toy->place[net] = NOWHERE;
        for (uint32_t place = 0; place < PLACES; place++)
            toy->cost[net][place] =
                splitmix_below(dice, 3) == 0 ? UINT64_MAX : 1 + splitmix_below(dice, 20);
        const uint32_t place = splitmix_below(dice, PLACES);
        if (toy->cost[net][place] == UINT64_MAX || toy->owner[place] != NETS)
            continue;
        toy->place[net] = place;
        toy->owner[place] = net;
    }
}

static uint64_t total(const struct toy *toy, uint32_t *routed)
{
    uint64_t cost = 0;
    *routed = 0;
    for (uint32_t net = 0; net < NETS; net++) {
        if (toy->place[net] == NOWHERE)
            continue;
        assert_int_equal(toy->owner[toy->place[net]], net);
        cost += cost_of(toy, net);
        ++*routed;
    }
    return cost;
}

static void chains_gain_or_leave_no_trace(void **state)
{
    (void)state;
    uint64_t dice = splitmix_seed(1);
    uint32_t kept_count = 0, undone = 0, inserted = 0, full = 0;
    for (int round = 0; round < 3000; round++) {
        struct toy toy, before;
        struct ejector chain;
        const struct eject_rules rules = {.moves = 1 + splitmix_below(&dice, 12),
                                          .pushed_most = splitmix_below(&dice, 6),
                                          .slack = splitmix_below(&dice, 4),
                                          .wary = splitmix_below(&dice, 2) == 0};
        make(&toy, &dice);
        before = toy;
        const struct eject_table table = table_of(&toy);
        const uint32_t first = splitmix_below(&dice, NETS);
        const uint32_t nets[] = {first, (first + 3) % NETS};
        const uint32_t count = 1 + splitmix_below(&dice, 2);
        uint32_t routed_before, routed;
        int64_t gain;
        bool kept;
        const uint64_t cost_before = total(&toy, &routed_before);
        assert_int_equal(ejector_create(&chain, &table, NULL), STATUS_OK);
        assert_int_equal(eject(&chain, nets, count, &rules, &gain, &kept, NULL), STATUS_OK);
        const uint64_t cost = total(&toy, &routed);
        assert_true(toy.moves <= rules.moves && toy.finished >= count);
        assert_true(toy.finished <= count + rules.pushed_most);
        full += chain.full;
        if (kept) {
            assert_true(routed > routed_before || cost <= cost_before + rules.slack);
            assert_int_equal(gain, (int64_t)(cost_before - cost));
            assert_true(routed >= routed_before && !chain.full);
            inserted += routed > routed_before;
            kept_count++;
        } else {
            assert_memory_equal(toy.place, before.place, sizeof toy.place);
            assert_memory_equal(toy.owner, before.owner, sizeof toy.owner);
            assert_int_equal(gain, 0);
            undone++;
        }
        ejector_destroy(&chain);
    }
    assert_true(kept_count > 100 && undone > 100 && inserted > 20 && full > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(chains_gain_or_leave_no_trace)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
