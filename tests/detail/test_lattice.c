/* test_lattice: lines of layers with uneven tracks, and the counts of wires and vias. */
#include "tests/support/tiny_model.h"

#include <stdlib.h>

#include "router/detail/access/pin_lines.h"
#include "router/detail/lattice/closed.h"
#include "router/detail/mend/landing.h"
#include "router/detail/round.h"
#include "tests/support/splitmix.h"

static uint32_t wires_at(const struct lattice *lattice, uint32_t l, uint32_t ix, uint32_t iy)
{
    return (uint32_t)cell_costs(lattice, &lattice->cells[0][lattice_node(lattice, l, ix, iy)])
        .count;
}

static uint32_t site_at(const struct lattice *lattice, uint32_t c, uint32_t ix, uint32_t iy)
{
    return (uint32_t)cell_costs(
               lattice, lattice_site(&lattice->cuts[c], 0, lattice_at(&lattice->layers[c], ix, iy)))
        .count;
}

static void make(struct tiny *t, struct lattice *lattice)
{
    assert_int_equal(lattice_create(lattice, &t->model, NULL, 0, NULL), STATUS_OK);
    assert_int_equal(lattice_make_nodes(lattice, NULL), STATUS_OK);
}

static void a_layer_has_its_tracks_and_its_neighbours(void **state)
{
    (void)state;
    struct tiny t;
    struct lattice lattice;
    int32_t wide[] = {15, 45, 100};
    tiny_make(&t);
    t.layers[2].y = wide;
    t.layers[2].y_count = 3;
    make(&t, &lattice);
    assert_int_equal(lattice.layers[0].y.count, TINY_LINES);
    assert_int_equal(lattice.layers[2].y.count, 3);
    assert_int_equal(lattice.layers[1].y.count, TINY_LINES + 2); /* 100 is common */
    assert_int_equal(lattice.layers[1].y.at[1], 15);
    assert_int_equal(lattice.layers[1].y.down[1], MODEL_NONE);
    assert_int_equal(lattice.layers[1].y.up[1], 0);
    assert_int_equal(lattice.layers[2].x.count, TINY_LINES);
    lattice_destroy(&lattice);
}

static void a_wire_counts_where_another_would_be_too_near(void **state)
{
    (void)state;
    struct tiny t;
    struct lattice lattice;
    tiny_make(&t);
    make(&t, &lattice);
    lattice_wire(&lattice, 1, 0, 5, 5, 5, 8, 1);
    for (uint32_t iy = 3; iy <= 10; iy++)
        assert_int_equal(wires_at(&lattice, 1, 5, iy), iy >= 5 && iy <= 8);
    assert_int_equal(wires_at(&lattice, 1, 4, 6), 0);
    assert_int_equal(site_at(&lattice, 0, 4, 6), 1); /* pads reach 5 to the side: gap 3 */
    assert_int_equal(site_at(&lattice, 1, 6, 6), 1);
    assert_int_equal(site_at(&lattice, 0, 3, 6), 0);
    assert_int_equal(site_at(&lattice, 0, 5, 9), 0); /* and 3 up: gap 5 */
    lattice_wire(&lattice, 1, 0, 5, 5, 5, 8, -1);
    for (uint32_t n = 0; n < lattice.node_count; n++)
        assert_int_equal(cell_costs(&lattice, &lattice.cells[0][n]).count, 0);
    lattice_destroy(&lattice);
}

static void corners_are_measured_straight(void **state)
{
    (void)state;
    struct tiny t;
    struct lattice lattice;
    tiny_make(&t);
    t.layers[0].space = 8; /* wires at nodes side by side are 6 apart, over the corner 8.5 */
    make(&t, &lattice);
    lattice_wire(&lattice, 0, 0, 5, 5, 5, 5, 1);
    assert_int_equal(wires_at(&lattice, 0, 6, 5), 1);
    assert_int_equal(wires_at(&lattice, 0, 5, 4), 1);
    assert_int_equal(wires_at(&lattice, 0, 6, 6), 0);
    lattice_destroy(&lattice);
}

static void a_via_counts_on_both_layers_and_by_its_hole(void **state)
{
    (void)state;
    struct tiny t;
    struct lattice lattice;
    tiny_make(&t);
    t.cuts[0].space = 9; /* holes side by side are 8 apart */
    make(&t, &lattice);
    lattice_via(&lattice, 0, 0, 5, 5, 1);
    for (uint32_t l = 0; l < 2; l++) {
        assert_int_equal(wires_at(&lattice, l, 5, 5), 1);
        assert_int_equal(wires_at(&lattice, l, 6, 5), 1);
        assert_int_equal(wires_at(&lattice, l, 5, 6), 0);
    }
    assert_int_equal(wires_at(&lattice, 2, 5, 5), 0);
    assert_int_equal(site_at(&lattice, 0, 6, 5), 3); /* two pads and the hole */
    assert_int_equal(site_at(&lattice, 0, 5, 6), 1); /* the hole alone */
    assert_int_equal(site_at(&lattice, 1, 6, 5), 1); /* its lower pad beside our upper one */
    lattice_via(&lattice, 0, 0, 5, 5, -1);
    assert_int_equal(site_at(&lattice, 0, 6, 5), 0);
    lattice_destroy(&lattice);
}

