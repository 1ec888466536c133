/* test_fields: random fields over a structure with adjacent members. The expected text is composed
 * here; it is read back in any order, and nothing else is changed. */
#include "grid/format/layout/fields.h"
#include "tests/support/texts.h"

enum { FLAGS = 4, INTS = 3, FIELDS = FLAGS + INTS + 3 };

struct members {
    bool flag[FLAGS];
    int32_t number[INTS];
    int64_t area;
    int32_t word;
    uint32_t name;
};

static const char *const words[] = {"one", "two", "three", NULL};

static const struct record_field table[FIELDS + 1] = {
    FLAG("a", members, flag[0]),
    LENGTH("x", members, number[0], 0, -5),
    FLAG("b", members, flag[1]),
    WORD("word", members, word, words),
    COUNT("y", members, number[1], 7, 0),
    FLAG("c", members, flag[2]),
    AREA("area", members, area),
    FIELD("name", FIELD_RULE, members, name, -1, 0, NULL),
    LENGTH("z", members, number[2], LENGTH_NONE, 1),
    FLAG("d", members, flag[3]),
};

static char *written(const struct members *members, const struct tech *tech)
{
    char *text = NULL;
    size_t size;
    struct emit *emit = malloc(sizeof *emit);
    FILE *out = open_memstream(&text, &size);
    assert_true(out != NULL && emit != NULL);
    emit_open(emit, out);
    fields_write(table, members, tech, emit);
    emit_flush(emit);
    assert_int_equal(fclose(out), 0);
    free(emit);
    return text;
}

static void same(const struct members *a, const struct members *b, const char *text)
{
    bool same = a->area == b->area && a->word == b->word && a->name == b->name;
    for (int i = 0; i < FLAGS; i++)
        same = same && a->flag[i] == b->flag[i];
    for (int i = 0; i < INTS; i++)
        same = same && a->number[i] == b->number[i];
    if (!same)
        fail_msg("read back as another one: %s", text);
}

static void test_by_chance(void **state)
{
    (void)state;
    uint64_t seed = splitmix_seed(3);
    struct tech tech = {0};
    uint32_t number;
    assert_int_equal(names_add(&tech.rule_names, "p", 1, &number, NULL), STATUS_OK);
    assert_int_equal(names_add(&tech.rule_names, "qq", 2, &number, NULL), STATUS_OK);
    for (int round = 0; round < 2000; round++) {
        struct members m = {.number = {0, 7, LENGTH_NONE}, .name = NAME_NONE}, back;
        char part[FIELDS][64] = {""}, expected[512] = "", mixed[512] = "";
        const int of_flag[] = {0, 2, 5, 9}, of_int[] = {1, 4, 8};
        for (int i = 0; i < FLAGS; i++)
            if ((m.flag[i] = splitmix_below(&seed, 2)))
                snprintf(part[of_flag[i]], 64, " %c", 'a' + i);
        for (int i = 0; i < INTS; i++)
            if (splitmix_below(&seed, 2) == 0) {
                static const int32_t ends[] = {-5, -1, 1, 6, 8, COORD_MAX};
                m.number[i] = ends[splitmix_below(&seed, 4) + (i == 0 ? 0 : 2)];
                snprintf(part[of_int[i]], 64, " %c %d", 'x' + i, m.number[i]);
            }
        if (splitmix_below(&seed, 2) == 0 && (m.word = (int32_t)splitmix_below(&seed, 3)) > 0)
            snprintf(part[3], 64, " word %s", words[m.word]);
        if (splitmix_below(&seed, 2) == 0) {
            m.area = (int64_t)(splitmix(&seed) % 999999999999999999u) + 1;
            snprintf(part[6], 64, " area %lld", (long long)m.area);
        }
        if (splitmix_below(&seed, 2) == 0) {
            m.name = splitmix_below(&seed, 2);
            snprintf(part[7], 64, " name %s", m.name == 0 ? "p" : "qq");
        }
        uint32_t order[FIELDS];
        for (uint32_t i = 0; i < FIELDS; i++) {
            const uint32_t j = splitmix_below(&seed, i + 1);
            order[i] = order[j];
            order[j] = i;
            text_add(expected, sizeof expected, part[i]);
        }
        text_add(expected, sizeof expected, "\n");
        for (int i = 0; i < FIELDS; i++)
            text_add(mixed, sizeof mixed, part[order[i]]);
        char *text = written(&m, &tech);
        assert_string_equal(text, expected);
        free(text);
        memset(&back, 0x5A, sizeof back);
        memset(back.flag, 1, sizeof back.flag);
        struct scan scan;
        struct error error = {0};
        assert_int_equal(scan_open_bytes(&scan, "t", mixed, strlen(mixed), &error), STATUS_OK);
        if (fields_read(table, &back, &tech, &scan, &error) != STATUS_OK)
            fail_msg("%s: %s", mixed, error.text);
        scan_close(&scan);
        same(&m, &back, mixed);
    }
    names_destroy(&tech.rule_names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_by_chance)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
