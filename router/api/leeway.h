/* leeway: a maze router for integrated circuits, as a library for C11 and C++.
 *
 * A design is a grid of cells and a netlist. Routing gives each net a tree of wires, or a reason
 * why it has none. A design is read from a file or built in memory:
 *
 *     struct leeway_error error;
 *     struct leeway_design *design;
 *     struct leeway_routes *routes;
 *     const uint32_t clk[] = {0, 0, 0,  11, 0, 0};            // x, y, layer of two pins
 *     leeway_design_create(&design, "first", 12, 8, 1, &error);
 *     leeway_design_add_net(design, "clk", clk, 2, &error);
 *     leeway_route(&routes, design, NULL, &error);
 *     if (routes == NULL)                                     // wrong input or out of memory
 *         fprintf(stderr, "%s\n", error.text);
 *     leeway_routes_destroy(routes);
 *     leeway_design_destroy(design);
 *
 * Cells. x runs east, y north, layer up, each from 0. (Files and messages count layers from 1.)
 * Arrays over all cells are flat: cell (x, y, layer) is at index (layer * height + y) * width + x.
 *
 * Errors. A function that can fail returns a status. Its last argument is a record, which it
 * overwrites; it may be NULL. Nothing is printed. Wrong arguments (NULL, a value out of range, an
 * array of another size) give LEEWAY_BAD_INPUT and a sentence. Files are written completely or not
 * at all; "-" is standard input or output.
 *
 * Ownership. A function that makes a handle stores it in its first argument, NULL on failure; the
 * matching destroy frees it and accepts NULL. Arguments are copied and need not outlive the call,
 * except in leeway_design_borrow_weights. Pointers returned by an accessor are valid as long as the
 * handle; it stores the number of elements in *count, which may be NULL.
 *
 * Threads. The library has no global state and installs no signal handler. Different handles may be
 * used at the same time, and so may one handle while no thread changes or destroys it. A call uses
 * the number of threads in its options.
 *
 * Determinism. The result depends on the design and the options only, not on the engine, the number
 * of threads or the machine, unless the time limit or the caller ends the run.
 *
 * Layouts (LEF and DEF) have the same calls in leeway_layout.h.
 *
 * Compatibility. A struct with a member `size` is filled by its ..._init function, so that a
 * program works with a later library that knows more members. Other structs never change. */
#ifndef LEEWAY_H
#define LEEWAY_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

#define LEEWAY_VERSION        "0.1.0"
#define LEEWAY_VERSION_NUMBER 100 /* 10000 * major + 100 * minor + patch */

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__ /* the symbols that the shared library exports */
#pragma GCC visibility push(default)
#endif
/* The version of the linked library; LEEWAY_VERSION is the version of the header. Static. */
const char *leeway_version(void);

/* ---- errors --------------------------------------------------------------------------------- */

/* The same numbers as the exit statuses of the program. */
enum leeway_status {
    LEEWAY_OK = 0,
    LEEWAY_UNROUTED = 1,     /* a valid result in which some nets have no wires */
    LEEWAY_BAD_INPUT = 2,    /* a wrong argument, or a file that is missing, wrong or too large */
    LEEWAY_FAILED = 3,       /* out of memory, or a disk or device failed */
    LEEWAY_INTERRUPTED = 130 /* the caller stopped the run; there is the best result so far */
};

/* An error and its place in a file, to be printed as `file:line:column: text`, then the excerpt
 * with a caret below excerpt_column. line, column and excerpt_column count from 1; 0: there is no
 * place. Texts end in NUL and may be empty. */
struct leeway_error {
    enum leeway_status status;
    uint32_t excerpt_column;
    uint64_t line, column;
    char text[768];
    char file[512];
    char excerpt[200];
};

/* ---- designs -------------------------------------------------------------------------------- */

struct leeway_design;
struct leeway_routes;

#define LEEWAY_SIDE_MAX   65536      /* width and height */
#define LEEWAY_LAYERS_MAX 64         /* layers */
#define LEEWAY_CELLS_MAX  2147483647 /* width * height * layers */
#define LEEWAY_COST_MAX   1000000  /* a weight (least 1); a via, bend or wrong-way cost (least 0) */
#define LEEWAY_NAME_MAX   255      /* bytes of a name, without its NUL */
#define LEEWAY_NETS_MAX   16777216 /* nets of a design */
#define LEEWAY_PINS_MAX   67108864 /* pins of all nets; of one net: the cells of the grid */
#define LEEWAY_PAIRS_MAX  2147483647 /* pairs of leeway_find_paths */

