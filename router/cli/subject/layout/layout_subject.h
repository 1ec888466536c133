/* layout_subject: what a task holds of a layout (LEF and DEF), and the calls of its table.
 *
 * The checker judges a result as it is written: settle writes the DEF into a temporary file (the
 * draft), reads it back and judges that. A net whose wires have a fault loses them and is named
 * with the fault, and the rest is judged again: what is delivered has no fault.
 */
#pragma once

#include "grid/check/layout/antenna.h"
#include "grid/format/layout_file.h"
#include "grid/format/lefdef/lefdef.h"
#include "router/cli/subject/layout/layout_judge.h"
#include "router/cli/subject/subject.h"
#include "router/detail/detail.h"

/* A net that lost its wires to a fault. */
struct layout_refused {
    uint32_t net;
    char *fault;
};

/* The antenna ratios of a layout above their limits, in the order of nets. */
struct layout_antennas {
    struct antenna_verdict verdict;
    struct antenna_violation *at;
    size_t count, capacity;
    char *json, *line; /* for the record of a run */
};

enum { NOT_MODELLED_MAX = 512 }; /* bytes of the sum of statements that wires could break */

struct layout_task {
    struct lefdef_lefs lefs;
    struct layout placed;        /* as it was read; with --keep with the kept wires */
    struct layout routed, other; /* results as they were read */
    bool has_routed;
    struct layout_marks marks;       /* the checker's verdict on the routed one */
    struct layout_antennas antennas; /* of the layout shown */
    struct shapes shapes;            /* of the layout shown; made by the first call of net */
    bool has_shapes;

    struct detail_options how; /* guides, layers */
    uint32_t closed_pins;      /* pins of masters that no wire can reach */
    struct guides guides;
    struct placed_wire *kept; /* wires of --keep: those of net n are kept_first[n] .. */
    uint32_t *kept_first;     /* [nets + 1]; NULL without --keep */
    uint32_t kept_nets;       /* nets that have such wires */
    bool timed_out;

    struct detail_result result;
    struct layout_refused *refused;
    size_t refused_count, refused_capacity;
    const char **state; /* [nets] of the result; made with the record */
    char *pin_names;    /* of the record's open nets */
    char not_modelled[NOT_MODELLED_MAX];
    FILE *draft;    /* the result as it is to be written */
    int draft_file; /* its descriptor */
};

static inline struct layout_task *layout_of(const struct task *task)
{
    assert(task->data != NULL && !task->subject->names_open);
    return task->data;
}

/* The layout with the wires that are judged, drawn and explained. */
static inline const struct layout *layout_shown(const struct task *task)
{
    const struct layout_task *it = layout_of(task);
    return it->has_routed ? &it->routed : &it->placed;
}

static inline bool layout_is_kept(const struct layout_task *it, uint32_t net)
{
    return it->kept_first != NULL && it->kept_first[net] < it->kept_first[net + 1];
}

/* Reads a result of the layout. */
static inline enum status layout_read_result(const struct task *task, const char *path,
                                             struct layout *result, struct error *error)
{
    struct layout_task *it = layout_of(task);
    assert(path != NULL && result->placed.wires == NULL);
    return layout_file_read_result(result, &it->placed, path, &it->lefs, error);
}

/* Why a net has no wires, in one word; NULL if none were asked for. context is the task. */
const char *layout_reason(const void *context, uint32_t net);

/* True if the net lost its wires to a fault. */
bool layout_is_refused(const struct layout_task *it, uint32_t net);

/* --antenna-limits: percent of each limit; 0: antennas are not looked at. */
uint32_t layout_antenna_percent(const struct task *task);
/* Finds the antenna ratios of a layout above their limits. Fails without memory. */
enum status layout_antennas_find(const struct task *task, const struct layout *layout,
                                 struct layout_antennas *antennas, struct error *error);
void layout_antennas_destroy(struct layout_antennas *antennas);
/* Passes each one of the routed layout to `fault` as a sentence. */
void layout_antennas_report(struct task *task, const struct layout_antennas *antennas,
                          subject_fault *fault, void *context);
/* Notes the first ones of a routed layout, with --verbose all. */
void layout_antennas_name(const struct task *task, const struct layout_antennas *antennas);
/* Prints their number, without a line's end; nothing if LEF limits none. */
void layout_antennas_sum(const struct task *task, const struct layout_antennas *antennas,
                         FILE *out);
/* Fills the members of a record, which the antennas own. Fails without memory. */
enum status layout_antennas_record(const struct task *task, struct layout_antennas *antennas,
                                   struct run_record *record, struct error *error);
/* Prints the worst ratio of a net and all ratios above their limits. */
void layout_antennas_explain(const struct layout *layout, const struct layout_antennas *antennas,
                             uint32_t net, FILE *out);

/* Reads --layers and --guides. */
enum status layout_choose(struct task *task, struct error *error);
/* Takes the wires of a right result, and marks their nets in task->skip. */
enum status layout_keep(struct task *task, const char *path, struct error *error);

enum status layout_task_route(struct task *task, struct error *error);
enum status layout_task_settle(struct task *task, struct error *error);
enum status layout_task_write(struct task *task, const char *path, struct error *error);
bool layout_task_proves(struct task *task, const char *path, const struct run_record *record);
enum status layout_task_net(struct task *task, uint32_t net, struct net_record *facts,
                            struct error *error);
enum status layout_task_record(struct task *task, struct run_record *record, struct error *error);
void layout_task_why(struct task *task, const struct open_record *net, FILE *out);
enum status layout_task_explain(struct task *task, struct explanation *it, FILE *out,
                                struct error *error);
enum status layout_task_crowd(struct task *task, uint32_t net, uint64_t *amount,
                              struct error *error);
void layout_task_focus(struct task *task, const struct explanation *it,
                       struct picture_options *picture);
enum status layout_task_convert(struct task *task, const char *path, struct error *error);
