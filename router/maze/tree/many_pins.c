/* many_pins: keeps the edges of each node, a heap of the edges that leave the tree, and a sorted
 * list of the pins' cells. */
#include "router/maze/tree/many_pins.h"

/* Lists the edges of each node by a counting sort of their ends. */
static void list_edges(struct many_pins *it)
{
    const struct maze_topology *tree = it->tree;
    memset(it->first, 0, ((size_t)tree->node_count + 1) * sizeof *it->first);
    for (uint32_t i = 0; i < tree->edge_count; i++) {
        it->first[tree->edges[i].a]++;
        it->first[tree->edges[i].b]++;
    }
    for (uint32_t n = 0, sum = 0; n <= tree->node_count; n++) {
        sum += it->first[n];
        it->first[n] = sum; /* where the node's list ends; it is filled from there */
    }
    for (uint32_t i = tree->edge_count; i-- > 0;) {
        it->edges[--it->first[tree->edges[i].a]] = i;
        it->edges[--it->first[tree->edges[i].b]] = i;
    }
}

enum status many_pins_begin(struct many_pins *it, const struct maze_topology *tree,
                            const struct maze_map *map, const struct maze_spot *pins,
                            uint32_t count, struct error *error)
{
    assert(count >= 1 && pins != NULL);
    const char *what = "edges of a tree";
    const size_t ends = 2 * (size_t)tree->edge_count;
    TRY(MEM_GROW(it->first, it->first_capacity, (size_t)tree->node_count + 1, what, error));
    TRY(MEM_GROW(it->edges, it->edge_capacity, ends, what, error));
    TRY(MEM_GROW(it->leading, it->leading_capacity, ends, what, error));
    TRY(MEM_GROW(it->cells, it->cell_capacity, count, what, error));
    it->tree = tree;
    it->leading_count = it->cell_count = 0;
    list_edges(it);
    for (uint32_t i = 0; i < count; i++)
        if (pins[i].z != SPOT_ANY_LAYER)
            it->cells[it->cell_count++] =
                (uint64_t)maze_map_cell(map, pins[i].x, pins[i].y, pins[i].z) << 32 | i;
    if (it->cell_count > 0)
        qsort(it->cells, it->cell_count, sizeof *it->cells, by_uint64);
    return STATUS_OK;
}

MEM_DESTROY(many_pins_destroy, many_pins, it->first, it->edges, it->leading, it->cells)

void many_pins_joined(struct many_pins *it, uint32_t node)
{
    assert(node < it->tree->node_count);
    for (uint32_t i = it->first[node]; i < it->first[node + 1]; i++)
        heap_push(it->leading, &it->leading_count,
                  (struct ranked){maze_edge_length(it->tree, it->edges[i]), it->edges[i], 0});
}

bool many_pins_edge(struct many_pins *it, const uint8_t *joined, uint32_t *edge)
{
    while (it->leading_count > 0) {
        *edge = heap_pop(it->leading, &it->leading_count).second;
        if (joined[it->tree->edges[*edge].a] != joined[it->tree->edges[*edge].b])
            return true;
    }
    return false;
}

uint32_t many_pins_at(const struct many_pins *it, uint32_t cell, const uint64_t **pins)
{
    uint32_t low = 0, high = it->cell_count, count = 0;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (it->cells[middle] >> 32 < cell)
            low = middle + 1;
        else
            high = middle;
    }
    while (low + count < it->cell_count && it->cells[low + count] >> 32 == cell)
        count++;
    *pins = it->cells + low;
    return count;
}
