/* layout_subject: the table of calls for layouts; reading, judging and drawing them. */
#include "router/cli/subject/layout/layout_subject.h"

#include "grid/layout/tracks.h"
#include "grid/text/harmless.h"
#include "grid/text/file/path.h"

/* With LEF files each file is a DEF, except a netlist on a grid. */
static bool is_layout(const char *netlist, const struct options *options)
{
    return path_ends_with(netlist, ".def") || path_ends_with(netlist, ".def.gz") ||
           layout_file_begins(netlist, "chip") ||
           (options->value[OPT_LEF].given && !layout_file_begins(netlist, "grid"));
}

static const char *ending(const char *netlist)
{
    return layout_file_begins(netlist, "chip") ? ".routes" : ".def";
}

/* With --strict-rules, a statement that a wire could break is an error. */
static enum status refuse_rules(const struct layout *layout, struct error *error)
{
    const struct tech *tech = &layout->tech;
    if (tech->unknown_count > 0)
        return error_refuse(error, "layer %.60s: its rule %.60s is not obeyed (--strict-rules)",
                            names_text(&tech->layer_names, tech->unknown[0].layer),
                            names_text(&tech->words, tech->unknown[0].keyword));
    for (uint32_t i = 0; i < layout->notes.texts.count; i++)
        if (layout->notes.note[i].kind == NOTE_RULE)
            return error_refuse(error, "%.120s is not obeyed (--strict-rules)",
                                names_text(&layout->notes.texts, i));
    return STATUS_OK;
}

enum {
    REMARKS_SHOWN = 5, /* remarks that are printed without --verbose */
    FAULTS_SHOWN = 20  /* faults of a kind that are printed */
};

/* Prints the remarks on the input, and with --verbose each kind of statement that is not used. */
static void print_notes(const struct task *task, const struct layout *layout)
{
    const struct tech *tech = &layout->tech;
    const struct layout_notes *notes = &layout->notes;
    FILE *out = task->cli->notes;
    for (uint32_t i = 0; i < tech->unknown_count && task->cli->verbose; i++)
        harmless_line(out, "rule not obeyed: layer %s: %s",
                      names_text(&tech->layer_names, tech->unknown[i].layer),
                      names_text(&tech->words, tech->unknown[i].keyword));
    uint32_t remarks = 0;
    for (uint32_t i = 0; i < notes->texts.count; i++)
        if (notes->note[i].kind == NOTE_REMARK && (remarks++ < REMARKS_SHOWN || task->cli->verbose))
            harmless_line(out, notes->note[i].count > 1 ? "note: %s (%u times)" : "note: %s",
                          names_text(&notes->texts, i), notes->note[i].count);
        else if (notes->note[i].kind != NOTE_REMARK && task->cli->verbose)
            harmless_line(out, "not used: %s: %u%s", names_text(&notes->texts, i),
                          notes->note[i].count,
                          notes->note[i].kind == NOTE_RULE ? " (wires could break it)" : "");
    if (remarks > REMARKS_SHOWN && !task->cli->verbose)
        harmless_line(out, "note: %u more remarks on the input (-v and --json show them)",
                      remarks - REMARKS_SHOWN);
}

/* Prints a note on parts of nets that stay in the DEF but are not routed. */
static void note_carried(const struct task *task)
{
    const struct placed *placed = &layout_of(task)->run.placed.placed;
    if (placed->subnet_count + placed->vpin_count > 0)
        harmless_line(task->cli->notes,
                      "carried through, not routed by: %u SUBNET, %u VPIN (their nets are routed "
                      "from pin to pin)",
                      placed->subnet_count, placed->vpin_count);
}

/* Notes which tracks are from LEF, and layers without wires; without any, the cause is an error. */
static enum status note_tracks(const struct task *task, struct error *error)
{
    const struct layout *layout = &layout_of(task)->run.placed;
    const struct placed *placed = &layout->placed;
    const bool usable = tracks_are_usable(layout);
    char text[ERROR_TEXT_MAX] = "", cause[120];
    for (uint32_t i = placed->first_lef_track; i < placed->track_count; i++) {
        const uint16_t layer = placed->track_layers[placed->tracks[i].layers.first];
        text_append(text, sizeof text, "%s%.60s", i > placed->first_lef_track ? ", " : "",
                    names_text(&layout->tech.layer_names, layer));
    }
    for (uint32_t l = 0; l < layout->tech.level_count; l++)
        if (tracks_cause(layout, layout->tech.levels[l], cause, sizeof cause)) {
            if (!usable)
                return error_set_at(error, STATUS_BAD_INPUT, task->netlist, 0, 0,
                                    "expected tracks of a routing layer: %s", cause);
            harmless_line(task->cli->notes, "%s", cause);
        }
    if (text[0] != '\0')
        harmless_line(task->cli->notes, "tracks by PITCH and OFFSET of LEF: %s", text);
    return STATUS_OK;
}