/* The layer of a pin that consists of the cells at x, y on all layers, already connected. */
#define LEEWAY_EVERY_LAYER UINT32_MAX

/* Reads a netlist and the grid that it names, in any format of the program except layouts (LEF,
 * DEF). Errors in the file have line and column. O(bytes + cells). */
enum leeway_status leeway_design_read(struct leeway_design **design, const char *path,
                                      struct leeway_error *error);

/* Makes a design of free cells without nets: all weights are 1, all other costs are 0, layers have
 * no direction. name: 1..LEEWAY_NAME_MAX bytes of UTF-8 without blanks, control characters and '#',
 * shown in pictures and route files. Memory: 1 bit per cell. */
enum leeway_status leeway_design_create(struct leeway_design **design, const char *name,
                                        uint32_t width, uint32_t height, uint32_t layers,
                                        struct leeway_error *error);
void leeway_design_destroy(struct leeway_design *design);

/* Sets the extra costs of steps, beyond the weight of the cell entered: via, if the step changes
 * the layer; bend, if it turns; wrong_way, if it runs across the layer's direction. Each
 * 0..LEEWAY_COST_MAX. */
enum leeway_status leeway_design_set_costs(struct leeway_design *design, uint32_t via,
                                           uint32_t bend, uint32_t wrong_way,
                                           struct leeway_error *error);

enum leeway_direction { LEEWAY_ANY, LEEWAY_HORIZONTAL, LEEWAY_VERTICAL };

/* Sets a layer's name (at most 63 bytes, as above; NULL: none) and direction. strict, non-zero: no
 * step runs across the direction, which cannot be LEEWAY_ANY. */
enum leeway_status leeway_design_set_layer(struct leeway_design *design, uint32_t layer,
                                           const char *name, enum leeway_direction direction,
                                           int strict, struct leeway_error *error);

/* Blocks the cells whose byte is non-zero and frees the others. count: number of cells. Pins may be
 * in blocked cells, which only their own net may enter. */
enum leeway_status leeway_design_set_blocked(struct leeway_design *design, const uint8_t *blocked,
                                             size_t count, struct leeway_error *error);
/* The same from packed bits: cell i is bit i % 8 of byte i / 8. bytes: (cells + 7) / 8. */
enum leeway_status leeway_design_set_blocked_bits(struct leeway_design *design, const uint8_t *bits,
                                                  size_t bytes, struct leeway_error *error);

/* Sets the weight of each cell, the cost of entering it, 1..LEEWAY_COST_MAX. count: number of
 * cells. On failure the weights do not change. Memory: 4 bytes per cell. */
enum leeway_status leeway_design_set_weights(struct leeway_design *design, const uint32_t *weights,
                                             size_t count, struct leeway_error *error);
/* The same without a copy. The caller keeps the array unchanged until the design is destroyed or
 * gets other weights. This is the only argument that outlives its call. */
enum leeway_status leeway_design_borrow_weights(struct leeway_design *design,
                                                const uint32_t *weights, size_t count,
                                                struct leeway_error *error);

/* Adds walls between neighbouring cells, which no step crosses in either direction. walls: 6
 * numbers per wall, x, y, layer of both cells. wall_count: at most 6 times the number of cells. On
 * failure no wall is added. Memory: 1 byte per cell. */
enum leeway_status leeway_design_add_walls(struct leeway_design *design, const uint32_t *walls,
                                           size_t wall_count, struct leeway_error *error);

/* If alone is non-zero, nets are queries: each is routed as if it were the only one, and nets may
 * share pins. Fails if the design already has nets. */
enum leeway_status leeway_design_set_alone(struct leeway_design *design, int alone,
                                           struct leeway_error *error);

/* Adds a net. pins: x, y, layer of each pin; the first pin is the root of the tree. name: like the
 * name of a design, and unique; NULL: the index of the net, from 0, in decimal. A cell can be a
 * pin only once, except in queries. On failure the design does not change. */
enum leeway_status leeway_design_add_net(struct leeway_design *design, const char *name,
                                         const uint32_t *pins, size_t pin_count,
                                         struct leeway_error *error);

