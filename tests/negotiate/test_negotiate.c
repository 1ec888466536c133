/* test_negotiate: prices, history, patience and settling, with a subject of nets that each
 * take one of the cells that they may have. */
#include "router/negotiate/negotiate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { NETS = 6, CELLS = 6, NONE = CELLS };

struct toy {
    uint32_t base[NETS][CELLS]; /* what a cell costs a net; UINT32_MAX: it may not have it */
    uint32_t cell[NETS], use[CELLS], history[CELLS];
    uint32_t list[NETS], count, next;
    uint32_t a_call; /* nets of one call of turns */
    uint32_t rounds, calls;
    bool over;
    struct negotiate_round last;
};

static void take_out(struct toy *toy, uint32_t net)
{
    if (toy->cell[net] != NONE)
        toy->use[toy->cell[net]]--;
    toy->cell[net] = NONE;
}

static void search(struct toy *toy, uint32_t net, const struct negotiate_round *round)
{
    uint64_t least = UINT64_MAX;
    for (uint32_t cell = 0; cell < CELLS; cell++) {
        const uint64_t cost = (uint64_t)toy->base[net][cell] +
                              (uint64_t)round->price * toy->use[cell] + toy->history[cell];
        if (toy->base[net][cell] == UINT32_MAX || cost >= least ||
            (round->kind == NEGOTIATE_AROUND && toy->use[cell] > 0))
            continue;
        least = cost;
        toy->cell[net] = cell;
    }
    if (toy->cell[net] != NONE)
        toy->use[toy->cell[net]]++;
}

static enum status toy_all(void *context, uint32_t *count, struct error *error)
{
    struct toy *toy = context;
    (void)error;
    for (uint32_t net = 0; net < NETS; net++)
        toy->list[net] = net;
    *count = toy->count = NETS;
    return STATUS_OK;
}

static enum status toy_turns(void *context, const struct negotiate_round *round, uint32_t *left,
                             struct error *error)
{
    struct toy *toy = context;
    (void)error;
    assert_int_equal(*left, 0);
    toy->calls++;
    for (uint32_t i = 0; i < toy->count && toy->next == 0; i++) {
        const uint32_t cell = toy->cell[toy->list[i]];
        if (cell != NONE && toy->use[cell] > 1)
            toy->history[cell] += round->history;
    }
    for (uint32_t i = 0; i < toy->count && toy->next == 0; i++)
        take_out(toy, toy->list[i]);
    for (uint32_t n = 0; n < toy->a_call && toy->next < toy->count; n++)
        search(toy, toy->list[toy->next++], round);
    *left = toy->count - toy->next;
    toy->next = *left == 0 ? 0 : toy->next;
    toy->last = *round;
    return STATUS_OK;
}

static enum status toy_gather(void *context, const struct negotiate_round *round, uint32_t *count,
                              struct error *error)
{
    struct toy *toy = context;
    (void)error;
    assert_int_equal(round->number, toy->rounds++);
    toy->count = 0;
    for (uint32_t net = 0; net < NETS; net++)
        if (toy->cell[net] == NONE || toy->use[toy->cell[net]] > 1)
            toy->list[toy->count++] = net;
    *count = toy->count;
    return STATUS_OK;
}

static enum status toy_drop(void *context, uint32_t *count, struct error *error)
{
    struct toy *toy = context;
    (void)error;
    toy->count = 0;
    for (uint32_t net = NETS; net-- > 0;)
        if (toy->cell[net] != NONE && toy->use[toy->cell[net]] > 1)
            take_out(toy, net);
    for (uint32_t net = 0; net < NETS; net++)
        if (toy->cell[net] == NONE)
            toy->list[toy->count++] = net;
    *count = toy->count;
    return STATUS_OK;
}

static bool toy_is_over(void *context)
{
    return ((const struct toy *)context)->over;
}

static struct negotiator table_of(struct toy *toy)
{
    return (struct negotiator){.context = toy,
                               .count = NETS,
                               .all = toy_all,
                               .turns = toy_turns,
                               .gather = toy_gather,
                               .drop = toy_drop,
                               .is_over = toy_is_over,
                               .caller = toy};
}

static const struct negotiate_rules rules = {.price_first = 4,
                                             .price_last = 40,
                                             .unit = 2,
                                             .grain = 1,
                                             .times = 3,
                                             .times_few = 3,
                                             .parts = 2,
                                             .history_base = 3,
                                             .gain_parts = 0,
                                             .patience = 20,
                                             .patience_few = 20};

static void start(struct toy *toy)
{
    memset(toy, 0, sizeof *toy);
    memset(toy->base, 0xff, sizeof toy->base);
    toy->a_call = NETS;
    for (uint32_t net = 0; net < NETS; net++)
        toy->cell[net] = NONE;
}

static struct negotiation run(struct toy *toy, const struct negotiate_rules *how, uint32_t rounds)
{
    const struct negotiator table = table_of(toy);
    struct negotiation it;
    assert_int_equal(negotiate_begin(&it, how, &table, rounds, NULL), STATUS_OK);
    while (negotiate_goes_on(&it, how, &table))
        assert_int_equal(negotiate_once(&it, how, &table, NULL), STATUS_OK);
    return it;
}

/* Each net may have its own cell and that of the net before it, which it likes better. */
static void make_ladder(struct toy *toy)
{
    start(toy);
    for (uint32_t net = 0; net < NETS; net++) {
        toy->base[net][net] = 9;
        if (net > 0)
            toy->base[net][net - 1] = 1;
    }
}

