/* api_layout: reads, routes, checks and writes layouts. */
#include "grid/clock.h"
#include "grid/layout/net_facts.h"
#include "router/api/handles.h"

enum { ANTENNA_PERCENT = 100 }; /* of LEF's limits: what the program keeps by default */

void leeway_layout_destroy(struct leeway_layout *layout)
{
    if (layout == NULL)
        return;
    layout_run_destroy(&layout->run);
    MEM_FREE(layout->nets, layout);
}

/* Measures the nets. The checker's open nets are called so if no run knows more. */
static enum status fill_nets(struct leeway_layout *made, struct error *error)
{
    const struct layout *layout = layout_run_shown(&made->run);
    const struct layout_marks *marks = &made->run.marks;
    const uint32_t count = layout->placed.net_names.count;
    struct shapes shapes;
    TRY(MEM_NEW(made->nets, count, "nets of a layout", error));
    TRY(shapes_make(&shapes, layout, error));
    for (uint32_t net = 0; net < count; net++) {
        const struct net_facts facts = net_facts(layout, &shapes, net);
        const struct placed_net *placed = &layout->placed.nets[net];
        const bool wanted = marks->judged && placed->regular && placed->pins.count >= 2;
        made->nets[net] =
            (struct leeway_layout_net){.name = names_text(&layout->placed.net_names, net),
                                       .state = !wanted                   ? ""
                                                : made->run.state != NULL ? made->run.state[net]
                                                                          : "routed",
                                       .length = (uint64_t)facts.length,
                                       .least = (uint64_t)facts.least,
                                       .vias = facts.vias,
                                       .pins = placed->pins.count};
    }
    shapes_destroy(&shapes);
    for (size_t i = 0; i < marks->count && made->run.state == NULL; i++)
        if (marks->at[i].layer == LAYER_NONE && marks->at[i].net != NET_NONE)
            made->nets[marks->at[i].net].state = "open";
    return STATUS_OK;
}

/* Completes a handle and stores it, or destroys it after a failure. */
static enum status finish(struct leeway_layout **place, struct leeway_layout *made,
                          enum status status, struct error *error)
{
    const bool fine = status != STATUS_BAD_INPUT && status != STATUS_FAILED;
    if (made->shares) {
        made->run.placed = (struct layout){0};
        made->run.lefs = (struct lefdef_lefs){0};
    }
    const enum status filled = fine ? fill_nets(made, error) : status;
    if (!fine || filled != STATUS_OK) {
        leeway_layout_destroy(made);
        return filled;
    }
    const struct layout *layout = layout_run_shown(&made->run);
    const struct layout_marks *marks = &made->run.marks;
    const struct layout_rect die = layout->placed.die_box;
    made->report = (struct leeway_layout_report){.name = layout->placed.design,
                                                 .die = {die.x0, die.y0, die.x1, die.y1},
                                                 .length = (uint64_t)marks->length,
                                                 .vias = marks->vias,
                                                 .faults = marks->faults,
                                                 .units = (uint32_t)layout->tech.units_per_micron,
                                                 .net_count = layout->placed.net_names.count,
                                                 .wanted = marks->nets,
                                                 .open = marks->open};
    *place = made;
    return status;
}

/* Judges a layout with wires; its faults are no failure. */
static enum status judge(const struct layout *placed, const struct layout *routed,
                         struct layout_marks *marks, unsigned threads, struct error *error)
{
    const enum status status = layout_judge(placed, routed, marks, NULL, NULL, threads, error);
    return status == STATUS_FAILED ? status : STATUS_OK;
}

API_BODY(leeway_layout_read, (layout, path, lefs, lef_count), struct leeway_layout **layout,
         const char *path, const char *const *lefs, size_t lef_count)
{
    struct leeway_layout *made = NULL;
    TRY(api_make(layout, "layout", error));
    TRY(api_need(path, "path", error));
    if (lef_count > 0)
        TRY(api_need(lefs, "lefs", error));
    for (size_t i = 0; i < lef_count; i++)
        TRY(api_need(lefs[i], "a path in lefs", error));
    TRY(MEM_NEW(made, 1, "a layout", error));
    made->run.lefs = (struct lefdef_lefs){.path = lefs, .count = lef_count};
    struct layout *placed = &made->run.placed;
    enum status status = layout_file_read(placed, path, &made->run.lefs, error);
    made->run.lefs.path = NULL; /* the caller's; nothing is read again */
    made->run.lefs.count = 0;
    if (status == STATUS_OK && placed->placed.wire_count > 0)
        status = judge(placed, placed, &made->run.marks, 1, error);
    return finish(layout, made, status, error);
}

