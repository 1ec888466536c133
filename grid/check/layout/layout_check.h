/* layout_check: the independent judge of a routed layout. It shares no code with any router: from
 * LEF, the placed DEF and the routed DEF it builds all metal anew and says of the routed one
 * whether
 *
 *     kept       nothing but wiring of regular nets (and new vias) differs from the placed DEF
 *     open       the pins of every net hang together, by metal, cuts and pin shapes
 *     floating   no wiring is left that reaches no pin of its net
 *     short      no wiring overlaps or abuts metal of another net, an unused pin, an obstruction
 *     spacing    wiring keeps its distance from all those: SPACING, RANGE, the spacing tables,
 *                SPACING and DESIGNRULEWIDTH of obstructions, HARDSPACING; round at corners
 *                (Euclidean)
 *     notch      so do shapes of one net that do not merge
 *     line-end   ENDOFLINE spacing, with PARALLELEDGE
 *     cut        cuts keep their distance (plain, same net, other layer, ADJACENTCUTS), and no two
 *                overlap unless they are one
 *     area       merged metal has AREA; its holes have MINENCLOSEDAREA
 *     width      metal is nowhere narrower than MINWIDTH, also where two shapes barely touch
 *     step       MINSTEP
 *     cuts       MINIMUMCUT: wide metal is left by enough cuts
 *     shape      RECTONLY: merged metal is a rectangle; RIGHTWAYONGRIDONLY: wires lie on tracks
 *     grid       wiring lies on the manufacturing grid
 *     die        centre lines lie inside the die
 *     unknown    vias touch their path's layer, rectangles have an area
 *
 * Only wiring of NETS is judged; metal of the placed design is taken as right. What counts of a
 * routed rectangle is the part outside fixed metal of its own net.
 */
#pragma once

#include "grid/layout/shape.h"

enum layout_fault {
    FAULT_KEPT,
    FAULT_UNKNOWN,
    FAULT_OPEN,
    FAULT_FLOATING,
    FAULT_SHORT,
    FAULT_SPACING,
    FAULT_NOTCH,
    FAULT_LINE_END,
    FAULT_CUT,
    FAULT_AREA,
    FAULT_WIDTH,
    FAULT_STEP,
    FAULT_CUTS,
    FAULT_SHAPE,
    FAULT_GRID,
    FAULT_DIE,
    LAYOUT_FAULTS
};

/* What the checker counts. An open net is no fault: the result is right, but not complete. */
struct layout_verdict {
    uint64_t faults[LAYOUT_FAULTS]; /* by kind; [FAULT_OPEN]: open nets */
    uint32_t nets;                  /* with two pins or more that have shapes */
    uint32_t open;                  /* of them */
    int64_t length;                 /* of all wires, in units */
    uint64_t vias;
};

/* A fault as it is reported. */
struct layout_fault_told {
    enum layout_fault kind;
    uint32_t net;             /* of the routed layout: one whose wiring has the fault; NET_NONE */
    uint16_t layer;           /* where it is; LAYER_NONE: at no place */
    struct layout_rect place; /* likewise, in units */
    const char *text; /* one sentence without a line end that names rule, layer, place in microns
                         and nets; valid during the call */
};

typedef void layout_report(void *context, const struct layout_fault_told *fault);

/* "kept", "open", "short", ... */
const char *layout_fault_name(enum layout_fault kind);

/* Judges routed, a result of placed; both read with the same LEF files. Returns STATUS_OK (right
 * and complete), STATUS_UNROUTED (right, but nets are open), STATUS_BAD_INPUT (any fault; each is
 * reported, at most LAYOUT_FAULTS_TOLD of a kind; open nets all) or STATUS_FAILED (no memory; in
 * *error). report may be NULL. O(shapes log shapes) for designs that look like layouts. */
enum { LAYOUT_FAULTS_TOLD = 20 };
enum status layout_check(const struct layout *placed, const struct layout *routed,
                         layout_report *report, void *context, struct layout_verdict *verdict,
                         struct error *error);

/* The same, but reports every fault. placed may be NULL: then the wiring alone is judged, not what
 * was kept. stop (or NULL) is asked several times with the context; where it returns true, the work
 * ends with STATUS_INTERRUPTED and says nothing of the rest. */
enum status layout_check_all(const struct layout *placed, const struct layout *routed,
                             layout_report *report, bool (*stop)(void *context), void *context,
                             struct layout_verdict *verdict, struct error *error);
