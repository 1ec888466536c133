/* number: sorted coordinates. */
#include "router/detail/model/number.h"

#include "grid/base.h"

uint32_t sort_once(int32_t *at, uint32_t count)
{
    uint32_t kept = 0;
    assert(count == 0 || at != NULL);
    if (count > 0)
        qsort(at, count, sizeof *at, by_int32);
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || at[i] != at[kept - 1])
            at[kept++] = at[i];
    return kept;
}
