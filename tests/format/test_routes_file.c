/* test_routes_file: golden texts, round trips, and a wrong text for each message. */
#include "grid/format/routes_file.h"
#include "tests/support/random_result.h"
#include "tests/support/texts.h"

static const char path[] = "a.routes", result_path[] = "a.out";

/* ---- a small design ------------------------------------------------------------------------- */

static void add_net(struct design *design, const char *name, const uint32_t (*pin)[3], size_t count)
{
    assert_int_equal(netlist_add_net(&design->nets, name, strlen(name), NULL), STATUS_OK);
    for (size_t i = 0; i < count; i++) {
        struct pin p = {grid_cell(&design->grid, pin[i][0], pin[i][1], pin[i][2] - 1), false};
        assert_int_equal(netlist_add_pins(&design->nets, &p, 1, NULL), STATUS_OK);
    }
}

/* 6 x 5 x 2 with three nets of two pins. */
static struct design small_design(void)
{
    struct design design = {0};
    assert_int_equal(grid_create(&design.grid, 6, 5, 2, NULL), STATUS_OK);
    design.grid.rules = (struct step_rules){.via = 10, .bend = 5};
    design.name = strdup("small.net");
    add_net(&design, "1", (const uint32_t[][3]){{0, 4, 1}, {2, 0, 1}}, 2);
    add_net(&design, "2", (const uint32_t[][3]){{2, 3, 1}, {3, 3, 2}}, 2);
    add_net(&design, "3", (const uint32_t[][3]){{5, 0, 1}, {5, 4, 1}}, 2);
    return design;
}

static void small_result(const struct design *design, struct routes *routes)
{
    const struct grid *grid = &design->grid;
    struct wire first[] = {{grid_cell(grid, 0, 4, 0), grid_cell(grid, 0, 0, 0)},
                           {grid_cell(grid, 0, 0, 0), grid_cell(grid, 2, 0, 0)}};
    struct wire second[] = {{grid_cell(grid, 2, 3, 0), grid_cell(grid, 2, 3, 1)},
                            {grid_cell(grid, 2, 3, 1), grid_cell(grid, 3, 3, 1)}};
    assert_int_equal(routes_create(routes, 3, NULL), STATUS_OK);
    assert_int_equal(routes_set_wires(routes, design, 0, first, 2, NULL), STATUS_OK);
    assert_int_equal(routes_set_wires(routes, design, 1, second, 2, NULL), STATUS_OK);
    assert_int_equal(
        routes_set_unrouted(routes, 2, ROUTE_BLOCKED_BY, (const uint32_t[]){1, 0}, 2, NULL),
        STATUS_OK);
}

static const char small_text[] = "routes small.net\n"
                                 "net 1 routed cost 11 length 6 vias 0 bends 1\n"
                                 "wire 0,4,1 0,0,1\n"
                                 "wire 0,0,1 2,0,1\n"
                                 "net 2 routed cost 12 length 1 vias 1 bends 0\n"
                                 "wire 2,3,1 2,3,2\n"
                                 "wire 2,3,2 3,3,2\n"
                                 "net 3 unrouted blocked-by 2 1\n";

static const char small_out[] = "3\n"
                                "1\n1 0 4\n1 0 3\n1 0 2\n1 0 1\n1 0 0\n1 1 0\n1 2 0\n0\n"
                                "2\n1 2 3\n3 2 3\n2 2 3\n2 3 3\n0\n"
                                "3\n0\n";

static void assert_same(const struct routes *a, const struct routes *b)
{
    assert_int_equal(a->net_count, b->net_count);
    assert_int_equal(a->alone, b->alone);
    for (uint32_t net = 0; net < a->net_count; net++) {
        struct route r = a->nets[net], s = b->nets[net];
        assert_int_equal(r.state, s.state);
        assert_int_equal(r.wire_count, s.wire_count);
        assert_int_equal(r.blocker_count, s.blocker_count);
        if (r.wire_count > 0)
            assert_memory_equal(a->wires + r.first_wire, b->wires + s.first_wire,
                                r.wire_count * sizeof *a->wires);
        if (r.blocker_count > 0)
            assert_memory_equal(a->blockers + r.first_blocker, b->blockers + s.first_blocker,
                                r.blocker_count * sizeof *a->blockers);
        r.first_wire = s.first_wire = r.first_blocker = s.first_blocker = 0;
        assert_memory_equal(&r, &s, sizeof r);
    }
}

