/* overflow_proof: lists the edges over capacity, the worst first, and asks for cuts through them.
 */
#include "router/global/overflow_proof.h"

/* Overflow of these edges is proved: it does not drive nets to other edges any more. */
static void fix_history(struct planes *planes, const bool *edges)
{
    for (cell_t cell = 0; cell < planes->cells; cell++) {
        struct planes_place at = planes_place(planes, cell);
        if (edges[cell])
            planes->history[planes_index(planes, at.x, at.y, at.z)] = PLANES_FIXED;
    }
}

enum status overflow_prove(struct planes *planes, struct planes_overflow overflow,
                           struct global_state *at, struct error *error)
{
    struct cuts cuts = {0};
    uint64_t *keys = NULL;
    cell_t *edges = NULL;
    uint32_t count = 0;
    enum status status = MEM_NEW(keys, overflow.edges, "edges over capacity", error);
    THEN(status, MEM_NEW(edges, overflow.edges, "edges over capacity", error));
    THEN(status, cuts_create(&cuts, planes->graph, error));
    for (cell_t cell = 0; status == STATUS_OK && cell < planes->cells; cell++) {
        struct planes_place tile = planes_place(planes, cell);
        uint32_t edge = planes_index(planes, tile.x, tile.y, tile.z);
        int32_t over = planes->use[edge] - planes->capacity[edge];
        if (over > 0 && tile_has_edge(planes->graph, cell))
            keys[count++] = (uint64_t)(UINT32_MAX - (uint32_t)over) << 32 | cell;
    }
    if (status == STATUS_OK) {
        struct cut cut;
        qsort(keys, count, sizeof *keys, by_uint64);
        for (uint32_t i = 0; i < count; i++)
            edges[i] = (cell_t)keys[i];
        int64_t proven = cuts_prove(&cuts, edges, count, &cut);
        if (proven > (int64_t)at->proven) {
            at->proven = (uint64_t)proven;
            at->cut = cut;
            fix_history(planes, cuts.used);
        }
    }
    at->proved = overflow.total;
    cuts_destroy(&cuts);
    MEM_FREE(keys, edges);
    return status;
}
