/* test_owners: vias at pins alone get the owners that the complete blockage map has, which can be
 * made afterwards, in technologies and small designs from seeds; threads make the same map. */
#include "tests/support/layout_texts.h"
#include "tests/support/made_layout.h"
#include "tests/support/tiny_model.h"

#include "router/detail/access/access.h"
#include "router/detail/model/from_layout.h"

enum { FIRST_SEED = 1, LAST_SEED = 40 };

/* Vias at pins that were compared, and other vias that were marked. */
struct owners_tally {
    uint64_t open, closed, others;
};

/* The owners of a lattice: the bits of all cells, and of vias at pins alone. */
struct owners_made {
    struct lattice lattice;
    struct metal metal;
    struct touched touched;
    size_t count; /* cells */
};

static void make(struct owners_made *m, const struct model *model)
{
    assert_int_equal(lattice_create(&m->lattice, model, NULL, 0, NULL), STATUS_OK);
    assert_int_equal(lattice_make_nodes(&m->lattice, NULL), STATUS_OK);
    assert_int_equal(metal_create(&m->metal, &m->lattice, NULL), STATUS_OK);
    assert_int_equal(touched_find(&m->touched, &m->metal, NULL, NULL), STATUS_OK);
    m->count = (size_t)m->lattice.node_count * m->lattice.classes;
    for (uint32_t c = 0; c + 1 < m->lattice.layer_count; c++)
        m->count += (size_t)m->lattice.layers[c].sites * m->lattice.cuts[c].stride;
}

static void unmake(struct owners_made *m)
{
    touched_destroy(&m->touched);
    metal_destroy(&m->metal);
    lattice_destroy(&m->lattice);
}

static void find(struct owners_made *m, bool wanted, struct workers *workers)
{
    const struct owners_how how = {
        .last = m->lattice.layer_count - 1, .wanted = wanted, .workers = workers};
    assert_int_equal(owners_find(&m->lattice, &m->metal, &m->touched, &how, NULL), STATUS_OK);
}

static void compare_model(const struct model *model, struct owners_tally *tally)
{
    struct owners_made all, pins;
    struct workers *workers;
    assert_int_equal(workers_create(&workers, 3, NULL), STATUS_OK);
    make(&all, model);
    make(&pins, model);
    find(&all, false, NULL);
    access_want(&pins.lattice, true);
    find(&pins, true, workers);
    for (size_t i = 0; i < all.count; i++) {
        struct cell *of_all = &all.lattice.all[i], *of_pins = &pins.lattice.all[i];
        if (!cell_is_wanted(of_pins)) {
            tally->others += of_pins >= pins.lattice.sites && of_pins->bits != 0;
            continue;
        }
        const uint32_t owner = cell_own(&all.lattice, of_all, 0);
        assert_int_equal(owner, cell_own(&pins.lattice, of_pins, 0));
        *(owner == LATTICE_CLOSED ? &tally->closed : &tally->open) += 1;
    }
    access_want(&pins.lattice, false);
    find(&pins, false, workers);
    assert_memory_equal(all.lattice.all, pins.lattice.all, all.count);
    unmake(&all);
    unmake(&pins);
    workers_destroy(workers);
}

static void made_technologies(void **state)
{
    (void)state;
    struct owners_tally tally = {0};
    for (uint64_t seed = FIRST_SEED; seed <= LAST_SEED; seed++) {
        struct made made;
        struct layout layout;
        struct layout_model model;
        made_make(&made, seed);
        layout_read(&layout, made.lef.at, made.def.at);
        made_free(&made);
        assert_int_equal(layout_model_create(&model, &layout, NULL, NULL), STATUS_OK);
        compare_model(&model.model, &tally);
        layout_model_destroy(&model);
        layout_destroy(&layout);
    }
    assert_true(tally.open > 1000 && tally.closed > 100 && tally.others == 0);
}

static struct layout_rect any_box(uint64_t *random, uint32_t most)
{
    const int32_t x = (int32_t)splitmix_below(random, 150),
                  y = (int32_t)splitmix_below(random, 150);
    return (struct layout_rect){x, y, x + 4 + (int32_t)splitmix_below(random, most),
                                y + 4 + (int32_t)splitmix_below(random, most)};
}

