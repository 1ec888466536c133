/* layout_subject: the data of a task on a layout (LEF and DEF), and the calls of its table. */
#pragma once

#include "grid/check/layout/antenna.h"
#include "router/cli/subject/subject.h"
#include "router/route/layout_global.h"

/* The antenna ratios of a layout above their limits, in the order of nets. */
enum { ANTENNA_LINE = 240 };
struct layout_antennas {
    struct antenna_verdict verdict;
    struct antenna_violation *at;
    size_t count, capacity;
    char line[ANTENNA_LINE]; /* their number in words; "" if LEF limits none */
    char *json;              /* for the record of a run */
};

enum { NOT_MODELLED_MAX = 512 }; /* bytes of the text of notes_sum */

struct layout_task {
    struct layout_run run;
    struct layout other;             /* a result as it was read, for comparison */
    struct layout_antennas antennas; /* of the layout shown */
    struct shapes shapes;            /* of the layout shown; made by the first call of net */
    bool has_shapes;

    uint32_t closed_pins; /* pins of masters that no wire can reach */
    struct guides guides; /* of --guides */
    struct layout_global global;
    struct guides planned; /* of --global */
    struct layout_plan plan;
    uint32_t kept_nets; /* number of nets with wires of --keep */
    bool *tail;         /* [wires of run.kept] the wire was loose in the result already */
    bool *not_chosen;   /* [nets] with --keep: left out by --only-net or --skip-net */

    /* If global.worst has more nets than free tracks: */
    const char *crossing[CROSSING_NETS]; /* names of the first nets across it */
    uint32_t crossing_count;
    char crowded[NOTE_TEXT_MAX]; /* its sentence */

    bool has_states; /* net reports the states of the run */
    char *pin_names; /* of the record's open nets */
    char *score;     /* members of a JSON object, by layout_score_find */
    char not_modelled[NOT_MODELLED_MAX];
};

static inline struct layout_task *layout_of(const struct task *task)
{
    assert(task->data != NULL && !task->subject->names_open);
    return task->data;
}

/* The layout with the wires that are judged, drawn and explained. */
static inline const struct layout *layout_shown(const struct task *task)
{
    return layout_run_shown(&layout_of(task)->run);
}

/* --antenna-limits: percent of each limit; 0: antennas are not looked at. */
uint32_t layout_antenna_percent(const struct task *task);
/* Finds the antenna ratios of a layout above their limits. Fails without memory. */
enum status layout_antennas_find(const struct task *task, const struct layout *layout,
                                 struct layout_antennas *antennas, struct error *error);
void layout_antennas_destroy(struct layout_antennas *antennas);
/* Calls `fault` for each of the violations, with a sentence. */
void layout_antennas_report(struct task *task, const struct layout_antennas *antennas,
                            subject_fault *fault, void *context);
/* Prints the first violations to cli->notes, with --verbose all. */
void layout_antennas_name(const struct task *task, const struct layout_antennas *antennas);
/* Fills the members of a record, which the antennas own. Fails without memory. */
enum status layout_antennas_record(const struct task *task, struct layout_antennas *antennas,
                                   struct run_record *record, struct error *error);
/* Prints the worst ratio of a net and all ratios above their limits. */
void layout_antennas_explain(const struct layout *layout, const struct layout_antennas *antennas,
                             uint32_t net, FILE *out);

/* Reads --guides, and sets the routing levels of the nets of --net-layers. */
enum status layout_choose_nets(struct task *task, struct error *error);
/* Makes the members "score" and "not_judged" of JSON objects, of the routed layout, as it->score;
 * prints the score to `out`, if it is not NULL. Fails without memory. */
enum status layout_score_find(struct task *task, FILE *out, struct error *error);

/* --global: counts the nets and free tracks across lines through the die, and names a line without
 * enough of them. With `auto` sets run.hopeless if that is far more than routing can solve. */
enum status layout_judge_crowding(struct task *task, struct error *error);
/* With run.hopeless: shows that line and the first nets across it in the picture. */
void layout_show_crowding(const struct layout_task *it, struct picture_options *options);
/* --global: makes the plan of the layout and gives its guides to detail_route, if the option or the
 * crowding asks for it. With `on`, prints the overflow, its worst edges and their nets. */
enum status layout_plan_task(struct task *task, struct error *error);

/* Sets the options of detail_route for the run. */
enum status layout_choose(struct task *task, struct error *error);
/* Keeps the right wires of the result at `path`, and marks nets that they connect in task->skip. */
enum status layout_keep(struct task *task, const char *path, struct error *error);
/* True if kept wires of the net do not connect it: it is routed beside them. */
static inline bool layout_is_opened(const struct task *task, uint32_t net)
{
    return layout_is_kept(&layout_of(task)->run, net) && !task->skip[net];
}
/* Calls detail_route; the wires of opened nets are FIXED meanwhile. */
enum status layout_route_opened(struct task *task, struct error *error);

/* Routes again without the kept wires of open nets, and those near their pins: in the first release
 * (0) about each pin, then about the net, each time with four times the margin; in the first two
 * also for nets with a pin out of reach. The result stays if no net more is routed. *any: there
 * were such wires. Fails like detail_route. */
enum status layout_make_room(struct task *task, uint32_t release, bool *any, struct error *error);

bool layout_task_proves(struct task *task, const char *path, const struct run_record *record);
bool layout_task_wants(const struct task *task, uint32_t net);
