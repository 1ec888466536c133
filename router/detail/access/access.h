/* access: the nodes of the lattice at which a net can connect to a pin.
 *
 * A node is an access of a pin if the end of a wire there overlaps the pin by a full width, and a
 * wire or via of the net may leave the node. A pin on which no via is possible needs additional
 * lines (pin_lines.h).
 *
 * A pin may be smaller than the minimum area, but metal that extends it must not be. So such a pin
 * needs a via whose pad is within the pin. */
#pragma once

#include "router/detail/lattice/lattice.h"

struct access_spot {
    uint16_t layer;
    uint16_t ix, iy;
};

struct access {
    uint32_t *first; /* pin p has spots[first[p]] .. spots[first[p + 1] - 1] */
    struct access_spot *spots;
    size_t capacity;
};

/* Finds all accesses, after owners_find. Fails without memory, and with STATUS_INTERRUPTED after a
 * stop; destroy it in any case. */
enum status access_find(struct access *access, const struct lattice *lattice,
                        const struct lattice_stop *stop, struct error *error);
void access_destroy(struct access *access);

/* Marks the sites of vias at all places where a wire touches a pin as wanted (cell.h), or not. */
void access_want(const struct lattice *lattice, bool wanted);

/* The bounding box of spots[0 .. count); RECT_EMPTY if count is 0. */
struct layout_rect access_box(const struct lattice *lattice, const struct access_spot *spots,
                              size_t count);

/* True if a via is possible at an access of the pin. */
bool access_has_vias(const struct access *access, const struct lattice *lattice, uint32_t pin);

/* True if a via to the layer above is possible whose pad is within the pin. */
bool access_has_inner_via(const struct access *access, const struct lattice *lattice, uint32_t pin);

/* True if the pin's metal on a layer is smaller than the minimum area. */
bool access_is_small(const struct model *model, uint32_t pin, uint32_t layer);

/* Sets the toll of vias that extend a pin below the minimum area, if it has one that does not. */
void access_prefer_inner(const struct access *access, struct lattice *lattice, int32_t toll);
