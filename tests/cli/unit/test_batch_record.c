/* test_batch_record: records come back as they were; forged ones, their sum made anew, are refused
 * or lie in range. */
#include "router/cli/batch/record/batch_record.h"
#include "router/cli/batch/record/json_check.h"
#include "tests/support/splitmix.h"
#include "tests/support/texts.h"

enum { SUM_BYTES = 21 };

static const char object[] =
    "{\"version\": 1,\n"
    "   \"nets\": 7, \"routed\": 6, \"length\": 18446744073709551615, \"vias\": 4, \"cost\": 1,\n"
    "   \"unrouted\": [{\"net\": \"b\\u00e9\", \"cost\": 5}], \"status\": 1, \"bends\": 1.5e3}";
static const char layout[] =
    "{\"version\": 1, \"nets\": 7, \"routed\": 6, \"length_um\": 12.5000,\n"
    "   \"unrouted\": [{\"net\": [2, [], 3]}], \"vias\": 4, \"status\": 1}";

static struct batch_record sample(void)
{
    return (struct batch_record){.key = UINT64_C(0xfedcba9876543210),
                                 .grid = (char *)"a b.grid",
                                 .status = STATUS_UNROUTED,
                                 .nets = 7,
                                 .routed = 6,
                                 .length = UINT64_MAX,
                                 .vias = 4,
                                 .cost = 1,
                                 .seconds = 0.5,
                                 .outputs = 3,
                                 .payload = (uint8_t *)object,
                                 .payload_size = sizeof object - 1};
}

/* Packs the record with this text in place of that, its sum made anew, and says whether it holds.
 */
static bool holds(const struct batch_record *record, enum batch_record_kind kind, const char *from,
                  const char *to)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    struct batch_record back;
    assert_int_equal(batch_record_pack(record, &bytes, &size, NULL), STATUS_OK);
    size_t used = size - SUM_BYTES;
    char *forged = malloc(used + strlen(to) + SUM_BYTES + 1);
    char *at = from[0] != '\0' ? memmem(bytes, used, from, strlen(from)) : (char *)bytes;
    assert_non_null(at);
    size_t before = (size_t)(at - (char *)bytes), after = used - before - strlen(from);
    memcpy(forged, bytes, before);
    memcpy(forged + before, to, strlen(to));
    memcpy(forged + before + strlen(to), at + strlen(from), after);
    used = before + strlen(to) + after;
    snprintf(forged + used, SUM_BYTES + 1, "sum %016llx\n",
             (unsigned long long)batch_hash(BATCH_HASH_START, forged, used));
    bool is = batch_record_unpack(&back, kind, (uint8_t *)forged, used + SUM_BYTES);
    batch_record_destroy(&back);
    free(forged);
    free(bytes);
    return is;
}

/* The same with a text of its object in place of another, and the object's size as it is then. */
static bool holds_object(struct batch_record record, const char *from, const char *to)
{
    char edited[sizeof object + 64];
    const char *at = strstr(object, from);
    assert_non_null(at);
    const int size = snprintf(edited, sizeof edited, "%.*s%s%s", (int)(at - object), object, to,
                              at + strlen(from));
    assert_true(size > 0 && (size_t)size < sizeof edited);
    record.payload = (uint8_t *)edited;
    record.payload_size = (size_t)size;
    return holds(&record, RECORD_DONE, "", "");
}

