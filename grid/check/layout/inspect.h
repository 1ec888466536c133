/* inspect: what the parts of the checker of layouts share; nobody else includes it.
 *
 *     layout_check.c   calls the parts in order, says the verdict
 *     inspect.c      counts faults, puts them into words
 *     kept.c         compares placed and routed design; kept_text.c their texts
 *     metal.c        makes the shapes, the new pieces and the clusters (below)
 *     spacing.c      short, spacing, notch;  gaps.c  room between shapes of one net
 *     hard.c         spacing of nondefault rules
 *     cuts.c         cut, cuts
 *     outline.c      area, width, shape;  edges.c  step, line-end
 *     opens.c        open, floating
 *     wires.c        unknown, grid, die, and tracks
 *
 * All shapes of the routed layout have one numbering, that of struct shapes. Those of wiring in
 * NETS are new, all others fixed.
 *
 *     pieces     of a new routing rectangle: its parts outside fixed metal of its own net
 *     cluster    new routing rectangles of one net and layer that touch; it is known by the least
 *                of their numbers
 *     touched    the fixed routing rectangles of the same net and layer that a cluster touches
 */
#pragma once

#include "grid/check/geometry/bins.h"
#include "grid/check/layout/layout_check.h"
#include "grid/check/geometry/polygon.h"

/* Lists of numbers, one list an item: list i is at[first[i]] .. at[first[i + 1] - 1]. */
struct lists {
    uint32_t *first, *at;
};

/* A growing array of rectangles. */
struct rects {
    struct layout_rect *at;
    uint32_t count;
    size_t capacity;
};

struct inspection {
    const struct layout *placed, *layout; /* layout: the routed one; placed may be NULL */
    layout_report *report;
    bool (*stop)(void *context); /* or NULL */
    void *context;               /* of report and stop */
    uint64_t tell;               /* faults of a kind to report, at most */
    struct layout_verdict *verdict;
    uint64_t told[LAYOUT_FAULTS];
    struct layout_fault_told at; /* net and place of the fault that is about to be reported */

    struct shapes shapes;
    struct layout_rect *rects; /* [shapes.count] of the shapes */
    struct bins *bins;         /* [layers] of all shapes of a layer */

    struct lists near;     /* by shape: of a new routing rectangle, what touches it of its net and
                              layer */
    uint32_t *piece_first; /* [shapes.count + 1]: pieces of a new routing rectangle */
    struct rects pieces;
    uint32_t *cluster; /* [shapes.count]: its cluster, TECH_NONE of fixed shapes and cuts */
    bool *neck;        /* [shapes.count]: touches another rectangle of its net over less than a
                          width */
    uint32_t *heads;   /* [cluster_count]: the clusters, ascending */
    uint32_t cluster_count;
    struct lists members; /* by index in heads: shapes of the cluster, ascending */
    struct lists touched; /* by index in heads: fixed shapes, ascending */

    struct polygon polygon; /* room for the part at work */
    struct rects outline;   /* the same: rectangles of a cluster and the pins that it touches */
};

/* A place in words, "metal1 (1.2300 4.5600)-(1.3000 4.6000)", in microns. */
struct rect_text {
    char text[144];
};
struct rect_text rect_text(const struct inspection *it, uint16_t layer, struct layout_rect rect);

/* The same, and notes place and net for the next inspect_fault. */
struct rect_text fault_place(struct inspection *it, uint32_t net, uint16_t layer,
                             struct layout_rect rect);

/* A length in microns. */
struct length_text {
    char text[24];
};
struct length_text length_text(const struct inspection *it, int64_t length);

/* The net of a shape in words, with its pin if it is one of a fixed pin. */
struct owner_text {
    char text[160];
};
struct owner_text owner_text(const struct inspection *it, uint32_t shape);

/* Counts a fault and reports it as "KIND: ...", up to LAYOUT_FAULTS_TOLD of a kind (open
 * nets all). */
void inspect_fault(struct inspection *it, enum layout_fault kind, const char *format, ...)
    PRINTF_LIKE(3, 4);

static inline const char *inspect_net(const struct inspection *it, uint32_t net)
{
    return net == NET_NONE ? "no net" : names_text(&it->layout->placed.net_names, net);
}

static inline const struct tech_layer *inspect_layer(const struct inspection *it, uint16_t layer)
{
    assert(layer < it->layout->tech.layer_names.count);
    return &it->layout->tech.layers[layer];
}

static inline bool inspect_is_new(const struct inspection *it, uint32_t shape)
{
    assert(shape < it->shapes.count);
    return it->shapes.shapes[shape].kind == SHAPE_WIRE;
}

/* Does the caller want no more of it? Loops over what a file may make very long ask. */
static inline bool inspect_is_stopped(const struct inspection *it)
{
    return it->stop != NULL && it->stop(it->context);
}

enum status rects_add(struct rects *rects, struct layout_rect rect, struct error *error);

/* Appends what is left of rect without the `count` rectangles of cuts; spare is room. */
enum status rects_add_rest(struct rects *to, struct layout_rect rect,
                           const struct layout_rect *cuts, uint32_t count, struct rects *spare,
                           struct error *error);

/* Makes shapes, bins, pieces and clusters. O(shapes log shapes). */
enum status inspect_metal(struct inspection *it, struct error *error);

/* Collects in it->outline the rectangles of the polygon that a cluster (index in heads) forms with
 * the pins that it touches: its own, and of each touched pin those that hang together with the one
 * touched; of special wiring the touched ones alone. */
enum status inspect_outline(struct inspection *it, uint32_t cluster, struct error *error);

/* Is there room between p and q, both metal of this net, that no metal of the net closes? */
bool inspect_open_gap(const struct inspection *it, uint16_t layer, uint32_t net,
                      struct layout_rect p, struct layout_rect q);

void inspect_kept(struct inspection *it);
enum status inspect_kept_text(struct inspection *it, struct error *error);
void inspect_wires(struct inspection *it);
enum status inspect_spacing(struct inspection *it, struct error *error);
void inspect_hard_spacing(struct inspection *it);
enum status inspect_cuts(struct inspection *it, struct error *error);
enum status inspect_outlines(struct inspection *it, struct error *error);
enum status inspect_opens(struct inspection *it, struct error *error);

/* The distances of two rectangles along x and y; negative: the length of the overlap. */
static inline void rect_gaps(struct layout_rect a, struct layout_rect b, int32_t *dx, int32_t *dy)
{
    *dx = rect_gap_x(a, b);
    *dy = rect_gap_y(a, b);
}
