/* detail: routes a layout (LEF and DEF) by the rules of its technology. The one call.
 *
 *     struct detail_result result;
 *     status = detail_route(&result, &layout, &(struct detail_options){0}, &error);
 *     ...                          def_write takes result.wires and result.first
 *     detail_destroy(&result);
 *
 * Every net of two pins or more is routed, and every pin that is no power pin but stands in a
 * power net is joined to its rails. No wire breaks a rule that the router knows (README.md lists
 * them); a net for which that cannot be done is left without wires and named. The same layout and
 * options give the same wires, whatever the number of threads.
 *
 * Lines, owners and access come first (lattice.h, owners.h, access.h), then all nets pathfinder for
 * the lines (pathfinder.h, PathFinder), then patches mend areas and notches (mend.h). What the
 * checker of layouts still finds wrong is routed again elsewhere (judged.h).
 */
#pragma once

#include "grid/check/layout/layout_check.h"
#include "grid/format/guides.h"

enum detail_effort { DETAIL_NORMAL, DETAIL_FAST, DETAIL_BEST };

struct detail_options {
    unsigned threads; /* 0: one */
    enum detail_effort effort;
    unsigned first_layer, last_layer; /* levels (0: the lowest) that wires may use; last_layer 0:
                                         the highest */
    const bool *skip;                 /* by net of the layout: leave it without wires; or NULL */
    const struct guides *guides;      /* where a global router wants nets; or NULL */
    bool (*stop)(void *context);      /* asked often, by any thread; true ends the work with what is
                                         there, which the checker has then not seen */
    /* Called when a stage begins and after each round, by the calling thread; or NULL. stage: in
     * the user's words, static. round: from 1; 0 is a stage without rounds. left: nets of total
     * that have no wires or are in conflict. */
    void (*progress)(void *context, const char *stage, unsigned round, size_t left, size_t total);
    void *context;
};

enum detail_reason {
    DETAIL_ROUTED,
    DETAIL_NO_ACCESS, /* no wire and no via may reach the pin */
    DETAIL_ENDED,     /* the run had to end before it found a way */
    DETAIL_NO_WAY,    /* no way around the others */
    DETAIL_NOTCH,     /* metal of the net too near to itself at the place */
    DETAIL_AREA,      /* metal at the place, or a hole in it, smaller than the least area */
    DETAIL_STEP,      /* edges at the place shorter than the least step */
    DETAIL_CUT,       /* two of the net's vias at the place too near to each other */
    DETAIL_JUDGED,    /* the checker names a fault at the place that no other wires avoid */
};

struct detail_unrouted {
    uint32_t net; /* of the layout */
    enum detail_reason reason;
    uint32_t pin;   /* of the layout, with DETAIL_NO_ACCESS; NET_NONE: its rails */
    uint16_t layer; /* of tech, with DETAIL_NOTCH, DETAIL_AREA and DETAIL_JUDGED; LAYER_NONE */
    struct layout_rect place; /* of these */
    enum layout_fault fault;  /* with DETAIL_JUDGED */
};

struct detail_result {
    struct placed_wire *wires; /* of net n: first[n] .. first[n + 1] - 1 */
    uint32_t *first;           /* [net_names.count + 1] */
    bool *routed;              /* by net: wires were asked for, and it has them */
    uint32_t wanted, done;     /* nets to route, nets routed; skipped ones are in neither */
    struct detail_unrouted *unrouted;
    uint32_t unrouted_count; /* in the order of nets */
    int64_t length;          /* of centre lines, in units */
    uint64_t vias, patches;
    uint32_t tapered; /* nets done with a nondefault rule whose wires are narrow all the way */
    uint32_t rounds;  /* of pathfinder */
    uint64_t work;    /* nodes expanded */
};

/* Routes. Fails with STATUS_BAD_INPUT where the layout has no tracks or no routing layer, and with
 * STATUS_FAILED without memory; then *result is empty. */
enum status detail_route(struct detail_result *result, const struct layout *layout,
                         const struct detail_options *options, struct error *error);

void detail_destroy(struct detail_result *result);

/* Which nets of the layout detail_route would wire with no skip: wanted[n], and how many. Fails as
 * it does. Costs the router's model, without lines. */
enum status detail_wanted(const struct layout *layout, bool *wanted, uint32_t *count,
                          struct error *error);

/* One word for each reason: "no-access", "interrupted", "no-path", "notch", "area", "step", "cut",
 * "rule". */
const char *detail_reason_word(enum detail_reason reason);