/* Pins of two nets below and beside obstructions and holes, and vias that must be in pins. */
static void pins_below_obstructions(void **state)
{
    (void)state;
    struct owners_tally tally[2] = {{0}}; /* without vias in pins, and with */
    uint64_t random = splitmix_seed(5);
    for (uint32_t design = 0; design < 300; design++) {
        struct tiny t;
        tiny_make(&t);
        t.vias[2] = t.vias[0];
        t.vias[2].in_pins[design % 2] = true;
        t.model.via_count = 2 + design / 2 % 2;
        t.cuts[1].below = 4;
        for (uint32_t i = 0; i < 12; i++) {
            tiny_pin(&t, i / 6, splitmix_below(&random, 3), any_box(&random, 30));
            t.shapes[i].is_pin = i % 3 != 0; /* else FIXED wiring of the net */
        }
        for (uint32_t i = 0; i < 6; i++)
            tiny_block(&t, splitmix_below(&random, 5), any_box(&random, 40));
        compare_model(&t.model, &tally[design / 2 % 2]);
    }
    for (uint32_t i = 0; i < 2; i++)
        assert_true(tally[i].open > 1000 && tally[i].closed > 1000);
    assert_true(tally[0].others == 0 && tally[1].others > 0);
}

/* A via adds no metal if its pad is within FIXED wiring, which an obstruction covers. */
static void wiring_below_an_obstruction_has_vias(void **state)
{
    (void)state;
    struct tiny t;
    struct owners_made m;
    tiny_make(&t);
    tiny_pin(&t, 0, 0, (struct layout_rect){40, 40, 80, 80});
    t.shapes[0].is_pin = false;
    tiny_block(&t, 0, (struct layout_rect){30, 30, 90, 90});
    make(&m, &t.model);
    find(&m, false, NULL);
    const struct lattice_layer *low = &m.lattice.layers[0];
    const struct lattice_cut *cut = &m.lattice.cuts[0];
    assert_int_equal(cell_own(&m.lattice, lattice_site(cut, 0, lattice_at(low, 5, 5)), 0), 1);
    assert_int_equal(cell_own(&m.lattice, lattice_site(cut, 0, lattice_at(low, 3, 5)), 0),
                     LATTICE_CLOSED); /* half of it is beside the wiring */
    unmake(&m);
}

/* A wire beside fixed wiring of its net makes a notch; one farther from it, or beside a pin on
 * another layer, does not. */
static void wiring_of_a_net_makes_notches(void **state)
{
    (void)state;
    for (uint32_t wired = 0; wired < 2; wired++) {
        struct tiny t;
        struct owners_made m;
        tiny_make(&t);
        tiny_pin_at(&t, 0, 5, 5);
        tiny_pin(&t, 0, 2, (struct layout_rect){66, 63, 72, 67});
        if (wired == 1)
            tiny_block(&t, 0, (struct layout_rect){80, 103, 140, 107});
        t.shapes[2].net = 0;
        make(&m, &t.model);
        find(&m, false, NULL);
        static const uint32_t at[][2] = {{5, 5}, {9, 7}, {9, 9}, {9, 10}};
        for (uint32_t i = 0; i < 4; i++) {
            const uint32_t node = lattice_node(&m.lattice, 0, at[i][0], at[i][1]);
            assert_int_equal(cell_own(&m.lattice, &m.lattice.cells[0][node], 0),
                             i == 0                ? 1
                             : i > 1 && wired == 1 ? LATTICE_CLOSED
                                                   : LATTICE_FREE);
        }
        unmake(&m);
    }
}

/* A fixed hole closes the sites of all vias near it. */
static void a_hole_closes_all_vias(void **state)
{
    (void)state;
    struct tiny t;
    struct owners_made m;
    tiny_make(&t);
    t.vias[2] = t.vias[0];
    t.model.via_count = 3;
    tiny_pin_at(&t, 0, 1, 1);
    tiny_block(&t, 1, (struct layout_rect){58, 58, 62, 62});
    make(&m, &t.model);
    find(&m, false, NULL);
    const struct lattice_cut *cut = &m.lattice.cuts[0];
    assert_int_equal(cut->variants[0], 2);
    for (uint32_t v = 0; v < 2; v++)
        for (uint32_t at = 5; at < 9; at += 3)
            assert_int_equal(
                cell_own(&m.lattice, lattice_site(cut, v, lattice_at(&m.lattice.layers[0], at, at)),
                         0),
                at == 5 ? LATTICE_CLOSED : LATTICE_FREE);
    unmake(&m);
}

enum { BLOCK_LINES = 200 };

/* The state of a search over free steps and vias. */
struct owners_flood {
    const struct lattice *lattice;
    bool *seen; /* by node */
    uint32_t *stack;
    size_t count;
};

static void flood_to(struct owners_flood *f, uint32_t l, uint32_t ix, uint32_t iy)
{
    const uint32_t node = (l * BLOCK_LINES + iy) * BLOCK_LINES + ix;
    if (!f->seen[node])
        f->stack[f->count++] = node;
    f->seen[node] = true;
}

