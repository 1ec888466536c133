/* terminal: a pin or tree wire of a job as a straight run of cells on the device. */
#pragma once

struct terminal {
    uint32_t from;  /* first cell */
    int32_t stride; /* difference of cell numbers from one cell to the next */
    uint32_t steps; /* number of cells minus 1 */
    uint32_t index; /* index among the job's targets or sources */
};

static inline struct terminal terminal_of(const struct grid *grid, struct wire wire, uint32_t index)
{
    return {wire.from, (int32_t)wire_stride(grid, wire), wire_steps(grid, wire), index};
}

/* Cell i of a terminal, 0 <= i <= steps. */
static __device__ __forceinline__ uint32_t terminal_cell(const struct terminal &terminal,
                                                         uint32_t i)
{
    assert(i <= terminal.steps);
    return (uint32_t)((int64_t)terminal.from + (int64_t)terminal.stride * i);
}