static void records_come_back(void **state)
{
    (void)state;
    struct batch_record record = sample(), back;
    uint8_t *bytes = NULL;
    size_t size = 0;
    assert_int_equal(batch_record_pack(&record, &bytes, &size, NULL), STATUS_OK);
    assert_true(batch_record_unpack(&back, RECORD_DONE, bytes, size));
    assert_true(back.key == record.key && back.status == record.status && back.nets == 7 &&
                back.routed == 6 && back.length == UINT64_MAX && back.vias == 4 && back.cost == 1 &&
                back.seconds == 0.5 && back.outputs == 3);
    assert_string_equal(back.grid, record.grid);
    assert_int_equal(back.payload_size, record.payload_size);
    assert_memory_equal(back.payload, object, back.payload_size);
    batch_record_destroy(&back);
    record.seconds = -1;
    uint8_t *other = NULL;
    size_t other_size = 0;
    assert_int_equal(batch_record_pack(&record, &other, &other_size, NULL), STATUS_OK);
    assert_non_null(memmem(other, other_size, "\nmicros 0\n", 10));
    free(other);
    for (size_t cut = 0; cut < size; cut++) {
        assert_false(batch_record_unpack(&back, RECORD_DONE, bytes, cut));
        const size_t head = size - SUM_BYTES - record.payload_size;
        assert_int_equal(batch_record_announces(bytes, cut, size), cut >= head);
        assert_false(batch_record_announces(bytes, size, cut));
    }
    for (size_t at = 0; at < size; at++) { /* any byte changed */
        bytes[at] ^= 1;
        assert_false(batch_record_unpack(&back, RECORD_DONE, bytes, size));
        bytes[at] ^= 1;
    }
    free(bytes);
}

/* What stands in the sample, and what in its place makes it no record. */
static const char *const wrong[][2] = {
    {"status 1", "status 77"},
    {"status 1", "status 256"},
    {"status 1", "status 130"},
    {"status 1", "status 3"},
    {"status 1", "status 0"},
    {"status 1", "status -1"},
    {"nets 7 6", "nets 7 7"},
    {"nets 7 6", "nets 7 8"},
    {"nets 7 6", "nets 4294967296 6"},
    {"nets 7 6", "nets 7"},
    {"bytes 172", "bytes 0"},
    {"bytes 172", "bytes 171"},
    {"bytes 172", "bytes 173"},
    {"bytes 172", "bytes 18446744073709551615"},
    {"numbers 1844674407370955161", "numbers 11844674407370955161"},
    {"micros 500000", "micros 9999999999999999"},
    {"grid 8", "grid 7"},
    {"grid 8", "grid 18446744073709551615"},
    {"leeway-batch-2", "leeway-batch-1"},
};

/* The same of its object. */
static const char *const wrong_objects[][2] = {
    {"{\"version\"", "[\"version\""},
    {"1.5e3}", "1.5e3,"},
    {"1.5e3}", "1.5e3 "},
    {"\\u00e9", "\xc3\xc3\\u00"},
    {"b\\u00e9", "\xc2\x9b[31m"},
    {"\"status\": 1", "\"status\": 0"},
    {"\"nets\": 7", "\"nets\": 8"},
    {"\"routed\": 6", "\"routed\": 7"},
    {"615, \"vias\"", "616, \"vias\""},
    {"615, \"vias\"", "6.5, \"vias\""},
    {"\"vias\": 4", "\"vias\": 5"},
    {"\"cost\": 1", "\"cost\": 0"},
    {"\"cost\": 1", "\"cast\": 1"},
    {"\"version\": 1", "\"status\" : 1"},
    {"[{\"net\": \"b", "[\n {\"n\": \"b"},
    {"{\"version\": 1", "{\"version\": 2"},
    {"{\"version\": 1", "{\"job\": \"b\", \"version\": 1"},
    {"{\"version\": 1", "{\"result\": \"failed\", \"version\": 1"},
    {"{\"version\": 1", "{\"bends\": 3, \"version\": 1"},
    {"{\"version\": 1", "{\"Bends\": 3, \"version\": 1"},
    {"{\"version\": 1", "{\"\\u006aob\": 3, \"version\": 1"},
    {"{\"version\": 1", "{\"alone\": 1, \"version\": 1"},
    {"1.5e3}", "-1.5e3}"},
    {"1.5e3}", "\"1\"}"},
    {"[{\"net\": \"b\\u00e9\", \"cost\": 5}]", "[]"},
    {"[{\"net\": \"b\\u00e9\", \"cost\": 5}]", "{\"a\": 1}"},
    {"[{\"net\": \"b\\u00e9\", \"cost\": 5}]", "[[], 1]"},
    {"\"unrouted\"", "\"net_records\""},
};