/* ---- tests ---------------------------------------------------------------------------------- */

static void test_golden(void **state)
{
    (void)state;
    struct design design = small_design();
    struct routes routes, again;
    struct error error = {0};
    size_t size;
    small_result(&design, &routes);
    assert_int_equal(routes_write(&routes, &design, 1, path, &error), STATUS_OK);
    text_expect(path, small_text);
    assert_int_equal(routes_read(&again, &design, path, &error), STATUS_OK);
    assert_same(&routes, &again);
    routes_destroy(&again);
    routes.alone = true;
    assert_int_equal(routes_write(&routes, &design, 1, path, &error), STATUS_OK);
    char *text = text_read(path, &size);
    assert_memory_equal(text, "routes small.net alone\n", 23);
    assert_int_equal(routes_read(&again, &design, path, &error), STATUS_OK);
    assert_same(&routes, &again);
    free(text);
    routes_destroy(&again);
    random_result_free(&design, &routes);
}

static void test_result_file(void **state)
{
    (void)state;
    struct design design = small_design();
    struct routes routes, again;
    struct error error = {0};
    small_result(&design, &routes);
    assert_int_equal(routes_write(&routes, &design, 1, result_path, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "course format only"));
    assert_int_equal(access(result_path, F_OK), -1);
    design.format = FORMAT_COURSE;
    error_clear(&error);
    assert_int_equal(routes_write(&routes, &design, 1, result_path, &error), STATUS_OK);
    text_expect(result_path, small_out);
    char *const name = design.name; /* only the native format states the name on a line */
    design.name = strdup("a\nb");
    assert_int_equal(routes_write(&routes, &design, 1, result_path, &error), STATUS_OK);
    free(design.name);
    design.name = name;
    assert_int_equal(routes_read(&again, &design, result_path, &error), STATUS_OK);
    assert_int_equal(again.nets[2].state, ROUTE_INTERRUPTED); /* the format has no reasons */
    assert_int_equal(routes_set_unrouted(&routes, 2, ROUTE_INTERRUPTED, NULL, 0, NULL), STATUS_OK);
    assert_same(&routes, &again);
    routes_destroy(&again);
    /* another order of nets, paths from the other end, all in one line */
    text_write(result_path, "3 3 0 2 2 3 3 2 2 3 3 2 3 1 2 3 0\n"
                            "1 1 2 0 1 1 0 1 0 0 1 0 1 1 0 2 1 0 3 1 0 4 0");
    assert_int_equal(routes_read(&again, &design, result_path, &error), STATUS_OK);
    assert_same(&routes, &again);
    routes_destroy(&again);
    random_result_free(&design, &routes);
}

static enum status read_text(const struct design *design, const char *text, struct error *error)
{
    struct routes routes;
    text_write(path, text);
    memset(error, 0, sizeof *error);
    enum status status = routes_read(&routes, design, path, error);
    routes_destroy(&routes);
    return status;
}

