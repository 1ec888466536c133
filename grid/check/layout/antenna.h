/* antenna: checks the antenna ratios of LEF 5.8 (LEF/DEF 5.8 Language Reference, appendix
 * "Calculating and Fixing Process Antenna Violations").
 *
 * The chip is made layer by layer. When layer i is made, the metal of a net up to i and the cuts
 * between form nodes: pieces that are connected so far. The shapes of one pin are connected. For
 * each node with a gate and each oxide model:
 *
 *     ratio(i)  = (drawn * factor * reduce(diff) - minus * diff) / (gate + plus * diff)
 *     drawn     area of the node's metal on layer i; for side ratios its outline * THICKNESS; on a
 *               cut layer the area of the cuts that stand on the node's metal; and the inner metal
 *               of pins of the node on that layer (ANTENNAPARTIAL*)
 *     gate      sum of ANTENNAGATEAREA of the node's pins, diff: of ANTENNADIFFAREA
 *     factor    ANTENNAAREAFACTOR, ANTENNASIDEAREAFACTOR (1 with DIFFUSEONLY and no diffusion)
 *     reduce    ANTENNAAREADIFFREDUCEPWL; minus: ANTENNAAREAMINUSDIFF; plus: ANTENNAGATEPLUSDIFF
 *     sum(i)    per gate: ratio(i) + the gate's sum of the next lower layer of the same kind (metal
 *               or cut), with ANTENNACUMROUTINGPLUSCUT of the other kind, or the pin's
 *               ANTENNAMAX*CAR of this or a lower layer if that is more
 *
 * A ratio below 0 is 0. A node with diffusion must keep the limits of the DIFF statements, a node
 * without the plain ones; where a layer has only a DIFF table, its value at 0 is the plain limit.
 * Ambiguities of LEF are resolved as follows: a table is constant outside its points; a limit of 0
 * is no limit; the metal of pins counts as drawn; an I/O port has neither gate nor diffusion
 * (ANTENNAPIN* of DEF describe the net outside the port); nets of SPECIALNETS, power and ground are
 * not checked; a value that a pin states for a layer holds up to the next layer that it names.
 *
 * Arithmetic is in integers: ratios are rounded down to billionths, so two numbers may differ by
 * ROUNDING billionths and one part in 10^9 before a ratio counts as above its limit. */
#pragma once

#include "grid/layout/layout.h"

/* A ratio of a node above its limit. */
struct antenna_violation {
    uint32_t net, pin; /* pin: of a gate of the node; for sums, of the gate with the largest sum */
    uint16_t layer;
    uint8_t oxide;
    enum antenna_ratio kind;
    bool diff;            /* the limit is of a DIFF statement */
    bool by_pin;          /* the metal of pins alone, or one cut alone, is above it: a hop to a
                             higher layer does not help, a diode does */
    int64_t ratio, limit; /* in billionths */
};

/* The result of a net that has a gate. */
struct antenna_net {
    bool has_gate;
    uint32_t violations;
    struct antenna_violation worst; /* greatest ratio / limit; limit 0: no ratio has a limit */
};

struct antenna_verdict {
    bool has_limits;
    uint32_t nets, gates; /* nets with a gate, and their gates */
    uint32_t violating_nets;
    uint64_t violations, by_pin; /* by_pin: those among the violations */
    struct antenna_net *by_net;  /* [nets of the layout]; NULL without limits */
};

typedef void antenna_report(void *context, const struct antenna_violation *violation);

enum { ANTENNA_PERCENT_MAX = 10000 }; /* of LEF's limits */

/* Checks all nets with `percent` of each limit, 1 .. ANTENNA_PERCENT_MAX. Calls report, which may
 * be NULL, once per violation in the order of nets and layers. Fails only without memory; free the
 * verdict with antenna_verdict_destroy. O(shapes log shapes) for realistic nets; without limits in
 * LEF it does nothing. */
enum status antenna_check(const struct layout *layout, uint32_t percent, antenna_report *report,
                          void *context, struct antenna_verdict *verdict, struct error *error);
void antenna_verdict_destroy(struct antenna_verdict *verdict);

/* True if some layer has a limit of an antenna ratio. */
bool antenna_has_limits(const struct tech *tech);

/* Area of gates or diffusion of a pin on a layer, in billionths of a square micron. part:
 * ANTENNA_GATE or ANTENNA_DIFFUSION; oxide: of gates. 0 for an I/O port. */
int64_t antenna_pin_area(const struct layout *layout, uint32_t pin, enum antenna_part part,
                         uint8_t oxide, uint16_t layer);

/* True if the pin has a gate or a diffusion on some layer. */
bool antenna_pin_has(const struct layout *layout, uint32_t pin, enum antenna_part part);

/* "ANTENNADIFFSIDEAREARATIO", or "ANTENNAAREARATIO(OXIDE2)". */
struct antenna_name {
    char text[48];
};
struct antenna_name antenna_name(const struct antenna_violation *violation);

/* "pin u1/A on met1: ANTENNAAREARATIO 503.0235 is above 400.0000", and a remedy if by_pin. */
const char *antenna_text(const struct layout *layout, const struct antenna_violation *violation,
                         char *text, size_t size);

/* ---- arithmetic ------------------------------------------------------------------- */

__extension__ typedef __int128 antenna_wide;

/* The rule of a layer for an oxide model, one without limits if LEF states none. */
struct antenna_rule antenna_rule_of(const struct tech *tech, uint16_t layer, uint8_t oxide);

/* The ratio of a drawn or side area in 10^-12 square microns. */
int64_t antenna_ratio_of(const struct tech *tech, const struct antenna_rule *rule, bool side,
                         antenna_wide drawn, int64_t gate, int64_t diffusion);

/* The limit of a ratio with this diffusion, or 0 without one; *diff: it is of a DIFF statement. */
int64_t antenna_limit_of(const struct tech *tech, const struct antenna_rule *rule,
                         enum antenna_ratio kind, int64_t diffusion, bool *diff);

/* True if the ratio counts as above the limit. */
bool antenna_is_above(int64_t ratio, int64_t limit);
