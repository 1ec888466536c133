/* hop: lowers an antenna ratio of one net. The metal of a layer that is connected to a gate before
 * the layers above are made is cut in one place, and joined there by a path on higher layers:
 *
 *     before   gate ==================== driver        metal 1
 *     after    gate ==|              |== driver        metal 1
 *                     +==============+                 metal 2
 */
#pragma once

#include "grid/check/layout/antenna.h"
#include "router/detail/antenna/hop_graph.h"
#include "router/detail/model/from_layout.h"

/* Sums over a part of a piece of metal. */
struct hop_sum {
    int64_t amount;          /* lengths in units, or a number of vias */
    int64_t gate, diffusion; /* billionths of a square micron */
    uint32_t gates;
};

struct hop {
    const struct layout *layout;
    const struct layout_model *model;
    struct grower *grower; /* whose search is used */
    uint32_t percent;      /* percent of LEF's limits that count as the limit */
    uint32_t share;        /* percent of a limit that a piece may reach; 0: move all wires */
    struct hop_graph graph;
    struct hop_sum *sums; /* by node of the present piece: of the node and all nodes behind it */
    size_t room;
};

/* Divides the metal of the violation by cuts and joins in the tree of a net of the model, whose
 * counts must not be in the lattice. *changed: the tree has changed; it stays complete and without
 * conflicts. Fails without memory. */
enum status hop_net(struct hop *hop, struct net_tree *tree, uint32_t net,
                    const struct antenna_violation *violation, bool *changed, struct error *error);
void hop_destroy(struct hop *hop);
