/* layout_keep: takes out wires kept by --keep, and restores the state before. */
#pragma once

#include "router/cli/subject/layout/layout_subject.h"

/* The state before wires were taken out: members of layout_task and its run. */
struct kept_state {
    struct detail_result result;
    struct placed_wire *kept;
    uint32_t *first;
    bool *skip, *tail;
    uint32_t nets;
};

/* Replaces the present state by another one; returns the present state. */
struct kept_state kept_swap(struct task *task, struct kept_state to);
void kept_destroy(struct kept_state *state);

/* True if metal of wire w of run->kept on a layer, or with LAYER_NONE on any, meets a box. */
bool kept_wire_meets(const struct layout_run *run, uint32_t w, uint16_t layer,
                     struct layout_rect box);

/* Wires to be taken out. */
struct kept_drop {
    bool *opened; /* [nets] kept wires will not connect the net; set for such nets at first */
    bool *whole;  /* [nets] take out all wires of the net */
    bool *loose;  /* [wires of run->kept] take out the wire */
};

/* Fails without memory; destroy it in any case. */
enum status kept_drop_create(struct kept_drop *drop, const struct task *task, struct error *error);
void kept_drop_destroy(struct kept_drop *drop);

/* Takes out these wires, and those of opened nets that are loose without them (layout_trim). Nets
 * without wires are to be routed again. The caller destroys *before. Fails without memory. */
enum status kept_drop_wires(struct task *task, struct kept_drop *drop, struct kept_state *before,
                            struct error *error);

/* A wire is loose if other wires or pins of its net touch it at one end only, a via if they do so
 * on one layer only, a rectangle if nothing does (layout_trim.c). Sets loose[i] for each ROUTED
 * wire i of placed.nets[net].wires that is loose; wires with loose[i] set before do not count. tail
 * NULL: one pass. Else repeats, without the wires found, until no more are loose; a wire with
 * tail[i] ends on purpose: it is loose only if nothing touches it, and other wires are loose in
 * spite of it. shapes: of the layout. Fails without memory. O(k log k) for k rectangles of the net,
 * if few overlap, and O(k) per pass. */
enum status layout_trim(const struct layout *layout, const struct shapes *shapes, uint32_t net,
                        const bool *tail, bool *loose, struct error *error);
