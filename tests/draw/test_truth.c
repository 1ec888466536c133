/* Random designs with random results are drawn and the pixels read back. For each cell and layer
 * they must show what the result has there: steps to the east and north, the net of a wire, pin or
 * via, or nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "router/draw/scene/picture.h"
#include "router/draw/grid/grid_scene.h"
#include "tests/support/splitmix.h"

enum { WIDTH = 7, HEIGHT = 6, STEPS = 9, NETS_MAX = 500 };

/* A result cell by cell: the net of the cell, and its wires, pins and vias there. */
struct truth {
    uint32_t *owner; /* [cells] net + 1, 0: none */
    bool *east, *north, *pin, *via;
};

struct sample {
    struct design design;
    struct routes routes;
    struct truth truth;
    struct wire wires[NETS_MAX][STEPS];
    size_t counts[NETS_MAX];
};

static void *zeros(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    assert_non_null(memory);
    return memory;
}

/* A random path over free cells from a free cell; pins at both of its ends, perhaps a "*" pin. */
static void add_net(struct sample *it, uint64_t *seed)
{
    struct grid *grid = &it->design.grid;
    struct truth *truth = &it->truth;
    uint32_t net = it->design.nets.net_count;
    cell_t cell = (cell_t)(splitmix(seed) % grid_cells(grid)), first = cell;
    char name[16];
    struct wire *wires = it->wires[net];
    size_t count = 0;
    if (truth->owner[cell] != 0)
        return;
    truth->owner[cell] = net + 1;
    for (unsigned step = 0; step < STEPS; step++) {
        cell_t next = grid_neighbour(grid, cell, (int)(splitmix(seed) % DIRECTIONS));
        if (next == CELL_NONE || truth->owner[next] != 0)
            continue;
        truth->owner[next] = net + 1;
        cell_t low = cell < next ? cell : next, high = cell < next ? next : cell;
        bool up = grid_z(grid, cell) != grid_z(grid, next);
        truth->via[cell] |= up;
        truth->via[next] |= up;
        truth->east[low] |= !up && high == low + 1;
        truth->north[low] |= !up && high != low + 1;
        wires[count++] = (struct wire){cell, next};
        cell = next;
    }
    snprintf(name, sizeof name, "n%u", net);
    assert_int_equal(netlist_add_net(&it->design.nets, name, strlen(name), NULL), STATUS_OK);
    assert_int_equal(netlist_add_pins(&it->design.nets, &(struct pin){first, false}, 1, NULL),
                     STATUS_OK);
    truth->pin[first] = true;
    if (cell != first)
        assert_int_equal(netlist_add_pins(&it->design.nets, &(struct pin){cell, false}, 1, NULL),
                         STATUS_OK);
    truth->pin[cell] = true;
    it->counts[net] = count;
}

static void make(struct sample *it, uint32_t layers, uint64_t *seed)
{
    memset(it, 0, sizeof *it);
    assert_int_equal(grid_create(&it->design.grid, WIDTH, HEIGHT, layers, NULL), STATUS_OK);
    size_t cells = grid_cells(&it->design.grid);
    uint32_t nets = WIDTH * HEIGHT * layers / 6 + 1;
    it->truth = (struct truth){zeros(cells, sizeof(uint32_t)), zeros(cells, 1), zeros(cells, 1),
                               zeros(cells, 1), zeros(cells, 1)};
    assert_true(nets <= NETS_MAX);
    for (uint32_t i = 0; i < nets; i++)
        add_net(it, seed);
    nets = it->design.nets.net_count;
    assert_int_equal(routes_create(&it->routes, nets, NULL), STATUS_OK);
    for (uint32_t net = 0; net < nets; net++)
        assert_int_equal(
            routes_set_wires(&it->routes, &it->design, net, it->wires[net], it->counts[net], NULL),
            STATUS_OK);
}

static void drop(struct sample *it)
{
    routes_destroy(&it->routes);
    netlist_destroy(&it->design.nets);
    grid_destroy(&it->design.grid);
    free(it->truth.owner);
    free(it->truth.east);
    free(it->truth.north);
    free(it->truth.pin);
    free(it->truth.via);
}

