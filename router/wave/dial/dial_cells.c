/* dial_cells: see the header. */
#include "router/wave/dial/dial_cells.h"

#include "router/wave/dial/dial_build.h"

/* What is done with a cell of a wire. */
typedef void dial_visit(struct dial_planes *planes, struct dial_place place);

static void visit_wires(struct dial_planes *planes, const struct wire *wires, uint32_t count,
                        dial_visit *visit)
{
    const struct grid *grid = planes->field->grid;
    for (uint32_t i = 0; i < count; i++) {
        int64_t stride = wire_stride(grid, wires[i]);
        struct spot spot = spot_of(grid, wires[i].from);
        struct spot end = spot_of(grid, wires[i].to);
        for (;; spot.cell = (cell_t)(spot.cell + stride)) {
            struct dial_place place;
            if (dial_place_of(planes, &spot, &place))
                visit(planes, place);
            if (spot.cell == end.cell)
                break;
            spot.x += (uint32_t)((end.x > spot.x) - (end.x < spot.x));
            spot.y += (uint32_t)((end.y > spot.y) - (end.y < spot.y));
            spot.z += (uint32_t)((end.z > spot.z) - (end.z < spot.z));
        }
    }
}

static void mark_source(struct dial_planes *planes, struct dial_place place)
{
    planes->own[place.word] |= place.bit;
}

static void mark_target(struct dial_planes *planes, struct dial_place place)
{
    planes->own[place.word] |= place.bit;
    planes->aim[place.word] |= place.bit;
    planes->aimed[place.strip] |= (uint64_t)1 << place.block;
}

static void unmark(struct dial_planes *planes, struct dial_place place)
{
    planes->own[place.word] = planes->aim[place.word] = 0;
    planes->aimed[place.strip] = 0;
}

/* Makes a source's cell one of label 0. */
static void seed(struct dial_planes *planes, struct dial_place place)
{
    struct dial_edges *edges = &planes->found_at[place.strip];
    uint64_t block = (uint64_t)1 << place.block;
    if ((planes->built[place.strip] & block) == 0)
        dial_build(planes, place.strip, place.block);
    planes->open[place.word] &= ~place.bit;
    planes->found[place.word] |= place.bit;
    planes->label[place.word] |= place.bit;
    edges->any |= block;
    edges->north |= block;
    edges->south |= block;
    edges->east |= block;
    edges->west |= block;
}

bool dial_cells_any_target(const struct dial_planes *planes)
{
    for (uint32_t strip = 0; strip < planes->strips; strip++)
        if (planes->aimed[strip] != 0)
            return true;
    return false;
}

bool dial_cells_source_is_target(const struct dial_planes *planes)
{
    for (uint32_t strip = 0; strip < planes->strips; strip++)
        for (uint64_t blocks = planes->aimed[strip] & planes->found_at[strip].any; blocks != 0;
             blocks &= blocks - 1) {
            size_t row = (size_t)__builtin_ctzll(blocks) << planes->block_shift;
            for (size_t i = 0; i < (size_t)1 << planes->block_shift; i++) {
                size_t word = dial_strip(planes, strip) + row + i;
                if ((planes->found[word] & planes->aim[word]) != 0)
                    return true;
            }
        }
    return false;
}

void dial_cells_mark(struct dial_planes *planes, const struct job *job)
{
    visit_wires(planes, job->sources, job->source_count, mark_source);
    visit_wires(planes, job->targets, job->target_count, mark_target);
    visit_wires(planes, job->sources, job->source_count, seed);
}

void dial_cells_unmark(struct dial_planes *planes, const struct job *job)
{
    visit_wires(planes, job->sources, job->source_count, unmark);
    visit_wires(planes, job->targets, job->target_count, unmark);
}
