/* engine_case: an engine searches and hears of changes in a case of a wave's tests.
 */
#pragma once

#include "router/search/engine.h"
#include "tests/support/wave_cases.h"

/* Searches the case's first jobs and compares them with the independent answer. */
static inline void case_expand(struct wave_case *c, struct engine *engine, size_t count)
{
    assert_int_equal(engine->ops->expand(engine, c->jobs, count, NULL), STATUS_OK);
    for (size_t i = 0; i < count; i++)
        assert_answer(c, &c->jobs[i], c->jobs[i].knots);
}

/* Changes the case's field and updates the engine. */
static inline void case_change_update(struct wave_case *c, struct engine *engine, uint64_t *random)
{
    struct box box = case_change(c, random);
    assert_int_equal(engine->ops->update(engine, &box, 1, NULL), STATUS_OK);
}