/* A new handle that shares the placed layout until finish is called. */
static enum status share(struct leeway_layout **made, const struct leeway_layout *placed,
                         struct error *error)
{
    TRY(api_need(placed, "placed", error));
    if (placed->run.has_routed)
        return error_refuse(error, "placed: expected what leeway_layout_read read, found a result");
    TRY(MEM_NEW(*made, 1, "a result", error));
    (*made)->shares = true;
    (*made)->run.placed = placed->run.placed;
    (*made)->run.lefs = placed->run.lefs;
    (*made)->run.path = placed->run.placed.placed.design;
    return STATUS_OK;
}

API_BODY(leeway_layout_read_result, (result, placed, path), struct leeway_layout **result,
         const struct leeway_layout *placed, const char *path)
{
    struct leeway_layout *made = NULL;
    TRY(api_make(result, "result", error));
    TRY(api_need(path, "path", error));
    TRY(share(&made, placed, error));
    struct layout_run *run = &made->run;
    enum status status = layout_read_result(run, path, &run->routed, error);
    THEN(status, judge(&run->placed, &run->routed, &run->marks, run->how.threads, error));
    run->has_routed = status == STATUS_OK;
    /* Routes are added to a copy of the placed layout, with its text. */
    made->laid = run->has_routed && run->routed.placed.text_size > 0 &&
                 run->routed.placed.text_size == run->placed.placed.text_size &&
                 strcmp(run->routed.placed.text, run->placed.placed.text) == 0;
    return finish(result, made, status, error);
}

struct layout_call {
    struct api_run base; /* the first member: api_progress takes its address */
    struct layout_run *run;
    double end; /* clock at the time limit; 0: none */
};

/* Called by any thread. */
static bool is_over(void *context)
{
    const struct layout_call *call = context;
    if (call->end > 0 && clock_seconds() > call->end)
        __atomic_store_n(&call->run->timed_out, true, __ATOMIC_RELAXED);
    return stop_raised(call->base.stop) || call->run->hopeless ||
           __atomic_load_n(&call->run->timed_out, __ATOMIC_RELAXED);
}

static void on_progress(void *context, const char *stage, unsigned round, size_t left, size_t total)
{
    assert(left <= total);
    api_progress(context, &(struct leeway_progress){.phase = stage,
                                                    .iteration = round,
                                                    .done = (uint32_t)(total - left),
                                                    .total = (uint32_t)total,
                                                    .conflicts = round > 0 ? (uint32_t)left : 0});
}

/* Refuses options that mean nothing for a layout. */
static enum status check_options(const struct leeway_options *options, struct error *error)
{
    if (strcmp(options->engine, "gpu") != 0 && strcmp(options->wave, "auto") == 0 &&
        strcmp(options->order, "short") == 0 &&
        options->max_iterations == ROUTE_ITERATIONS_DEFAULT && options->alone == 0 &&
        options->keep == NULL && options->film == NULL)
        return STATUS_OK;
    return error_refuse(error, "engine, wave, order, max_iterations, alone, keep, film: expected "
                               "the defaults, because a layout has no such choice");
}