/* The lanes at this scale, as the picture has them. */
static struct grid_scene fit(const struct sample *it, uint32_t scale)
{
    struct picture_options options = {.scale = scale, .bare = true};
    struct grid_scene scene = {.design = &it->design, .routes = &it->routes};
    scene.base.options = &options;
    scene.base.frame.bare = true;
    scene.box = box_whole(&it->design.grid);
    assert_int_equal(grid_fit(&scene, NULL), STATUS_OK);
    return scene;
}

static bool is_of_layer(const struct grid_scene *scene, uint32_t z, uint8_t colour)
{
    if (scene->design->grid.layers == 1)
        return colour >= COLOUR_WIRE && colour < COLOUR_DIM;
    return colour == palette_wire(z, 0) || colour == palette_wire(z, 1);
}

/* True for a colour of pins, vias or their rims. */
static bool is_mark(uint8_t colour)
{
    return colour == COLOUR_PIN || colour == COLOUR_WHITE;
}

static void expect(bool good, const char *what, const struct sample *it, cell_t cell,
                   uint32_t scale, uint8_t seen)
{
    const struct grid *grid = &it->design.grid;
    if (!good)
        fail_msg("%s at %u,%u,%u of %u layers, scale %u: the pixel is %u", what, grid_x(grid, cell),
                 grid_y(grid, cell), grid_z(grid, cell) + 1, grid->layers, scale, seen);
}

/* True if a net has this place on another layer of the same hue: there, only bands show that this
 * layer is empty. */
static bool is_shared(const struct sample *it, cell_t cell)
{
    const struct grid *grid = &it->design.grid;
    for (uint32_t z = grid_z(grid, cell) % PALETTE_HUES; z < grid->layers; z += PALETTE_HUES)
        if (z != grid_z(grid, cell) &&
            it->truth.owner[grid_cell(grid, grid_x(grid, cell), grid_y(grid, cell), z)] != 0)
            return true;
    return false;
}

/* The three places of a cell and layer that no other layer covers. */
static void look_at_cell(const struct sample *it, const struct grid_scene *scene,
                         const struct canvas *canvas, cell_t cell)
{
    const struct grid *grid = &it->design.grid;
    const struct truth *truth = &it->truth;
    uint32_t z = grid_z(grid, cell), scale = scene->scale;
    struct lane lane = scene->lanes[z];
    size_t left = (size_t)grid_x(grid, cell) * scale;
    size_t top = (size_t)(grid->height - 1 - grid_y(grid, cell)) * scale;
    const uint8_t *origin = canvas->pixels + top * canvas->width + left;
    /* A step to the east shows in the last column of the lane's upper row, one to the north in the
     * first row of its left column. Pins of the lowest layer are wider than wires. */
    bool wide = scene->nested && z == 0 && truth->pin[cell];
    uint8_t east = origin[(size_t)lane.offset * canvas->width + scale - 1];
    uint8_t north = origin[lane.offset];
    bool shared = is_shared(it, cell);
    expect(is_of_layer(scene, z, east) == truth->east[cell] || wide || shared, "a step east", it,
           cell, scale, east);
    if (truth->east[cell])
        expect(is_of_layer(scene, z, east) &&
                   east == style_colour(scene, z, truth->owner[cell] - 1),
               "the net of a step east", it, cell, scale, east);
    bool square = !scene->nested && truth->via[cell]; /* a via's square fills the corner */
    if (lane.offset > 0 && truth->north[cell])
        expect((square && is_mark(north)) ||
                   north == style_colour(scene, z, truth->owner[cell] - 1),
               "a step north", it, cell, scale, north);
    if (lane.offset > 0 && !truth->north[cell] && !square && !shared)
        expect(!is_of_layer(scene, z, north), "no step north", it, cell, scale, north);
    /* The corner of the layer's square. */
    uint8_t corner = origin[(size_t)lane.offset * canvas->width + lane.offset];
    /* A via's disc may cover the squares of its own upper layers. */
    bool disc = scene->nested && truth->via[cell] && corner != COLOUR_GREY;
    bool there = is_of_layer(scene, z, corner) || is_mark(corner) || disc;
    if (truth->owner[cell] != 0)
        expect(there, "a net", it, cell, scale, corner);
    else if (!shared)
        expect(!is_of_layer(scene, z, corner), "nothing", it, cell, scale, corner);
    if (truth->pin[cell] && lane.width >= 3) { /* the pin itself, a pixel inside its rim */
        bool dark = false;
        for (uint32_t i = 0; i < lane.width; i++)
            dark |=
                origin[(size_t)(lane.offset + i) * canvas->width + lane.offset + i] == COLOUR_PIN;
        for (uint32_t i = 0; i < lane.width && !dark; i++) /* or beside a wire above it */
            dark |=
                origin[(size_t)(lane.offset + 1) * canvas->width + lane.offset + i] == COLOUR_PIN;
        expect(dark, "a pin", it, cell, scale, corner);
    }
}

