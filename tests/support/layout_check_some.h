/* layout_check: the checker with some reports of each kind. */
#pragma once

#include "grid/check/layout/layout_check.h"

enum { LAYOUT_REPORTS_MAX = 20 };

static inline enum status layout_check(const struct layout *placed, const struct layout *routed,
                                       layout_report *report, void *context, unsigned threads,
                                       struct layout_verdict *verdict, struct error *error)
{
    const struct layout_checking how = {
        .report = report, .context = context, .threads = threads, .most = LAYOUT_REPORTS_MAX};
    return layout_check_all(placed, routed, &how, verdict, error);
}
