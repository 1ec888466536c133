/* The record of a run: its printed forms, and its text, whose numbers and JSON object are read back
 * unchanged; forged text is refused or has values in range. */
#include "grid/layout/notes.h"
#include "router/cli/output/record.h"
#include "router/cli/output/report.h"
#include "tests/support/splitmix.h"
#include "tests/support/layout_texts.h"

static struct open_record open_nets[2] = {
    {.number = 7, .net = "b\"", .reason = "blocked-by", .blocker_count = 2},
    {.net = "c",
     .reason = "rule",
     .pin = "u1/A",
     .rule = "two\nlines",
     .layer = "metal1",
     .place = {-5, 2, 3, 400}}};
static const char *blockers[2] = {"a", "e f"};
static struct rule_record rules[1] = {{"metal2", "MINSIZE"}};
static struct net_record nets[1] = {{.net = "a,1",
                                     .state = "routed",
                                     .routed = true,
                                     .pins = 2,
                                     .cost = 9,
                                     .vias = 1,
                                     .bends = 3,
                                     .searches = 4,
                                     .length = 30,
                                     .least = 20,
                                     .box = {-1, 0, 20, 10}}};

static struct note_record notes[] = {{"LAYER MAXIMUMDENSITY", NOTE_RULE, 1},
                                     {"PIN SHAPE", NOTE_OTHER, 7},
                                     {"NETS announces 5", NOTE_REMARK, 1}};

static struct run_record sample(uint32_t units)
{
    return (struct run_record){.netlist = "x/line.net",
                               .name = "line",
                               .engine = "cpu",
                               .wave = "w",
                               .device = "",
                               .end = "time-limit",
                               .units = units,
                               .width = 10,
                               .height = 4,
                               .layers = 2,
                               .nets = 3,
                               .routed = 1,
                               .length = 30,
                               .vias = UINT64_MAX,
                               .bends = 3,
                               .cost = units > 0 ? 0 : 9,
                               .patches = units > 0 ? 2 : 0,
                               .iterations = 5,
                               .with_nets = true,
                               .status = STATUS_UNROUTED,
                               .micros = {1, 2, 3, 4, 5, 1500000},
                               .peak_host = 6,
                               .open = open_nets,
                               .blockers = blockers,
                               .rules = rules,
                               .notes = notes,
                               .not_modelled = units > 0 ? "1 density" : NULL,
                               .net = nets,
                               .open_count = 2,
                               .blocker_count = 2,
                               .rule_count = units > 0,
                               .note_count = units > 0 ? 3 : 0,
                               .net_count = 1};
}

static void write_text(FILE *out, const struct run_record *record)
{
    size_t size;
    char *text = record_text(record, &size, NULL);
    assert_non_null(text);
    assert_int_equal(fwrite(text, 1, size, out), size);
    free(text);
}

typedef void print(FILE *out, const struct run_record *record);

static void print_json(FILE *out, const struct run_record *record)
{
    fputc('{', out);
    report_json_members(out, record, 1);
}

static void print_members(FILE *out, const struct run_record *record)
{
    report_json_members(out, record, 2);
}

static void reason(void *context, const struct open_record *net, FILE *out)
{
    fprintf(out, "%s %u", (const char *)context, net->number);
}

static void print_lines(FILE *out, const struct run_record *record)
{
    static const char *const files[] = {"line.routes", NULL};
    report_unrouted(out, record, 1, files, reason, "because");
    report_summary(out, record);
}

static char *text_of(const struct run_record *record, print *writer)
{
    static char *text; /* the stream's: gcc takes one on the stack for dangling */
    static size_t size;
    FILE *memory = open_memstream(&text, &size);
    assert_non_null(memory);
    writer(memory, record);
    assert_int_equal(fclose(memory), 0);
    return text;
}

static void expect(uint32_t units, print *writer, const char *expected)
{
    const struct run_record record = sample(units);
    char *text = text_of(&record, writer);
    assert_string_equal(text, expected);
    free(text);
}

