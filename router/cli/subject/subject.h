/* subject: a kind of design that the program routes, judges, explains, draws, converts and batches.
 *
 *     files, options -> read -> route -> settle -> scene, write, record
 *     files, options -> read, load a result -> judge | scene | explain | convert
 *
 * Each kind fills one table of calls: grids (grid/grid_subject.c), layouts
 * (layout/layout_subject.c) and tile graphs (global/global_subject.c). The code above calls only
 * the table. A new kind is a table and a line in subjects.c.
 *
 * A call gets the task that it works for. Unless a call says otherwise it returns STATUS_OK, or
 * STATUS_BAD_INPUT or STATUS_FAILED with *error filled. */
#pragma once

#include "router/cli/cli.h"
#include "router/cli/output/fault_report.h"
#include "router/cli/output/record.h"
#include "router/draw/scene/picture.h"

struct subject;
struct task;

enum task_output {
    TASK_PICTURE,
    TASK_ROUTES,
    TASK_JSON,
    TASK_NETS_CSV,
    TASK_FILM,
    TASK_GUIDES,
    TASK_OUTPUTS
};

/* Calls of task_run to its caller. */
struct task_hooks {
    /* Called before routing, when the design has been read and all checks have passed. May fill
     * task->resume. A status other than STATUS_OK ends the task. May be NULL. */
    enum status (*prepare)(void *context, struct task *task, struct error *error);
    /* Called with each checkpoint, about every `seconds`; NULL: none are made. */
    void (*checkpoint)(void *context, const struct route_checkpoint *checkpoint);
    double seconds;
    void *context;
};

/* One run on one design. */
struct task {
    /* Set by the caller. */
    const struct cli *cli;
    const struct options *options;
    const struct subject *subject;         /* as subject_of finds it */
    const char *netlist;                   /* path of the design */
    bool with_result;                      /* a result of the design is read, too */
    const char *output[TASK_OUTPUTS];      /* NULL or "none": not wanted */
    bool usual[TASK_OUTPUTS];              /* the name is the default name */
    const char *make_folder;               /* folder of outputs that is made if missing, or NULL */
    const char *stage_prefix, *stage_root; /* as in deliver.h */
    unsigned threads;                      /* CPU threads unless the options say; 0: all cores */
    struct engine_devices devices;         /* GPUs to use, and whose turn it is */
    struct task_hooks hooks;
    struct route_checkpoint resume; /* continue from here; bytes NULL: from the start */

    /* Set by the calls. */
    void *data;          /* the subject's own, made by read */
    uint32_t units;      /* database units per micron; 0: lengths are steps of a grid */
    uint64_t need;       /* least bytes that routing takes, by an estimate; 0: unknown */
    bool *skip;          /* [nets] not to be routed: not chosen, or kept; NULL: none */
    double start, limit; /* seconds: clock at the start; time limit, 0: none */
    double seconds[PHASES];
    enum status status;          /* of routing */
    bool apart;                  /* the result is large, and may be drawn while it is judged */
    char note[ENGINES_NOTE_MAX]; /* which engine `auto` took, and why; "" if none */
    const char *ended;           /* why improvement ended, static; NULL: it did not run */
    char lost[ROUTE_LOST_MAX];   /* devices that failed; "" if none */
    struct run_record record;
    char *origin;                /* what record.origin points to */
    struct fault_report *report; /* set by the caller: judge sets its site; NULL: none is wanted */
};

/* The results that a task can hold. */
enum task_result {
    RESULT_SHOWN, /* judged, drawn, explained or converted */
    RESULT_OTHER, /* compared with it in a picture */
    RESULT_KEPT,  /* its wires stay: must be right */
};

enum { EXPLAINED_NAMES = 12 }; /* nets that an explanation names */

struct explanation {
    uint32_t net;
    struct net_record facts;
    bool given; /* a result was read from a file */
    bool place; /* a place is explained, not a net */
    bool done;  /* the explanation is complete: the net has no wires, or there is no result */
    uint32_t named[EXPLAINED_NAMES]; /* nets in its way, or near it */
    size_t named_count, more;        /* number of named nets; of further such nets */
};

/* Called for each fault of a result: the line of its file or 0, and one sentence. */
typedef void subject_fault(void *context, uint64_t line, const char *text);

enum subject_kind { KIND_GRID = 1, KIND_LAYOUT = 2, KIND_TILES = 4 };

/* Types of calls that each subject defines in a file of its own. */
typedef enum status subject_step(struct task *task, struct error *error);
typedef enum status subject_path(struct task *task, const char *path, struct error *error);
typedef enum status subject_net(struct task *task, uint32_t net, struct net_record *facts,
                                struct error *error);
typedef enum status subject_record(struct task *task, struct run_record *record,
                                   struct error *error);
typedef void subject_why(struct task *task, const struct open_record *net, FILE *out);
typedef enum status subject_explain(struct task *task, struct explanation *it, FILE *out,
                                    struct error *error);
typedef enum status subject_crowd(struct task *task, uint32_t net, uint64_t *amount,
                                  struct error *error);
typedef void subject_focus(struct task *task, const struct explanation *it,
                           struct picture_options *picture);

struct subject {
    const char *called;     /* "a layout", for messages */
    const char *unit;       /* of lengths, for messages: "um" */
    int digits;             /* decimals of a length in messages */
    bool names_open;        /* its result files name nets without wires */
    enum subject_kind kind; /* determines the options that apply to it (subject.c) */

