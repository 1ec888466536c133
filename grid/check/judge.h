/* judge: what the parts of the checker share: the record of a run, and how a fault is reported.
 * Only the checker's own files include it.
 *
 * Where a closer look is needed, one word a cell tells whose it is. While the nets are walked:
 *
 *     bit 31  MARK_PIN    a pin cell of the net in the low bits, reserved for it from the start
 *     bit 30  MARK_STAR   that pin is a "*" pin: the cells above and below are its cells too
 *     bit 29  MARK_TREE   in the tree of that net
 *     bit 28  MARK_END    a wire of that tree ended here, and none went on from here so far
 *     25..0   MARK_NET    net + 1; 0 is nobody
 */
#pragma once

#include "grid/check/check.h"
#include "grid/text/place.h"

#define MARK_PIN  (UINT32_C(1) << 31)
#define MARK_STAR (UINT32_C(1) << 30)
#define MARK_TREE (UINT32_C(1) << 29)
#define MARK_END  (UINT32_C(1) << 28)
#define MARK_NET  ((UINT32_C(1) << 26) - 1)

#define WIRE_NONE SIZE_MAX

struct judge {
    const struct design *design;
    const struct routes *routes;
    bool alone;
    unsigned threads;       /* that may look; 0: one */
    check_report *on_fault; /* or NULL */
    void *context;
    uint32_t *mark; /* [cells]; NULL as long as nobody needs them */
    uint32_t net;   /* being judged */
    size_t wire;    /* in routes->wires, being judged; WIRE_NONE: the net as a whole */
    uint32_t faults_of_net;
    struct check_summary summary;
};

/* A cell in words: "X,Y,N". */
struct cell_text {
    char text[PLACE_TEXT_MAX];
};
struct cell_text cell_text(const struct grid *grid, cell_t cell);

/* Counts a fault of the net being judged and reports it as "net NAME: ...", up to
 * CHECK_FAULTS_A_NET times a net. */
void judge_fault(struct judge *judge, const char *format, ...) PRINTF_LIKE(2, 3);

/* True where the grid lets a wire step from cell to its neighbour in direction (which must
 * exist): no wall between, not across a strict layer. Written apart from grid_step_exists. */
bool judge_step_allowed(const struct grid *grid, cell_t cell, int direction);

/* Makes the marks, all 0, unless they are there. */
enum status judge_make_marks(struct judge *judge, struct error *error);

/* Reserves the cells of a net's pins for it in the marks. */
void judge_mark_pins(struct judge *judge, uint32_t net);
