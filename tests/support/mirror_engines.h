/* mirror_engines: engines for tests of code that drives engines. Like a device, each one has a copy
 * of the field that only update changes, and compares it with the field before a search, so a lost
 * update fails at once. The tests set their estimates and failures in `sides`. */
#pragma once

#include "router/search/field.h"
#include "tests/support/random_designs.h"

#include <time.h>

enum { HOST, DEVICE, SIDES = 4 };

/* Set by the tests; the counts are set by the engines. */
static struct side {
    double guess, opening; /* estimated seconds of a call and of opening */
    bool draws;            /* estimates are random */
    bool refuses, breaks;  /* open, expand fail */
    bool shuns_tolls;      /* the estimate is huge if the field has tolls */
    long slow_ns;          /* time of an expand, in ns */
    int opens, updates, expands;
    size_t boxes;         /* passed to update, in total */
    int tries, breaks_at; /* expand is called; number breaks_at, if not 0, and all later fail */
    size_t jobs;          /* searched, in total */
    uint64_t cells;       /* of their windows */
} sides[SIDES];

static uint64_t drawn;

struct mirror {
    struct engine head;
    struct side *side;
    const struct field *field;
    struct field copy;
    struct engine *cpu;
};

static const struct engine_ops home_ops, away_ops;

static void copy_cell(struct mirror *mirror, cell_t cell)
{
    const struct grid *grid = mirror->field->grid;
    uint64_t bit = grid_bit(grid, cell), *word = &mirror->copy.closed[grid_word(grid, cell)];
    *word = (*word & ~bit) | (mirror->field->closed[grid_word(grid, cell)] & bit);
    if (mirror->copy.toll != NULL)
        mirror->copy.toll[cell] = mirror->field->toll[cell];
}

static void mirror_close(struct engine *base)
{
    struct mirror *mirror = (struct mirror *)base;
    if (mirror == NULL)
        return;
    engine_cpu.close(mirror->cpu);
    free(mirror->copy.closed);
    free(mirror->copy.toll);
    free(mirror);
}

static enum status mirror_open(struct side *side, struct engine **engine, const struct field *field,
                               const struct engine_options *options, struct error *error)
{
    const struct grid *grid = field->grid;
    if (side->refuses)
        return error_set(error, STATUS_FAILED, "no room");
    struct mirror *mirror = calloc(1, sizeof *mirror);
    mirror->head.ops = side == &sides[HOST] ? &home_ops : &away_ops;
    mirror->side = side;
    mirror->field = field;
    mirror->copy.grid = grid;
    mirror->copy.closed = malloc(grid_plane_words(grid) * sizeof *field->closed);
    memcpy(mirror->copy.closed, field->closed, grid_plane_words(grid) * sizeof *field->closed);
    if (field->toll != NULL) {
        mirror->copy.toll = malloc(grid_cells(grid) * sizeof *field->toll);
        memcpy(mirror->copy.toll, field->toll, grid_cells(grid) * sizeof *field->toll);
    }
    enum status status = engine_cpu.open(&mirror->cpu, &mirror->copy, options, error);
    if (status != STATUS_OK) {
        mirror_close(&mirror->head);
        return status;
    }
    const char *device = side == &sides[HOST] ? "hearth" : "far";
    mirror->head = (struct engine){mirror->head.ops, mirror->cpu->wave, device, ""};
    side->opens++;
    *engine = &mirror->head;
    return STATUS_OK;
}

static enum status open_home(struct engine **engine, const struct field *field,
                             const struct engine_options *options, struct error *error)
{
    return mirror_open(&sides[HOST], engine, field, options, error);
}

static enum status open_away(struct engine **engine, const struct field *field,
                             const struct engine_options *options, struct error *error)
{
    return mirror_open(&sides[DEVICE], engine, field, options, error);
}

static enum status mirror_update(struct engine *base, const struct box *dirty, size_t count,
                                 struct error *error)
{
    struct mirror *mirror = (struct mirror *)base;
    const struct grid *grid = mirror->field->grid;
    mirror->side->updates++;
    mirror->side->boxes += count;
    for (size_t i = 0; i < count; i++)
        for (uint32_t z = 0; z < grid->layers; z++)
            for (uint32_t y = dirty[i].y0; y <= dirty[i].y1; y++)
                for (uint32_t x = dirty[i].x0; x <= dirty[i].x1; x++)
                    copy_cell(mirror, grid_cell(grid, x, y, z));
    return engine_cpu.update(mirror->cpu, dirty, count, error);
}

/* The copy of a searching engine must equal the field. */
static void assert_is_current(const struct mirror *mirror)
{
    const struct grid *grid = mirror->field->grid;
    assert_memory_equal(mirror->copy.closed, mirror->field->closed,
                        grid_plane_words(grid) * sizeof *mirror->copy.closed);
    if (mirror->copy.toll != NULL)
        assert_memory_equal(mirror->copy.toll, mirror->field->toll,
                            grid_cells(grid) * sizeof *mirror->copy.toll);
}

static enum status mirror_expand(struct engine *base, struct job *jobs, size_t count,
                                 struct error *error)
{
    struct mirror *mirror = (struct mirror *)base;
    struct timespec pause = {.tv_nsec = mirror->side->slow_ns};
    mirror->side->tries++;
    if (mirror->side->breaks ||
        (mirror->side->breaks_at > 0 && mirror->side->tries >= mirror->side->breaks_at))
        return error_set(error, STATUS_FAILED, "fell off the bus");
    mirror->side->expands++;
    assert_is_current(mirror);
    mirror->side->jobs += count;
    for (size_t i = 0; i < count; i++)
        mirror->side->cells += box_cells(mirror->field->grid, jobs[i].window);
    if (pause.tv_nsec > 0)
        nanosleep(&pause, NULL);
    return engine_cpu.expand(mirror->cpu, jobs, count, error);
}

static double side_foresee(struct side *side, size_t count)
{
    if (side->draws && count > 0)
        side->guess = 1e-6 * (1 + random_below(&drawn, 1000));
    return count > 0 ? side->guess : side->opening;
}

static double estimate_home(const struct field *field, unsigned features,
                            const struct engine_options *options, const struct job *jobs,
                            size_t count)
{
    (void)field, (void)features, (void)options, (void)jobs;
    return side_foresee(&sides[HOST], count);
}

static double estimate_away(const struct field *field, unsigned features,
                            const struct engine_options *options, const struct job *jobs,
                            size_t count)
{
    (void)features, (void)options, (void)jobs;
    bool shuns = sides[DEVICE].shuns_tolls && field->toll != NULL && count > 0;
    return shuns ? 1e9 : side_foresee(&sides[DEVICE], count);
}

static void peak_bytes(const struct engine *engine, size_t *host, size_t *on_device)
{
    engine_cpu.peak_bytes(((const struct mirror *)engine)->cpu, host, on_device);
    *on_device = ((const struct mirror *)engine)->side == &sides[HOST] ? 0 : 77;
}

#define MIRROR_OPS(side, opens, foresees)                                                          \
    {                                                                                              \
        .name = side, .open = opens, .update = mirror_update, .expand = mirror_expand,             \
        .peak_bytes = peak_bytes, .close = mirror_close, .estimate = foresees                      \
    }
static const struct engine_ops home_ops = MIRROR_OPS("home", open_home, estimate_home);
static const struct engine_ops away_ops = MIRROR_OPS("away", open_away, estimate_away);