static void wrong_fields_are_refused(void **state)
{
    (void)state;
    struct batch_record record = sample();
    assert_int_equal(record.payload_size, 172);
    assert_true(holds(&record, RECORD_DONE, "", ""));
    assert_true(holds(&record, RECORD_DONE, "micros 500000", "micros 1"));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (holds(&record, RECORD_DONE, wrong[i][0], wrong[i][1]))
            fail_msg("\"%s\" was believed", wrong[i][1]);
    assert_true(holds_object(record, "{\"version\": 1", "{\"tapered\": 3, \"version\":  1"));
    for (size_t i = 0; i < sizeof wrong_objects / sizeof *wrong_objects; i++)
        if (holds_object(record, wrong_objects[i][0], wrong_objects[i][1]))
            fail_msg("\"%s\" was believed", wrong_objects[i][1]);
    assert_false(holds(&record, RECORD_CHECKPOINT, "", ""));
    record.payload = (uint8_t *)layout;
    record.payload_size = sizeof layout - 1;
    assert_false(holds(&record, RECORD_DONE, "", ""));
    record.cost = 0;
    for (record.length = 11; record.length < 15; record.length++)
        assert_int_equal(holds(&record, RECORD_DONE, "", ""),
                         record.length == 12 || record.length == 13);
    record.status = STATUS_OK;
    record.payload = (uint8_t *)"0123456789abcdef";
    record.payload_size = 16;
    assert_true(holds(&record, RECORD_CHECKPOINT, "", ""));
    record.payload_size = 15;
    assert_false(holds(&record, RECORD_CHECKPOINT, "", ""));
}

/* Bytes changed, dropped and put in at random, the sum made anew. */
static void forged_records_lie_in_range(void **state)
{
    (void)state;
    uint64_t seed = 20261123;
    uint32_t believed = 0;
    struct batch_record record = sample(), back;
    for (int round = 0; round < 200000; round++) {
        uint8_t *bytes = NULL;
        size_t size = 0;
        assert_int_equal(batch_record_pack(&record, &bytes, &size, NULL), STATUS_OK);
        size_t used = size - SUM_BYTES;
        for (uint64_t n = splitmix(&seed) % 3 + 1; n > 0; n--) {
            size_t at = splitmix(&seed) % used;
            uint8_t digit = (uint8_t)('0' + splitmix(&seed) % 10);
            bytes[at] = splitmix(&seed) % 2 == 0 ? digit : (uint8_t)splitmix(&seed);
        }
        snprintf((char *)bytes + used, SUM_BYTES + 1, "sum %016llx\n",
                 (unsigned long long)batch_hash(BATCH_HASH_START, bytes, used));
        if (batch_record_unpack(&back, RECORD_DONE, bytes, size)) {
            believed++;
            assert_true(back.status == STATUS_OK || back.status == STATUS_UNROUTED);
            assert_true(back.routed <= back.nets && back.seconds >= 0 && back.seconds < 1e10);
            assert_true(json_is_object((char *)back.payload, back.payload_size));
            batch_record_destroy(&back);
        }
        free(bytes);
    }
    assert_true(believed > 1000);
}

