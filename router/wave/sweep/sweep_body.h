/* sweep_body: the loops of sweep_row.c over chunks, stripes and lanes (sweep_rows.h). sweep_row.c
 * includes this file once per instruction set (no include guard), with
 *
 *     VERSION(name)  the function's name in this version: name_plain, name_avx2, name_avx512
 *     TARGET         its target attribute, or nothing
 *     VECTOR_BYTES   16, 32 or 64: of the registers to use
 *
 * The operations on vectors are in sweep_lanes.h. */

#include "router/wave/sweep/sweep_lanes.h"

/* ---- steps in x ----------------------------------------------------------------------------- */

/* Improves the label of the last (first) stripe of each lane by that of the lane k before (after)
 * it; the label beside the chunk is shifted in. over: cost of crossing k lanes, then of 2 k. */
#define DOUBLE(k)                                                                                  \
    if ((k) < LANES) {                                                                             \
        last = MIN(last, ADD(VERSION(up)(last, west, k), over_east));                              \
        first = MIN(first, ADD(VERSION(down)(first, east, k), over_west));                         \
        over_east = ADD_TO_TOP(over_east, VERSION(up)(over_east, zero, k));                        \
        over_west = ADD_TO_TOP(over_west, VERSION(down)(over_west, zero, k));                      \
    }

/* Takes all steps in x of one layer of a chunk. at: its place; west, east: labels of the columns
 * beside it. With bends, steps start from the labels of all axes and end in those of axis X. */
INLINE void VERSION(run)(const struct sweep_rows *rows, size_t at, vec extra, vec west, vec east,
                         const int stripes, const bool bends, const bool walled)
{
    const vec zero = SET(0), bend = SET(rows->bend);
    const uint16_t *costs = rows->costs + at, *walls = walled ? rows->walls + at : NULL;
    uint16_t *labels = rows->labels + at, *along = labels + AXIS_X * rows->plane;
    vec eastward[SWEEP_STRIPES], westward[SWEEP_STRIPES];
    vec from_west[SWEEP_STRIPES], from_east[SWEEP_STRIPES]; /* costs of steps into the cells */
    EACH_STRIPE(s, 0, stripes)
    {
        vec start = LOAD(labels + s * LANES);
        if (bends) {
            start = MIN(start, ADD(LOAD(labels + AXIS_Y * rows->plane + s * LANES), bend));
            start = MIN(start, LOAD(along + s * LANES));
        }
        eastward[s] = westward[s] = start;
        from_west[s] = from_east[s] = ADD(LOAD(costs + s * LANES), extra);
        if (walled) {
            from_west[s] = VERSION(wall)(from_west[s], LOAD(walls + s * LANES), WEST);
            from_east[s] = VERSION(wall)(from_east[s], LOAD(walls + s * LANES), EAST);
        }
    }
    vec over_east = from_west[0], over_west = from_east[0];
    EACH_STRIPE(s, 1, stripes)
    {
        over_east = ADD_TO_TOP(over_east, from_west[s]);
        over_west = walled ? ADD_TO_TOP(over_west, from_east[s]) : over_east;
        eastward[s] = MIN(eastward[s], ADD(eastward[s - 1], from_west[s]));
    }
    EACH_STRIPE_BACK(s, stripes - 1)
    westward[s] = MIN(westward[s], ADD(westward[s + 1], from_east[s]));
    vec last = eastward[stripes - 1], first = westward[0];
    DOUBLE(1)
    DOUBLE(2)
    DOUBLE(4)
    DOUBLE(8)
    DOUBLE(16)
    vec best = VERSION(up)(last, west, 1);
    EACH_STRIPE(s, 0, stripes)
    {
        vec entered = ADD(best, from_west[s]);
        best = MIN(eastward[s], entered);
        eastward[s] = bends ? MIN(entered, LOAD(along + s * LANES)) : best;
    }
    best = VERSION(down)(first, east, 1);
    EACH_STRIPE_BACK(s, stripes)
    {
        vec entered = ADD(best, from_east[s]);
        best = MIN(westward[s], entered);
        STORE((bends ? along : labels) + s * LANES, MIN(entered, eastward[s]));
    }
}

#undef DOUBLE

INLINE void VERSION(run_layer)(const struct sweep_rows *rows, uint32_t y, uint32_t chunk,
                               uint32_t z, const bool bends, const bool walled)
{
    size_t at = y * rows->row_places + chunk * rows->chunk_places + z * rows->layer_places;
    const vec extra = SET(rows->x_cost[z]), none = SET(SWEEP_TOP);
    vec west = none, east = none;
    if (chunk > 0)
        west = SET(start_of(rows, at + rows->layer_places - 1 - rows->chunk_places));
    if (chunk + 1 < rows->chunks)
        east = SET(start_of(rows, at + rows->chunk_places));
#define RUN(stripes)                                                                               \
    case stripes:                                                                                  \
        VERSION(run)(rows, at, extra, west, east, stripes, bends, walled);                         \
        break;
    switch (rows->stripes) {
        RUN(1) RUN(2) RUN(3) RUN(4) RUN(5) RUN(6) RUN(7) default : RUN(8)
    }
#undef RUN
}

/* ---- steps in y, and vias ------------------------------------------------------------------- */

/* Enters the chunk at place `at` from the chunk at place `from` of the next row (not if from ==
 * at), then takes vias up through all layers and down again. Returns the layers where labels fell.
 * layers: rows->layers, as a constant where the compiler can unroll it. */
