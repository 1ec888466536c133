/* access: the nodes at which a pin can be reached.
 *
 * A node is an access of a pin where the end of a wire on it lies within the pin's metal or
 * overlaps it by a full width, and a wire or a via of the pin's net may leave from it. A pin
 * without a node on which a via may stand wants lines of its own (pin_lines.h).
 *
 * A pin may be below the least area. It is right as it is, but not together with a pad that sticks
 * out of it. So such a pin wants a node where the pad of a via lies within it, and that via.
 */
#pragma once

#include "router/detail/lattice/lattice.h"

struct access_spot {
    uint16_t layer;
    uint16_t ix, iy;
};

struct access {
    uint32_t *first; /* spots of pin p: spots[first[p]] .. spots[first[p + 1] - 1] */
    struct access_spot *spots;
    size_t capacity;
};

enum status access_find(struct access *access, const struct lattice *lattice, struct error *error);
void access_destroy(struct access *access);

/* Has the pin a node on which a via may stand? */
bool access_has_vias(const struct access *access, const struct lattice *lattice, uint32_t pin);

/* And one to the layer above whose pad lies within the pin? */
bool access_has_inner_via(const struct access *access, const struct lattice *lattice, uint32_t pin);

/* Has the pin's metal on a layer less than the least area? */
bool access_is_small(const struct model *model, uint32_t pin, uint32_t layer);

/* Vias that stick out of pins below the least area cost `toll` more, where others do not. */
void access_prefer_inner(const struct access *access, struct lattice *lattice, int32_t toll);
