/* detail: the detailed router: routes a layout (LEF and DEF) by the rules of its technology.
 *
 *     struct detail_result result;
 *     status = detail_route(&result, &layout, &(struct detail_options){0}, &error);
 *     use result.wires and result.first, for example with def_write
 *     detail_destroy(&result);
 *
 * It routes each net of two or more pins, and connects signal pins of power nets to the rails. A
 * net that cannot be routed without breaking a rule gets no wires and is listed with a reason
 * (README.md lists the rules). The result does not depend on the number of threads.
 *
 * Steps: track graph, blockage map and pin access (lattice.h, owners.h, access.h); PathFinder over
 * all nets (pathfinder.h); metal patches for areas and notches (mend.h); nets in which the layout
 * checker finds a violation are routed again (judged.h); nets above an antenna limit hop to higher
 * layers (antenna/repair.h). */
#pragma once

#include "grid/check/layout/layout_marks.h"
#include "grid/format/guides.h"

enum detail_effort { DETAIL_NORMAL, DETAIL_FAST, DETAIL_BEST };

enum detail_by { DETAIL_BY_OBSTRUCTION, DETAIL_BY_NET, DETAIL_BY_METAL };

/* A pin of a master, or an I/O pin, that no wire and no via can reach. */
struct detail_closed {
    uint32_t pin;   /* of the layout: the first placement */
    uint32_t count; /* placements of this pin without access */
    uint16_t layer; /* of tech, of the shape that closes the pin; LAYER_NONE: not metal, but layers,
                       tracks or the die */
    struct layout_rect place; /* of that shape */
    enum detail_by by;
    uint32_t net; /* with DETAIL_BY_NET: of the layout */
};

struct detail_options {
    unsigned threads; /* 0: one */
    enum detail_effort effort;
    uint32_t antenna_percent;         /* percent of LEF's antenna limits; 0: they are ignored */
    unsigned first_layer, last_layer; /* routing levels for wires, from 0; last_layer 0: all */
    const bool *skip;                 /* by net of the layout: leave it without wires; or NULL */
    const struct guides *guides;      /* guides of a global router; or NULL */
    bool (*stop)(void *context);      /* called often, by any thread; or NULL. true ends the run
                                         with the current wires, without those with a violation */
    /* Called by the calling thread when a stage begins and after each round; or NULL. stage: its
     * name for the user, a static string. round: from 1, or 0 for a stage without rounds. left:
     * number of nets, of `total`, that have no wires or are in conflict. */
    void (*progress)(void *context, const char *stage, unsigned round, size_t left, size_t total);
    /* Called before memory is taken for the track graph, and when pins need more tracks; or NULL.
     * nodes: crossings of tracks. bytes: estimated peak memory of the run. A status other than
     * STATUS_OK ends the run. */
    enum status (*fits)(void *context, uint64_t nodes, uint64_t bytes, struct error *error);
    /* Called before routing for each pin of a master that is out of reach; or NULL. */
    void (*closed)(void *context, const struct detail_closed *closed);
    void *context;
};

enum detail_reason {
    DETAIL_ROUTED,
    DETAIL_NO_METAL,  /* the pin has no placed metal on a routing layer */
    DETAIL_NO_ACCESS, /* no wire and no via can reach the pin */
    DETAIL_ENDED,     /* the run was stopped before the net was routed */
    DETAIL_NO_WAY,    /* there is no path around the other nets */
    DETAIL_NOTCH,     /* metal of the net is too near to itself at `place` */
    DETAIL_AREA,      /* metal at `place`, or a hole in it, is smaller than the minimum area */
    DETAIL_STEP,      /* edges at `place` are shorter than the minimum step */
    DETAIL_CUT,       /* two vias of the net at `place` are too near to each other */
    DETAIL_JUDGED,    /* the checker reports a violation at `place` that rerouting did not avoid */
};

struct detail_unrouted {
    uint32_t net; /* of the layout */
    enum detail_reason reason;
    uint32_t pin;   /* of the layout, with DETAIL_NO_METAL and _NO_ACCESS; NET_NONE: its rails */
    uint16_t layer; /* of tech, of `place`; or LAYER_NONE */
    struct layout_rect place;
    enum layout_fault fault; /* with DETAIL_JUDGED */
};

struct detail_result {
    struct placed_wire *wires; /* of net n: first[n] .. first[n + 1] - 1 */
    uint32_t *first;           /* [net_names.count + 1] */
    bool *asked;               /* by net: it was to be routed; its ROUTED wires are replaced */
    bool *routed;              /* by net: it was to be routed and has wires */
    uint32_t wanted, done;     /* numbers of nets to route and routed, without skipped ones */
    struct detail_unrouted *unrouted; /* in the order of nets */
    uint32_t unrouted_count;
    struct layout_marks marks; /* the checker's verdict on the layout of detail_join; or none */
    int64_t length;            /* of all centre lines, in units */
    uint64_t vias, patches;
    uint32_t tapered; /* routed nets of a nondefault rule with wires of default width throughout */
    uint32_t rounds;  /* of PathFinder */
    uint32_t hops;    /* nets whose wires were moved to higher layers for antenna limits */
    uint64_t work;    /* nodes expanded */
};

/* Routes the layout; options must not be NULL. Fails with STATUS_BAD_INPUT if the layout has no
 * tracks or no routing layer, with STATUS_FAILED without memory, and if options->fits does; *result
 * is then empty. */
enum status detail_route(struct detail_result *result, const struct layout *layout,
                         const struct detail_options *options, struct error *error);

void detail_destroy(struct detail_result *result);

/* Makes the layout with the wires of the result. It shares all arrays with `layout` except
 * placed.nets and placed.wires (the result's, if the layout has no wires). Fails without memory;
 * call detail_part in any case. */
enum status detail_join(const struct detail_result *result, const struct layout *layout,
                        struct layout *routed, struct error *error);
void detail_part(const struct detail_result *result, struct layout *routed);

/* Sets wanted[n] for each net n that detail_route would route without `skip`, and *count to their
 * number. Fails like detail_route. Builds the router's model, but no track graph. */
enum status detail_wanted(const struct layout *layout, bool *wanted, uint32_t *count,
                          struct error *error);

/* "no-metal", "no-access", "interrupted", "no-path", "notch", "area", "step", "cut" or "rule". */
const char *detail_reason_word(enum detail_reason reason);