/* Follows free steps along one axis. */
static void flood_steps(struct owners_flood *f, uint32_t l, uint32_t ix, uint32_t iy, uint32_t way)
{
    const struct lattice *lattice = f->lattice;
    const struct cell *here = &lattice->cells[0][lattice_node(lattice, l, ix, iy)];
    const uint32_t at = way == 0 ? ix : iy, dx = way == 0, dy = way == 1;
    if (at + 1 < BLOCK_LINES && cell_step_is_open(lattice, l, here, way, 1))
        flood_to(f, l, ix + dx, iy + dy);
    if (at > 0 &&
        cell_step_is_open(lattice, l,
                          &lattice->cells[0][lattice_node(lattice, l, ix - dx, iy - dy)], way, 1))
        flood_to(f, l, ix - dx, iy - dy);
}

static void flood(struct owners_flood *f)
{
    flood_to(f, 0, 0, 0);
    while (f->count > 0) {
        const uint32_t node = f->stack[--f->count], ix = node % BLOCK_LINES,
                       iy = node / BLOCK_LINES % BLOCK_LINES, l = node / BLOCK_LINES / BLOCK_LINES;
        const uint32_t at = lattice_at(&f->lattice->layers[l], ix, iy);
        for (uint32_t way = 0; way < 2; way++)
            flood_steps(f, l, ix, iy, way);
        if (l < 2 && cell_via_is_open(f->lattice, l, 0, at, 1))
            flood_to(f, l + 1, ix, iy);
        if (l > 0 && cell_via_is_open(f->lattice, l - 1, 0,
                                      lattice_at(&f->lattice->layers[l - 1], ix, iy), 1))
            flood_to(f, l - 1, ix, iy);
    }
}

/* A memory: obstructions on two layers, strips of obstructions and of other metal on the third,
 * without and with a gap. Nothing but the gap is reached, and most of it has no marks. */
static void nothing_reaches_the_middle_of_a_block(void **state)
{
    (void)state;
    int32_t line[BLOCK_LINES];
    for (int32_t i = 0; i < BLOCK_LINES; i++)
        line[i] = 10 * (i + 1);
    for (int32_t gap = 0; gap < 3; gap++) {
        struct tiny t;
        struct owners_made m;
        tiny_make(&t);
        t.model.die = (struct layout_rect){0, 0, 2010, 2010};
        for (uint32_t l = 0; l < 3; l++) {
            t.layers[l].x = t.layers[l].y = line;
            t.layers[l].x_count = l == 1 ? BLOCK_LINES : 0;
            t.layers[l].y_count = l == 1 ? 0 : BLOCK_LINES;
        }
        tiny_pin(&t, 0, 0, (struct layout_rect){500, 900, 506, 906}); /* at the edge */
        tiny_block(&t, 0, (struct layout_rect){500, 500, 1500, 1500});
        tiny_block(&t, 2, (struct layout_rect){506, 500, 1500, 1500});
        for (int32_t y = 500; y < 1500; y += 50) {
            tiny_block(&t, 4, (struct layout_rect){500, y, 1500, y + 30});
            tiny_block(&t, 4, (struct layout_rect){500, y + 30, 1500, y + 50});
            t.shapes[t.model.shape_count - 1].net = MODEL_FOREIGN;
        }
        if (gap == 1) /* the middle of one strip is missing */
            t.shapes[20].box.x1 = 900;
        if (gap == 2) /* all of one */
            t.shapes[21] = t.shapes[20];
        make(&m, &t.model);
        find(&m, false, NULL);
        struct owners_flood f = {
            .lattice = &m.lattice,
            .seen = calloc((size_t)3 * BLOCK_LINES * BLOCK_LINES, 1),
            .stack = calloc((size_t)3 * BLOCK_LINES * BLOCK_LINES, sizeof *f.stack)};
        flood(&f);
        uint32_t reached[3] = {0}, free_steps = 0;
        for (uint32_t l = 0; l < 3; l++)
            for (uint32_t ix = 55; ix < 145; ix++)
                for (uint32_t iy = 55; iy < 145; iy++) {
                    reached[l] += f.seen[(l * BLOCK_LINES + iy) * BLOCK_LINES + ix];
                    free_steps += m.lattice.cells[0][lattice_node(&m.lattice, l, ix, iy)].bits == 0;
                }
        assert_int_equal(reached[0] + reached[1], 0);
        assert_int_equal(reached[2] > 0, gap > 0);
        assert_true(free_steps > 3 * 90 * 90 / 2);
        MEM_FREE(f.seen, f.stack);
        unmake(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(made_technologies),
                                       cmocka_unit_test(pins_below_obstructions),
                                       cmocka_unit_test(wiring_below_an_obstruction_has_vias),
                                       cmocka_unit_test(wiring_of_a_net_makes_notches),
                                       cmocka_unit_test(a_hole_closes_all_vias),
                                       cmocka_unit_test(nothing_reaches_the_middle_of_a_block)};
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
