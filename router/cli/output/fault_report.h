/* fault_report: faults and open nets in a file for other programs: `--report FILE`.
 *
 *     .lyrdb   KLayout's report database: a category per rule, a box in microns per fault
 *     .drc     the text that detailed routers of the OpenROAD flow write: violation type, nets, box
 *     .json    {"version": 1, "design": .., "file": .., "faults": [{"rule", "layer", "net", "box",
 *              "line", "text"}]}; what is unknown is left out; of layouts with "score" and
 *              "not_judged"
 *
 * Boxes are in microns, of a fault without a place, such as an open net, that of the net's pins.
 * Faults without a layer are not in .drc. */
#pragma once

#include "grid/layout/names.h"

/* The rule and place of a fault; NULL: unknown. */
struct fault_site {
    const char *rule; /* NULL: "fault" */
    const char *layer, *net;
    bool has_box;
    double box[4]; /* x0, y0, x1, y1 */
};

struct fault_report {
    const char *path; /* of the file to write */
    struct fault_item {
        uint32_t rule, text, layer, net; /* in rules and words; NAME_NONE: unknown */
        uint64_t line;                   /* 0: unknown */
        bool has_box;
        double box[4];
    } * items;
    size_t count, capacity;
    struct names rules, words;
    const struct fault_site *site; /* of the next fault, or NULL */
    const char *more;              /* members of the JSON object before `faults`, or NULL */
    enum status status;            /* of all calls of add */
};

/* Fails with STATUS_BAD_INPUT for a suffix that is none of the three. */
enum status fault_report_check(const char *path, struct error *error);

/* Adds a copy of a fault at report->site, and sets report->site to NULL. Errors: see status. */
void fault_report_add(struct fault_report *report, uint64_t line, const char *text);

/* Writes the file, whole or not at all. design: its name; file: that of the result. */
enum status fault_report_write(const struct fault_report *report, const char *design,
                               const char *file, struct error *error);

void fault_report_destroy(struct fault_report *report); /* accepts a zeroed one */
