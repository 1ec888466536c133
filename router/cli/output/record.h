/* record: the result of a run in numbers and words.
 *
 *     task -> struct run_record -> summary line, JSON object, table of nets, text (batch/)
 *                     ^                                                     |
 *                     +-------------------- record_read --------------------+
 *
 * A record of a task borrows its words from the task, which must outlive it. A record that was read
 * has the netlist, the sums and the JSON object of the run, and owns its text. */
#pragma once

#include "grid/base.h"

enum record_phase {
    PHASE_READ,  /* from files to the design in memory */
    PHASE_ROUTE, /* from the design to all paths on the host, opening the engine included */
    PHASE_CHECK,
    PHASE_DRAW,
    PHASE_WRITE,
    PHASE_TOTAL,
    PHASES
};

/* A net without wires. Lengths are in the record's units. */
struct open_record {
    uint32_t number; /* the subject's */
    const char *net;
    const char *reason;     /* one word */
    uint32_t blocker_count; /* its names in run_record.blockers follow those of earlier nets */
    const char *pin, *rule, *layer; /* NULL: unknown */
    int64_t place[4];               /* x0, y0, x1, y1 on `layer`; 0 without a layer */
};

struct net_record {
    const char *net;
    const char *state; /* "routed", "skipped" or the reason of a net without wires */
    bool routed;       /* has wires */
    uint64_t pins, cost, vias, bends;
    uint64_t searches;        /* depends on the number of threads */
    int64_t length;           /* of the wires */
    int64_t least;            /* lower bound of the length of any tree */
    int64_t box[4];           /* x0, y0, x1, y1 around pins and wires, inclusive */
    int64_t pin_box[4];       /* around pins */
    bool has_pins, has_metal; /* of a layout: its pins, its pins or wires have shapes */
};

struct rule_record {
    const char *layer, *keyword;
};

/* Statements of the input that are not used, or a remark on it. */
struct note_record {
    const char *text;     /* section and keyword, or the remark */
    uint32_t kind, count; /* kind: enum note_kind */
};

struct run_record {
    const char *netlist;                /* path of the design */
    const char *name;                   /* of the design */
    const char *engine, *wave, *device; /* for example "cpu", "detour" */
    const char *end;                    /* "done", "time-limit", "stopped" */
    uint32_t units;                 /* database units per micron; 0: lengths are steps of a grid */
    uint32_t width, height, layers; /* in cells, with units 0; of a layout its routing layers */
    uint32_t nets, routed;          /* nets asked for or kept; routed: those with wires */
    uint64_t length, vias, bends, cost; /* cost as the design's format counts it */
    uint64_t patches;                   /* of a layout: metal patches added */
    uint32_t tapered;                   /* nets narrower than their nondefault rule */
    uint32_t subnets, vpins;            /* carried through from the DEF */
    uint32_t iterations;
    bool alone;     /* nets may share cells */
    bool with_nets; /* the JSON object contains `net` */
    enum status status;
    uint64_t micros[PHASES];         /* microseconds per phase */
    uint64_t peak_host, peak_device; /* bytes */
    struct open_record *open;        /* [open_count] */
    const char **blockers;           /* [blocker_count] names */
    struct rule_record *rules;       /* [rule_count] */
    struct note_record *notes;       /* [note_count] */
    const char *capacity;            /* JSON object "capacity" of a tile graph; else NULL */
    const char *capacity_line;       /* the same as a part of the summary line */
    const char *origin;              /* members of JSON: version, options, inputs; or NULL */
    const char *antenna;             /* JSON object "antenna" of a layout with limits; else NULL */
    const char *antenna_line;        /* the same as a line of text */
    const char *score;               /* members "score", "not_judged" of a layout; else NULL */
    const char *not_modelled;        /* notes_sum: unused rules that wires could violate; or NULL */
    struct net_record *net;          /* [net_count] */
    size_t open_count, blocker_count, rule_count, note_count, net_count;
    const char *json; /* of a record that was read: its JSON object without the opening brace */
    char *text;       /* owned, the text that netlist and json point into; or NULL */
};

/* Total length in steps, or in microns rounded to the nearest. */
uint64_t record_length(const struct run_record *record);

/* Returns the netlist, units, nets, length, vias, cost, status, seconds and memory of the record
 * and its JSON object as text, allocated by malloc. NULL and *error without memory. O(record). */
char *record_text(const struct run_record *record, size_t *size, struct error *error);

/* Reads the text that record_text made, `size` bytes with a NUL after them. The record's words stay
 * in the text, which is changed and must outlive the record, unless it is given to record->text.
 * False for any other text and for values out of range; *record is then empty. */
bool record_read(struct run_record *record, char *text, size_t size);

void record_destroy(struct run_record *record); /* accepts a zeroed one */

/* ---- values as text, each on its line, for records on disk ----------------------------------
 *
 *     netlist 9 a/alu.net      a word and its length in bytes
 *     nets 12                  a number
 *
 * The reader accepts what the writer writes and nothing else. */

/* Write errors show in the stream. */
void record_put_word(FILE *out, const char *name, const char *word);
void record_put_number(FILE *out, const char *name, uint64_t number);

/* A text that is being read: the rest of it; good: everything so far was as expected. The text must
 * be followed by a NUL; words stay in it and are ended by a NUL. */
struct record_cursor {
    char *at, *end;
    bool good;
};

void record_expect(struct record_cursor *it, const char *text);

/* These read the line of this name. NULL or 0 if it is not as expected, or above `most`. */
char *record_take_word(struct record_cursor *it, const char *name);
uint64_t record_take_number(struct record_cursor *it, const char *name, uint64_t most);
