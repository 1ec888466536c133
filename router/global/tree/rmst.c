/* rmst: see rmst.h. The eight octants are one octant of four mirrored sets of points; edges
 * have no direction. */
#include <string.h>

#include "router/global/tree/rmst.h"

enum { MIRRORS = 4, INSERTION = 24 /* keys below which insertion beats merging */ };

/* Sorts keys; merges from the bottom. */
static void sort_keys(uint64_t *keys, uint64_t *other, size_t count)
{
    for (size_t first = 0; first < count; first += INSERTION)
        for (size_t i = first + 1; i < count && i < first + INSERTION; i++) {
            uint64_t key = keys[i];
            size_t at = i;
            for (; at > first && keys[at - 1] > key; at--)
                keys[at] = keys[at - 1];
            keys[at] = key;
        }
    for (size_t width = INSERTION; width < count; width *= 2) {
        for (size_t first = 0; first < count; first += 2 * width) {
            size_t middle = first + width < count ? first + width : count;
            size_t end = first + 2 * width < count ? first + 2 * width : count;
            size_t a = first, b = middle;
            for (size_t to = first; to < end; to++)
                other[to] = b == end || (a < middle && keys[a] <= keys[b]) ? keys[a++] : keys[b++];
        }
        memcpy(keys, other, count * sizeof *keys);
    }
}

static enum status reserve(struct rmst_space *space, uint32_t count, struct error *error)
{
    if (count <= space->capacity)
        return STATUS_OK;
    rmst_destroy(space);
    size_t room = (size_t)count + count / 2;
    TRY(MEM_NEW(space->keys, room, "points of a net", error));
    TRY(MEM_NEW(space->rank, room, "points of a net", error));
    TRY(MEM_NEW(space->nearest, room + 1, "points of a net", error));
    TRY(MEM_NEW(space->group, room, "points of a net", error));
    TRY(MEM_NEW(space->near_edges, MIRRORS * room, "edges of a net", error));
    TRY(MEM_NEW(space->edge_keys, MIRRORS * room, "edges of a net", error));
    TRY(MEM_NEW(space->other, MIRRORS * room, "edges of a net", error));
    space->capacity = room;
    return STATUS_OK;
}

static void mirrored(const int32_t *x, const int32_t *y, uint32_t i, unsigned mirror, int64_t *mx,
                     int64_t *my)
{
    *mx = mirror & 1 ? y[i] : x[i];
    *my = mirror & 1 ? x[i] : y[i];
    if (mirror & 2)
        *mx = -*mx;
}

/* For each point the nearest one with x at least its own and y - x at least its own. */
static size_t octant(struct rmst_space *space, const int32_t *x, const int32_t *y, uint32_t count,
                     unsigned mirror, size_t edges)
{
    const int64_t bias = (int64_t)1 << 26;
    int64_t mx, my, other_x, other_y;
    for (uint32_t i = 0; i < count; i++) {
        mirrored(x, y, i, mirror, &mx, &my);
        space->keys[i] = (uint64_t)(my - mx + bias) << 32 | i;
    }
    sort_keys(space->keys, space->other, count);
    for (uint32_t i = 0, rank = 0; i < count; i++) {
        rank = i > 0 && space->keys[i] >> 32 != space->keys[i - 1] >> 32 ? i : rank;
        space->rank[(uint32_t)space->keys[i]] = rank;
        space->nearest[i + 1] = UINT32_MAX;
    }
    for (uint32_t i = 0; i < count; i++) { /* by x, then y: equal x keep the order of the points */
        mirrored(x, y, i, mirror, &mx, &my);
        space->keys[i] = (uint64_t)(mx + bias) << 32 | i;
    }
    sort_keys(space->keys, space->other, count);
    for (uint32_t k = count; k-- > 0;) {
        uint32_t i = (uint32_t)space->keys[k], best = UINT32_MAX;
        int64_t best_sum = INT64_MAX;
        mirrored(x, y, i, mirror, &mx, &my);
        for (uint32_t at = count - space->rank[i]; at > 0; at &= at - 1) {
            uint32_t j = space->nearest[at];
            if (j == UINT32_MAX)
                continue;
            mirrored(x, y, j, mirror, &other_x, &other_y);
            if (other_x + other_y < best_sum) {
                best_sum = other_x + other_y;
                best = j;
            }
        }
        if (best != UINT32_MAX) {
            space->near_edges[edges] = (struct rmst_edge){i, best};
            uint64_t length = (uint64_t)(best_sum - mx - my);
            space->edge_keys[edges] = length << 32 | edges;
            edges++;
        }
        for (uint32_t at = count - space->rank[i]; at <= count; at += at & (~at + 1)) {
            uint32_t j = space->nearest[at];
            if (j != UINT32_MAX) {
                mirrored(x, y, j, mirror, &other_x, &other_y);
                if (other_x + other_y <= mx + my)
                    continue;
            }
            space->nearest[at] = i;
        }
    }
    return edges;
}

static uint32_t group_of(uint32_t *group, uint32_t i)
{
    while (group[i] != i) {
        group[i] = group[group[i]];
        i = group[i];
    }
    return i;
}

enum status rmst_tree(struct rmst_space *space, const int32_t *x, const int32_t *y, uint32_t count,
                      struct rmst_edge *edges, struct error *error)
{
    assert(count >= 1 && count < 1u << 29);
    for (uint32_t i = 1; i < count; i++)
        assert(y[i] > y[i - 1] || (y[i] == y[i - 1] && x[i] > x[i - 1]));
    TRY(reserve(space, count, error));
    size_t near_edges = 0;
    for (unsigned mirror = 0; mirror < MIRRORS; mirror++)
        near_edges = octant(space, x, y, count, mirror, near_edges);
    sort_keys(space->edge_keys, space->other, near_edges);
    for (uint32_t i = 0; i < count; i++)
        space->group[i] = i;
    uint32_t found = 0;
    for (size_t k = 0; k < near_edges && found < count - 1; k++) {
        struct rmst_edge edge = space->near_edges[(uint32_t)space->edge_keys[k]];
        uint32_t a = group_of(space->group, edge.from), b = group_of(space->group, edge.to);
        if (a == b)
            continue;
        space->group[a] = b;
        edges[found++] = edge;
    }
    assert(found == count - 1);
    return STATUS_OK;
}

void rmst_destroy(struct rmst_space *space)
{
    MEM_FREE(space->keys, space->rank, space->nearest, space->group, space->near_edges,
             space->edge_keys, space->other);
    *space = (struct rmst_space){0};
}
