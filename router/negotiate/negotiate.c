/* negotiate: changes price, history and window from round to round, and counts stalled rounds. */
#include "router/negotiate/negotiate.h"

enum status negotiate_begin(struct negotiation *it, const struct negotiate_rules *rules,
                            const struct negotiator *table, uint32_t rounds, struct error *error)
{
    assert(rules->unit > 0 && rules->parts > 0 && rules->grain > 0);
    assert(rules->price_first <= rules->price_last && rules->patience > 0);
    *it = (struct negotiation){.price = rules->price_first, .least = UINT32_MAX, .left = rounds};
    TRY(table->all(table->context, &it->count, error));
    assert(it->count <= table->count);
    return STATUS_OK;
}

bool negotiate_has_stalled(const struct negotiation *it, const struct negotiate_rules *rules)
{
    return it->stalled >= (it->few ? rules->patience_few : rules->patience);
}

bool negotiate_goes_on(const struct negotiation *it, const struct negotiate_rules *rules,
                       const struct negotiator *table)
{
    assert(table->is_over != NULL);
    return it->left > 0 && it->count > 0 && !negotiate_has_stalled(it, rules) &&
           (table->is_hopeless == NULL || !table->is_hopeless(table->context, it)) &&
           !table->is_over(table->caller);
}

uint32_t negotiate_price(const struct negotiation *it, const struct negotiate_rules *rules)
{
    assert(rules->unit > 0 && it->price / rules->unit <= UINT32_MAX);
    return (uint32_t)(it->price / rules->unit);
}

static struct negotiate_round round_of(const struct negotiation *it,
                                       const struct negotiate_rules *rules)
{
    const uint32_t price = negotiate_price(it, rules);
    const bool late = rules->history_part > 0 && it->round >= rules->history_from;
    const uint32_t part = late ? price / rules->history_part : 0;
    uint32_t history = rules->history_base;
    if (rules->history_stall > 0)
        history += it->stalled / rules->history_stall;
    return (struct negotiate_round){.kind = NEGOTIATE_SHARE,
                                    .number = it->round,
                                    .price = price,
                                    .history = part > history ? part : history,
                                    .wider = it->wider,
                                    .few = it->few};
}

static bool are_few(const struct negotiation *it, const struct negotiate_rules *rules,
                    const struct negotiator *table)
{
    return it->count < rules->few_nets ||
           (rules->few_parts > 0 && (uint64_t)it->count * rules->few_parts < table->count);
}

static void raise_price(struct negotiation *it, const struct negotiate_rules *rules)
{
    const uint64_t whole = it->price - it->price % rules->grain;
    if (it->round < rules->rise_from)
        return;
    it->price = whole * (it->few ? rules->times_few : rules->times) / rules->parts;
    it->price = it->price < rules->price_last ? it->price : rules->price_last;
}

static void note_gain(struct negotiation *it, const struct negotiate_rules *rules)
{
    const uint32_t least = it->least;
    if (it->count < least - (rules->gain_parts > 0 ? least / rules->gain_parts : 0)) {
        it->least = it->count;
        it->stalled = 0;
    } else if (it->round >= rules->stall_from) {
        it->stalled++;
    }
}

enum status negotiate_once(struct negotiation *it, const struct negotiate_rules *rules,
                           const struct negotiator *table, struct error *error)
{
    assert(it->count > 0 && it->left > 0);
    const struct negotiate_round round = round_of(it, rules);
    uint32_t left = 0;
    TRY(table->turns(table->context, &round, &left, error));
    if (left > 0)
        return STATUS_OK;
    TRY(table->gather(table->context, &round, &it->count, error));
    assert(it->count <= table->count);
    it->few = are_few(it, rules, table);
    it->wider += it->few && it->round >= rules->wider_from && it->wider < rules->wider_most;
    raise_price(it, rules);
    note_gain(it, rules);
    it->round++;
    it->left--;
    if (table->progress != NULL)
        table->progress(table->caller, it->round, it->count);
    return STATUS_OK;
}

enum status negotiate_settle(const struct negotiator *table, struct error *error)
{
    const struct negotiate_round around = {.kind = NEGOTIATE_AROUND};
    uint32_t left = 0;
    assert(table->drop != NULL);
    TRY(table->drop(table->context, &left, error));
    while (left > 0) {
        left = 0;
        TRY(table->turns(table->context, &around, &left, error));
    }
    return STATUS_OK;
}
