/* gpu_rounds: the rounds of a design on a device and on the host give the same trees.
 */
#pragma once

#include "grid/generate/generate.h"
#include "router/maze/rounds/maze_route.h"
#include "tests/support/random_designs.h"

static bool never_over(void *context)
{
    (void)context;
    return false;
}

/* Checks that both routes of a design are the same, wire by wire. Returns the number of routed
 * nets. */
static uint32_t compare_maze(const struct design *design, const struct maze_device_ops *device,
                             enum maze_effort effort, uint32_t rounds_max)
{
    struct maze_trees here, there;
    struct maze_buffer buffer = {0}, other = {0};
    struct maze_request request = {
        .effort = effort, .threads = 2, .rounds_max = rounds_max, .is_over = never_over};
    uint32_t routed = 0;
    assert_int_equal(maze_route(&here, &design->grid, &design->nets, &request, NULL), STATUS_OK);
    request.device = device;
    assert_int_equal(maze_route(&there, &design->grid, &design->nets, &request, NULL), STATUS_OK);
    if (!there.on_device)
        fail_msg("not on the device: %s", there.loss.text);
    assert_int_equal(here.rounds, there.rounds);
    assert_int_equal(here.searches, there.searches);
    for (uint32_t net = 0; net < design->nets.net_count; net++) {
        const struct wire *a, *b;
        size_t a_count, b_count;
        assert_int_equal(maze_has_tree(&here, net), maze_has_tree(&there, net));
        if (!maze_has_tree(&here, net))
            continue;
        routed++;
        assert_int_equal(maze_wires(&here, net, &buffer, &a, &a_count, NULL), STATUS_OK);
        assert_int_equal(maze_wires(&there, net, &other, &b, &b_count, NULL), STATUS_OK);
        assert_int_equal(a_count, b_count);
        if (a_count > 0)
            assert_memory_equal(a, b, a_count * sizeof *a);
    }
    free(buffer.wires);
    free(other.wires);
    maze_trees_destroy(&here);
    maze_trees_destroy(&there);
    return routed;
}

/* A placed design with nets that meet: one net per `room` cells, and per 32 cells of a layer, so
 * that their pins fit. */
static void compare_placed(const struct maze_device_ops *device, uint32_t width, uint32_t height,
                           uint32_t layers, uint32_t room, enum maze_effort effort, uint64_t *seed)
{
    struct design design;
    const uint32_t crowd = width * height * layers / room, most = width * height / 32;
    const struct generate_options options = {.kind = GENERATE_CHIP,
                                             .width = width,
                                             .height = height,
                                             .layers = layers,
                                             .nets = crowd < most ? crowd : most,
                                             .seed = splitmix(seed)};
    assert_int_equal(generate_design(&design, &options, NULL), STATUS_OK);
    compare_maze(&design, device, effort, 200);
    design_destroy(&design);
}

/* Pins on all layers and inside blocks, strict layers, costs of all kinds, nets without a path. */
static void compare_random(const struct maze_device_ops *device, uint32_t side, uint32_t nets,
                           enum maze_effort effort, uint64_t *seed)
{
    struct design design;
    random_grid(&design, 12 + random_below(seed, side), 12 + random_below(seed, side),
                1 + random_below(seed, 6), random_below(seed, 30), false, seed);
    struct step_rules *rules = &design.grid.rules;
    rules->via = random_below(seed, 9);
    rules->wrong_way = random_below(seed, 9);
    for (uint32_t z = 0; z < design.grid.layers; z++) {
        const uint64_t bit = (uint64_t)1 << z;
        *(random_below(seed, 2) == 0 ? &rules->horizontal : &rules->vertical) |= bit;
        rules->strict |= design.grid.layers > 1 && random_below(seed, 3) == 0 ? bit : 0;
    }
    random_nets(&design, 1 + random_below(seed, nets), 9, true, seed);
    compare_maze(&design, device, effort, 8);
    design_destroy(&design);
}

/* All nets need the one cell that a wall leaves open, more nets than its state can count. */
static void compare_gap(const struct maze_device_ops *device, uint32_t nets)
{
    struct design design = {0};
    assert_int_equal(grid_create(&design.grid, 9, nets, 1, NULL), STATUS_OK);
    for (uint32_t y = 0; y < nets; y++) {
        char name[16];
        const int length = snprintf(name, sizeof name, "n%u", y);
        if (y != nets / 2)
            grid_set_blocked(&design.grid, grid_cell(&design.grid, 4, y, 0), true);
        assert_int_equal(netlist_add_net(&design.nets, name, (size_t)length, NULL), STATUS_OK);
        for (uint32_t x = 0; x < 9; x += 8) {
            const struct pin pin = {.cell = grid_cell(&design.grid, x, y, 0)};
            assert_int_equal(netlist_add_pin(&design.nets, pin, NULL), STATUS_OK);
        }
    }
    assert_int_equal(compare_maze(&design, device, MAZE_NORMAL, 4), 1);
    design_destroy(&design);
}

/* Nets across a whole large grid, so that their windows are cut into squares and they go in
 * batches. */
static void compare_long(const struct maze_device_ops *device, uint32_t side, uint32_t nets,
                         uint64_t *seed)
{
    struct design design;
    random_grid(&design, side, side - 20, 2, 10, false, seed);
    design.grid.rules = (struct step_rules){
        .via = random_below(seed, 4), .wrong_way = 2, .horizontal = 1, .vertical = 2};
    random_nets(&design, nets, 3, true, seed);
    compare_maze(&design, device, MAZE_NORMAL, 3);
    design_destroy(&design);
}

/* A net of more pins than the host processes one by one, and more cells than it scans for each
 * search, among others. */
static void compare_many_pins(const struct maze_device_ops *device, uint64_t *seed)
{
    struct design design;
    random_grid(&design, 300, 280, 3, 5, false, seed);
    assert_int_equal(netlist_add_net(&design.nets, "many", 4, NULL), STATUS_OK);
    uint8_t *taken = calloc((size_t)300 * 280, 1);
    for (uint32_t pins = 0; pins < TOPOLOGY_LOOP_PINS + 200;) {
        const uint32_t x = random_below(seed, 300), y = random_below(seed, 280);
        const bool all = random_below(seed, 3) == 0;
        const uint32_t z = all ? 0 : random_below(seed, 3);
        if (taken[y * 300 + x])
            continue;
        taken[y * 300 + x] = 1;
        const struct pin pin = {.cell = grid_cell(&design.grid, x, y, z), .all_layers = all};
        assert_int_equal(netlist_add_pin(&design.nets, pin, NULL), STATUS_OK);
        pins++;
    }
    free(taken);
    assert_true(compare_maze(&design, device, MAZE_NORMAL, 2) == 1);
    design_destroy(&design);
}
