/* outline: the outline of the merged metal of one cluster (inspect.h), with its corners and edges.
 * outline.c checks area, holes and width, edges.c the rules about single edges. */
#pragma once

#include "grid/check/layout/inspect.h"

/* The current cluster. */
struct outline {
    struct inspection *it;
    uint32_t cluster; /* its index in it->heads */
    uint16_t number;  /* the number of its layer */
    const struct tech_layer *layer;
    const char *net;
    const uint32_t *touched; /* [touched_count] fixed shapes that it touches */
    uint32_t touched_count;
};

/* fault_place on the layer and net of the cluster. */
static inline struct rect_text outline_place(const struct outline *outline, struct layout_rect rect)
{
    uint32_t head = outline->it->heads[outline->cluster];
    return fault_place(outline->it, outline->it->shapes.shapes[head].net, outline->number, rect);
}

/* edges.c: checks MINSTEP along a loop of it->polygon. */
void outline_steps(const struct outline *outline, uint32_t loop);

/* edges.c: checks ENDOFLINE along a loop of it->polygon. */
void outline_line_ends(const struct outline *outline, uint32_t loop);

/* The box of an edge, enlarged by one unit: it overlaps every shape that has this edge. */
static inline struct layout_rect edge_box(struct point a, struct point b)
{
    return (struct layout_rect){(a.x < b.x ? a.x : b.x) - 1, (a.y < b.y ? a.y : b.y) - 1,
                                (a.x > b.x ? a.x : b.x) + 1, (a.y > b.y ? a.y : b.y) + 1};
}

static inline int32_t edge_length(struct point a, struct point b)
{
    assert(a.x == b.x || a.y == b.y);
    return abs(a.x - b.x) + abs(a.y - b.y);
}

/* Corner i of a loop, modulo the number of its corners. */
static inline struct point loop_corner(const struct polygon *polygon, uint32_t loop, int64_t i)
{
    uint32_t first = polygon->loop_first[loop];
    int64_t count = (int64_t)polygon->loop_first[loop + 1] - first;
    assert(loop < polygon->loop_count && count > 0);
    return polygon->points[first + (i % count + count) % count];
}

/* Positive if the path a, b, c turns left: an outside corner of the metal. */
static inline int64_t corner_turn(struct point a, struct point b, struct point c)
{
    return ((int64_t)b.x - a.x) * ((int64_t)c.y - b.y) -
           ((int64_t)b.y - a.y) * ((int64_t)c.x - b.x);
}