static void line_ends_ask_for_more_ahead(void **state)
{
    (void)state;
    struct tiny t;
    struct lattice lattice;
    struct tech_line_end end = {.spacing = 7, .width = 5, .within = 1};
    tiny_make(&t);
    t.layers[0].ends = &end;
    t.layers[0].end_count = 1;
    make(&t, &lattice);
    lattice_wire(&lattice, 0, 0, 5, 5, 7, 5, 1);
    assert_int_equal(wires_at(&lattice, 0, 8, 5), 1); /* 6 ahead of its end */
    assert_int_equal(wires_at(&lattice, 0, 6, 6), 0); /* 6 beside it */
    lattice_destroy(&lattice);
}

/* A line is found among even and uneven ones, and beyond the first and the last. */
static void lines_are_found_by_coordinate(void **state)
{
    (void)state;
    struct tiny t;
    struct lattice lattice;
    int32_t uneven[] = {10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 60, 61, 62, 190};
    tiny_make(&t);
    t.layers[2].y = uneven;
    t.layers[2].y_count = sizeof uneven / sizeof *uneven;
    make(&t, &lattice);
    for (uint32_t l = 0; l < 3; l++) {
        const struct lattice_axis *axis = &lattice.layers[l].y;
        uint32_t line = 0;
        for (int32_t at = -20; at < 230; at++) {
            line += line < axis->count && axis->at[line] < at;
            assert_int_equal(axis_find(axis, at), line);
            for (uint32_t guess = 0; guess <= axis->count; guess++)
                assert_int_equal(axis_from(axis, guess, at), line);
        }
    }
    lattice_destroy(&lattice);
}

/* The count that a shape of kind `of` adds at a node for metal of another kind. */
static bool is_counted(const struct lattice *lattice, uint32_t l, struct layout_rect shape,
                       uint32_t of, uint32_t k, uint32_t ix, uint32_t iy)
{
    const struct lattice_layer *layer = &lattice->layers[l];
    const struct kind *a = &lattice->kinds[l][of], *b = &lattice->kinds[l][k];
    const struct layout_rect metal = rect_move(b->box, layer->x.at[ix], layer->y.at[iy]);
    const int32_t x = rect_gap_x(shape, metal), y = rect_gap_y(shape, metal);
    return rect_near(shape, metal, lattice->space[l][of * lattice->kind_count[l] + k]) ||
           ((a->end_x || b->end_x) && x < layer->end_space && y < layer->end_within) ||
           ((a->end_y || b->end_y) && y < layer->end_space && x < layer->end_within);
}

/* The counts of random wires on uneven lines are those of a comparison with each node and site. */
static void counts_are_those_of_all_pairs(void **state)
{
    (void)state;
    uint64_t seed = splitmix_seed(39);
    for (uint32_t turn = 0; turn < 60; turn++) {
        struct tiny t;
        struct lattice lattice;
        struct tech_line_end end = {
            .spacing = 9, .width = turn % 3 == 0 ? 7 : 5, .within = turn % 5 == 0 ? 16 : 3};
        int32_t uneven[TINY_LINES];
        tiny_make(&t);
        for (uint32_t i = 0; i < TINY_LINES; i++)
            uneven[i] = t.line[i] + (int32_t)splitmix_below(&seed, 6);
        t.layers[2].y = uneven;
        t.layers[1].space = 1 + (int32_t)splitmix_below(&seed, 15);
        t.layers[1].ends = &end;
        t.layers[1].end_count = turn % 2;
        for (uint32_t v = 2; v < 8; v++) /* some with the pads of an earlier one */
            t.vias[v] = t.vias[v % 2];
        t.vias[4].pad[1] = t.vias[5].pad[0] = (struct layout_rect){-3, -5, 3, 5};
        t.model.via_count = 8;
        make(&t, &lattice);
        const struct lattice_layer *layer = &lattice.layers[1];
        const bool tall = splitmix_below(&seed, 2) != 0;
        const uint32_t x = splitmix_below(&seed, layer->x.count - 4);
        const uint32_t y = splitmix_below(&seed, layer->y.count - 4);
        const uint32_t x1 = x + (tall ? 0 : 3), y1 = y + (tall ? 3 : 0);
        const struct layout_rect shape = lattice_wire_box(&lattice, 1, 0, x, y, x1, y1);
        lattice_wire(&lattice, 1, 0, x, y, x1, y1, 1);
        for (uint32_t ix = 0; ix < layer->x.count; ix++)
            for (uint32_t iy = 0; iy < layer->y.count; iy++) {
                for (uint32_t k = 0; k < lattice.kind_count[1]; k++) {
                    const struct kind *kind = &lattice.kinds[1][k];
                    const bool pad = kind->cut != MODEL_NONE;
                    const uint32_t site = pad ? lattice_pad(layer, ix, iy, kind->cut < 1) : 0;
                    if (site == MODEL_NONE)
                        continue;
                    const struct cell *cell =
                        pad ? lattice_site(&lattice.cuts[kind->cut], kind->variant, site)
                            : &lattice.cells[0][lattice_node(&lattice, 1, ix, iy)];
                    assert_int_equal(cell_count(&lattice, cell),
                                     is_counted(&lattice, 1, shape, 0, k, ix, iy));
                }
            }
        lattice_destroy(&lattice);
    }
}

