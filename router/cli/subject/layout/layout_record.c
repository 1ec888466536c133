/* layout_record: the record of a layout's result, per net and in total, with reasons in words. */
#include "grid/layout/net_facts.h"
#include "grid/text/harmless.h"
#include "router/cli/subject/layout/layout_subject.h"

enum { PIN_NAME_MAX = 200 }; /* bytes of a pin's name, with its NUL */

static void print_place(FILE *out, const struct layout *layout, uint16_t layer,
                        struct layout_rect place)
{
    const double micron = layout->tech.units_per_micron;
    harmless_print(out, names_text(&layout->tech.layer_names, layer));
    fprintf(out, " at (%.4f %.4f)-(%.4f %.4f)", place.x0 / micron, place.y0 / micron,
            place.x1 / micron, place.y1 / micron);
}

static void print_reason(FILE *out, const struct layout_task *it, const struct detail_unrouted *u)
{
    static const char *const has_place[] = {
        [DETAIL_NOTCH] = "too near to itself on ",
        [DETAIL_AREA] = "less than the least area on ",
        [DETAIL_STEP] = "edges shorter than the least step on ",
        [DETAIL_CUT] = "two of its vias too near to each other over ",
    };
    const struct layout *layout = &it->run.placed;
    char pin[PIN_NAME_MAX];
    assert(u->net < layout->placed.net_names.count);
    switch (u->reason) {
    case DETAIL_NO_METAL:
        fputs("pin ", out);
        harmless_print(out, layout_pin_name(layout, u->pin, pin, sizeof pin));
        fputs(" has no placed metal on a routing layer", out);
        break;
    case DETAIL_NO_ACCESS:
        fputs("no wire or via can reach ", out);
        harmless_print(out, u->pin == NET_NONE ? "its rails"
                                               : layout_pin_name(layout, u->pin, pin, sizeof pin));
        break;
    case DETAIL_NOTCH:
    case DETAIL_AREA:
    case DETAIL_STEP:
    case DETAIL_CUT:
        fputs(has_place[u->reason], out);
        print_place(out, layout, u->layer, u->place);
        break;
    case DETAIL_JUDGED:
        fprintf(out, "%s", layout_fault_name(u->fault));
        if (u->layer != LAYER_NONE) {
            fputs(" on ", out);
            print_place(out, layout, u->layer, u->place);
        }
        break;
    case DETAIL_ENDED:
        fprintf(out, "the %s before a way was found",
                it->run.hopeless    ? "layout is too crowded, so the run ended"
                : it->run.timed_out ? "time limit ended the run"
                                    : "run ended");
        break;
    default:
        fputs("no way around the other nets", out);
        break;
    }
}

void layout_task_why(struct task *task, const struct open_record *net, FILE *out)
{
    const struct layout_task *it = layout_of(task);
    assert(net->number < it->run.result.unrouted_count);
    print_reason(out, it, &it->run.result.unrouted[net->number]);
}

static void put_rect(int64_t to[4], struct layout_rect rect)
{
    const int64_t side[4] = {rect.x0, rect.y0, rect.x1, rect.y1};
    memcpy(to, side, sizeof side);
}

enum status layout_task_net(struct task *task, uint32_t net, struct net_record *facts,
                            struct error *error)
{
    struct layout_task *it = layout_of(task);
    const struct layout *layout = layout_shown(task);
    assert(net < layout->placed.net_names.count);
    const struct placed_net *placed = &layout->placed.nets[net];
    if (!it->has_shapes)
        TRY(shapes_make(&it->shapes, layout, error));
    it->has_shapes = true;
    const struct net_facts known = net_facts(layout, &it->shapes, net);
    *facts = (struct net_record){.net = names_text(&layout->placed.net_names, net),
                                 .state = it->has_states ? it->run.state[net] : "",
                                 .pins = placed->pins.count,
                                 .routed = placed->wires.count > 0,
                                 .least = known.least,
                                 .length = known.length,
                                 .vias = known.vias,
                                 .has_pins = known.has_pins,
                                 .has_metal = known.has_metal};
    put_rect(facts->box, known.all);
    put_rect(facts->pin_box, known.pins);
    return STATUS_OK;
}

