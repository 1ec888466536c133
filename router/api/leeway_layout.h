/* leeway_layout: layouts (LEF and DEF), with the conventions and types of leeway.h. */
#ifndef LEEWAY_LAYOUT_H
#define LEEWAY_LAYOUT_H

#include "leeway.h"

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* A layout (LEF and DEF), placed, or with wires, which the checker has judged. Lengths are in
 * database units. */
struct leeway_layout;

struct leeway_layout_report {
    const char *name;      /* of the design */
    int64_t die[4];        /* x, y of the low corner, x, y of the high corner */
    uint64_t length, vias; /* of all wires */
    uint64_t faults;       /* violations; open nets are none */
    uint32_t units;        /* database units per micron */
    uint32_t net_count;
    uint32_t wanted, open; /* nets that need wires, nets among them that are not connected */
};

struct leeway_layout_net {
    const char *name;
    const char *state; /* "routed", "open", "skipped", or in a word why leeway_layout_route gave the
                          net no wires; "" if it needs none, or the layout has none */
    uint64_t length, least; /* of its wires; a lower bound of any tree */
    uint64_t vias;
    uint32_t pins, reserved; /* reserved: 0 */
};

/* Reads a placed DEF with the LEF files of its technology and cells, or a layout in the program's
 * own format, which needs none; or a result of a placed layout, a DEF or a .routes file. */
enum leeway_status leeway_layout_read(struct leeway_layout **layout, const char *path,
                                      const char *const *lefs, size_t lef_count,
                                      struct leeway_error *error);
enum leeway_status leeway_layout_read_result(struct leeway_layout **result,
                                             const struct leeway_layout *placed, const char *path,
                                             struct leeway_error *error);

void leeway_layout_destroy(struct leeway_layout *layout);

/* Routes a placed layout by the rules of its LEF, like leeway_route. The result has no fault that
 * the checker knows; a net may be open instead. Of the options, effort, threads, time_limit, skip,
 * progress, stop and global are used; the others must have their defaults. global: "on": a global
 * router makes guides first; "off"; "auto": if the layout is crowded. If it is far too crowded,
 * "auto" routes nothing, and the state of all nets is "crowded". */
enum leeway_status leeway_layout_route(struct leeway_layout **result,
                                       const struct leeway_layout *placed,
                                       const struct leeway_options *options,
                                       struct leeway_error *error);

/* Totals, and the nets in the order of the DEF. */
const struct leeway_layout_report *leeway_layout_report(const struct leeway_layout *layout);
const struct leeway_layout_net *leeway_layout_nets(const struct leeway_layout *layout,
                                                   size_t *count);

/* Gives the verdict on a layout with wires, like leeway_check. Writes NAME.def, NAME.routes (the
 * wires) or NAME.net (the layout without LEF). Draws like leeway_draw, explains like
 * leeway_explain. */
enum leeway_status leeway_layout_check(const struct leeway_layout *layout,
                                       void (*report)(void *context, const char *fault),
                                       void *context, struct leeway_error *error);
enum leeway_status leeway_layout_write(const struct leeway_layout *layout, const char *path,
                                       struct leeway_error *error);
enum leeway_status leeway_layout_draw(const struct leeway_layout *layout,
                                      const struct leeway_picture *picture, const char *path,
                                      struct leeway_error *error);
enum leeway_status leeway_layout_draw_image(struct leeway_image **image,
                                            const struct leeway_layout *layout,
                                            const struct leeway_picture *picture,
                                            struct leeway_error *error);
enum leeway_status leeway_layout_explain(const struct leeway_explanation **explanation,
                                         const struct leeway_layout *layout, uint32_t net,
                                         struct leeway_error *error);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
