/* test_search: paths cost as much as those of Bellman-Ford, in lattices with random costs; the
 * bound accounts for pockets; stacks of vias have a cost; distant sources count; searches with
 * cheap conflicts are less thorough. */
#include "tests/support/splitmix.h"
#include "tests/support/tiny_model.h"

#include "router/detail/net/estimate.h"
#include "router/detail/pathfinder.h"

enum { TIMES = 400, NET = 0, FAR = INT32_MAX / 2, SPOTS = 3 };

struct trial {
    struct tiny tiny;
    struct lattice lattice;
    struct costs costs;
    struct access_spot sources[SPOTS], targets[SPOTS];
    struct detail_job job;
};

/* ---- the reference --------------------------------------------------------------------------- */

static uint32_t node_of(const struct lattice *lattice, struct access_spot at)
{
    return lattice_node(lattice, at.layer, at.ix, at.iy);
}

/* The node after a move: 0 .. 3 within the layer, 4 up, 5 down; false if it leaves the lattice. */
static bool moved(struct access_spot from, uint32_t move, struct access_spot *to)
{
    static const int32_t along[6][3] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                        {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
    int32_t ix = from.ix + along[move][0], iy = from.iy + along[move][1];
    int32_t l = from.layer + along[move][2];
    *to = (struct access_spot){(uint16_t)l, (uint16_t)ix, (uint16_t)iy};
    return ix >= 0 && iy >= 0 && l >= 0 && ix < TINY_LINES && iy < TINY_LINES && l < 3;
}

/* The cost of a move, or FAR; first: it is from a source. All layers have the same lines. */
static int32_t cost_of(const struct trial *c, struct access_spot from, uint32_t move, bool first)
{
    struct access_spot to;
    if (!moved(from, move, &to))
        return FAR;
    const struct cell *cells = c->lattice.cells[0];
    uint32_t a = node_of(&c->lattice, from), b = node_of(&c->lattice, to);
    if (move >= 4) {
        uint32_t cut = uint_min(from.layer, to.layer);
        const struct lattice_layer *low = &c->lattice.layers[cut];
        const struct cell *site =
            lattice_site(&c->lattice.cuts[cut], 0, lattice_at(low, from.ix, from.iy));
        const uint32_t owner = cell_own(&c->lattice, site, 0);
        return owner != LATTICE_FREE && owner != NET + 1
                   ? FAR
                   : c->costs.via + cell_costs(&c->lattice, site).count * c->costs.present +
                         cell_costs(&c->lattice, site).toll;
    }
    if ((c->job.no_wires >> from.layer & 1) ||
        (c->job.inside.x0 < c->job.inside.x1 &&
         rect_holds(c->job.inside, lattice_point(&c->lattice, to.layer, to.ix, to.iy))))
        return FAR;
    uint32_t own = cell_own(&c->lattice, &cells[move % 2 == 0 ? a : b], move / 2);
    if (own != LATTICE_FREE && own != NET + 1)
        return FAR;
    const struct lattice_axis *x = &c->lattice.layers[from.layer].x;
    bool across = c->lattice.layers[from.layer].vertical == (move < 2);
    int32_t length = (x->place[1] - x->place[0]) * (across ? c->costs.wrong : 4) / 4;
    int32_t wires = cell_costs(&c->lattice, &cells[b]).count +
                    (first ? cell_costs(&c->lattice, &cells[a]).count : 0);
    int32_t toll = cell_costs(&c->lattice, &cells[b]).toll +
                   (first ? cell_costs(&c->lattice, &cells[a]).toll : 0);
    return length + wires * c->costs.present + toll;
}

static bool is_source(const struct trial *c, struct access_spot at)
{
    for (uint32_t i = 0; i < SPOTS; i++)
        if (node_of(&c->lattice, c->sources[i]) == node_of(&c->lattice, at))
            return true;
    return false;
}

/* Improves labels until none changes (Bellman-Ford). */
static int32_t cheapest(const struct trial *c)
{
    int32_t *cost = calloc((size_t)c->lattice.node_count + 1, sizeof *cost);
    assert_non_null(cost);
    for (uint32_t n = 0; n < c->lattice.node_count; n++)
        cost[n] = FAR;
    for (uint32_t i = 0; i < SPOTS; i++)
        cost[node_of(&c->lattice, c->sources[i])] = 0;
    for (bool better = true; better;) {
        better = false;
        for (uint32_t i = 0; i < 3 * TINY_LINES * TINY_LINES; i++) {
            struct access_spot at = {(uint16_t)(i / TINY_LINES / TINY_LINES),
                                     (uint16_t)(i / TINY_LINES % TINY_LINES),
                                     (uint16_t)(i % TINY_LINES)};
            int32_t here = cost[node_of(&c->lattice, at)];
            for (uint32_t move = 0; move < 6 && here < FAR; move++) {
                struct access_spot to;
                int32_t more = cost_of(c, at, move, is_source(c, at));
                if (more == FAR || !moved(at, move, &to) ||
                    cost[node_of(&c->lattice, to)] <= here + more)
                    continue;
                cost[node_of(&c->lattice, to)] = here + more;
                better = true;
            }
        }
    }
    int32_t least = FAR;
    for (uint32_t i = 0; i < SPOTS; i++)
        least = int_min(least, cost[node_of(&c->lattice, c->targets[i])]);
    free(cost);
    return least;
}

/* The cost of a path from a source to a target; FAR if it is not one. */
static int32_t path_cost(const struct trial *c, const struct detail_step *path, size_t length)
{
    int32_t sum = 0;
    if (length == 0)
        return FAR;
    assert_true(is_source(c, path[0].spot));
    for (size_t i = 1; i < length; i++) {
        uint32_t move = 0;
        struct access_spot to;
        while (!moved(path[i - 1].spot, move, &to) ||
               node_of(&c->lattice, to) != node_of(&c->lattice, path[i].spot))
            assert_true(++move < 6);
        int32_t more = cost_of(c, path[i - 1].spot, move, is_source(c, path[i - 1].spot));
        assert_true(more < FAR);
        sum += more;
    }
    return sum;
}

/* ---- cases ----------------------------------------------------------------------------------- */

/* A step or via of a random owner; another net has the color of the present one. */
static void set_owner(struct trial *c, struct cell *cell, uint32_t way, uint64_t *dice,
                      uint32_t closed_of_16)
{
    uint32_t roll = (uint32_t)splitmix_below(dice, 16);
    if (roll < closed_of_16)
        cell_restrict(&c->lattice, cell, way,
                      roll % 2 == 0 ? LATTICE_CLOSED : NET + 1 + CELL_COLORS);
    else if (roll == 15)
        cell_restrict(&c->lattice, cell, way, NET + 1);
}

static void set_costs(struct trial *c, struct cell *cell, uint64_t *dice)
{
    if (splitmix_below(dice, 16) == 0)
        cell_add(&c->lattice, cell, cell_shift(&c->lattice, cell), 1);
    cell_pay(&c->lattice, cell, (int32_t)splitmix_below(dice, 2), UINT16_MAX);
}

/* Random owners, counts and tolls; the lowest layer has the least room. */
static void make(struct trial *c, uint64_t *dice)
{
    uint32_t walls = (uint32_t)splitmix_below(dice, 10);
    tiny_make(&c->tiny);
    c->tiny.model.net_count = NET + 1;
    assert_int_equal(lattice_create(&c->lattice, &c->tiny.model, NULL, 0, NULL), STATUS_OK);
    assert_int_equal(lattice_make_nodes(&c->lattice, NULL), STATUS_OK);
    for (uint32_t n = 0; n < c->lattice.node_count; n++) {
        uint32_t closed = n < c->lattice.layers[1].base ? walls : walls / 3;
        struct cell *cell = &c->lattice.cells[0][n];
        for (uint32_t way = 0; way < 2; way++)
            set_owner(c, cell, way, dice, closed);
        set_costs(c, cell, dice);
    }
    for (uint32_t cut = 0; cut < 2; cut++)
        for (uint32_t n = 0; n < c->lattice.layers[cut].sites; n++) {
            struct cell *site = lattice_site(&c->lattice.cuts[cut], 0, n);
            set_owner(c, site, 0, dice, walls / 2);
            set_costs(c, site, dice);
        }
    c->costs = pathfinder_costs(&c->lattice, 1 + (int32_t)splitmix_below(dice, 8), false);
    uint16_t layer = (uint16_t)splitmix_below(dice, 3);
    uint16_t ix = (uint16_t)splitmix_below(dice, TINY_LINES);
    uint16_t iy = (uint16_t)splitmix_below(dice, TINY_LINES - SPOTS);
    for (uint32_t i = 0; i < SPOTS; i++) {
        c->targets[i] = (struct access_spot){layer, ix, (uint16_t)(iy + i)};
        c->sources[i] = (struct access_spot){(uint16_t)splitmix_below(dice, 3),
                                             (uint16_t)splitmix_below(dice, TINY_LINES),
                                             (uint16_t)splitmix_below(dice, TINY_LINES)};
    }
    c->job =
        (struct detail_job){NET, c->sources, SPOTS, c->targets, SPOTS, c->tiny.model.die, 0, {0}};
    if (splitmix_below(dice, 2) == 0) { /* a part of the window without wires */
        const struct access_spot a = c->sources[0], b = c->sources[1];
        c->job.inside = rect_join(lattice_point(&c->lattice, a.layer, a.ix, a.iy),
                                  lattice_point(&c->lattice, b.layer, b.ix, b.iy));
    }
    if (splitmix_below(dice, 2) == 0) /* layers of vias only */
        c->job.no_wires = (uint32_t)splitmix_below(dice, 8);
}

static void paths_are_cheapest(void **state)
{
    (void)state;
    uint64_t dice = splitmix_seed(1);
    for (uint32_t i = 0; i < TIMES; i++) {
        struct trial c;
        struct detail_search *search;
        const struct detail_step *path;
        size_t length;
        make(&c, &dice);
        c.costs.cheap = false;
        assert_int_equal(search_create(&search, &c.lattice, NULL), STATUS_OK);
        assert_int_equal(search_path(search, &c.costs, &c.job, &path, &length, NULL), STATUS_OK);
        int32_t found = path_cost(&c, path, length), least = cheapest(&c);
        if (found != least)
            fail_msg("case %d: a path costs %d, the cheapest %d", i, found, least);
        for (int32_t less = 0; less < 2 && least > 1 && least < FAR; less++) {
            c.costs.most = least - less;
            assert_int_equal(search_path(search, &c.costs, &c.job, &path, &length, NULL),
                             STATUS_OK);
            assert_int_equal(length > 0, less == 0);
        }
        search_destroy(search);
        lattice_destroy(&c.lattice);
    }
}

/* A pin on the lowest layer that no wire leaves: a path from a node beside it on layer 1 (vertical)
 * needs two vias, and so does a path from another node of layer 0. */
static void a_pin_that_is_shut_in_costs_vias(void **state)
{
    (void)state;
    struct trial c = {0};
    struct detail_search *s;
    tiny_make(&c.tiny);
    c.tiny.model.net_count = NET + 1;
    assert_int_equal(lattice_create(&c.lattice, &c.tiny.model, NULL, 0, NULL), STATUS_OK);
    assert_int_equal(lattice_make_nodes(&c.lattice, NULL), STATUS_OK);
    assert_int_equal(search_create(&s, &c.lattice, NULL), STATUS_OK);
    c.costs = pathfinder_costs(&c.lattice, 8, false);
    c.targets[0] = (struct access_spot){0, 9, 9};
    c.job = (struct detail_job){NET, c.sources, 1, c.targets, 1, c.tiny.model.die, 0, {0}};
    struct cell *cells = c.lattice.cells[0];
    const struct access_spot up = {1, 9, 4}, aside = {1, 2, 4}, below = {0, 4, 9}, top = {2, 4, 4};
    const struct detail_step *path;
    size_t length;
    for (uint32_t shut = 0; shut < 2; shut++) {
        if (shut) {
            cell_close(&cells[lattice_node(&c.lattice, 0, 9, 9)], 0);
            cell_close(&cells[lattice_node(&c.lattice, 0, 8, 9)], 0);
            cell_close(&cells[lattice_node(&c.lattice, 0, 9, 9)], 1);
            cell_close(&cells[lattice_node(&c.lattice, 0, 9, 8)], 1);
        }
        assert_int_equal(search_path(s, &c.costs, &c.job, &path, &length, NULL), STATUS_OK);
        estimate_begin(s, &c.job);
        int32_t step = c.lattice.layers[0].x.place[1] - c.lattice.layers[0].x.place[0];
        int32_t two = shut ? 2 * c.costs.via : 0;
        assert_int_equal(estimate_spot(s, c.targets[0]), 0);
        assert_int_equal(estimate_spot(s, up), 5 * step + c.costs.via);
        assert_int_equal(estimate_spot(s, aside), 12 * step + c.costs.via + two);
        assert_int_equal(estimate_spot(s, below), 5 * step + two);
        assert_int_equal(estimate_spot(s, top), 10 * step + 2 * c.costs.via);
        estimate_end(s, &c.job);
    }
    search_destroy(s);
    lattice_destroy(&c.lattice);
}

/* Makes the lattice of c->tiny, which is empty, and a search in it. */
static struct detail_search *open_lattice(struct trial *c)
{
    struct detail_search *search;
    c->tiny.model.net_count = NET + 1;
    assert_int_equal(lattice_create(&c->lattice, &c->tiny.model, NULL, 0, NULL), STATUS_OK);
    assert_int_equal(lattice_make_nodes(&c->lattice, NULL), STATUS_OK);
    assert_int_equal(search_create(&search, &c->lattice, NULL), STATUS_OK);
    c->costs = pathfinder_costs(&c->lattice, 8, false);
    return search;
}

/* An empty lattice, with lines `across` units apart in x and one unit apart in y. */
static struct detail_search *open_empty(struct trial *c, int32_t across)
{
    static int32_t rows[TINY_LINES];
    *c = (struct trial){0};
    tiny_make(&c->tiny);
    c->tiny.layers[0].y = c->tiny.layers[2].y = rows;
    for (int32_t i = 0; i < TINY_LINES; i++) {
        rows[i] = i + 1;
        c->tiny.line[i] = across * (i + 1);
    }
    c->tiny.model.die = (struct layout_rect){0, 0, 20 * across, 20};
    return open_lattice(c);
}

static size_t found_length(struct trial *c, struct detail_search *search, uint32_t sources)
{
    const struct detail_step *path;
    size_t length;
    c->job =
        (struct detail_job){NET, c->sources, sources, c->targets, 1, c->tiny.model.die, 0, {0}};
    assert_int_equal(search_path(search, &c->costs, &c->job, &path, &length, NULL), STATUS_OK);
    return length;
}

/* Two vias in line are avoided where they cost more than the steps between two that are not. */
static void stacks_of_vias_have_a_cost(void **state)
{
    (void)state;
    struct trial c;
    struct detail_search *search = open_empty(&c, 1);
    const struct access_spot low = {0, 9, 9}, high = {2, 9, 9};
    for (uint32_t up = 0; up < 2; up++) {
        c.sources[0] = up ? low : high;
        c.targets[0] = up ? high : low;
        c.costs.stack[1] = 0;
        assert_int_equal(found_length(&c, search, 1), 3);
        c.costs.stack[1] = 1000;
        assert_true(found_length(&c, search, 1) > 3);
    }
    search_destroy(search);
    lattice_destroy(&c.lattice);
}

/* The nearest source is shut in; the only path comes from one that is nearly a ring away. */
static void distant_sources_count(void **state)
{
    (void)state;
    struct trial c;
    struct detail_search *search = open_empty(&c, 960);
    c.targets[0] = (struct access_spot){0, 18, 9};
    c.sources[0] = (struct access_spot){0, 17, 9};
    c.sources[1] = (struct access_spot){0, 1, 9};
    assert_int_equal(found_length(&c, search, 2), 2);
    for (uint32_t ix = 16; ix < 18; ix++)
        cell_close(&c.lattice.cells[0][lattice_node(&c.lattice, 0, ix, 9)], 0);
    for (uint32_t iy = 8; iy < 10; iy++)
        cell_close(&c.lattice.cells[0][lattice_node(&c.lattice, 0, 17, iy)], 1);
    cell_close(lattice_site(&c.lattice.cuts[0], 0, lattice_at(&c.lattice.layers[0], 17, 9)), 0);
    assert_int_equal(found_length(&c, search, 1), 0);
    assert_true(found_length(&c, search, 2) >= 18);
    search_destroy(search);
    lattice_destroy(&c.lattice);
}

/* While conflicts are cheap, a path may cost 1 / 128 of the distance more than the cheapest one,
 * and searches expand fewer nodes. */
static void cheap_paths_are_nearly_cheapest(void **state)
{
    (void)state;
    uint64_t dice = splitmix_seed(2), work[2] = {0};
    for (uint32_t i = 0; i < TIMES / 4; i++) {
        struct trial c = {0};
        tiny_make(&c.tiny);
        for (int32_t k = 0; k < TINY_LINES; k++)
            c.tiny.line[k] = 60 * (k + 1) + k % 2; /* uneven: a step costs 60 */
        c.tiny.model.die = (struct layout_rect){0, 0, 1300, 1300};
        struct detail_search *search = open_lattice(&c);
        for (uint32_t n = 0; n < c.lattice.node_count; n++)
            cell_pay(&c.lattice, &c.lattice.cells[0][n], (int32_t)splitmix_below(&dice, 8), 100);
        for (uint32_t k = 0; k < SPOTS; k++) {
            c.sources[k] = (struct access_spot){0, 1, 3};
            c.targets[k] = (struct access_spot){0, 18, 16};
        }
        const int32_t least = cheapest(&c);
        for (uint32_t cheap = 0; cheap < 2; cheap++) {
            const uint64_t before = search_work(search);
            const struct detail_step *path;
            size_t length;
            c.costs.cheap = cheap;
            c.job = (struct detail_job){NET, c.sources, 1, c.targets, 1, c.tiny.model.die, 0, {0}};
            assert_int_equal(search_path(search, &c.costs, &c.job, &path, &length, NULL),
                             STATUS_OK);
            const int32_t cost = path_cost(&c, path, length);
            assert_in_range(cost, least, least + (cheap ? 1801 / 128 : 0));
            work[cheap] += search_work(search) - before;
        }
        search_destroy(search);
        lattice_destroy(&c.lattice);
    }
    assert_true(work[1] < work[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_are_cheapest),
        cmocka_unit_test(a_pin_that_is_shut_in_costs_vias),
        cmocka_unit_test(stacks_of_vias_have_a_cost),
        cmocka_unit_test(distant_sources_count),
        cmocka_unit_test(cheap_paths_are_nearly_cheapest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
