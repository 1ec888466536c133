/* Devices of a run: their notation, and their distribution over processes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "router/engine/devices.h"

static struct engine_devices parsed(const char *text, uint64_t usable)
{
    struct engine_devices devices = {0};
    if (!devices_parse(text, &devices))
        fail_msg("\"%s\" is not understood", text);
    assert_true(devices_asked(&devices));
    devices.usable = usable;
    return devices;
}

/* The devices of process `turn` of `of`. */
static uint64_t own(struct engine_devices devices, unsigned turn, unsigned of)
{
    uint64_t mine, others;
    devices.turn = turn;
    devices.of = of;
    devices_choose(&devices, &mine, &others);
    assert_int_equal(mine & others, 0);
    assert_int_equal((mine | others) & ~devices.usable, 0);
    return mine;
}

static void test_words(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",    "0",   "65", "-1", "a",   "all,", "1,a", ",1",  ",",    "1,,",
        "1,1", "64,", " 1", "1 ", "2-3", "0,1 ", "ALL", "1.5", "100,", "999999999999999999999",
        "0x1", "1;2"};
    struct engine_devices devices = {0};
    assert_false(devices_asked(&devices));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (devices_parse(wrong[i], &devices))
            fail_msg("\"%s\" is taken", wrong[i]);
    assert_int_equal(own(parsed("all", 0x2f), 0, 1), 0x2f);
    assert_int_equal(own(parsed("64", ~UINT64_C(0)), 0, 0), ~UINT64_C(0));
    assert_int_equal(own(parsed("3", 0x2d), 0, 1), 0xd);
    assert_int_equal(own(parsed("0,2", 0x2f), 0, 1), 0x5);
    assert_int_equal(own(parsed("2,", 0x2f), 0, 1), 0x4);
    assert_int_equal(own(parsed("5,0,", 0x2f), 0, 1), 0x21);
    assert_int_equal(own(parsed("63,", ~UINT64_C(0)), 0, 1), UINT64_C(1) << 63);
    assert_int_equal(own((struct engine_devices){.usable = 0x6}, 0, 1), 0x2); /* the first */
}

static void test_missing(void **state)
{
    (void)state;
    char text[80];
    struct engine_devices devices = parsed("0,3,5", 0x7);
    assert_string_equal(devices_missing(&devices, text, sizeof text), "GPU 3 is not usable");
    assert_int_equal(own(devices, 0, 1), 0x1);
    devices = parsed("4", 0x3);
    assert_string_equal(devices_missing(&devices, text, sizeof text),
                        "4 are asked for, 2 are usable");
    devices = parsed("2", 0x4);
    assert_string_equal(devices_missing(&devices, text, sizeof text),
                        "2 are asked for, 1 is usable");
    devices = parsed("all", 0x4);
    assert_string_equal(devices_missing(&devices, text, sizeof text), "");
    devices = parsed("all", 0);
    assert_int_equal(own(devices, 0, 1), 0);
    assert_int_equal(own(devices, 3, 4), 0);
}

/* Each process has a device, none has more than another plus one, and with enough processes all
 * devices are used. */
static void test_turns(void **state)
{
    (void)state;
    for (unsigned all = 1; all <= 64; all++) {
        const uint64_t usable = all < 64 ? (UINT64_C(1) << all) - 1 : ~UINT64_C(0);
        for (unsigned of = 1; of <= 70; of++) {
            uint64_t used = 0;
            unsigned users[64] = {0}, least = 70, most = 0;
            for (unsigned turn = 0; turn < of; turn++) {
                const uint64_t mine = own(parsed("all", usable), turn, of);
                assert_int_not_equal(mine, 0);
                assert_true(devices_count(mine) <= (all + of - 1) / of);
                used |= mine;
                for (unsigned i = 0; i < all; i++)
                    users[i] += (unsigned)(mine >> i & 1);
            }
            assert_int_equal(used, usable);
            for (unsigned i = 0; i < all; i++) {
                least = users[i] < least ? users[i] : least;
                most = users[i] > most ? users[i] : most;
            }
            assert_true(most <= least + 1);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_missing),
        cmocka_unit_test(test_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