static void test_header(void **state)
{
    (void)state;
    static const struct {
        const char *name, *header;
        int alone; /* -1: refused */
    } cases[] = {
        {"a.net", "routes a.net", 0},
        {"a.net", "routes a.net alone", 1},
        {"a.net", "routes  a.net\talone # why", 1},
        {"a.net", "routes a.net # alone", 0},
        {"a.net", "routes b.net", -1},
        {"a.net", "routes a.net loan", -1},
        {"a.net", "routes a.netalone", -1},
        {"a.net", "routes", -1},
        {"a.net", "routes alone", -1},
        {"a.net", "routes a.net.gz", 0},
        {"a.net.gz", "routes a.net alone", 1},
        {"a b.net", "routes a b.net alone", 1},
        {"a #1.net", "routes a #1.net alone", 1},
        {"a #1.net", "routes a #1.net # alone", 0},
        {"me alone", "routes me alone", 0},
        {"me alone", "routes me alone alone", 1},
        {" \ta.net \t", "routes a.net alone", 1},
        {"-", "routes any thing.net", 0},
        {"-", "routes any thing.net alone # x", 1},
        {"a.net", "routes -", 0},
        {"a.net", "routes - alone", 1},
        {"a.net", "routes b.net alone", -1},
        {"-", "routes", -1},
        {".gz", "routes .gz", 0},
        {".gz", "routes", -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct design design = small_design();
        struct routes routes;
        struct error error = {0};
        free(design.name);
        design.name = strdup(cases[i].name);
        char text[1024];
        snprintf(text, sizeof text, "%s\n%s", cases[i].header, strchr(small_text, '\n') + 1);
        text_write(path, text);
        enum status status = routes_read(&routes, &design, path, &error);
        if (status != (cases[i].alone < 0 ? STATUS_BAD_INPUT : STATUS_OK))
            fail_msg("%s with %s: status %d, %s", cases[i].header, cases[i].name, status,
                     error.text);
        if (cases[i].alone >= 0 && routes.alone != cases[i].alone)
            fail_msg("%s with %s: alone is %d", cases[i].header, cases[i].name, routes.alone);
        if (cases[i].alone < 0)
            assert_int_equal(error.line, 1);
        random_result_free(&design, &routes);
    }
}

static void test_free_form(void **state)
{
    (void)state;
    struct design design = small_design();
    struct error error;
    static const char text[] = "# a comment\r\n\r\n  routes small.net\r\n"
                               "\tnet 1 routed cost 1 length 2 vias 3 bends 4 # as written\n"
                               "net 2 unrouted time-limit\nnet 3 unrouted no-path";
    assert_int_equal(read_text(&design, text, &error), STATUS_OK);
    random_result_free(&design, NULL);
}

#define HEAD   "routes small.net\n"
#define NET1   "net 1 routed cost 11 length 6 vias 0 bends 1\n"
#define LATER  "net 2 unrouted no-path\nnet 3 unrouted no-path\n"
#define COURSE "3\n1\n0\n2\n0\n"

static const struct {
    const char *text;
    uint64_t line;
    const char *message;
} broken[] = {
    {"", 0, "expected \"routes NETLIST\""},
    {"size 3 3\n", 1, "expected \"routes NETLIST\" or the number of nets"},
    {"routes other.net\n", 1, "expected the routes of the netlist small.net, found \"other.net\""},
    {HEAD, 2, "expected net 1, found the end of the file"},
    {HEAD NET1 "net 2 unrouted no-path\n", 4, "expected net 3, found the end of the file"},
    {HEAD "path 1,1,1\n", 2, "expected net or wire, found \"path\""},
    {HEAD "wire 0,0,1 0,1,1\n", 2, "expected a wire only after its net"},
    {HEAD "net 2 unrouted no-path\n", 2, "expected net 1 (all nets, in the netlist's order)"},
    {HEAD NET1 NET1, 3, "expected net 2 (all nets, in the netlist's order), found \"1\""},
    {HEAD "net\n", 2, "expected net 1"},
    {HEAD NET1 LATER "net 4 unrouted no-path\n", 5, "the netlist's 3 nets, found one more"},
    {HEAD "net 1 laid\n", 2, "expected routed or unrouted, found \"laid\""},
    {HEAD "net 1 routed length 3\n", 2, "expected \"cost\", found \"length\""},
    {HEAD "net 1 routed cost 3.5\n", 2, "expected cost"},
    {HEAD "net 1 routed cost -1\n", 2, "expected cost"},
    {HEAD "net 1 routed cost 1 length 1 vias 0\n", 2, "expected \"bends\", found the end of the"},
    {HEAD "net 1 routed cost 1 length 1 vias 0 bends 0 0\n", 2, "end of the line"},
    {HEAD "net 1 unrouted\n", 2, "expected no-path, blocked-by, time-limit or interrupted"},
    {HEAD "net 1 unrouted lost\n", 2, "interrupted, found \"lost\""},
    {HEAD "net 1 unrouted no-path 2\n", 2, "end of the line"},
    {HEAD "net 1 unrouted blocked-by\n", 2, "expected the names of the blocking nets"},
    {HEAD "net 1 unrouted blocked-by 2 9\n", 2, "expected a net of small.net, found \"9\""},
    {HEAD "net 1 unrouted blocked-by 2 3 2 3\n", 2, "no more names than there are nets"},
    {HEAD "net 1 unrouted no-path\nwire 0,0,1 0,1,1\n", 3, "expected a wire only after its net"},
    {HEAD NET1 "wire 0,0,1\n", 3, "expected a cell X,Y,N"},
    {HEAD NET1 "wire 0,0 0,1\n", 3, "expected a cell X,Y,N, found \"0,0\""},
    {HEAD NET1 "wire 0,0,1 6,0,1\n", 3, "expected x (0..5)"},
    {HEAD NET1 "wire 0,0,1 0,5,1\n", 3, "expected y (0..4)"},
    {HEAD NET1 "wire 0,0,1 0,0,3\n", 3, "expected the layer (1..2)"},
    {HEAD NET1 "wire 0,0,1 0,0,0\n", 3, "expected the layer (1..2)"},
    {HEAD NET1 "wire 0,0,1 1,1,1\n", 3, "expected another cell in a straight line"},
    {HEAD NET1 "wire 0,0,1 0,0,1\n", 3, "expected another cell in a straight line"},
    {HEAD NET1 "wire 0,0,1 0,1,1 0,2,1\n", 3, "end of the line"},
    {"2\n", 1, "expected the number of nets"},
    {"3\n4\n0\n", 2, "expected the id of a net of small.net, found \"4\""},
    {"3\n1\n0\n1\n0\n", 4, "expected each net once, found net 1 again"},
    {"3\n1\n", 3, "expected a cell of the path, or 0, found the end of the file"},
    {"3\n1\n4 0 0\n", 3, "expected a layer, 3 for a via, or 0"},
    {"3\n1\n1 6 0\n", 3, "expected x (0..5)"},
    {"3\n1\n1 0 5\n", 3, "expected y (0..4)"},
    {"3\n1\n1 0 0\n1 2 0\n", 4, "expected a neighbour of the cell before it"},
    {"3\n1\n1 0 0\n1 0 0\n", 4, "expected a neighbour of the cell before it"},
    {"3\n1\n1 0 0\n2 0 0\n", 4, "expected a line \"3 x y\" before the change of layer"},
    {"3\n1\n1 0 0\n3 0 0\n1 0 1\n", 5, "expected a neighbour of the cell before it"},
    {"3\n1\n1 0 0\n3 0 0\n3 0 0\n", 5, "expected a via only between two cells"},
    {"3\n1\n1 0 0\n3 0 1\n", 4, "expected a via only between two cells"},
    {"3\n1\n3 0 0\n", 3, "expected a via only between two cells"},
    {"3\n1\n1 0 0\n3 0 0\n0\n", 5, "expected a cell after the via, found 0"},
    {COURSE, 6, "expected the id of a net of small.net, found the end of the file"},
    {COURSE "3\n0\n4\n", 8, "expected the end of the file after the last net"},
};

static void test_broken(void **state)
{
    (void)state;
    struct design design = small_design();
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        struct error error;
        enum status status = read_text(&design, broken[i].text, &error);
        if (status != STATUS_BAD_INPUT || strstr(error.text, broken[i].message) == NULL ||
            (broken[i].line > 0 && error.line != broken[i].line) || strcmp(error.file, path) != 0)
            fail_msg("case %zu: wanted %llu: \"%s\", got status %d, %s:%llu: \"%s\"\n%s", i,
                     (unsigned long long)broken[i].line, broken[i].message, status, error.file,
                     (unsigned long long)error.line, error.text, broken[i].text);
    }
    struct error error = {0};
    struct routes routes;
    assert_int_equal(routes_read(&routes, &design, "/nowhere/at.all", &error), STATUS_BAD_INPUT);
    small_result(&design, &routes);
    assert_int_equal(routes_write(&routes, &design, 1, "/nowhere/at.all", NULL), STATUS_FAILED);
    random_result_free(&design, &routes);
}