static enum status prepare_route(struct task *task, struct error *error)
{
    struct layout_task *it = layout_of(task);
    const char *routes = task_output(task, TASK_ROUTES);
    progress_pause(task->cli->progress);
    if (options_flag(task->options, OPT_STRICT_RULES))
        TRY(refuse_rules(&it->run.placed, error));
    print_notes(task, &it->run.placed);
    note_carried(task);
    TRY(note_tracks(task, error));
    if (layout_is_native(&it->run.placed) && routes != NULL && path_ends_with(routes, ".def"))
        return error_refuse(error,
                            "--routes: %.300s: %.200s holds no DEF text; write its .routes, then "
                            "`leeway convert PLACED.def --lef FILE... FILE.routes -o NAME.def`",
                            routes, task->netlist);
    TRY(layout_choose(task, error));
    return layout_judge_crowding(task, error);
}

static enum status read_layout(struct task *task, struct error *error)
{
    const struct option_value *lef = &task->options->value[OPT_LEF];
    struct layout_task *it;
    TRY(MEM_NEW(it, 1, "a task", error));
    task->data = it;
    it->run.path = task->netlist;
    it->run.lefs.path = (const char *const *)lef->list;
    it->run.lefs.count = lef->list_count;
    it->run.lefs.skip_unplaced = options_flag(task->options, OPT_SKIP_UNPLACED);
    TRY(layout_file_read(&it->run.placed, task->netlist, &it->run.lefs, error));
    task->units = (uint32_t)it->run.placed.tech.units_per_micron;
    TRY(layout_choose_nets(task, error));
    const bool routes = task->options->command == COMMAND_ROUTE;
    return routes ? prepare_route(task, error) : STATUS_OK;
}

static void destroy(struct task *task)
{
    struct layout_task *it = task->data;
    if (it == NULL)
        return;
    if (it->has_shapes)
        shapes_destroy(&it->shapes);
    layout_run_destroy(&it->run);
    layout_destroy(&it->other);
    layout_antennas_destroy(&it->antennas);
    guides_destroy(&it->guides);
    guides_destroy(&it->planned);
    MEM_FREE(it->pin_names, it->score, it->not_chosen, it->tail, it);
    task->data = NULL;
}

static const char *input(const struct task *task)
{
    (void)task; /* its files are all named by options */
    return NULL;
}

static uint32_t net_count(const struct task *task)
{
    return layout_shown(task)->placed.net_names.count;
}

static const char *net_name(const struct task *task, uint32_t net)
{
    return names_text(&layout_shown(task)->placed.net_names, net);
}

static uint32_t find(struct task *task, const char *name)
{
    _Static_assert(NAME_NONE == UINT32_MAX, "what find returns for an unknown name");
    return names_find_either(&layout_shown(task)->placed.net_names, name, strlen(name));
}

static enum status load(struct task *task, const char *path, enum task_result which,
                        struct error *error)
{
    struct layout_task *it = layout_of(task);
    if (which == RESULT_KEPT)
        return layout_keep(task, path, error);
    if (which == RESULT_OTHER)
        return layout_read_result(&it->run, path, &it->other, error);
    it->run.has_routed = true;
    return layout_read_result(&it->run, path, &it->run.routed, error);
}

static uint32_t lost(struct task *task, const char *path)
{
    struct layout_task *it = layout_of(task);
    struct layout old = {0};
    uint32_t count = 0;
    assert(task->skip != NULL);
    if (layout_read_result(&it->run, path, &old, NULL) != STATUS_OK)
        count = UINT32_MAX;
    for (uint32_t n = 0; count != UINT32_MAX && n < old.placed.net_names.count; n++) {
        const char *name = names_text(&old.placed.net_names, n);
        const uint32_t net = names_find(&it->run.placed.placed.net_names, name, strlen(name));
        count += old.placed.nets[n].wires.count > 0 &&
                 (net == NAME_NONE || (task->skip[net] && !layout_is_kept(&it->run, net)));
    }
    layout_destroy(&old);
    return count;
}

struct fault_lines {
    struct task *task;
    subject_fault *fault;
    void *context;
};

static void report_fault(void *context, const struct layout_violation *fault)
{
    const struct fault_lines *lines = context;
    const struct layout *layout = &layout_of(lines->task)->run.routed;
    const double micron = layout->tech.units_per_micron;
    assert(fault->text != NULL && fault->kind < LAYOUT_FAULTS);
    const struct fault_site site = {
        .rule = layout_fault_name(fault->kind),
        .layer =
            fault->layer != LAYER_NONE ? names_text(&layout->tech.layer_names, fault->layer) : NULL,
        .net = fault->net != NET_NONE ? names_text(&layout->placed.net_names, fault->net) : NULL,
        .has_box = fault->layer != LAYER_NONE,
        .box = {fault->place.x0 / micron, fault->place.y0 / micron, fault->place.x1 / micron,
                fault->place.y1 / micron}};
    if (lines->task->report != NULL)
        lines->task->report->site = &site;
    lines->fault(lines->context, 0, fault->text);
}

