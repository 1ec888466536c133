/* layout_check: the independent checker of a routed layout. It shares no code with any router: it
 * builds all metal from LEF, the placed DEF and the routed DEF, and checks
 *
 *     kept       only wiring of regular nets and new vias differ from the placed DEF
 *     open       the pins of each net are connected, by metal, cuts and pin shapes
 *     floating   all wiring is connected to a pin of its net
 *     short      no wiring overlaps or abuts metal of another net or of FILLS, an unused pin, an
 *                obstruction
 *     spacing    wiring keeps its distance from all those: SPACING, RANGE, the spacing tables,
 *                SPACING and DESIGNRULEWIDTH of obstructions, HARDSPACING; Euclidean at corners
 *     notch      the same between shapes of one net that do not merge
 *     line-end   ENDOFLINE spacing, with PARALLELEDGE
 *     cut        distances of cuts (plain, same net, other layer, ADJACENTCUTS, classes); no two
 *                cuts overlap unless they are identical
 *     area       AREA of merged metal, MINENCLOSEDAREA of its holes
 *     width      MINWIDTH of merged metal, also at necks between two shapes
 *     step       MINSTEP
 *     cuts       MINIMUMCUT: enough cuts in vias on wide metal; MINCUTS of nondefault rules;
 *                MAXVIASTACK
 *     shape      RECTONLY: merged metal is a rectangle; RIGHTWAYONGRIDONLY: wires are on tracks
 *     grid       wiring is on the manufacturing grid
 *     die        centre lines are inside the die
 *     layers     ROUTED wires of a net are on its layers (placed_net.first_level), except within a
 *                jog of its pins (layout_jog)
 *     unknown    vias touch the layer of their path, rectangles have an area
 *
 * Only wiring of NETS is checked, and of a routed rectangle only the part outside fixed metal of
 * its own net; metal of the placed design is taken as correct. A pin is cut out of obstructions
 * that it touches (beside_pin.c). */
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
    FAULT_LAYERS,
    LAYOUT_FAULTS
};

/* The counts of the checker. An open net is not a fault: the result is correct but incomplete. */
struct layout_verdict {
    uint64_t faults[LAYOUT_FAULTS]; /* by kind; [FAULT_OPEN]: open nets */
    uint32_t nets;                  /* nets with two or more pins that wires have to reach */
    uint32_t open;                  /* number of open ones among them */
    int64_t length;                 /* length of all wires, in units */
    uint64_t vias;
};

/* A fault as it is passed to the report function. */
struct layout_violation {
    enum layout_fault kind;
    uint32_t net;   /* a net of the routed layout whose wiring has the fault, or NET_NONE */
    uint16_t layer; /* LAYER_NONE: the fault has no place */
    struct layout_rect place; /* in units */
    const char *text; /* one sentence without a line end that names rule, layer, place in microns
                         and nets; valid during the call */
};

typedef void layout_report(void *context, const struct layout_violation *fault);

/* The name of a kind, as in the list above. */
const char *layout_fault_name(enum layout_fault kind);

struct layout_checking {
    layout_report *report;       /* or NULL. Called by the calling thread, in the same order for any
                                    number of threads */
    bool (*stop)(void *context); /* or NULL. Called repeatedly by all threads; true ends the check
                                    with STATUS_INTERRUPTED */
    /* Or NULL. Called when all faults are reported: returns the nets [net_names.count] that lose
     * all wires, also FIXED ones, or NULL. Those that are open without them are reported (again, if
     * they were open), and the verdict has open nets, length and vias of what is left. If each net
     * that a fault was reported for loses its wires, the rest has no fault: a fault is within a net
     * or between two, one of which is reported, and no rule asks for metal of another net. */
    const bool *(*lose)(void *context);
    void *context;
    unsigned threads; /* 0: one */
    uint64_t most;    /* reports per kind, but all open nets are reported; 0: all */
};

/* Checks routed, a result of placed; both must have been read with the same LEF files. If placed is
 * NULL, `kept` is not checked. Returns STATUS_OK (correct and complete), STATUS_UNROUTED (correct,
 * but nets are open), STATUS_BAD_INPUT (faults) or STATUS_FAILED (no memory; in *error).
 * O(shapes log shapes) for realistic layouts. */
enum status layout_check_all(const struct layout *placed, const struct layout *routed,
                             const struct layout_checking *how, struct layout_verdict *verdict,
                             struct error *error);

/* *copied: routed, as it was read from a file, is `placed` with the wires of `judged`, as far as
 * the checker sees them, so the verdict on `judged` holds for it. judged: the placed layout itself
 * with other wires. O(text and wires). */
enum status layout_check_copied(const struct layout *placed, const struct layout *judged,
                                const struct layout *routed, unsigned threads, bool *copied,
                                struct error *error);