/* A pin off all tracks gets lines on the grid of DEF and on the manufacturing grid. */
static void extra_lines_are_known_to_def_and_to_the_grid(void **state)
{
    (void)state;
    struct tiny t;
    struct lattice lattice;
    struct access access;
    tiny_make(&t);
    tiny_pin(&t, 0, 0, (struct layout_rect){23, 23, 27, 27});
    tiny_pin(&t, 0, 0, (struct layout_rect){201, 41, 209, 49}); /* beyond the last track */
    t.model.unit = 2;
    t.model.grid = 5;
    make(&t, &lattice);
    assert_int_equal(access_find(&access, &lattice, NULL, NULL), STATUS_OK);
    for (uint32_t few = 0; few < 2; few++) {
        struct pin_lines lines = {0};
        assert_int_equal(pin_lines_add(&lines, &access, &lattice, few == 1, NULL), STATUS_OK);
        assert_true(few == 1 || lines.count >= 4);
        for (size_t i = 0; i < lines.count; i++)
            assert_int_equal(lines.lines[i].at % 10, 0);
        free(lines.lines);
    }
    access_destroy(&access);
    lattice_destroy(&lattice);
    t.model.grid = INT32_MAX;
    assert_int_equal(model_step(&t.model), MODEL_STEP_MAX);
}

/* The reach of a net depends on the thin metal that routing adds, not on the spacing of wide metal.
 */
static void wide_spaces_reach_no_farther(void **state)
{
    (void)state;
    struct tiny t;
    struct lattice lattice;
    int32_t near[1] = {4}, far[1] = {3000}, run[1] = {0};
    struct model_row rows[2] = {{0, -1, near}, {50, -1, far}};
    tiny_make(&t);
    t.layers[2].rows = rows;
    t.layers[2].row_count = 2;
    t.layers[2].runs = run;
    t.layers[2].run_count = 1;
    t.layers[1].space = 40; /* that of thin metal does, on its layer */
    make(&t, &lattice);
    assert_true(round_reach(&lattice, 0) >= 14 && round_reach(&lattice, 0) < 40);
    assert_true(round_reach(&lattice, 1) >= 40);
    assert_true(round_reach(&lattice, 2) < 40);
    lattice_destroy(&lattice);
}

/* A die in the shape of an L: steps that leave it are closed, steps along its edge are not. */
static void a_die_may_be_a_polygon(void **state)
{
    (void)state;
    struct tiny t;
    struct lattice lattice;
    struct metal metal;
    struct touched touched;
    const struct owners_how how = {.last = 2};
    struct layout_rect parts[] = {{0, 0, 200, 100}, {0, 100, 100, 200}};
    tiny_make(&t);
    t.model.dies = parts;
    t.model.die_count = 2;
    assert_int_equal(lattice_create(&lattice, &t.model, NULL, 0, NULL), STATUS_OK);
    assert_int_equal(lattice_make_nodes(&lattice, NULL), STATUS_OK);
    assert_int_equal(metal_create(&metal, &lattice, NULL), STATUS_OK);
    assert_int_equal(touched_find(&touched, &metal, NULL, NULL), STATUS_OK);
    assert_int_equal(owners_find(&lattice, &metal, &touched, &how, NULL), STATUS_OK);
    const struct cell *cells = lattice.cells[0]; /* index i of a line is at 10 (i + 1) */
    assert_int_equal(cell_own(&lattice, &cells[lattice_node(&lattice, 0, 8, 12)], 0), LATTICE_FREE);
    assert_int_equal(cell_own(&lattice, &cells[lattice_node(&lattice, 0, 9, 12)], 0),
                     LATTICE_CLOSED);
    assert_int_equal(cell_own(&lattice, &cells[lattice_node(&lattice, 0, 9, 12)], 1), LATTICE_FREE);
    assert_int_equal(cell_own(&lattice, &cells[lattice_node(&lattice, 0, 15, 8)], 1), LATTICE_FREE);
    assert_int_equal(cell_own(&lattice, &cells[lattice_node(&lattice, 0, 15, 9)], 0), LATTICE_FREE);
    assert_int_equal(cell_own(&lattice, &cells[lattice_node(&lattice, 0, 15, 9)], 1),
                     LATTICE_CLOSED);
    assert_true(closed_inside(&t.model, 100, 130) && !closed_inside(&t.model, 110, 130));
    touched_destroy(&touched);
    metal_destroy(&metal);
    lattice_destroy(&lattice);
}

