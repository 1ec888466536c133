/* labels_tile: copies the labels around a walk back into shared memory.
 *
 * A label that was not read before takes a microsecond to load, and a path has thousands of steps.
 * So the block copies a box of cells on all layers, most of it on the source's side, where the walk
 * will lead:
 *
 *     + - - - - - - - - - +
 *     |             <- at |      an eighth of the side is behind the walk
 *     |  goal             |
 *     + - - - - - - - - - +
 */
#pragma once

#include "gpu/wave/labels/labels.cuh"

enum { TILE_BYTES = 40960 }; /* labels of a tile in shared memory */

/* Inclusive corners; labels [layers][y][x][axes]. */
template <typename L> struct relax_tile {
    int32_t x0, y0, x1, y1;
    L labels[TILE_BYTES / sizeof(L)];
};

template <typename L>
static __device__ __forceinline__ L &tile_at(struct relax_tile<L> &tile, uint32_t axes, int32_t x,
                                             int32_t y, uint32_t z, uint32_t axis)
{
    assert(x >= tile.x0 && x <= tile.x1 && y >= tile.y0 && y <= tile.y1 && axis < axes);
    uint32_t width = (uint32_t)(tile.x1 - tile.x0 + 1), height = (uint32_t)(tile.y1 - tile.y0 + 1);
    uint32_t row = z * height + (uint32_t)(y - tile.y0);
    return tile.labels[(row * width + (uint32_t)(x - tile.x0)) * axes + axis];
}

/* One side of the tile: `side` cells inside [low, high], most of them on the goal's side of `at`,
 * at least one on the other. */
static __device__ void place_side(int32_t at, int32_t goal, int32_t side, int32_t low, int32_t high,
                                  int32_t *first, int32_t *last)
{
    assert(low <= high && first != NULL && last != NULL);
    int32_t behind = max(side / 8, 1);
    int32_t from = goal >= at ? at - behind : at + behind - side + 1;
    from = max(min(from, high - side + 1), low);
    *first = from;
    *last = min(from + side - 1, high);
}

/* Whole block: copies the tile for a walk that is at `at` and leads to the goal. */
template <typename L>
static __device__ void load_tile(const struct field_view &view, const struct job_view &job,
                                 const L *labels, uint32_t axes, const struct field_place &at,
                                 const struct field_place &goal, struct relax_tile<L> *tile)
{
    uint32_t states = TILE_BYTES / sizeof(L) / (view.layers * axes);
    int32_t side = (int32_t)sqrtf((float)states);
    assert(side >= 3); /* a cell and its neighbours */
    __syncthreads();
    if (threadIdx.x == 0) {
        place_side((int32_t)at.x, (int32_t)goal.x, side, (int32_t)job.window.x0,
                   (int32_t)job.window.x1, &tile->x0, &tile->x1);
        place_side((int32_t)at.y, (int32_t)goal.y, side, (int32_t)job.window.y0,
                   (int32_t)job.window.y1, &tile->y0, &tile->y1);
    }
    __syncthreads();
    uint32_t length = (uint32_t)(tile->x1 - tile->x0 + 1) * axes;
    uint32_t height = (uint32_t)(tile->y1 - tile->y0 + 1), warps = blockDim.x / 32;
    assert(length * height * view.layers <= TILE_BYTES / sizeof(L));
    for (uint32_t row = threadIdx.x / 32; row < height * view.layers; row += warps) {
        uint32_t z = row / height, y = (uint32_t)tile->y0 + row % height;
        size_t from =
            ((size_t)(z * view.height + y) * view.width + (uint32_t)tile->x0) * (size_t)axes;
        for (uint32_t i = threadIdx.x % 32; i < length; i += 32)
            tile->labels[row * length + i] = labels[from + i];
    }
    __syncthreads();
}

/* True if all neighbours of `at` inside the window are in the tile. */
template <typename L>
static __device__ bool tile_surrounds(const struct relax_tile<L> &tile, const struct box &window,
                                      const struct field_place &at)
{
    int32_t x = (int32_t)at.x, y = (int32_t)at.y;
    return (x > tile.x0 || x == (int32_t)window.x0) && (x < tile.x1 || x == (int32_t)window.x1) &&
           (y > tile.y0 || y == (int32_t)window.y0) && (y < tile.y1 || y == (int32_t)window.y1);
}