INLINE uint64_t VERSION(settle)(const struct sweep_rows *rows, size_t at, size_t from,
                                struct sweep_use use, const uint32_t layers, const bool bends,
                                const bool walled)
{
    const vec via = SET(rows->via), bend = SET(rows->bend), limit = SET(use.limit);
    const size_t plane = rows->plane;
    vec old[GRID_LAYERS_MAX], now[GRID_LAYERS_MAX], cost[GRID_LAYERS_MAX], fell[GRID_LAYERS_MAX];
    vec best[GRID_LAYERS_MAX]; /* least label of all axes */
    EACH_LAYER(z, layers)
    fell[z] = SET(0);
    for (size_t i = 0; i < rows->layer_places; i += LANES) {
        EACH_LAYER(z, layers)
        {
            size_t place = z * rows->layer_places + i;
            uint16_t *labels = rows->labels + at + place;
            const uint16_t *start = rows->labels + from + place;
            cost[z] = LOAD(rows->costs + at + place);
            now[z] = old[z] = LOAD(labels);
            vec entered = SET(SWEEP_TOP), walls = SET(0);
            if (walled)
                walls = LOAD(rows->walls + at + place);
            if (from != at && (rows->y_layers >> z & 1) != 0) {
                vec step = LOAD(start), across = ADD(cost[z], SET(rows->y_cost[z]));
                if (bends)
                    step = MIN(MIN(step, LOAD(start + AXIS_Y * plane)),
                               ADD(LOAD(start + AXIS_X * plane), bend));
                if (walled)
                    across = VERSION(wall)(across, walls, from < at ? SOUTH : NORTH);
                entered = ADD(step, across);
            }
            if (bends) {
                const uint16_t *bounds = rows->bounds + use.bounds + place;
                vec before = LOAD(labels + AXIS_Y * plane), along = LOAD(labels + AXIS_X * plane);
                entered =
                    VERSION(keep)(MIN(before, entered), before,
                                  TAKE(limit, LOAD(bounds + AXIS_Y * rows->bound_plane)), &fell[z]);
                STORE(labels + AXIS_Y * plane, entered);
                best[z] = MIN(MIN(along, entered), now[z]);
            } else {
                best[z] = now[z] = MIN(now[z], entered);
            }
            cost[z] = ADD(cost[z], via);
            if (z > 0) {
                vec up = walled ? VERSION(wall)(cost[z], walls, DOWN) : cost[z];
                now[z] = MIN(now[z], ADD(best[z - 1], up));
                best[z] = MIN(best[z], now[z]);
            }
            if (walled)
                cost[z] = VERSION(wall)(cost[z], walls, UP);
        }
        EACH_LAYER_BACK(z, layers)
        {
            now[z] = MIN(now[z], ADD(best[z + 1], cost[z]));
            best[z] = MIN(best[z], now[z]);
        }
        EACH_LAYER(z, layers)
        {
            size_t place = z * rows->layer_places + i;
            vec useful = TAKE(limit, LOAD(rows->bounds + use.bounds + place));
            STORE(rows->labels + at + place, VERSION(keep)(now[z], old[z], useful, &fell[z]));
        }
    }
    uint64_t result = 0;
    EACH_LAYER(z, layers)
    result |= (uint64_t)VERSION(any)(fell[z]) << z;
    return result;
}

INLINE uint64_t VERSION(settle_layers)(const struct sweep_rows *rows, size_t at, size_t from,
                                       struct sweep_use use, const bool bends, const bool walled)
{
#define SETTLE(layers)                                                                             \
    case layers:                                                                                   \
        return VERSION(settle)(rows, at, from, use, layers, bends, walled);
    switch (rows->layers) {
        SETTLE(1) SETTLE(2) SETTLE(3) SETTLE(4)
    }
#undef SETTLE
    return VERSION(settle)(rows, at, from, use, rows->layers, bends, walled);
}

/* ---- entries -------------------------------------------------------------------------------- */

TARGET static uint64_t VERSION(settle_chunk)(const struct sweep_rows *rows, uint32_t y,
                                             uint32_t from, uint32_t chunk)
{
    const struct sweep_use use = use_of(rows, y, chunk);
    const size_t at = chunk_at(rows, y, chunk), start = chunk_at(rows, from, chunk);
    if (rows->walls != NULL)
        return rows->bend > 0 ? VERSION(settle_layers)(rows, at, start, use, true, true)
                              : VERSION(settle_layers)(rows, at, start, use, false, true);
    return rows->bend > 0 ? VERSION(settle_layers)(rows, at, start, use, true, false)
                          : VERSION(settle_layers)(rows, at, start, use, false, false);
}

/* Takes all steps in x on these layers. */
TARGET static void VERSION(run_chunk)(const struct sweep_rows *rows, uint32_t y, uint32_t chunk,
                                      uint64_t layers)
{
    for (; layers != 0; layers &= layers - 1) {
        uint32_t z = (uint32_t)__builtin_ctzll(layers);
        if (rows->walls != NULL && rows->bend > 0)
            VERSION(run_layer)(rows, y, chunk, z, true, true);
        else if (rows->walls != NULL)
            VERSION(run_layer)(rows, y, chunk, z, false, true);
        else if (rows->bend > 0)
            VERSION(run_layer)(rows, y, chunk, z, true, false);
        else
            VERSION(run_layer)(rows, y, chunk, z, false, false);
    }
}

#undef VERSION
#undef TARGET
#undef VECTOR_BYTES
#undef INLINE
#undef LANES
#undef vec
#undef LOAD
#undef STORE
#undef SET
#undef ADD
#undef ADD_TO_TOP
#undef TAKE
#undef MIN
