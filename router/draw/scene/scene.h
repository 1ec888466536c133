/* scene: the state that the parts of a picture share for all subjects.
 *
 * A subject (grid/, layout/) has a scene of its own, whose first member is struct scene, and a
 * table of calls, struct scene_ops: it draws its body and answers questions about nets and layers.
 * The rest is written once: the order of the steps (picture.c), the choice of nets and colours
 * (show.c), maps of congestion (congestion.c), title and legend (legend.c), coordinates (axes.c)
 * and flight lines (flight.c). */
#pragma once

#include "router/draw/frame/heat.h"
#include "router/draw/scene/picture.h"

struct scene {
    const struct scene_ops *ops;
    struct picture_subject subject;
    const struct picture_options *options;
    struct frame frame; /* the body's place, and the decoration around it */
    const char *title;
    uint32_t nets, layers; /* nets and layers that have a number */
    uint32_t wanted;       /* nets to route, <= nets */
    uint32_t open_count;
    uint32_t flight_every; /* every flight_every-th open net has flight lines */
    bool has_flights;      /* there are flight lines besides those of nets in question */
    int64_t pin_reach;     /* maximum of the pixels from a pin's middle to its edge; set by fit */
    bool *open;            /* [nets] unrouted, or NULL: none is */
    bool *highlighted;     /* [nets] the others are dimmed; NULL: no net is dimmed */
    bool *named;           /* [nets] named by options->highlight, or NULL */
    bool *asked;           /* [nets] the nets in question (asked.c), or NULL */
    uint32_t asked_count;  /* their number */
    char heading[512];     /* the title with the names of nets in question */
    uint8_t *colour;       /* [nets] colour of all wires, 0: that of their layer; or NULL */
    struct heat heat;      /* with SHOW_CONGESTION */
    char remark[512];      /* a line above the body */
};

/* A coordinate axis. Ticks are at multiples of units / parts of the subject's units. A tick at unit
 * p is (p - from) * pixels / per + middle pixels from the axis's start. */
struct scene_axis {
    int64_t from, to;     /* the part shown, in the subject's units */
    int64_t units, parts; /* of a grid 1 and 1; of a layout the units of a micron and 1000 */
    int64_t pixels, per, middle;
    int64_t apart;    /* least distance of two ticks in pixels */
    const char *name; /* "um", or NULL: cells */
};

struct scene_point {
    int64_t x, y;
};

/* The weight of a net by which a list of nets is sorted. */
struct scene_rank {
    uint32_t net;
    uint64_t weight;
};

/* Properties and words of a subject. */
struct scene_traits {
    size_t size;            /* of the subject's scene in bytes */
    bool dimmed_lines;      /* open nets have flight lines even if they are not highlighted */
    const char *open;       /* names the list of open nets: "unrouted" */
    const char *in_the_way; /* "blocks": a net that keeps an open one from being routed */
    const char *no_blocker; /* SHOW_FAILURES found no such net; NULL: open nets are listed */
    const char *room;       /* what SHOW_CONGESTION counts: "cells" */
    const char *used;       /* the unit of its scale: "% of the free cells with a wire" */
};

/* The calls of a subject. scene is its own scene. */
struct scene_ops {
    const struct scene_traits *traits;

    /* Sets title, nets, wanted, layers, the part shown, the frame's width, height, text, page. */
    enum status (*fit)(struct scene *scene, struct error *error);
    /* Fills the members that the legend depends on, and `open`; NULL: nothing to do. */
    enum status (*prepare)(struct scene *scene, struct error *error);
    /* Draws the body, and calls show_draw above its ground. Not called with SHOW_CONGESTION. */
    enum status (*body)(struct scene *scene, struct error *error);
    /* Called once, also after a call that failed; NULL: nothing to do. */
    void (*destroy)(struct scene *scene);

    /* Names of nets and layers, and a note on a net: see paint_names in paint.h. find_net returns
     * UINT32_MAX if no net has the name. */
    uint32_t (*find_net)(const struct scene *scene, const char *name);
    const char *(*net_name)(const void *scene, uint32_t net);
    bool (*net_note)(const void *scene, uint32_t net, char *text, size_t room);
    void (*layer_name)(const void *scene, uint32_t layer, char *text, size_t room);

    /* Decoration: the two lines below the title, the legend's items, the axes. */
    void (*counts)(const struct scene *scene, char *text, size_t room);
    void (*extent)(const struct scene *scene, char *text, size_t room);
    void (*legend)(const struct scene *scene, struct text_flow *flow);
    struct scene_axis (*axis)(const struct scene *scene, bool upward);

    /* Returns the number of a net's pins with a place and writes their places to `at`; with `at`
     * NULL returns an upper bound. */
    uint32_t (*pins)(const struct scene *scene, uint32_t net, struct scene_point *at);
    /* Draws a flight line between two of these points. */
    void (*line)(const void *scene, struct scene_point from, struct scene_point to);
    /* Converts such a point to half pixels; NULL: points are in half pixels. */
    struct scene_point (*place)(const struct scene *scene, struct scene_point at);
    /* Writes the name of a pin by its index among the places of `pins`, or "". */
    void (*pin_name)(const struct scene *scene, uint32_t net, uint32_t index, char *text,
                     size_t room);
    /* Draws the metal of scene->asked, at least `least` pixels wide, and rim wider on each side. */
    void (*metal)(const struct scene *scene, int64_t least, int64_t rim, uint8_t colour);