    /* True if the file is one of the subject's; decided by its name, the options and its first
     * word. NULL: the last subject, which takes every file. */
    bool (*is)(const char *netlist, const struct options *options);
    /* Ending of the usual result file of this netlist: ".routes". */
    const char *(*ending)(const char *netlist);

    /* Reads the design and what the options name of it, as task->data. destroy it in any case. */
    subject_step *read;
    void (*destroy)(struct task *task); /* accepts a task without data */
    /* The file that the design names itself, or NULL. */
    const char *(*input)(const struct task *task);

    uint32_t (*net_count)(const struct task *task);
    const char *(*net_name)(const struct task *task, uint32_t net);
    /* The net of this name, UINT32_MAX if there is none. */
    uint32_t (*find)(struct task *task, const char *name);
    /* False for nets that reports leave out; NULL: none is. */
    bool (*wants)(const struct task *task, uint32_t net);
    /* Fills the facts of a net in the result. */
    subject_net *net;

    enum status (*load)(struct task *task, const char *path, enum task_result which,
                        struct error *error);
    /* The number of nets that have wires in the result at path and will have none in this run;
     * UINT32_MAX if the file is not a result of the design. */
    uint32_t (*lost)(struct task *task, const char *path);

    /* Routes all nets but those of skip. Sets task->status to STATUS_OK, STATUS_UNROUTED or
     * STATUS_INTERRUPTED. */
    subject_step *route;
    /* Has the independent checker judge the result of route, as it is written. STATUS_FAILED if
     * it has a fault. */
    subject_step *settle;
    /* Has the checker judge RESULT_SHOWN of `file`, prints its verdict, and returns it. */
    enum status (*judge)(struct task *task, const char *file, subject_fault *fault, void *context,
                         struct error *error);
    /* True if the result at path is right and has the numbers of a record; NULL: by `record`. */
    bool (*proves)(struct task *task, const char *path, const struct run_record *record);

    subject_path *write;
    /* Writes the result as guides; NULL: it has none. */
    subject_path *guides;
    /* Sets *scene to the result, or to the design if there is none, and options->other to the
     * result that is compared with it. */
    enum status (*scene)(struct task *task, struct picture_subject *scene,
                         struct picture_options *options, struct error *error);
    /* Writes the film of the run; NULL: the subject has none. */
    enum status (*film)(struct task *task, const struct picture_options *options, const char *path,
                        struct error *error);
    /* Fills the record but for netlist, status, seconds and the facts of nets. */
    subject_record *record;
    /* Prints further results of a run, besides its open nets and summary; NULL: none. */
    void (*report)(struct task *task, FILE *out);
    /* Prints why a net of the record has no wires. */
    subject_why *why;

    /* Prints faults of the net, and the reason of a net without wires; fills `named` with the nets
     * in its way. */
    subject_explain *explain;
    /* Prints what is at a place of the design: the text after `edge:`. NULL: no such places. */
    enum status (*place)(struct task *task, const char *text, FILE *out, struct error *error);
    /* Adds to amount[n] what the wires of other nets n take of the box around the net's pins. */
    subject_crowd *crowd;
    /* Sets the part of the picture that shows an explained net. */
    subject_focus *focus;

    /* Writes design and result in the form of the path's suffix; NULL: there is one form only. */
    subject_path *convert;
};

extern const struct subject subject_grid, subject_layout, subject_global;
subject_step grid_task_route, global_task_route, layout_task_route, layout_task_settle;
subject_path layout_task_write, layout_task_convert;
subject_net grid_task_net, global_task_net, layout_task_net;
subject_record grid_task_record, global_task_record, layout_task_record;
subject_why grid_task_why, global_task_why, layout_task_why;
subject_explain grid_task_explain, global_task_explain, layout_task_explain;
subject_crowd grid_task_crowd, global_task_crowd, layout_task_crowd;
subject_focus grid_task_focus, global_task_focus, layout_task_focus;

/* The subject of a netlist; a grid's for files that are none of the others. */
const struct subject *subject_of(const char *netlist, const struct options *options);

/* Fails for an option that was given but does not apply to the task's subject. */
enum status subject_check_options(const struct task *task, struct error *error);

/* Resets options that do not apply to the subject and are only defaults of a batch. */
void subject_drop_defaults(const struct subject *subject, struct options *options);

/* Gives each fault of a layout without a place the box of its net's pins. */
void subject_place_faults(struct task *task, struct fault_report *report);

/* Fails for a name that no net has, with the nearest known name. where: "--only-net". */
enum status subject_find(struct task *task, const char *where, const char *name, uint32_t *net,
                         struct error *error);

/* Sets nets[net] = value for the net of this name or, if no net has it and it holds a * or a ?, for
 * all nets whose names match (grid/text/pattern.h). nets NULL: only checks. Fails without one. */
enum status subject_find_all(struct task *task, const char *where, const char *name, bool value,
                             bool *nets, struct error *error);

/* True if the result at path has the numbers of a record. */
bool subject_proves(struct task *task, const char *path, const struct run_record *record);

/* Frees the data that read made, the choice of nets and the record. Accepts a zeroed task. */
void task_destroy(struct task *task);

/* CPU threads: --threads, or what the caller allows. */
unsigned task_threads(const struct task *task);

/* Prints the line "SOME a, b and 3 more" of the named nets, or `none` if there are none. */
void explanation_print(const struct task *task, const struct explanation *it, const char *some,
                       const char *none, FILE *out);

/* True if the run prints facts about each net, in --nets-csv or --json-nets. */
bool task_wants_nets(const struct task *task);
enum option task_output_option(enum task_output kind);

/* Path of the output, NULL if it is not wanted. */
const char *task_output(const struct task *task, enum task_output kind);
