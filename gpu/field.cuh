/* field: the router's field on the device, and how a kernel steps through it.
 *
 * The grid's rules, weights and walls are copied once, when the engine is opened. Closed cells and
 * tolls stay on the device between calls, and only boxes that the router reports as dirty are
 * copied again. Bit planes have the host's layout, read as 32-bit words:
 *
 *     bit x % 32 of word (z * height + y) * row_words + x / 32
 *
 * The cells of the current job may be entered even if they are closed. They are marked in a plane
 * of their own, so that a search never changes the closed plane; the marks are cleared after the
 * job.
 *
 * Bytes per cell: 1/8 closed + 1/8 own + 1/8 target, + 4 with weights, + 4 with tolls, + 1 with
 * walls. */
#pragma once

#include <cuda_runtime.h>

#include "gpu/buffers.h"
#include "router/search/engine.h"

/* Division by a number that the compiler does not know, as a product and a shift (Granlund and
 * Montgomery 1994): n / d = n * multiplier >> shift for all n < 2^31 and d <= 2^16. */
struct divisor {
    uint32_t multiplier, shift;
};

static inline struct divisor divisor_of(uint32_t d)
{
    uint32_t bits = 0;
    assert(d > 0 && d <= 1U << 16);
    while ((1U << bits) < d)
        bits++;
    return {(uint32_t)(((uint64_t)1 << (31 + bits)) / d + 1), 31 + bits};
}

static __device__ __forceinline__ uint32_t divide(uint32_t n, const struct divisor &by)
{
    assert(n < 1U << 31);
    return (uint32_t)((uint64_t)n * by.multiplier >> by.shift);
}

/* The field as kernels see it; passed by value. */
struct field_view {
    uint32_t width, height, layers;
    struct divisor by_width, by_height;
    uint32_t layer_cells; /* width * height */
    uint32_t row_words;   /* 32-bit words per row of bits */
    struct step_rules rules;
    const uint32_t *closed; /* bits */
    uint32_t *own;          /* bits: sources and targets of the job */
    uint32_t *target;       /* bits: targets of the job */
    const uint32_t *weight; /* or NULL */
    const uint32_t *toll;   /* or NULL */
    const uint8_t *walls;   /* or NULL */
};

/* The host's side: owner of the device's copy. */
struct device_field {
    struct field_view view;
    struct buffer closed, own, target, weight, toll, walls;
    struct buffer staging[2], staged[2]; /* changed cells in transfer: page-locked; on the device */
    cudaEvent_t sent[2];                 /* the transfer is complete */
    int turn;                            /* index of the present ones; they are used in turn */
};

/* Reserves device memory and clears it. */
enum status plane_clear(struct buffer *plane, size_t bytes, const char *what,
                        struct memory_account *account, void *stream, struct error *error);

/* Copies the whole field. Asynchronous on the stream (a cudaStream_t), as all copies here. */
enum status device_field_open(struct device_field *copy, const struct field *field,
                              struct memory_account *account, void *stream, struct error *error);

/* Allocates the planes `own` and `target` of a job's marks, which searches by labels need. */
enum status device_field_marks(struct device_field *copy, const struct grid *grid,
                               struct memory_account *account, void *stream, struct error *error);

/* Copies closed bits, and tolls if the field has any, inside the boxes on all layers; the whole
 * planes if the boxes together have at least the columns of the grid. Boxes inside the largest box
 * are skipped. O(words of the boxes), with one launch per 768 KiB. */
enum status device_field_update(struct device_field *copy, const struct field *field,
                                const struct box *dirty, size_t count,
                                struct memory_account *account, void *stream, struct error *error);

void device_field_close(struct device_field *copy, struct memory_account *account);

/* ---- device side --------------------------------------------------------------------------- */

/* A cell with its coordinates. */
struct field_place {
    uint32_t cell, x, y, z;
};

static __device__ __forceinline__ struct field_place place_of(const struct field_view &view,
                                                              uint32_t cell)
{
    assert(cell < view.layers * view.layer_cells);
    uint32_t row = divide(cell, view.by_width);
    uint32_t z = view.layers > 1 ? divide(row, view.by_height) : 0;
    return {cell, cell - row * view.width, row - z * view.height, z};
}

/* The index of the word of a bit plane that holds the place, and the place's bit in it. */
static __device__ __forceinline__ uint32_t place_word(const struct field_view &view,
                                                      const struct field_place &at)
{
    return (at.z * view.height + at.y) * view.row_words + at.x / 32;
}

static __device__ __forceinline__ uint32_t place_bit(const struct field_place &at)
{
    return 1U << (at.x % 32);
}

/* Steps to the neighbour in a direction. Returns false, with *next undefined, at the end of the
 * window, at a wall, or if the layer forbids the direction. The neighbour may be closed. */
static __device__ __forceinline__ bool place_step(const struct field_view &view,
                                                  const struct box &window,
                                                  const struct field_place &at, int direction,
                                                  struct field_place *next)
{
    assert(at.x >= window.x0 && at.x <= window.x1 && at.y >= window.y0 && at.y <= window.y1);
    assert(direction >= 0 && direction < DIRECTIONS && at.z < view.layers);
    *next = at;
    bool exists = true;
    switch (direction) {
    case EAST:
        exists = at.x < window.x1;
        next->x++, next->cell++;
        break;
    case WEST:
        exists = at.x > window.x0;
        next->x--, next->cell--;
        break;
    case NORTH:
        exists = at.y < window.y1;
        next->y++, next->cell += view.width;
        break;
    case SOUTH:
        exists = at.y > window.y0;
        next->y--, next->cell -= view.width;
        break;
    case UP:
        exists = at.z + 1 < view.layers;
        next->z++, next->cell += view.layer_cells;
        break;
    default:
        exists = at.z > 0;
        next->z--, next->cell -= view.layer_cells;
        break;
    }
    if (exists && view.walls != nullptr)
        exists = (view.walls[at.cell] >> direction & 1) == 0;
    return exists && !step_is_forbidden(&view.rules, at.z, direction);
}

/* The cost of entering a cell, without the extra costs of the step. */
static __device__ __forceinline__ uint64_t place_weight(const struct field_view &view,
                                                        uint32_t cell)
{
    assert(cell < view.layers * view.layer_cells);
    uint64_t weight = view.weight != nullptr ? view.weight[cell] : 1;
    return weight + (view.toll != nullptr ? view.toll[cell] : 0);
}