    /* Adds 1 to ranks[n].weight for each open net that net n blocks. *count: those examined. */
    enum status (*blockers)(struct scene *scene, struct scene_rank *ranks, uint32_t *count,
                            struct error *error);
    /* A net's length, and the least possible length or 0 if it is unknown. */
    void (*lengths)(const struct scene *scene, uint32_t net, uint64_t *length, uint64_t *least);
    /* Total length, in units of messages, and vias of the result, or of options->other. */
    void (*totals)(const struct scene *scene, bool other, double *length, uint64_t *vias);
    /* True if the net differs from that in options->other; draws the other wires of such nets. */
    bool (*differs)(const struct scene *scene, uint32_t net);
    enum status (*draw_other)(struct scene *scene, struct error *error);
    /* The side of a tile of a map in pixels; writes it to text in the subject's units. */
    int64_t (*tile)(const struct scene *scene, char *text, size_t room);
    /* Fills scene->heat. */
    enum status (*count)(struct scene *scene, struct error *error);
    /* Draws above a map of scene->heat, whose legend ends with `legend`; NULL: nothing. */
    void (*over_map)(const struct scene *scene, uint32_t map);
};

static inline bool scene_is_open(const struct scene *scene, uint32_t net)
{
    return scene->open != NULL && net < scene->nets && scene->open[net];
}

static inline bool scene_is_highlighted(const struct scene *scene, uint32_t net)
{
    return scene->highlighted == NULL || (net < scene->nets && scene->highlighted[net]);
}

static inline bool scene_is_asked(const struct scene *scene, uint32_t net)
{
    return scene->asked != NULL && scene->asked[net];
}

/* The colour of all wires of a net; 0: that of their layer. */
static inline uint8_t scene_colour(const struct scene *scene, uint32_t net)
{
    return scene->colour != NULL && net < scene->nets ? scene->colour[net] : 0;
}

/* Sets *box to the part of the grid that the options show. Fails for a crop box outside of it. */
enum status scene_crop(const struct scene *scene, const struct grid *grid, struct box *box,
                       struct error *error);

/* show.c: sets highlighted, colour and remark for options->show; then, above the ground, fixes the
 * colours and draws the other result; the legend's items. */
enum status show_prepare(struct scene *scene, struct error *error);
enum status show_draw(struct scene *scene, struct error *error);
void show_items(struct text_flow *flow, const struct scene *scene);

/* congestion.c: the number of maps in a row (1 for another question); the map that counts a layer,
 * UINT32_MAX: none; counts all maps and gives the frame its size; draws them; their axes. */
uint32_t congestion_across(const struct scene *scene);
uint32_t congestion_map(const struct scene *scene, uint32_t layer);
enum status congestion_prepare(struct scene *scene, struct error *error);
void congestion_draw(const struct scene *scene);
void congestion_axes(struct scene *scene);

/* asked.c: the nets that a picture is asked about: --highlight, the explained net, or with
 * `failures` the unrouted nets. They are drawn last: thick, in COLOUR_ASKED with a dark casing,
 * their pins ringed and named; the title names them. All other nets are dimmed.
 *
 * Chooses the nets, after show_prepare, and writes scene->heading; draws them; their legend's item.
 */
enum { ASKED_NAMED = 6 }; /* nets up to which the title names them all and pins have names */
enum status asked_prepare(struct scene *scene, struct error *error);
enum status asked_draw(const struct scene *scene, struct error *error);
void asked_item(struct text_flow *flow, const struct scene *scene);

/* legend.c: chooses the body's place, returns the picture's size; draws what is around the body. */
struct pixels legend_measure(struct scene *scene);
void legend_draw(struct scene *scene);

/* axes.c: ticks and coordinates at the lower and the left edge; pixels that the left ones need. */
void axes_draw(const struct scene *scene, bool lower, bool left);
int64_t axes_width(const struct scene *scene);

enum {
    FLIGHT_LINES_MAX = 5000, /* approximate maximum of flight lines in a picture */
    FLIGHT_PINS_MAX = 1024,  /* maximum number of points of a minimal tree */
};

/* flight.c: sets flight_every, so that about FLIGHT_LINES_MAX lines are drawn; draws them. */
void flight_prepare(struct scene *scene);
enum status flight_draw(const struct scene *scene, struct error *error);

/* Moves to the next net with flight lines, a zeroed walk to the first one; false at the end. */
struct flight_walk {
    uint32_t net, next, seen;
};
bool flight_next(const struct scene *scene, struct flight_walk *walk);

/* Calls `line` for each edge of a spanning tree of n points: minimal in Manhattan distance up to
 * FLIGHT_PINS_MAX points (Prim, O(n^2)), a chain above. */
typedef void flight_line(const void *context, struct scene_point from, struct scene_point to);
enum status flight_tree(const struct scene_point *at, uint32_t n, flight_line *line,
                        const void *context, struct error *error);