/* Judges the crowding and, as `global` asks, plans the run. Destroy *guides in any case. */
static enum status plan(struct layout_call *call, struct guides *guides, struct error *error)
{
    struct layout_run *run = call->run;
    struct layout_plan made = {0};
    struct layout_global global = {
        .mode = api_global(call->base.options),
        .tiling = {.skip = run->how.skip, .last = run->placed.tech.level_count}};
    if (global.mode == LAYOUT_GLOBAL_OFF)
        return STATUS_OK;
    TRY(layout_global_judge(&global, run, error));
    if (!layout_global_plans(&global, run))
        return STATUS_OK;
    on_progress(call, "planning", 0, 0, 0);
    enum status status = layout_global_plan(&made, &global, run, clock_seconds(),
                                            call->base.options->time_limit, call->base.stop, error);
    THEN(status, layout_plan_guides(guides, &made, &run->placed, error));
    layout_plan_free(&made);
    run->how.guides = guides;
    return status;
}

API_BODY(leeway_layout_route, (result, placed, given), struct leeway_layout **result,
         const struct leeway_layout *placed, const struct leeway_options *given)
{
    struct leeway_options options;
    struct leeway_layout *made = NULL;
    struct guides guides = {0};
    bool *skip = NULL;
    TRY(api_make(result, "result", error));
    TRY(api_need(placed, "placed", error));
    TRY(api_take_options(given, &options, error));
    TRY(check_options(&options, error));
    TRY(api_take_skip(&options, placed->report.net_count, &skip, error));
    enum status status = share(&made, placed, error);
    if (status != STATUS_OK) {
        free(skip);
        return status;
    }
    assert(made != NULL);
    struct layout_run *run = &made->run;
    struct layout_call call = {.base = {.options = &options, .stop = options.stop}, .run = run};
    static const enum detail_effort EFFORT[] = {
        [ROUTE_NORMAL] = DETAIL_NORMAL, [ROUTE_FAST] = DETAIL_FAST, [ROUTE_BEST] = DETAIL_BEST};
    if (call.base.stop == NULL)
        call.base.stop = &call.base.own_stop;
    call.end = options.time_limit > 0 ? clock_seconds() + options.time_limit : 0;
    run->how = (struct detail_options){.threads = options.threads > 0 ? options.threads
                                                                      : cores_available(),
                                       .effort = EFFORT[api_effort(&options)],
                                       .antenna_percent = ANTENNA_PERCENT,
                                       .skip = skip,
                                       .stop = is_over,
                                       .progress = on_progress,
                                       .context = &call};
    status = plan(&call, &guides, error);
    THEN(status, detail_route(&run->result, &run->placed, &run->how, error));
    THEN(status, layout_run_settle(run, error));
    guides_destroy(&guides);
    detail_destroy(&run->result);
    run->how = (struct detail_options){0};
    free(skip);
    const bool fine = status == STATUS_OK || status == STATUS_UNROUTED;
    return finish(result, made, fine && stop_raised(call.base.stop) ? STATUS_INTERRUPTED : status,
                  error);
}

const struct leeway_layout_report *leeway_layout_report(const struct leeway_layout *layout)
{
    return layout != NULL ? &layout->report : NULL;
}

API_ARRAY(leeway_layout_nets, leeway_layout, struct leeway_layout_net, it->nets,
          it->report.net_count)

API_BODY(leeway_layout_check, (layout, report, context), const struct leeway_layout *layout,
         void (*report)(void *context, const char *fault), void *context)
{
    struct api_faults faults = {.report = report, .context = context};
    TRY(api_need(layout, "layout", error));
    const struct layout_marks *marks = &layout->run.marks;
    if (!marks->judged)
        return error_refuse(error, "layout: expected one with wires, found none");
    for (size_t i = 0; i < marks->count; i++)
        if (marks->at[i].layer != LAYER_NONE || marks->at[i].net == NET_NONE)
            api_fault(&faults, 0, marks->at[i].text);
    return marks->faults > 0 ? api_fail_check(&faults, marks->faults, error)
           : marks->open > 0 ? STATUS_UNROUTED
                             : STATUS_OK;
}

API_BODY(leeway_layout_write, (layout, path), const struct leeway_layout *layout, const char *path)
{
    enum layout_form form;
    TRY(api_need(layout, "layout", error));
    TRY(api_need(path, "path", error));
    TRY(layout_form_of(path, &form, error));
    return layout_file_write(path, form, layout_run_shown(&layout->run), layout->laid,
                             layout->run.state != NULL ? layout_reason : NULL, &layout->run, error);
}