/* Prints the number of faults of each kind: "3 short, 1 area". */
static void print_kinds(FILE *out, const struct layout_verdict *verdict, uint64_t antennas)
{
    const char *comma = "";
    for (int kind = 0; kind < LAYOUT_FAULTS; kind++) {
        if (kind == FAULT_OPEN || verdict->faults[kind] == 0)
            continue;
        fprintf(out, "%s%" PRIu64 " %s", comma, verdict->faults[kind],
                layout_fault_name((enum layout_fault)kind));
        comma = ", ";
    }
    if (antennas > 0)
        fprintf(out, "%s%" PRIu64 " antenna", comma, antennas);
}

static enum status judge(struct task *task, const char *file, subject_fault *fault, void *context,
                         struct error *error)
{
    struct layout_task *it = layout_of(task);
    const struct layout *routed = &it->run.routed;
    FILE *out = task->cli->talk;
    struct fault_lines lines = {task, fault, context};
    struct layout_verdict verdict = {0};
    assert(it->run.has_routed);
    progress_pause(task->cli->progress);
    print_notes(task, routed);
    progress_stage(task->cli->progress, "checking %s", file);
    /* A report has every fault, the terminal some of each kind. */
    const struct layout_checking how = {.report = report_fault,
                                        .context = &lines,
                                        .threads = task_threads(task),
                                        .most = task->report != NULL ? 0 : FAULTS_SHOWN};
    enum status status = layout_check_all(&it->run.placed, routed, &how, &verdict, error);
    progress_pause(task->cli->progress);
    if (status == STATUS_FAILED)
        return status;
    TRY(layout_antennas_find(task, routed, &it->antennas, error));
    layout_antennas_report(task, &it->antennas, fault, context);
    const uint64_t antennas = it->antennas.verdict.violations;
    const bool strict = antennas > 0 && options_flag(task->options, OPT_STRICT_RULES);
    status = strict ? STATUS_BAD_INPUT : status;
    harmless_print(out, file);
    fputs(status == STATUS_BAD_INPUT ? ": wrong: " : ": right", out);
    if (status == STATUS_BAD_INPUT)
        print_kinds(out, &verdict, strict ? antennas : 0);
    fprintf(out, ": %u nets", verdict.nets);
    if (verdict.open > 0)
        fprintf(out, ", %u open", verdict.open);
    fprintf(out, ", length %.1f um, %" PRIu64 " vias\n",
            (double)verdict.length / routed->tech.units_per_micron, verdict.vias);
    if (it->antennas.line[0] != '\0')
        fprintf(out, "%s\n", it->antennas.line);
    TRY(layout_score_find(task, out, error));
    if (task->report != NULL)
        task->report->more = it->score;
    char text[NOT_MODELLED_MAX];
    if (notes_sum(&routed->notes, text, sizeof text) > 0)
        harmless_line(out, "not judged: %s; details with -v", text);
    return status;
}

/* Makes the scene. Wires of the placed design are judged, too, except before routing. */
static enum status scene(struct task *task, struct picture_subject *drawn,
                         struct picture_options *options, struct error *error)
{
    struct layout_task *it = layout_of(task);
    const struct layout *shown = layout_shown(task);
    const bool has_wires = it->run.has_routed || (task->options->command != COMMAND_ROUTE &&
                                                  it->run.placed.placed.wire_count > 0);
    if (has_wires && !it->run.marks.judged &&
        layout_judge(&it->run.placed, shown, &it->run.marks, NULL, NULL, task_threads(task),
                     error) == STATUS_FAILED)
        return STATUS_FAILED;
    *drawn = picture_of_layout(shown, has_wires ? &it->run.marks : NULL);
    options->other = &it->other;
    layout_show_crowding(it, options);
    return STATUS_OK;
}

const struct subject subject_layout = {
    .called = "a layout",
    .unit = "um",
    .digits = 2,
    .kind = KIND_LAYOUT,
    .is = is_layout,
    .ending = ending,
    .read = read_layout,
    .destroy = destroy,
    .input = input,
    .net_count = net_count,
    .net_name = net_name,
    .find = find,
    .wants = layout_task_wants,
    .net = layout_task_net,
    .load = load,
    .lost = lost,
    .route = layout_task_route,
    .settle = layout_task_settle,
    .judge = judge,
    .proves = layout_task_proves,
    .write = layout_task_write,
    .scene = scene,
    .record = layout_task_record,
    .why = layout_task_why,
    .explain = layout_task_explain,
    .crowd = layout_task_crowd,
    .focus = layout_task_focus,
    .convert = layout_task_convert,
};