static void conflicts_are_solved(void **state)
{
    (void)state;
    struct toy toy, small;
    make_ladder(&toy);
    make_ladder(&small);
    small.a_call = 1;
    const struct negotiation whole = run(&toy, &rules, 100), parts = run(&small, &rules, 100);
    assert_int_equal(whole.count, 0);
    for (uint32_t net = 0; net < NETS; net++)
        assert_int_equal(toy.cell[net], net);
    assert_memory_equal(toy.cell, small.cell, sizeof toy.cell); /* breaks change nothing */
    assert_int_equal(parts.round, whole.round);
    assert_true(small.calls > toy.calls && toy.calls == whole.round);
}

/* All nets want one cell and have no other. */
static void make_crowd(struct toy *toy)
{
    start(toy);
    for (uint32_t net = 0; net < NETS; net++)
        toy->base[net][0] = 1;
}

static void no_gain_is_the_end(void **state)
{
    (void)state;
    struct toy toy;
    make_crowd(&toy);
    struct negotiation it = run(&toy, &rules, 100);
    assert_true(negotiate_has_stalled(&it, &rules));
    assert_int_equal(it.round, 1 + rules.patience); /* the first round counts as a gain */
    assert_int_equal(it.left, 100 - it.round);
    struct negotiate_rules how = rules;
    how.stall_from = 7;
    make_crowd(&toy);
    it = run(&toy, &how, 100);
    assert_int_equal(it.round, 7 + rules.patience);
    make_crowd(&toy);
    it = run(&toy, &how, 5);
    assert_int_equal(it.round, 5);
    assert_false(negotiate_has_stalled(&it, &how));
    how.few_nets = NETS + 1; /* all of them are few */
    how.patience_few = 3;
    how.wider_from = 2;
    how.wider_most = 4;
    make_crowd(&toy);
    it = run(&toy, &how, 100);
    assert_int_equal(it.round, 7 + 3);
    assert_int_equal(it.wider, 4);
}

static void prices_rise(void **state)
{
    (void)state;
    static const uint32_t whole[] = {2, 3, 4, 6, 9, 14, 20, 20};
    static const uint32_t halves[] = {2, 2, 2, 3, 3, 3}; /* 5, 5, 5, then 5 * 3 / 2 */
    struct toy toy;
    const struct negotiator table = table_of(&toy);
    struct negotiation it;
    struct negotiate_rules how = rules;
    make_crowd(&toy);
    assert_int_equal(negotiate_begin(&it, &how, &table, 100, NULL), STATUS_OK);
    for (uint32_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        assert_int_equal(negotiate_price(&it, &how), whole[i]);
        assert_int_equal(negotiate_once(&it, &how, &table, NULL), STATUS_OK);
        assert_int_equal(toy.last.price, whole[i]);
        assert_int_equal(toy.last.history, rules.history_base);
    }
    how.grain = 5;
    how.rise_from = 2;
    how.price_first = 5;
    make_crowd(&toy);
    assert_int_equal(negotiate_begin(&it, &how, &table, 100, NULL), STATUS_OK);
    for (uint32_t i = 0; i < sizeof halves / sizeof *halves; i++) {
        assert_int_equal(negotiate_price(&it, &how), halves[i]);
        assert_int_equal(negotiate_once(&it, &how, &table, NULL), STATUS_OK);
    }
}

static void history_rises(void **state)
{
    (void)state;
    struct toy toy;
    const struct negotiator table = table_of(&toy);
    struct negotiation it;
    struct negotiate_rules how = rules;
    how.history_stall = 2;
    how.history_from = 6;
    how.history_part = 2;
    make_crowd(&toy);
    assert_int_equal(negotiate_begin(&it, &how, &table, 100, NULL), STATUS_OK);
    for (uint32_t i = 0; i < 9; i++) {
        const uint32_t stalled = i > 0 ? i - 1 : 0,
                       part = i >= 6 ? negotiate_price(&it, &how) / 2 : 0;
        const uint32_t base = rules.history_base + stalled / 2;
        assert_int_equal(negotiate_once(&it, &how, &table, NULL), STATUS_OK);
        assert_int_equal(toy.last.history, part > base ? part : base);
    }
}

/* What remains in conflict is dropped, and what has another way takes it. */
static void the_rest_is_settled(void **state)
{
    (void)state;
    struct toy toy;
    const struct negotiator table = table_of(&toy);
    make_crowd(&toy);
    toy.base[2][4] = 1000000;
    toy.a_call = 2;
    run(&toy, &rules, 3);
    assert_int_equal(toy.use[0], NETS);
    assert_int_equal(negotiate_settle(&table, NULL), STATUS_OK);
    assert_int_equal(toy.use[0], 1);
    assert_int_equal(toy.cell[2], 4);
}

static bool after_three(const void *context, const struct negotiation *it)
{
    (void)context;
    return it->round >= 3;
}

static void the_subject_may_give_up(void **state)
{
    (void)state;
    struct toy toy;
    struct negotiator table = table_of(&toy);
    struct negotiation it;
    make_crowd(&toy);
    table.is_hopeless = after_three;
    assert_int_equal(negotiate_begin(&it, &rules, &table, 100, NULL), STATUS_OK);
    while (negotiate_goes_on(&it, &rules, &table))
        assert_int_equal(negotiate_once(&it, &rules, &table, NULL), STATUS_OK);
    assert_int_equal(it.round, 3);
    make_crowd(&toy);
    toy.over = true;
    assert_int_equal(run(&toy, &rules, 100).round, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conflicts_are_solved), cmocka_unit_test(no_gain_is_the_end),
        cmocka_unit_test(prices_rise),          cmocka_unit_test(history_rises),
        cmocka_unit_test(the_rest_is_settled),  cmocka_unit_test(the_subject_may_give_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
