/* Tests of names: numbers in the order of entry, names of any bytes and length, many of them. */
#include "tests/support/texts.h"

#include "grid/workers.h"
#include "grid/layout/names.h"

enum { SHARED = 50000 }; /* names that threads enter */

struct shared {
    struct name_index index;
    struct name_texts texts;
    uint32_t refused; /* atomic: names that were there */
};

static void enter(void *context, size_t first, size_t end)
{
    struct shared *it = context;
    for (size_t i = first; i < end; i++)
        if (!name_index_share(&it->index, it->texts, (uint32_t)i))
            __atomic_add_fetch(&it->refused, 1, __ATOMIC_RELAXED);
}

/* Threads enter names of which the last hundred are there already. */
static void test_shared(void **state)
{
    (void)state;
    static char pool[8 * SHARED];
    static uint32_t offset[SHARED];
    struct shared it = {.texts = {pool, offset, sizeof *offset}};
    for (uint32_t i = 0; i < SHARED; i++) {
        offset[i] = 8 * i;
        snprintf(pool + offset[i], 8, "n%u", i < SHARED - 100 ? i : 3 * (i - SHARED + 100));
    }
    assert_int_equal(name_index_reserve(&it.index, SHARED, NULL), STATUS_OK);
    workers_fork(4, enter, &it, SHARED, 16);
    assert_int_equal(it.refused, 100);
    for (uint32_t i = 0; i < SHARED; i++) {
        const char *name = pool + offset[i];
        const uint32_t found = name_index_find(&it.index, it.texts, name, strlen(name));
        assert_true(found < SHARED && strcmp(pool + offset[found], name) == 0);
    }
    assert_int_equal(name_index_find(&it.index, it.texts, "n", 1), NAME_NONE);
    name_index_destroy(&it.index);
}

static void test_numbers(void **state)
{
    (void)state;
    struct names names = {0};
    uint32_t number = 7;
    assert_int_equal(names_find(&names, "a", 1), NAME_NONE);
    static const char *const NAME[] = {"a", "b", "", "ab", "abcdefgh", "abcdefghi", "abcdefgi"};
    for (uint32_t pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < 7; i++) {
            assert_int_equal(names_add(&names, NAME[i], strlen(NAME[i]), &number, NULL), STATUS_OK);
            assert_int_equal(number, i);
            assert_int_equal(names.count, pass == 0 ? i + 1 : 7);
        }
    for (uint32_t i = 0; i < 7; i++) {
        assert_int_equal(names_find(&names, NAME[i], strlen(NAME[i])), i);
        assert_string_equal(names_text(&names, i), NAME[i]);
    }
    assert_int_equal(names_find(&names, "abc", 3), NAME_NONE);
    assert_int_equal(names_find(&names, "abcdefgj", 8), NAME_NONE);
    names_destroy(&names);
    names_destroy(&names);
    names_destroy(NULL);
}

static void test_either_form(void **state)
{
    (void)state;
    struct names names = {0};
    uint32_t number;
    assert_int_equal(names_add(&names, "a[0]", 4, &number, NULL), STATUS_OK);
    assert_int_equal(names_find_either(&names, "a[0]", 4), 0);
    assert_int_equal(names_find_either(&names, "a\\[0\\]", 6), 0);
    assert_int_equal(names_find_either(&names, "a\\[1\\]", 6), NAME_NONE);
    assert_int_equal(names_add(&names, "a\\[0\\]", 6, &number, NULL), STATUS_OK);
    assert_int_equal(names_find_either(&names, "a[0]", 4), 0);
    assert_int_equal(names_find_either(&names, "a\\[0\\]", 6), 1);
    char longest[5000];
    memset(longest, '\\', sizeof longest);
    assert_int_equal(names_find_either(&names, longest, sizeof longest), NAME_NONE);
    names_destroy(&names);
}

static void test_many(void **state)
{
    (void)state;
    enum { COUNT = 50000 };
    struct names names = {0};
    char text[32];
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t number;
        int length = snprintf(text, sizeof text, "u_core/reg[%u]", i);
        assert_int_equal(names_add(&names, text, (size_t)length, &number, NULL), STATUS_OK);
        assert_int_equal(number, i);
    }
    for (uint32_t i = 0; i < COUNT; i++) {
        int length = snprintf(text, sizeof text, "u_core/reg[%u]", i);
        assert_int_equal(names_find(&names, text, (size_t)length), i);
        assert_int_equal(names_find(&names, text, (size_t)length - 1), NAME_NONE);
    }
    assert_true(3 * (size_t)names.count <= 2 * names.index.slots);
    names_destroy(&names);
}

/* Two names exchange their numbers, and are found by them. */
static void test_swap(void **state)
{
    (void)state;
    struct names names = {0};
    uint32_t number;
    assert_int_equal(names_add(&names, "one", 3, &number, NULL), STATUS_OK);
    assert_int_equal(names_add(&names, "other", 5, &number, NULL), STATUS_OK);
    names_swap(&names, 0, 1);
    assert_string_equal(names_text(&names, 0), "other");
    assert_int_equal(names_find(&names, "one", 3), 1);
    assert_int_equal(names_find(&names, "other", 5), 0);
    assert_int_equal(names_add(&names, "one", 3, &number, NULL), STATUS_OK);
    assert_int_equal(number, 1);
    names_destroy(&names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers), cmocka_unit_test(test_either_form),
        cmocka_unit_test(test_many),    cmocka_unit_test(test_swap),
        cmocka_unit_test(test_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
