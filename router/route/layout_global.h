/* layout_global: whether a layout is planned before it is routed, by its most crowded line.
 *
 *     struct layout_global global = {mode, tiling};
 *     status = layout_global_judge(&global, &run, &error);
 *     if (status == STATUS_OK && layout_global_plans(&global, &run))
 *         status = layout_global_plan(&plan, &global, &run, start, limit, stop, &error); */
#pragma once

#include "router/route/layout_plan.h"
#include "router/route/layout_run.h"

enum layout_global_mode {
    LAYOUT_GLOBAL_AUTO, /* as the crowding asks; if it is far too crowded, nothing is routed */
    LAYOUT_GLOBAL_ON,
    LAYOUT_GLOBAL_OFF,
};

struct layout_global {
    enum layout_global_mode mode;
    struct tiling tiling;
    struct crossing worst; /* set by layout_global_judge: the most crowded line */
};

/* Finds the line with the most nets per free track, and with `auto` sets run->hopeless if they are
 * far more than routing can solve. Fails without memory. */
enum status layout_global_judge(struct layout_global *it, struct layout_run *run,
                                struct error *error);

/* True if the run gets a plan by its mode and crowding. */
bool layout_global_plans(const struct layout_global *it, const struct layout_run *run);

/* Calls layout_plan_make. start: by clock_seconds; limit: of the whole run, in seconds; 0: none. */
enum status layout_global_plan(struct layout_plan *plan, const struct layout_global *it,
                               const struct layout_run *run, double start, double limit,
                               const volatile sig_atomic_t *stop, struct error *error);
