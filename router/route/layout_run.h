/* layout_run: one layout, its LEF files, and a result of it that the checker has judged.
 *
 *     detail_route, which has the wires judged -> draft: a temporary file -> read back -> compared
 *
 * layout_run_settle does everything after detail_route. The draft has the form of the output. If
 * what is read back has the wires that were judged, the verdict holds for it. Otherwise it is
 * judged now, and a fault ends the run. */
#pragma once

#include "grid/format/layout_file.h"
#include "grid/format/lefdef/lefdef.h"
#include "router/detail/detail.h"

struct layout_run {
    /* Set by the caller. */
    const char *path; /* of the placed layout */
    struct lefdef_lefs lefs;
    struct layout placed;        /* as it was read, with kept wires */
    struct detail_options how;   /* the options of detail_route */
    bool timed_out;              /* a time limit ended the run */
    bool hopeless;               /* too crowded: nothing is routed */
    bool as_routes;              /* the draft has the form of .routes; else that of a DEF */
    struct placed_wire *kept;    /* kept wires; net n has kept_first[n] .. kept_first[n + 1] - 1 */
    uint32_t *kept_first;        /* [nets + 1]; NULL without kept wires */
    struct detail_result result; /* of detail_route */

    /* Set by layout_run_settle, or when a result is read. */
    struct layout routed;
    bool has_routed;
    struct layout_marks marks; /* the checker's verdict on it */
    const char **state;        /* [nets]: "routed", "skipped", or why the net has no wires */
};

/* The layout with the wires that are judged, drawn and explained. */
static inline const struct layout *layout_run_shown(const struct layout_run *run)
{
    return run->has_routed ? &run->routed : &run->placed;
}

static inline bool layout_is_kept(const struct layout_run *run, uint32_t net)
{
    return run->kept_first != NULL && run->kept_first[net] < run->kept_first[net + 1];
}

/* Reads a result of the layout; its nets have the same limits of layers. */
static inline enum status layout_read_result(struct layout_run *run, const char *path,
                                             struct layout *result, struct error *error)
{
    assert(path != NULL && result != NULL && result->placed.wires == NULL);
    TRY(layout_file_read_result(result, &run->placed, path, &run->lefs, error));
    layout_limit_nets(result, &run->placed);
    return STATUS_OK;
}

/* Why a net has no wires, in one word; NULL if it has some or was not to be routed. context is the
 * run, whose states must have been set. */
const char *layout_reason(const void *context, uint32_t net);

/* "crowded", "time-limit", or the word of the reason. */
const char *layout_reason_word(const struct layout_run *run, enum detail_reason reason);

/* Judges the run's result, of which detail_route must have filled `result`. Returns STATUS_OK,
 * STATUS_UNROUTED (a net that was asked for has no wires), STATUS_BAD_INPUT (FIXED wiring has a
 * fault) or STATUS_FAILED (memory, disk, or another fault). */
enum status layout_run_settle(struct layout_run *run, struct error *error);

void layout_run_destroy(struct layout_run *run); /* accepts a zeroed one */
