/* search: the cheapest path between two parts of a net within a window, over all layers.
 *
 * A* (Hart, Nilsson and Raphael 1968) with integer labels, taken from lists of about the same price
 * (R. B. Dial 1969); a label that improves is expanded again, so the price is exact. A tile has two
 * labels: reached by a wire or by a via. A stack of vias takes half a track of each layer that it
 * passes (2024), so only a via after a via pays for the layer between. The path is derived from the
 * labels by one rule: straight on before turning, then a fixed order.
 *
 *     search_begin(&search, &planes, window, limit, demand);
 *     search_use(...); search_source(...); search_target(...);
 *     if (search_run(&search))
 *         global_search_path(&search);    steps[0 .. step_count - 1]
 *
 * Memory: 16 bytes per tile of the largest window, whose sides are rounded up to powers of two. */
#pragma once

#include "router/global/planes.h"

enum {
    SEARCH_STATES_MAX = 1 << 26, /* labels of a window */
    SEARCH_LISTS = 512,          /* of labels of about the same price */
};

struct search_tile {
    uint32_t stamp; /* 4 * search + role */
    uint32_t label[2];
    uint32_t own; /* price of its edge without the net's own use, or SEARCH_NONE */
};

struct search_step {
    uint16_t x, y;
    uint8_t z;
};

#define SEARCH_NONE UINT32_MAX

struct global_search {
    const struct planes *planes;
    struct search_tile *tiles;
    size_t tiles_capacity;
    uint32_t stamp;
    struct box window;
    uint32_t x_bits, y_bits; /* bits of a column and of a row of the window */
    uint32_t limit;          /* only paths that cost less are found */
    uint32_t labels_max;     /* a search that expands more labels finds no path; 0: any number */
    uint32_t demand; /* 0: least width of each layer; else price by this width and spacing */
    uint32_t net;
    struct box goal;              /* the box of the targets */
    uint32_t goal_low, goal_high; /* lowest and highest layer of the targets */
    /* [side + 1] by column and row of the window: first the least price of an edge there, then the
     * lower bound of a path from there to the targets' columns or rows. */
    uint32_t *x_floor, *y_floor;
    size_t x_floor_capacity, y_floor_capacity;
    struct search_layer {
        uint32_t first, length; /* index in the planes of the window's corner; tiles of a track */
        uint32_t bits, last;    /* of a track in the window; its last position, 0: no wire runs */
        uint32_t bound;         /* of the vias to the targets' layers */
        bool y_axis;
    } layer[GRID_LAYERS_MAX];

    /* Labels to expand, by a lower bound of a path through them: one list per value of bound >>
     * shift, from `base` on. The label that was added last comes first. */
    struct search_entry {
        uint32_t state, label, next;
    } * entries;
    uint32_t entry_count, base, shift;
    size_t entries_capacity;
    uint32_t lists[SEARCH_LISTS];

    uint32_t cost, end;        /* price and last state of the path found */
    struct search_step *steps; /* from the target to the source, both included */
    uint32_t step_count;
    size_t steps_capacity;
    uint64_t popped; /* labels expanded, of all searches */
    bool failed;     /* without memory */
};

/* Starts a search for a net. False without memory or for over SEARCH_STATES_MAX labels. */
bool search_begin(struct global_search *search, const struct planes *planes, struct box window,
                  uint32_t net, uint32_t limit);

/* Leaves `use`, which the net itself takes of an edge, out of the price of the edge. */
void search_use(struct global_search *search, const struct planes_use *use);

/* Add a tile to one of the two parts; tiles outside the window are ignored. wired: a wire of the
 * part runs on the layer there, or its half tracks are paid for. */
void search_source(struct global_search *search, uint32_t x, uint32_t y, uint32_t z, bool wired);
void search_target(struct global_search *search, uint32_t x, uint32_t y, uint32_t z);

/* True if a path below the limit was found; sets `cost` and `end`. */
bool search_run(struct global_search *search);

/* Fills `steps`. */
void global_search_path(struct global_search *search);

void global_search_destroy(struct global_search *search); /* accepts a zeroed one */