/* Adds net_count nets. Net i has the pins first_pin[i] .. first_pin[i + 1] - 1: first_pin has
 * net_count + 1 entries, starts with 0, never decreases and ends with pin_count, the number of
 * pins. names: [net_count], or NULL: indices. On failure the nets before the wrong one are kept. */
enum leeway_status leeway_design_add_nets(struct leeway_design *design, size_t net_count,
                                          const char *const *names, const uint64_t *first_pin,
                                          const uint32_t *pins, size_t pin_count,
                                          struct leeway_error *error);

/* Width, height and number of layers, and the number of nets; zeroes for NULL. The name of a net,
 * NULL if there is no such net; valid until a net is added. */
void leeway_design_size(const struct leeway_design *design, uint32_t size[3]);
uint32_t leeway_design_net_count(const struct leeway_design *design);
const char *leeway_design_net_name(const struct leeway_design *design, uint32_t net);

/* ---- routing -------------------------------------------------------------------------------- */

struct leeway_progress {
    const char *phase; /* "alone", "route", "negotiate", "improve" or "explain": static */
    uint32_t iteration;
    uint32_t done, total; /* nets of this phase or iteration */
    uint32_t conflicts;   /* nets that share cells; only in "negotiate" */
    uint32_t routed;      /* nets routed in the best result so far */
    uint64_t cost;        /* cost of their trees */
};

struct leeway_options {
    size_t size;             /* sizeof(struct leeway_options): leeway_options_init sets it */
    const char *engine;      /* "auto", "cpu", "gpu"; auto: the CPU and a GPU if one is usable */
    const char *wave;        /* search algorithm: "auto", or a name from `leeway devices` */
    const char *order;       /* "short", "netlist", "reverse", "long", "pins", "inner" */
    uint32_t threads;        /* CPU threads, 1..1024; 0: one per core */
    uint32_t max_iterations; /* iterations of rip-up and improvement, 0..1000000; 0: one pass */
    double time_limit;       /* seconds, at most 31536000; 0: none */
    int alone;               /* non-zero: each net as if it were the only one */
    const uint8_t *skip;     /* [skip_count] non-zero: do not route this net; NULL: route all */
    size_t skip_count;       /* number of nets, if skip is not NULL */
    const struct leeway_routes *keep; /* a valid result of this design whose wires stay, or NULL */

    /* NULL, or called from the calling thread between searches; other than 0 stops the run. */
    int (*progress)(void *context, const struct leeway_progress *progress);
    void *context;
    /* NULL, or a flag that another thread or a signal handler sets to non-zero to stop the run; it
     * is also polled within searches. The library sets it to 1 if progress stops the run. */
    volatile sig_atomic_t *stop;
    const char *effort; /* "fast", "normal", "best": how much run time to spend on reducing cost */
    const char *film;   /* a file for a film of the run, .gif or .html; NULL: none */
    const char *global; /* of layouts: "on", "off", "auto" (leeway_layout_route) */
};

/* Sets the defaults: auto, auto, short, all cores, 100000 iterations, no limit, normal, auto. */
void leeway_options_init(struct leeway_options *options, size_t size);

/* Routes the design. options may be NULL: defaults. Returns LEEWAY_OK (all nets except skipped ones
 * have wires), LEEWAY_UNROUTED or LEEWAY_INTERRUPTED, with a valid result in *routes; else *routes
 * is NULL. Memory: 2 bits per cell and the engine's labels; 14 bytes per cell more for rip-up. */
enum leeway_status leeway_route(struct leeway_routes **routes, const struct leeway_design *design,
                                const struct leeway_options *options, struct leeway_error *error);
void leeway_routes_destroy(struct leeway_routes *routes);

/* ---- results -------------------------------------------------------------------------------- */

enum leeway_state {
    LEEWAY_ROUTED = 0,
    LEEWAY_NO_PATH = 1,    /* there is no path even without other nets */
    LEEWAY_BLOCKED_BY = 2, /* the blockers are the nets in the way */
    LEEWAY_TIME_LIMIT = 3, /* the time limit ended the run */
    LEEWAY_NOT_TRIED = 4   /* the run was stopped, or the net was skipped */
};

