/* negotiate: the loop of PathFinder (L. McMurchie and C. Ebeling 1995), the same for every subject.
 *
 *     while nets are in conflict or have no tree:
 *         route these nets again, where sharing a cell costs
 *             price * (other nets that use it) + history of the cell
 *         raise the price; the history of each shared cell has risen
 *
 * Nets that have another path take it; the others keep the cell. The subject decides how fast price
 * and history rise and how long it continues without a gain: struct negotiate_rules.
 *
 *     struct negotiation it;
 *     status = negotiate_begin(&it, &rules, &table, error);
 *     while (status == STATUS_OK && negotiate_goes_on(&it, &rules, &table))
 *         status = negotiate_once(&it, &rules, &table, error);
 *     THEN(status, negotiate_settle(&table, error));
 *
 * The state is plain data: a run can be stopped between two calls of negotiate_once and resumed
 * from a copy of it. */
#pragma once

#include "router/negotiate/negotiator.h"

struct negotiate_rules {
    /* Prices are in units of cost / `unit`. After each round from number rise_from on, the price is
     * rounded down to a multiple of `grain` and multiplied by times / parts (if few nets are in
     * conflict: by times_few / parts), up to price_last. */
    uint64_t price_first, price_last;
    uint32_t unit, rise_from;
    uint32_t grain, times, times_few, parts;

    /* The history of a shared cell rises per round by history_base units of cost, and 1 more for
     * each history_stall rounds without a gain (0: none); from round history_from on by at least
     * price / history_part (0: never). */
    uint32_t history_base, history_stall, history_from, history_part;

    /* "Few" nets in conflict: fewer than few_nets, or less than one net in few_parts (0: never).
     * Rounds from wider_from on that leave few widen the windows, at most wider_most times. */
    uint32_t few_nets, few_parts;
    uint32_t wider_from, wider_most;

    /* A gain: fewer conflicts than the least so far, by more than one part in gain_parts (0: by
     * any). Negotiation ends after `patience` rounds without a gain, with few nets in conflict
     * after patience_few. Rounds before stall_from do not count. */
    uint32_t gain_parts, stall_from, patience, patience_few;
};

/* Between two calls of negotiate_once. */
struct negotiation {
    uint64_t price;   /* of the present round, in units of cost / rules->unit */
    uint32_t count;   /* nets in conflict or without a tree */
    uint32_t least;   /* the fewest so far, by the gains; UINT32_MAX before the first */
    uint32_t stalled; /* rounds without a gain */
    uint32_t round;   /* completed rounds */
    uint32_t left;    /* rounds that may still come */
    uint32_t wider;   /* how often the windows were widened */
    bool few;         /* few nets are in conflict */
};

/* Starts with the nets that the table lists, for at most `rounds` rounds. */
enum status negotiate_begin(struct negotiation *it, const struct negotiate_rules *rules,
                            const struct negotiator *table, uint32_t rounds, struct error *error);

/* False if no net is in conflict, if it has stalled or is hopeless, or if the run has to end. */
bool negotiate_goes_on(const struct negotiation *it, const struct negotiate_rules *rules,
                       const struct negotiator *table);

/* True after too many rounds without a gain. */
bool negotiate_has_stalled(const struct negotiation *it, const struct negotiate_rules *rules);

/* The price of the present round, in units of cost. */
uint32_t negotiate_price(const struct negotiation *it, const struct negotiate_rules *rules);

/* One call of turns: a round or a part of it. */
enum status negotiate_once(struct negotiation *it, const struct negotiate_rules *rules,
                           const struct negotiator *table, struct error *error);

/* Takes out the trees in conflict, and routes each net without a tree around all others. */
enum status negotiate_settle(const struct negotiator *table, struct error *error);
