/* step: directions and the cost of one step, written once for the C and the CUDA compiler.
 *
 * A step joins two cells that differ by one in x, in y or in layer. Its cost is
 *
 *     weight(cell entered) + toll(cell entered)      from the grid; added by the router
 *   + wrong_way                                      if it runs across the layer's direction
 *   + via                                            if it changes the layer
 *   + bend                                           if it turns within a layer
 *
 * A step across the direction of a strict layer does not exist. A turn is a change of axis: the
 * cost of the next step depends on the axis of the last one (none after a via or at a start), not
 * on its sign, since no cheapest path steps straight back. Layers count from 0 here, and from 1 in
 * files and messages. */
#pragma once

#include "grid/base.h"

#ifdef __CUDACC__
#define STEP_INLINE static __host__ __device__ __forceinline__
#else
#define STEP_INLINE static inline
#endif

/* The fixed order of directions: ties between equally cheap paths go to the first. */
enum direction {
    EAST = 0,  /* x + 1 */
    WEST = 1,  /* x - 1 */
    NORTH = 2, /* y + 1 */
    SOUTH = 3, /* y - 1 */
    UP = 4,    /* layer + 1 */
    DOWN = 5,  /* layer - 1 */
    DIRECTIONS = 6
};

/* The axis of the last step, which decides the bend cost of the next one. */
enum axis { AXIS_NONE = 0, AXIS_X = 1, AXIS_Y = 2, AXES = 3 };

/* Costs and layer rules of a grid, small enough for a kernel argument. Bit z of a mask: layer z. */
struct step_rules {
    uint32_t via;        /* 0 .. COST_EXTRA_MAX */
    uint32_t bend;       /* 0 .. COST_EXTRA_MAX */
    uint32_t wrong_way;  /* 0 .. COST_EXTRA_MAX */
    uint64_t horizontal; /* layers that prefer x steps */
    uint64_t vertical;   /* layers that prefer y steps */
    uint64_t strict;     /* layers where a step across the preference does not exist */
};

STEP_INLINE int direction_opposite(int direction)
{
    return direction ^ 1;
}

STEP_INLINE int direction_axis(int direction)
{
    return direction < NORTH ? AXIS_X : direction < UP ? AXIS_Y : AXIS_NONE;
}

/* True if a step in this direction runs across the preferred direction of layer z. */
STEP_INLINE bool step_is_wrong_way(const struct step_rules *rules, uint32_t z, int direction)
{
    uint64_t against = direction < NORTH ? rules->vertical : direction < UP ? rules->horizontal : 0;
    return (against >> z & 1) != 0;
}

/* True if layer z forbids steps in this direction. */
STEP_INLINE bool step_is_forbidden(const struct step_rules *rules, uint32_t z, int direction)
{
    return (rules->strict >> z & 1) != 0 && step_is_wrong_way(rules, z, direction);
}

/* The cost of a step beyond the weight and toll of the cell entered. z: the layer that it leaves;
 * axis: that of the step before. */
STEP_INLINE uint64_t step_extra(const struct step_rules *rules, uint32_t z, int axis, int direction)
{
    if (direction >= UP)
        return rules->via;
    uint64_t extra = step_is_wrong_way(rules, z, direction) ? rules->wrong_way : 0;
    if (axis != AXIS_NONE && axis != direction_axis(direction))
        extra += rules->bend;
    return extra;
}
