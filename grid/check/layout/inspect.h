/* inspect: the state that the parts of the layout checker share. Only the checker includes it.
 *
 *     layout_check.c   runs the steps in order; inspect.c: reports of faults
 *     parts.c          loops of steps on several threads
 *     kept.c           compares placed and routed design; kept_text.c their texts
 *     metal.c          shapes, pieces and clusters (below)
 *     spacing.c        short, spacing, notch; hard_spacing.c; gaps.c: open gaps within a net
 *     beside_pin.c     obstructions that touch a pin of the net
 *     cuts.c           cut, cuts
 *     outline.c        area, width, shape; edges.c: step, line-end
 *     opens.c          open, floating
 *     wires.c          unknown, grid, die, tracks
 *
 * Shapes have the numbers of struct shapes. Shapes of wiring in NETS are new, all others fixed.
 *
 *     pieces     the parts of a new routing rectangle outside fixed metal of its net
 *     cluster    new routing rectangles of one net and layer that touch; its head is the lowest
 *     touched    the fixed routing rectangles of the same net and layer that a cluster touches
 */
#pragma once

#include "grid/check/geometry/bins.h"
#include "grid/check/geometry/polygon.h"
#include "grid/check/layout/layout_check.h"
#include "grid/workers.h"

/* Lists of numbers: list i is at[first[i]] .. at[first[i + 1] - 1]. */
struct lists {
    uint32_t *first, *at;
};

/* Growing arrays. */
struct rects {
    struct layout_rect *at;
    uint32_t count;
    size_t capacity;
};

struct numbers {
    uint32_t *at;
    uint32_t count;
    size_t capacity;
};

/* The statements of a DEF text (kept_text.c). */
struct statements {
    struct kept_statement *at;
    size_t count, capacity;
};

/* The lists of a loop, in the order of its elements; its bodies decide what is in them. */
struct inspect_found {
    struct rects rects, pieces;
    struct numbers numbers;
};

struct inspection {
    const struct layout *placed, *layout; /* layout: the routed one; placed: or NULL */
    struct layout_checking how;
    struct workers *workers; /* or NULL: one thread */
    struct layout_verdict *verdict;
    uint64_t reported[LAYOUT_FAULTS];
    struct layout_violation at; /* net and place of the next report */
    const bool *lost;           /* [nets] nets that lose their wires; NULL: none */

    struct statements statements[2]; /* of the placed and the routed layout, sorted */
    struct shapes shapes;
    struct bins *bins; /* [layers]: all shapes of a layer */

    uint32_t *piece_first; /* [shapes.count + 1]: starts of the pieces of a new rectangle */
    struct rects pieces;
    uint32_t *cluster;   /* [shapes.count]: head of a new shape's cluster; TECH_NONE: a cut */
    bool *neck;          /* [shapes.count]: touches metal of its net along less than the width */
    uint32_t *heads;     /* [cluster_count]: the clusters, ascending */
    uint32_t *net_heads; /* [nets + 1]: the first cluster of each net */
    uint32_t cluster_count;
    struct lists members; /* by index in heads: shapes of the cluster, ascending */
    struct lists touched; /* by index in heads: fixed shapes, ascending */

    struct polygon polygon; /* scratch memory of a part of a loop, like all below */
    struct rects outline;   /* result of inspect_outline */
    struct rects cuts, spare;
    struct {
        uint64_t *at; /* a new shape (later its cluster's head) << 32 | a fixed one */
        uint32_t count;
        size_t capacity;
    } pairs;
    struct inspect_found found;
    void *whole; /* of the present loop */
};

/* A loop over 0 .. count - 1. Several threads call the body, each with an inspection of its own: it
 * may report faults, add to its scratch memory and write to what belongs to element i. Then the
 * calling thread calls join (or NULL) with the lists of one part after the other. */
struct inspect_loop {
    enum status (*body)(struct inspection *it, uint32_t i, struct error *error);
    enum status (*join)(struct inspection *it, struct inspect_found *found, struct error *error);
    void *whole; /* passed on in it->whole */
    uint32_t count;
    uint32_t least; /* elements of a part, at least; 0: as parts.c chooses */
};

/* Runs the loop on the threads of it->workers. Faults are reported in the order of elements. Fails
 * if a body does, and with STATUS_INTERRUPTED after a stop. Frees the scratch memory. */
enum status inspect_each(struct inspection *it, const struct inspect_loop *loop,
                         struct error *error);
void inspect_scratch_destroy(struct inspection *it);

/* A place as text, in microns: "metal1 (1.2300 4.5600)-(1.3000 4.6000)". */
struct rect_text {
    char text[144];
};
struct rect_text rect_text(const struct inspection *it, uint16_t layer, struct layout_rect rect);

/* The same; also stores place and net for the next inspect_report. */
struct rect_text fault_place(struct inspection *it, uint32_t net, uint16_t layer,
                             struct layout_rect rect);

/* The same for the place of a shape. */
struct rect_text shape_place(struct inspection *it, uint32_t shape);

/* A length as text, in microns. */
struct length_text {
    char text[24];
};
struct length_text length_text(const struct inspection *it, int64_t length);

/* The net of a shape as text, and its pin if it has one. */
struct owner_text {
    char text[160];
};
struct owner_text owner_text(const struct inspection *it, uint32_t shape);