struct leeway_net {
    uint64_t cost;   /* sum of the costs of all steps; all numbers are 0 without wires */
    uint64_t length; /* steps within layers */
    uint64_t vias;   /* steps between layers */
    uint64_t bends;  /* turns within layers */
    uint64_t first_wire, wire_count;       /* in leeway_routes_wires */
    uint64_t first_blocker, blocker_count; /* in leeway_routes_blockers */
    enum leeway_state state;
    uint32_t reserved; /* 0 */
};

/* Statistics of a run. */
struct leeway_report {
    char engine[16], wave[32], device[128];
    char end[16];        /* why the run ended: "done", "time-limit", "stopped" */
    uint32_t iterations; /* of negotiation and improvement */
    uint32_t conflicts;  /* nets that shared cells when negotiation ended */
    uint64_t searches;
    double seconds;
    uint64_t peak_host, peak_device; /* peak memory in bytes */
};

/* The nets in the order of the design. All wires, 6 numbers each: x, y, layer of both ends; a wire
 * is a straight run of cells or a stack of vias, and the wires of a net form a tree, each leading
 * away from the first pin. Indices of the nets that block others. */
const struct leeway_net *leeway_routes_nets(const struct leeway_routes *routes, size_t *count);
const uint32_t *leeway_routes_wires(const struct leeway_routes *routes, size_t *count);
const uint32_t *leeway_routes_blockers(const struct leeway_routes *routes, size_t *count);

/* Texts are empty and numbers are 0 if the result was read from a file. */
const struct leeway_report *leeway_routes_report(const struct leeway_routes *routes);
/* "routed", "no-path", "blocked-by", "time-limit", "interrupted", or "unknown". Static. */
const char *leeway_state_name(enum leeway_state state);

/* Checks a result independently of the router: walks each wire and recomputes each number. Returns
 * LEEWAY_OK or LEEWAY_UNROUTED (some net has no wires, for example because it was skipped) if it is
 * valid, LEEWAY_BAD_INPUT if not: *error is the first violation, and report (may be NULL) is called
 * with a sentence for each. */
enum leeway_status leeway_check(const struct leeway_design *design,
                                const struct leeway_routes *routes,
                                void (*report)(void *context, const char *fault), void *context,
                                struct leeway_error *error);

/* Reads a result of this design in any format of the program, whose syntax, names and cells are
 * checked; leeway_check does the rest. Writes one. */
enum leeway_status leeway_routes_read(struct leeway_routes **routes,
                                      const struct leeway_design *design, const char *path,
                                      struct leeway_error *error);
enum leeway_status leeway_routes_write(const struct leeway_routes *routes,
                                       const struct leeway_design *design, const char *path,
                                       struct leeway_error *error);

/* ---- searches ------------------------------------------------------------------------------- */

#define LEEWAY_UNREACHED UINT32_MAX /* label of an unreachable cell */
#define LEEWAY_NO_COST   UINT64_MAX /* cost of a missing path */

struct leeway_paths;

/* The result of a search; parents and counts may be NULL. */
struct leeway_levels {
    uint32_t *labels;  /* [cells] steps from the nearest source, or LEEWAY_UNREACHED */
    uint32_t *parents; /* [cells] the cell before on a shortest path, that of the least index;
                          LEEWAY_UNREACHED for sources and unreachable cells */
    uint32_t *counts;  /* [cells] counts[d]: cells of label d */
};

/* Labels each cell with its distance in steps from the source cell (x, y, layer), or from several.
 * Respects blocked cells, walls and strict layers; ignores costs and nets. count: number of cells.
 * O(cells); 8 bytes per cell of temporary memory. */
enum leeway_status leeway_bfs(const struct leeway_design *design, const uint32_t source[3],
                              uint32_t *labels, size_t count, struct leeway_error *error);
enum leeway_status leeway_bfs_levels(const struct leeway_design *design, const uint32_t *sources,
                                     size_t source_count, const struct leeway_levels *levels,
                                     size_t count, struct leeway_error *error);

/* Finds a cheapest path for each of pair_count pairs, independently of each other and of the nets:
 * for millions of short queries in one call. pairs: 6 numbers each, x, y, layer of start and goal,
 * which may be blocked. windows: NULL, or 4 numbers each, x, y of the low and of the high corner;
 * the path stays inside, like both ends. Of the options (may be NULL), engine, wave, threads, stop
 * and time_limit are used. Returns LEEWAY_OK, LEEWAY_UNROUTED if a pair has no path, or
 * LEEWAY_INTERRUPTED (also at the time limit): pairs that were not searched have no path. */