static void it_is_printed(void **state)
{
    (void)state;
    expect(0, print_lines,
           "unrouted: b\": because 7\nunrouted: 1 more in line.routes\n"
           "line: routed 1 of 3 nets, length 30, vias 18446744073709551615, cost 9, 1.500 s, "
           "cpu/w, ended by the time limit\n");
    expect(4, print_lines,
           "unrouted: b\": because 7\nunrouted: 1 more in line.routes\n"
           "line: routed 1 of 3 nets, length 7.5 um, vias 18446744073709551615, 1.500 s, cpu/w, "
           "ended by the time limit\nnot modelled: 1 density; details with -v and in --json\n");
    expect(0, report_csv,
           "net,state,pins,cost,length,vias,bends,x0,y0,x1,y1,least_length,over,searches\n"
           "\"a,1\",routed,2,9,30,1,3,-1,0,20,10,20,10,4\n");
    expect(4, report_csv,
           "net,state,pins,length_um,vias,x0,y0,x1,y1,least_length_um,over_um\n"
           "\"a,1\",routed,2,7.5000,1,-0.2500,0.0000,5.0000,2.5000,5.0000,2.5000\n");
    expect(
        0, print_json,
        "{\"version\": 1, \"netlist\": \"x/line.net\",\n"
        "  \"engine\": \"cpu\", \"wave\": \"w\", \"device\": \"\",\n"
        "  \"grid\": {\"width\": 10, \"height\": 4, \"layers\": 2},\n"
        "  \"nets\": 3, \"routed\": 1, \"length\": 30, \"vias\": 18446744073709551615, "
        "\"bends\": 3, \"cost\": 9,\n"
        "  \"alone\": false, \"status\": 1, \"end\": \"time-limit\", \"iterations\": 5,\n"
        "  \"unrouted\": [\n"
        "   {\"net\": \"b\\\"\", \"reason\": \"blocked-by\", \"blocked_by\": [\"a\", \"e f\"]},\n"
        "   {\"net\": \"c\", \"reason\": \"rule\", \"blocked_by\": [], \"pin\": \"u1/A\", "
        "\"rule\": \"two\\u000alines\", \"layer\": \"metal1\", "
        "\"place\": [-5, 2, 3, 400]}],\n"
        "  \"net_records\": [\n"
        "   {\"net\": \"a,1\", \"state\": \"routed\", \"pins\": 2, \"cost\": 9, \"bends\": 3, "
        "\"searches\": 4, \"vias\": 1, \"length\": 30, \"least_length\": 20, \"over\": 10, "
        "\"box\": [-1, 0, 20, 10]}],\n"
        "  \"seconds\": {\"read\": 0.000001, \"route\": 0.000002, \"check\": 0.000003, "
        "\"draw\": 0.000004, \"write\": 0.000005, \"total\": 1.500000},\n"
        "  \"peak_bytes\": {\"host\": 6, \"device\": 0}}");
    const struct run_record layout = sample(4);
    char *text = text_of(&layout, print_json);
    static const char *const parts[] = {
        "\"design\": \"line\", \"layers\": 2,\n",
        "\"length_um\": 7.5000, \"vias\": 18446744073709551615, \"patches\": 2, \"tapered\": 0,\n",
        "\"place\": [-1.2500, 0.5000, 0.7500, 100.0000]",
        "\"over_um\": 2.5000, \"box_um\": [-0.2500, 0.0000, 5.0000, 2.5000]",
        "\"rules_not_obeyed\": [{\"layer\": \"metal2\", \"keyword\": \"MINSIZE\"}],\n",
        ("\"not_used\": [{\"statement\": \"LAYER MAXIMUMDENSITY\", \"count\": 1, \"wires\": true}, "
         "{\"statement\": \"PIN SHAPE\", \"count\": 7, \"wires\": false}],\n"),
        "\"remarks\": [{\"remark\": \"NETS announces 5\", \"count\": 1}],\n",
        "\"carried\": {\"subnets\": 0, \"vpins\": 0},\n",
        "\"peak_bytes\": {\"host\": 6, \"device\": 0}}"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strstr(text, parts[i]) == NULL)
            fail_msg("%s is not in %s", parts[i], text);
    free(text);
}