/* Counts a report of a kind; true if it may be made. */
bool inspect_may_report(struct inspection *it, enum layout_fault kind);

/* Counts a fault; reports it as "KIND: ...", up to it->how.most times per kind (opens: always). */
void inspect_report(struct inspection *it, enum layout_fault kind, const char *format, ...)
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

/* True if the caller asked to stop. Called in loops that can be long. */
static inline bool inspect_is_stopped(const struct inspection *it)
{
    return it->how.stop != NULL && it->how.stop(it->how.context);
}

enum status rects_add(struct rects *rects, struct layout_rect rect, struct error *error);
enum status numbers_add(struct numbers *numbers, uint32_t number, struct error *error);

/* Appends the elements of one struct rects or numbers to another; the caller frees `from` and does
 * not use it again. */
#define INSPECT_JOIN(to, from, error)                                                              \
    inspect_join((void **)&(to)->at, &(to)->count, &(to)->capacity, (void **)&(from)->at,          \
                 (from)->count, sizeof *(to)->at, error)
enum status inspect_join(void **to, uint32_t *count, size_t *room, void **from, uint32_t more,
                         size_t size, struct error *error);

/* Appends the parts of rect outside the `count` rectangles of cuts; spare: scratch memory. */
enum status rects_add_rest(struct rects *to, struct layout_rect rect,
                           const struct layout_rect *cuts, uint32_t count, struct rects *spare,
                           struct error *error);

/* Makes bins, pieces and clusters of the shapes. The other steps need them. O(shapes log shapes).
 */
enum status inspect_metal(struct inspection *it, struct error *error);

/* Collects the rectangles of a cluster (index in heads) and the metal that it touches in
 * it->outline: of a pin all rectangles connected to a touched one, of special wiring the touched
 * ones only. */
enum status inspect_outline(struct inspection *it, uint32_t cluster, struct error *error);

/* True if a new piece of the cluster (index in heads) overlaps the box; with touch: touches it. */
bool inspect_takes_part(const struct inspection *it, uint32_t cluster, struct layout_rect box,
                        bool touch);

/* True if between p and q, both metal of this net, is a gap that no metal of the net fills. */
bool inspect_open_gap(const struct inspection *it, uint16_t layer, uint32_t net,
                      struct layout_rect p, struct layout_rect q);

/* Metal of a net that is too near to an obstruction, and the fault that remains. */
struct beside_pin {
    uint32_t net;                     /* of the metal; not NET_NONE */
    uint32_t obstruction;             /* a shape */
    const struct layout_rect *pieces; /* the metal; count of them, at least one */
    uint32_t count;
    int32_t need;            /* required spacing, at least 0 */
    enum layout_fault fault; /* FAULT_SHORT or FAULT_SPACING; LAYOUT_FAULTS: none */
    struct layout_rect at, other;
    int64_t square; /* squared distance between at and other */
};

/* True for obstructions of components and BLOCKAGES. */
bool inspect_is_obstruction(const struct inspection *it, uint32_t shape);

/* If pins of the net near the pieces touch the obstruction, finds the fault between the pieces and
 * the rest of the obstruction (beside_pin.c); else leaves *pair unchanged. Fails without memory. */
enum status inspect_beside_pin(const struct inspection *it, struct beside_pin *pair,
                               struct error *error);

/* Adds length and vias of a net's wires to the verdict, or subtracts them (sign -1). */
void inspect_count(struct inspection *it, uint32_t net, int sign);

/* The steps of the list above, by file. inspect_copied: the nets must have the wires of `judged`,
 * which has the technology, cells and nets of it->placed. */
void inspect_kept(struct inspection *it);
void inspect_copied(struct inspection *it, const struct layout *judged);
enum status inspect_statements(struct statements *list, const struct layout *layout,
                               struct error *error);
void inspect_kept_text(struct inspection *it);
enum status inspect_wires(struct inspection *it, struct error *error);
enum status inspect_spacing(struct inspection *it, struct error *error);
enum status inspect_hard_spacing(struct inspection *it, struct error *error);
enum status inspect_cuts(struct inspection *it, struct error *error);
enum status inspect_outlines(struct inspection *it, struct error *error);
enum status inspect_opens(struct inspection *it, struct error *error);

/* The length along which two rectangles are beside each other; negative: they are corner to corner.
 */
static inline int32_t rect_run(struct layout_rect a, struct layout_rect b)
{
    const int32_t x = -rect_gap_x(a, b), y = -rect_gap_y(a, b);
    return x > y ? x : y;
}

/* The squared distance of two rectangles; 0: they meet. */
static inline int64_t rect_square(struct layout_rect a, struct layout_rect b)
{
    const int64_t x = rect_gap_x(a, b), y = rect_gap_y(a, b);
    return (x > 0 ? x * x : 0) + (y > 0 ? y * y : 0);
}

/* Union-find with path halving (R. E. Tarjan 1975): a root is the lowest number of its set. */
static inline uint32_t union_find(uint32_t *root, uint32_t node)
{
    assert(root[node] <= node);
    while (root[node] != node)
        node = root[node] = root[root[node]];
    return node;
}

static inline void union_join(uint32_t *root, uint32_t a, uint32_t b)
{
    a = union_find(root, a);
    b = union_find(root, b);
    root[a > b ? a : b] = a < b ? a : b;
}