/* A result file has layer 2 only if the grid has it. */
static void test_result_layer(void **state)
{
    (void)state;
    struct design design = {0};
    struct error error;
    assert_int_equal(grid_create(&design.grid, 3, 2, 1, NULL), STATUS_OK);
    design.name = strdup("flat.net");
    add_net(&design, "1", (const uint32_t[][3]){{0, 0, 1}, {1, 0, 1}}, 2);
    assert_int_equal(read_text(&design, "1\n1\n1 0 0\n1 1 0\n0\n", &error), STATUS_OK);
    assert_int_equal(read_text(&design, "1\n1\n2 1 0\n0\n", &error), STATUS_BAD_INPUT);
    assert_int_equal(error.line, 3);
    assert_non_null(strstr(error.text, "expected a layer (1..1), 3 for a via"));
    design_destroy(&design);
}

/* Written routes read back equal, and a changed byte never crashes the reader. */
/* A net out of order gives one message, although all others are wrong too. */
static void test_out_of_turn(void **state)
{
    (void)state;
    struct design design = small_design();
    struct routes routes = {0};
    struct error_rest rest = {0};
    struct error error = {.rest = &rest};
    text_write(path, "routes small.net\nnet 2 unrouted no-path\nnet 3 unrouted no-path\n"
                     "net 1 unrouted no-path\n");
    assert_int_equal(routes_read(&routes, &design, path, &error), STATUS_BAD_INPUT);
    assert_int_equal(error.line, 2);
    assert_int_equal(rest.count, 0);
    random_result_free(&design, &routes);
}

