/* antenna_work: the state that the files of the antenna checker (antenna.h) share: the items, pins
 * and nodes of the current net. Items are its shapes, sorted by layer and left edge. Nodes have the
 * number of an item, or item_count + the index of a pin. */
#pragma once

#include "grid/check/geometry/polygon.h"
#include "grid/check/layout/antenna.h"
#include "grid/check/layout/inspect.h"

struct antenna_item {
    struct layout_rect rect;
    uint32_t owner; /* index of its pin among the net's, or TECH_NONE */
    uint16_t layer;
};

/* Metal and pins of a node on the current layer; indexed by the root of the union-find. */
struct antenna_node {
    antenna_wide area, outline; /* square units, units */
    int64_t least_cut;          /* area of its smallest cut */
    int64_t diffusion, gate;    /* areas in billionths; gate: of the current oxide model */
    int64_t inner[3];           /* inner metal of its pins: area, side, cut */
    uint32_t first_gate;        /* a pin of the net, or TECH_NONE */
    bool has_metal;
};

/* Sums of a gate and an oxide: of metal area, metal side, cuts. */
enum { SUM_AREA, SUM_SIDE, SUM_CUT, SUMS };

struct antenna_work {
    const struct layout *layout;
    struct shapes shapes;
    uint32_t percent;
    antenna_report *report;
    void *context;
    struct antenna_verdict *verdict;
    uint8_t oxides[ANTENNA_OXIDES]; /* the models with limits */
    uint32_t oxide_count;
    uint32_t *first, *by_net; /* shapes of net n: by_net[first[n]] .. by_net[first[n + 1] - 1] */
    /* Of the current net, with room for its items and pins: */
    uint32_t net, item_count, pin_count;
    struct antenna_item *items;
    uint32_t *pins;          /* numbers, ascending */
    bool *there;             /* [pins] the pin has a shape on a layer made so far */
    int64_t (*sums)[SUMS];   /* [pins * oxide_count] */
    uint32_t *root, *flat;   /* union-find; flat: items that touch on one layer */
    uint32_t *order, *start; /* items of a layer by flat cluster */
    struct antenna_node *nodes;
    struct layout_rect *rects; /* of a cluster */
    struct polygon polygon;
};

/* The items of a layer are first .. end - 1; those below that join it are low .. high - 1. */
struct antenna_level {
    uint16_t layer;
    bool cut;
    uint32_t first, end, low, high;
};

/* Joins the items of the layer with each other, their pins and what is below. */
void antenna_join(struct antenna_work *work, struct antenna_level *level);

/* Fills the nodes: their metal, diffusion and inner metal on the layer. Fails without memory. */
enum status antenna_measure(struct antenna_work *work, const struct antenna_level *level,
                            struct error *error);

/* Area and outline of rects[0 .. count) of the work, count >= 1. Fails without memory. */
enum status antenna_union(struct antenna_work *work, uint32_t count, int64_t *area,
                          int64_t *outline, struct error *error);