static void objects_are_told_from_other_text(void **state)
{
    (void)state;
    static const char *const good[] = {
        "{\"a\":1}", "{\"a\": [ ], \"b\": {}, \"c\":[1,{\"d\":null}]}\n", "{\"\":\"\\\"\\\\\"}",
        "{\"a\":-0.5E+7,\"b\":true}", "{\"a\":false, \"b\":null, \"c\":1e2}"};
    static const char *const bad[] = {"",
                                      "{",
                                      "{}",
                                      "[]",
                                      "{\"a\"}",
                                      "{\"a\":}",
                                      "{\"a\":1,}",
                                      "{\"a\":01}",
                                      "{\"a\":1.}",
                                      "{\"a\":1e}",
                                      "{\"a\":1}}",
                                      "{\"a\":[1}",
                                      "{\"a\":\"\n\"}",
                                      "{\"a\":\"\\x\"}",
                                      "{\"a\":\"\\u12g4\"}",
                                      "{\"a\":nul}",
                                      "{\"a\":fals}",
                                      "{\"a\":falsy}",
                                      "{\"a\":tru}",
                                      "{\"a\":1}{",
                                      " {\"a\":1}",
                                      "{\"a\" 1}",
                                      "{a:1}",
                                      "{\"a\":1 2}",
                                      "{\"a\":[1 2]}",
                                      "{\"a\":[,]}",
                                      "{\"a\":\"\xff\"}",
                                      "{,\"a\":1}",
                                      "{\"a\":[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]}"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!json_is_object(good[i], strlen(good[i])))
            fail_msg("refused: %s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (json_is_object(bad[i], strlen(bad[i])))
            fail_msg("believed: %s", bad[i]);
}

/* Values of a list are counted, not those within them, nor those behind it. */
static void lists_are_counted(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t items;
    } cases[] = {
        {"{\"a\": []}", 0},
        {"{\"a\": [ ] , \"b\": [1, 2]}", 0},
        {"{\"b\": [1, 2], \"a\": [7], \"c\": [3, 4]}", 1},
        {"{\"a\": [{\"a\": [1, 2, 3]}, [4, 5], \"x,y\"]}", 3},
        {"{\"a\": [[[], []], {}], \"c\": {\"a\": [1]}}", 2},
        {"{\"a\": {\"x\": 1}}", SIZE_MAX},
        {"{\"a\": 1}", SIZE_MAX},
        {"{\"b\": {\"a\": [1]}}", SIZE_MAX},
        {"{\"a\": [1], \"a\": [2]}", SIZE_MAX},
        {"{\"a\": [1}", SIZE_MAX},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (json_items(cases[i].text, strlen(cases[i].text), "a") != cases[i].items)
            fail_msg("%s", cases[i].text);
}

static void members_are_known_once_and_of_their_kind(void **state)
{
    (void)state;
    static const struct json_field fields[] = {
        {"n", '0'}, {"s", '"'}, {"l", '['}, {"o", '{'}, {"b", 't'}};
    static const char *const good[] = {
        "{\"n\": 1}",
        "{\"b\":false,\"o\":{\"n\":\"x\",\"n\":[]},\"l\":[{\"z\":1}],\"s\":\"\",\"n\" : 9}",
        "{\"b\": true}"};
    static const char *const bad[] = {
        "{}",          "{\"n\": \"1\"}",       "{\"n\": -1}",   "{\"s\": 1}",      "{\"l\": {}}",
        "{\"o\": []}", "{\"b\": null}",        "{\"b\": 1}",    "{\"nn\": 1}",     "{\"\": 1}",
        "{\"n\": 01}", "{\"n\": 1, \"n\": 1}", "{\"n\": 1} {}", "{\"\\u006e\": 1}"};
    const size_t count = sizeof fields / sizeof *fields;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!json_has_only(good[i], strlen(good[i]), fields, count))
            fail_msg("refused: %s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (json_has_only(bad[i], strlen(bad[i]), fields, count))
            fail_msg("believed: %s", bad[i]);
}

/* What others have computed (FNV-1a of 64 bits): every byte counts, and nothing beside them. */
static void sums_are_those_of_fnv(void **state)
{
    (void)state;
    assert_true(BATCH_HASH_START == UINT64_C(0xcbf29ce484222325));
    assert_true(batch_hash(BATCH_HASH_START, "", 0) == BATCH_HASH_START);
    assert_true(batch_hash(BATCH_HASH_START, "a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(batch_hash(BATCH_HASH_START, "foobar", 6) == UINT64_C(0x85944171f73967e8));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_those_of_fnv),
        cmocka_unit_test(records_come_back),
        cmocka_unit_test(wrong_fields_are_refused),
        cmocka_unit_test(forged_records_lie_in_range),
        cmocka_unit_test(objects_are_told_from_other_text),
        cmocka_unit_test(lists_are_counted),
        cmocka_unit_test(members_are_known_once_and_of_their_kind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