static void test_round_trips(void **state)
{
    (void)state;
    struct rng rng = rng_seeded(4);
    for (int round = 0; round < 400; round++) {
        struct design design;
        struct routes routes, again;
        struct error error = {0};
        random_result(&design, &routes, &rng);
        routes.alone = rng_below(&rng, 2);
        for (uint32_t net = 0; net < routes.net_count; net++) {
            uint32_t state_of_net = rng_below(&rng, 2 * ROUTE_STATES);
            uint32_t blocker = rng_below(&rng, routes.net_count);
            if (state_of_net > ROUTE_ROUTED && state_of_net < ROUTE_STATES)
                assert_int_equal(routes_set_unrouted(&routes, net, (enum route_state)state_of_net,
                                                     &blocker, state_of_net == ROUTE_BLOCKED_BY,
                                                     NULL),
                                 STATUS_OK);
        }
        assert_int_equal(routes_write(&routes, &design, 1, path, &error), STATUS_OK);
        if (routes_read(&again, &design, path, &error) != STATUS_OK)
            fail_msg("%llu: %s", (unsigned long long)error.line, error.text);
        assert_same(&routes, &again);
        routes_destroy(&again);
        size_t length;
        char *text = text_read(path, &length);
        for (int changes = 1 + (int)rng_below(&rng, 3); changes > 0; changes--)
            text[rng_below(&rng, (uint32_t)length)] =
                "0123456789,, \n#-abcnetwire\x80\x01"[rng_below(&rng, 28)];
        text_write(path, text);
        free(text);
        enum status status = routes_read(&again, &design, path, &error);
        assert_true(status == STATUS_OK || (status == STATUS_BAD_INPUT && error.text[0] != '\0'));
        routes_destroy(&again);
        random_result_free(&design, &routes);
    }
}

static void note_line(void *context, uint64_t line, const char *text)
{
    (void)text;
    uint64_t *last = context;
    *last = line > *last ? line : *last;
}

/* A fault is reported at the line of its wire: this one ends one cell behind its pin. */
static void test_lines(void **state)
{
    (void)state;
    struct design design = small_design();
    struct routes routes;
    uint64_t line = 0;
    text_write(path, "routes small.net\nnet 1 unrouted interrupted\n"
                     "net 2 routed cost 12 length 2 vias 1 bends 0\nwire 2,3,1 2,3,2\n\n"
                     "wire 2,3,2 4,3,2\nnet 3 unrouted interrupted\n");
    assert_int_equal(routes_read(&routes, &design, path, NULL), STATUS_OK);
    assert_int_equal(check_routes(1, &design, &routes, false, note_line, &line, NULL, NULL),
                     STATUS_BAD_INPUT);
    assert_int_equal(line, 6);
    random_result_free(&design, &routes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),       cmocka_unit_test(test_result_file),
        cmocka_unit_test(test_header),       cmocka_unit_test(test_free_form),
        cmocka_unit_test(test_out_of_turn),  cmocka_unit_test(test_broken),
        cmocka_unit_test(test_result_layer), cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_lines),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
