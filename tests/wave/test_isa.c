/* The choice of instruction set: at most that of the processor, less on request. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "router/wave/isa.h"

static void test_wishes(void **state)
{
    (void)state;
    unsetenv("LEEWAY_ISA");
    enum isa best = isa_best();
    for (int isa = ISA_PLAIN; isa < ISA_COUNT; isa++) {
        setenv("LEEWAY_ISA", isa_names[isa], 1);
        assert_int_equal(isa_best(), isa < (int)best ? isa : (int)best);
    }
    setenv("LEEWAY_ISA", "something else", 1);
    assert_int_equal(isa_best(), best);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_wishes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
