/* generated: a design made by grid/generate, for tests. Include after cmocka.h. */
#pragma once

#include "grid/generate/generate.h"

static inline struct design generated(struct generate_options options)
{
    struct design design;
    struct error error = {0};
    enum status status = generate_design(&design, &options, &error);
    if (status != STATUS_OK)
        fail_msg("%s", error.text);
    return design;
}