bool layout_task_wants(const struct task *task, uint32_t net)
{
    const struct placed_net *placed = &layout_of(task)->run.placed.placed.nets[net];
    return placed->regular && placed->pins.count >= 2;
}

static void open_of(struct layout_task *it, const struct detail_unrouted *u, char *pin,
                    struct open_record *open)
{
    const struct layout *layout = &it->run.placed;
    open->net = names_text(&layout->placed.net_names, u->net);
    open->reason = layout_reason_word(&it->run, u->reason);
    if (u->reason <= DETAIL_NO_ACCESS && u->pin != NET_NONE)
        open->pin = layout_pin_name(layout, u->pin, pin, PIN_NAME_MAX);
    if (u->reason == DETAIL_JUDGED)
        open->rule = layout_fault_name(u->fault);
    if (u->reason <= DETAIL_NO_WAY || (u->reason == DETAIL_JUDGED && u->layer == LAYER_NONE))
        return;
    open->layer = names_text(&layout->tech.layer_names, u->layer);
    put_rect(open->place, u->place);
}

/* Lists the nets that the router left open. */
static enum status list_open(struct task *task, struct run_record *record, struct error *error)
{
    struct layout_task *it = layout_of(task);
    const uint32_t left = it->run.result.unrouted_count;
    record->open_count = left;
    TRY(MEM_NEW(record->open, left, "unrouted nets", error));
    TRY(MEM_NEW(it->pin_names, (size_t)left * PIN_NAME_MAX, "unrouted nets", error));
    for (uint32_t i = 0; i < left; i++) {
        record->open[i].number = i;
        open_of(it, &it->run.result.unrouted[i], it->pin_names + (size_t)i * PIN_NAME_MAX,
                &record->open[i]);
    }
    return STATUS_OK;
}

static enum status list_rules(const struct tech *tech, struct run_record *record,
                              struct error *error)
{
    TRY(MEM_NEW(record->rules, tech->unknown_count, "rules", error));
    for (uint32_t i = 0; i < tech->unknown_count; i++)
        record->rules[record->rule_count++] =
            (struct rule_record){names_text(&tech->layer_names, tech->unknown[i].layer),
                                 names_text(&tech->words, tech->unknown[i].keyword)};
    return STATUS_OK;
}

static enum status list_notes(struct layout_task *it, struct run_record *record,
                              struct error *error)
{
    const struct layout_notes *notes = &it->run.placed.notes;
    TRY(MEM_NEW(record->notes, notes->texts.count, "notes", error));
    for (uint32_t i = 0; i < notes->texts.count; i++)
        record->notes[record->note_count++] = (struct note_record){
            names_text(&notes->texts, i), notes->note[i].kind, notes->note[i].count};
    if (notes_sum(notes, it->not_modelled, sizeof it->not_modelled) > 0)
        record->not_modelled = it->not_modelled;
    return STATUS_OK;
}

enum status layout_task_record(struct task *task, struct run_record *record, struct error *error)
{
    assert(record->open == NULL && record->rules == NULL);
    struct layout_task *it = layout_of(task);
    const struct detail_result *result = &it->run.result;
    const struct tech *tech = &it->run.placed.tech;
    const struct placed *placed = &it->run.placed.placed;
    assert(it->run.marks.judged && tech->units_per_micron > 0);
    record->name = placed->design;
    record->engine = record->device = "cpu";
    record->wave = "detail";
    record->end = it->run.timed_out ? "time-limit" : "done";
    record->units = task->units;
    record->layers = tech->level_count;
    record->nets = result->wanted + it->kept_nets;
    record->routed = result->done + it->kept_nets;
    record->length = (uint64_t)it->run.marks.length;
    record->vias = it->run.marks.vias;
    record->patches = result->patches;
    record->peak_host = task->need;
    record->tapered = result->tapered;
    record->subnets = placed->subnet_count;
    record->vpins = placed->vpin_count;
    record->iterations = (uint32_t)result->rounds;
    TRY(list_open(task, record, error));
    TRY(list_notes(it, record, error));
    TRY(list_rules(tech, record, error));
    TRY(layout_score_find(task, NULL, error));
    record->score = it->score;
    it->has_states = true;
    return layout_antennas_record(task, &it->antennas, record, error);
}
