/* test_heat: the percentages of congestion maps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "router/draw/frame/heat.h"

/* A tile can be used over its room; one without room is as full as can be said. */
static void test_use_beyond_the_room(void **state)
{
    (void)state;
    static const uint64_t USE[] = {1, 3, 0, 2}, ROOM[] = {4, 2, 0, 0};
    static const unsigned PERCENT[] = {25, 150, 150, 999}; /* of the first tiles */
    struct heat heat;
    assert_int_equal(heat_create(&heat, 1, 4, 1, NULL), STATUS_OK);
    for (uint32_t i = 0; i < 4; i++) {
        *heat_at(&heat, heat.use, 0, i, 0) = USE[i];
        *heat_at(&heat, heat.room, 0, i, 0) = ROOM[i];
        assert_int_equal(heat_fullest(&heat, 0), PERCENT[i]);
    }
    heat.use[0] = heat.use[1] = 0; /* only the one without room is left */
    assert_int_equal(heat_fullest(&heat, 0), 999);
    heat_destroy(&heat);
}

/* The numbers of all tiles, rows from below; the last map is the sum. */
static void name_map(const void *context, uint32_t map, char *text, size_t room)
{
    (void)context;
    snprintf(text, room, "m%u", map);
}

static void test_numbers(void **state)
{
    (void)state;
    struct heat heat;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_int_equal(heat_create(&heat, 2, 1, 2, NULL), STATUS_OK);
    *heat_at(&heat, heat.room, 0, 0, 0) = 8;
    *heat_at(&heat, heat.use, 0, 0, 0) = 2;
    heat_sum(&heat);
    heat_write(&heat, out, name_map, NULL);
    fclose(out);
    assert_string_equal(text, "map,column,row,used,room,percent\n"
                              "m0,0,0,0,0,0\nm0,0,1,2,8,25\nm1,0,0,0,0,0\nm1,0,1,2,8,25\n");
    free(text);
    heat_destroy(&heat);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_use_beyond_the_room),
        cmocka_unit_test(test_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
