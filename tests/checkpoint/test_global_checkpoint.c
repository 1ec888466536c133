/* test_global_checkpoint: the global router resumes from the bytes of each state of a run and ends
 * with the same result; bytes of another design and changed ones are refused. */
#include "router/checkpoint/global_checkpoint.h"
#include "tests/support/random_tiles.h"

enum { SIDE = 12, LAYERS = 4, CELLS = SIDE * SIDE * LAYERS, NETS = 90, SAVES = 40 };

struct saves {
    const struct tile_graph *graph;
    uint64_t *words[SAVES];
    size_t sizes[SAVES];
    uint32_t count;
};

static void make(uint64_t seed, struct tile_graph *graph, bool modern)
{
    make_graph(&seed, graph, modern ? TILES_2024 : TILES_2008, SIDE, SIDE, LAYERS, NETS, 4);
}

static void on_save(void *context, const struct tile_routes *routes, struct global_state *state)
{
    struct saves *saves = context;
    if (saves->count == SAVES)
        return;
    assert_int_equal(global_checkpoint_write(saves->graph, GLOBAL_NORMAL, routes, state,
                                             &saves->words[saves->count],
                                             &saves->sizes[saves->count], NULL),
                     STATUS_OK);
    saves->sizes[saves->count++] *= sizeof(uint64_t);
}

/* Reads a checkpoint; frees what it has read unless it is right and `go_on`. */
static enum status read_back(const struct tile_graph *graph, enum global_effort effort,
                             const void *bytes, size_t size, struct tile_routes *routes,
                             struct global_state *state, bool go_on)
{
    assert_int_equal(tile_routes_create(routes, graph->net_count, NULL), STATUS_OK);
    const enum status status =
        global_checkpoint_read(graph, effort, bytes, size, routes, state, NULL);
    if (status != STATUS_OK || !go_on) {
        free(state->history);
        tile_routes_destroy(&state->best);
        tile_routes_destroy(routes);
    }
    return status;
}

static void refuse(const struct tile_graph *graph, uint64_t *words, size_t size)
{
    struct tile_routes routes = {0};
    struct global_state state;
    assert_int_equal(read_back(graph, GLOBAL_FAST, words, size, &routes, &state, false),
                     STATUS_BAD_INPUT);
    assert_int_equal(read_back(graph, GLOBAL_NORMAL, words, size - 8, &routes, &state, false),
                     STATUS_BAD_INPUT);
    for (size_t i = 0; i < size / sizeof *words; i += 1 + i / 3) {
        words[i] ^= UINT64_C(1) << i % 64;
        assert_int_equal(read_back(graph, GLOBAL_NORMAL, words, size, &routes, &state, false),
                         STATUS_BAD_INPUT);
        words[i] ^= UINT64_C(1) << i % 64;
    }
}

static void go_on(const struct tile_graph *graph, const struct saves *saves, uint32_t i,
                  const struct tile_routes *whole)
{
    struct tile_routes routes = {0};
    struct global_state state;
    struct global_outcome outcome;
    assert_int_equal(
        read_back(graph, GLOBAL_NORMAL, saves->words[i], saves->sizes[i], &routes, &state, true),
        STATUS_OK);
    const struct global_options options = {
        .threads = 1 + i % 3, .effort = GLOBAL_NORMAL, .resume = &state};
    assert_int_equal(global_route(graph, &routes, &options, &outcome, NULL), STATUS_OK);
    for (uint32_t net = 0; net < NETS; net++) {
        const struct tile_route *a = &routes.nets[net], *b = &whole->nets[net];
        assert_int_equal(a->wire_count, b->wire_count);
        if (a->wire_count > 0)
            assert_memory_equal(routes.wires + a->first_wire, whole->wires + b->first_wire,
                                a->wire_count * sizeof(struct wire));
    }
    tile_routes_destroy(&routes);
}

static void test_go_on(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        struct tile_graph graph = {0}, other = {0};
        struct tile_routes routes = {0}, none = {0};
        struct saves saves = {.graph = &graph};
        struct global_outcome outcome;
        struct global_state lost;
        make(seed, &graph, seed % 2 == 0);
        make(seed + 10, &other, seed % 2 == 0);
        const struct global_options options = {
            .threads = 2, .effort = GLOBAL_NORMAL, .save = on_save, .context = &saves};
        assert_int_equal(tile_routes_create(&routes, NETS, NULL), STATUS_OK);
        assert_int_equal(global_route(&graph, &routes, &options, &outcome, NULL), STATUS_OK);
        assert_true(saves.count > 0);
        for (uint32_t i = 0; i < saves.count; i++) {
            go_on(&graph, &saves, i, &routes);
            if (i == 0)
                refuse(&graph, saves.words[i], saves.sizes[i]);
            assert_int_equal(read_back(&other, GLOBAL_NORMAL, saves.words[i], saves.sizes[i], &none,
                                       &lost, false),
                             STATUS_BAD_INPUT);
            free(saves.words[i]);
        }
        tile_routes_destroy(&routes);
        tile_graph_destroy(&graph);
        tile_graph_destroy(&other);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_go_on)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