static void look(uint32_t layers, uint32_t scale, uint64_t *seed)
{
    static struct sample it;
    struct canvas canvas;
    struct picture_options options = {.scale = scale, .bare = true};
    make(&it, layers, seed);
    struct grid_scene scene = fit(&it, scale);
    assert_true(scene.apart);
    assert_int_equal(
        picture_render(&canvas, picture_of_grid(&it.design, &it.routes), &options, NULL),
        STATUS_OK);
    for (cell_t cell = 0; cell < grid_cells(&it.design.grid); cell++)
        look_at_cell(&it, &scene, &canvas, cell);
    canvas_destroy(&canvas);
    drop(&it);
}

static void test_every_cell_and_layer(void **state)
{
    static const uint32_t LAYERS[] = {1, 2, 3, 4, 6, 9, 12, 16, 33, 64};
    uint64_t seed = splitmix_seed(7);
    (void)state;
    for (size_t i = 0; i < sizeof LAYERS / sizeof *LAYERS; i++) {
        uint32_t layers = LAYERS[i];
        const uint32_t scales[] = {layers + 2, 2 * layers + 3, 5 * layers + 16, 64, 200};
        for (size_t k = 0; k < sizeof scales / sizeof *scales; k++)
            if (scales[k] > layers + 1 && scales[k] <= PICTURE_SCALE_MAX)
                for (int round = 0; round < 3; round++)
                    look(layers, scales[k], &seed);
    }
}

/* A net of the upper layer that passes above a pin of another does not look joined with it. */
static void test_wire_above_pin(void **state)
{
    struct design design = {0};
    struct routes routes;
    struct canvas canvas;
    (void)state;
    assert_int_equal(grid_create(&design.grid, 5, 1, 2, NULL), STATUS_OK);
    const cell_t ends[2][2] = {{2, 4}, {5, 9}};
    for (uint32_t net = 0; net < 2; net++) {
        assert_int_equal(netlist_add_net(&design.nets, net == 0 ? "a" : "b", 1, NULL), STATUS_OK);
        for (int i = 0; i < 2; i++)
            assert_int_equal(
                netlist_add_pins(&design.nets, &(struct pin){ends[net][i], false}, 1, NULL),
                STATUS_OK);
    }
    assert_int_equal(routes_create(&routes, 2, NULL), STATUS_OK);
    for (uint32_t net = 0; net < 2; net++) {
        struct wire wire = {ends[net][0], ends[net][1]};
        assert_int_equal(routes_set_wires(&routes, &design, net, &wire, 1, NULL), STATUS_OK);
    }
    struct picture_options options = {.scale = 64, .bare = true};
    assert_int_equal(picture_render(&canvas, picture_of_grid(&design, &routes), &options, NULL),
                     STATUS_OK);
    const uint8_t *middle = canvas.pixels + (size_t)32 * canvas.width;
    for (uint32_t x = 64; x < 4 * 64; x++)
        assert_true(middle[x] == palette_wire(1, 1) || middle[x] == COLOUR_INK);
    canvas_destroy(&canvas);
    routes_destroy(&routes);
    netlist_destroy(&design.nets);
    grid_destroy(&design.grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_cell_and_layer),
        cmocka_unit_test(test_wire_above_pin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