/* Reads the text; what it holds is then in *record, which owns it. */
static bool read_text(struct run_record *record, const char *text, size_t size)
{
    char *copy = malloc(size + 1);
    assert_non_null(copy);
    memcpy(copy, text, size);
    copy[size] = '\0';
    const bool is = record_read(record, copy, size);
    if (is)
        record->text = copy;
    else
        free(copy);
    return is;
}

static void its_text_comes_back(void **state)
{
    (void)state;
    for (uint32_t units = 0; units < 9; units += 4) {
        const struct run_record record = sample(units);
        struct run_record back;
        char *text = text_of(&record, write_text), *json = text_of(&record, print_members);
        assert_true(read_text(&back, text, strlen(text)));
        assert_string_equal(back.json, json);
        assert_string_equal(back.netlist, record.netlist);
        assert_true(back.units == units && back.nets == 3 && back.routed == 1);
        assert_true(back.length == 30 && back.vias == UINT64_MAX && back.cost == record.cost);
        assert_true(back.status == STATUS_UNROUTED && back.peak_host == 6);
        assert_true(back.micros[PHASE_TOTAL] == 1500000);
        record_destroy(&back);
        for (size_t cut = 0; cut < strlen(text); cut++)
            assert_false(read_text(&back, text, cut));
        free(text);
        free(json);
    }
    struct run_record layout = sample(20);
    layout.length = 49; /* rounded to microns */
    assert_int_equal(record_length(&layout), 2);
    layout.length = 50;
    assert_int_equal(record_length(&layout), 3);
}

static void wrong_values_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"status 1\n", "status 77\n"},
        {"status 1\n", "status 0\n"},
        {"status 1\n", "status -1\n"},
        {"status 1\n", "status 3\n"},
        {"nets 3", "nets 0"},
        {"nets 3", "nets 4294967296"},
        {"nets 3", "nets"},
        {"routed 1", "routed 4"},
        {"routed 1", "routed 01x"},
        {"vias 18446744073709551615", "vias 18446744073709551616"},
        {"netlist 10 x/line.net", "netlist 10 x/line.ne"},
        {"netlist 10 x/line.net", "netlist 11 x/line.net"},
        {"netlist 10 x/line.net", "netlist -"},
        {"netlist 10 x/line.net", "netlist 18446744073709551615 x/line.net"},
        {"netlist 10 x/line.net", "netlist 10 x/line.n\0t"},
        {"units 0", "units 4"},
        {"\"version\": 1", "\"version\": 10"},
    };
    const struct run_record record = sample(0);
    struct run_record back;
    char *text = text_of(&record, write_text);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char *edited = text_edit(text, wrong[i][0], wrong[i][1]);
        if (read_text(&back, edited, strlen(edited)))
            fail_msg("\"%s\" was believed", wrong[i][1]);
        free(edited);
    }
    char *slower = text_edit(text, "micros 1500000", "micros 1");
    assert_true(read_text(&back, slower, strlen(slower)));
    record_destroy(&back);
    free(slower);
    free(text);
}

/* Bytes changed at random. */
static void forged_text_lies_in_range(void **state)
{
    (void)state;
    uint64_t seed = 20261126;
    uint32_t believed = 0;
    const struct run_record record = sample(4);
    char *text = text_of(&record, write_text);
    const size_t size = strlen(text);
    char *forged = malloc(size);
    assert_non_null(forged);
    for (int round = 0; round < 100000; round++) {
        struct run_record back;
        memcpy(forged, text, size);
        for (uint64_t n = splitmix(&seed) % 3 + 1; n > 0; n--)
            forged[splitmix(&seed) % size] =
                (char)(splitmix(&seed) % 2 == 0 ? '0' + splitmix(&seed) % 10 : splitmix(&seed));
        if (!read_text(&back, forged, size))
            continue;
        believed++;
        assert_true(back.routed <= back.nets && strlen(back.json) < size);
        record_destroy(&back);
    }
    assert_true(believed > 1000);
    free(forged);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_printed),
        cmocka_unit_test(its_text_comes_back),
        cmocka_unit_test(wrong_values_are_refused),
        cmocka_unit_test(forged_text_lies_in_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