static bool is_used_up(void *context)
{
    uint32_t *left = context;
    *left -= *left > 0;
    return *left == 0;
}

/* The nodes and the pins count for a stop, not the shapes alone. */
static void making_it_can_be_stopped(void **state)
{
    (void)state;
    struct tiny t;
    struct lattice lattice;
    struct metal metal;
    struct touched touched;
    struct access access;
    uint32_t left = 1, looks = 0;
    const struct owners_how how = {.stop = {is_used_up, &left}};
    struct layout_rect parts[] = {{0, 0, 200, 200}, {0, 0, 100, 100}};
    tiny_make(&t);
    t.model.dies = parts;
    t.model.die_count = 2;
    make(&t, &lattice);
    assert_int_equal(metal_create(&metal, &lattice, NULL), STATUS_OK);
    assert_int_equal(touched_find(&touched, &metal, NULL, NULL), STATUS_OK);
    assert_int_equal(owners_find(&lattice, &metal, &touched, &how, NULL), STATUS_INTERRUPTED);
    for (enum status status = STATUS_INTERRUPTED; status != STATUS_OK; looks++) {
        left = looks + 1;
        status = owners_find(&lattice, &metal, &touched, &how, NULL);
    }
    assert_true(looks > TINY_LINES);
    touched_destroy(&touched);
    metal_destroy(&metal);
    lattice_destroy(&lattice);
    tiny_pin(&t, 0, 0, (struct layout_rect){23, 23, 27, 27});
    tiny_pin(&t, 0, 0, (struct layout_rect){43, 43, 47, 47});
    make(&t, &lattice);
    for (left = 1; left <= 2; left++) {
        uint32_t pins = left;
        const struct lattice_stop at_pin = {is_used_up, &pins};
        assert_int_equal(access_find(&access, &lattice, &at_pin, NULL), STATUS_INTERRUPTED);
        access_destroy(&access);
    }
    assert_int_equal(access_find(&access, &lattice, NULL, NULL), STATUS_OK);
    struct mender mender = {.lattice = &lattice};
    assert_int_equal(metal_create(&mender.metal, &lattice, NULL), STATUS_OK);
    left = 2;
    assert_int_equal(landing_penalise(&mender, &lattice, &access, 1, &how.stop, NULL),
                     STATUS_INTERRUPTED);
    assert_int_equal(left, 0);
    mender_destroy(&mender);
    access_destroy(&access);
    lattice_destroy(&lattice);
}

/* The need grows with the variants of vias and with threads. */
static void the_need_grows_with_nodes_and_threads(void **state)
{
    (void)state;
    struct tiny t;
    struct lattice lattice;
    tiny_make(&t);
    tiny_pin(&t, 0, 0, (struct layout_rect){23, 23, 27, 27});
    make(&t, &lattice);
    const uint64_t one = lattice_need(&lattice, 1), nodes = lattice.node_count;
    assert_true(one > nodes * sizeof(struct cell) && lattice_need(&lattice, 3) > one + nodes);
    lattice.cuts[0].variants[0]++;
    assert_true(lattice_need(&lattice, 1) >= one + lattice.layers[0].sites * sizeof(struct cell));
    lattice.cuts[0].variants[0]--;
    lattice_destroy(&lattice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_die_may_be_a_polygon),
        cmocka_unit_test(making_it_can_be_stopped),
        cmocka_unit_test(the_need_grows_with_nodes_and_threads),
        cmocka_unit_test(extra_lines_are_known_to_def_and_to_the_grid),
        cmocka_unit_test(a_layer_has_its_tracks_and_its_neighbours),
        cmocka_unit_test(a_wire_counts_where_another_would_be_too_near),
        cmocka_unit_test(corners_are_measured_straight),
        cmocka_unit_test(a_via_counts_on_both_layers_and_by_its_hole),
        cmocka_unit_test(line_ends_ask_for_more_ahead),
        cmocka_unit_test(lines_are_found_by_coordinate),
        cmocka_unit_test(counts_are_those_of_all_pairs),
        cmocka_unit_test(wide_spaces_reach_no_farther),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