enum leeway_status leeway_find_paths(struct leeway_paths **paths,
                                     const struct leeway_design *design, const uint32_t *pairs,
                                     const uint32_t *windows, size_t pair_count,
                                     const struct leeway_options *options,
                                     struct leeway_error *error);

/* The same for one pair; the corners are all cells of the path. */
enum leeway_status leeway_shortest_path(struct leeway_paths **path,
                                        const struct leeway_design *design, const uint32_t start[3],
                                        const uint32_t goal[3], struct leeway_error *error);
void leeway_paths_destroy(struct leeway_paths *paths);

/* The cost of each path, or LEEWAY_NO_COST. The corners of all paths as cell indices, each path
 * from its start to its goal with straight runs between corners. Path i has the corners first[i] ..
 * first[i + 1] - 1; *count is the number of pairs + 1. */
const uint64_t *leeway_paths_costs(const struct leeway_paths *paths, size_t *count);
const uint32_t *leeway_paths_corners(const struct leeway_paths *paths, size_t *count);
const uint64_t *leeway_paths_first(const struct leeway_paths *paths, size_t *count);

/* ---- pictures ------------------------------------------------------------------------------- */

struct leeway_picture {
    size_t size;                  /* sizeof(struct leeway_picture): leeway_picture_init sets it */
    uint32_t scale;               /* pixels per cell or micron, 1..256; 0: chosen by the size */
    int cropped;                  /* non-zero: draw only the part `crop` */
    uint32_t crop[4];             /* x, y of the low corner, x, y of the high corner, inclusive, in
                                     cells, or microns of a layout */
    const char *const *highlight; /* [highlight_count] names of nets to highlight, or NULL */
    size_t highlight_count;       /* at most the number of nets */
    int bare;                     /* non-zero: no margin, coordinates, title or legend */
    const char *show;   /* "routes", "failures", "congestion", "detours", "diff"; NULL: "routes" */
    const void *other;  /* with "diff": another result, a leeway_routes or a leeway_layout */
    uint32_t width;     /* if scale is 0: pixels of the whole width, 16..16384; 0: chosen */
    uint32_t layer;     /* with "congestion": a layer, from 1; 0: all layers */
    const char *format; /* of an image: "png", "svg", "html"; NULL: "png" */
};

/* Sets the defaults. */
void leeway_picture_init(struct leeway_picture *picture, size_t size);

/* Draws the design and its routes (may be NULL) to a file, PNG, SVG, HTML or GIF by the extension
 * ("-": PNG), or into memory, for example for a window or a notebook. picture may be NULL:
 * defaults. O(cells + pixels + steps of the wires); 1 byte per pixel of temporary memory. */
enum leeway_status leeway_draw(const struct leeway_design *design,
                               const struct leeway_routes *routes,
                               const struct leeway_picture *picture, const char *path,
                               struct leeway_error *error);
struct leeway_image;
enum leeway_status leeway_draw_image(struct leeway_image **image,
                                     const struct leeway_design *design,
                                     const struct leeway_routes *routes,
                                     const struct leeway_picture *picture,
                                     struct leeway_error *error);
const uint8_t *leeway_image_bytes(const struct leeway_image *image, size_t *count);
void leeway_image_destroy(struct leeway_image *image);

/* ---- explanations --------------------------------------------------------------------------- */

struct leeway_explanation {
    const char *state;      /* "routed", or why the net has no wires */
    uint64_t length, least; /* of its wires; a lower bound of any tree */
    const uint32_t *nets;   /* without wires in a grid: a minimal set of nets in its way; open in a
                               layout: nets across the lines between its pins; longer than `least`:
                               at most 6 nets that take most of the box around its pins */
    size_t net_count;
    const char *const *faults; /* of a layout, in sentences; valid as long as the layout */
    size_t fault_count;
};

/* Explains a net of a result. routes NULL: whether the grid alone blocks the net. */
enum leeway_status leeway_explain(const struct leeway_explanation **explanation,
                                  const struct leeway_design *design,
                                  const struct leeway_routes *routes, uint32_t net,
                                  struct leeway_error *error);
void leeway_explanation_destroy(const struct leeway_explanation *explanation);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
