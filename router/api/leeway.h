/* leeway: a maze router for integrated circuits, as a library. C11 and C++.
 *
 * A design is a grid of cells and a netlist; routing gives each net a tree of wires, or says why
 * there is none. From a file, or put together in memory:
 *
 *     struct leeway_error error;
 *     struct leeway_design *design;
 *     struct leeway_routes *routes;
 *     const uint32_t clk[] = {0, 0, 0,  11, 0, 0};            // x, y, layer of two pins
 *     leeway_design_create(&design, "first", 12, 8, 1, &error);
 *     leeway_design_add_net(design, "clk", clk, 2, &error);
 *     leeway_route(&routes, design, NULL, &error);
 *     if (routes == NULL)                                     // wrong input, no memory
 *         fprintf(stderr, "%s\n", error.text);
 *     leeway_routes_destroy(routes);
 *     leeway_design_destroy(design);
 *
 * Cells. x runs east, y north, layer up; each counts from 0. (Files and messages count layers from
 * 1.) Arrays over all cells are flat, cell (x, y, layer) at index (layer * height + y) * width + x.
 *
 * Errors. A function that can fail returns a status and takes a record, which may be NULL, as its
 * last argument. It overwrites the record. No message is ever printed, no wrong argument crashes:
 * NULL, a value out of range, an array of another size give LEEWAY_BAD_INPUT and a sentence.
 *
 * Ownership. What a function makes comes through its first argument (NULL on failure) and is freed
 * by the matching destroy, which accepts NULL. Arguments are copied: none must outlive the call
 * (but for leeway_design_borrow_weights). Pointers that an accessor returns belong to the handle
 * and end with it.
 *
 * Threads. There is no global state, no signal handler, no exit. Different handles may be used
 * at once; so may one handle, as long as nobody changes or destroys it. One call uses as many
 * threads as its options say.
 *
 * The same design and options give the same result, whatever engine, threads or machine, unless
 * the time limit or the caller ended the run.
 *
 * Compatibility. Structs with a member `size` are filled by their ..._init function, so that a
 * program runs with a library that knows more members. The others never change.
 */
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
#ifdef __GNUC__ /* what the shared library shows, whatever else it hides */
#pragma GCC visibility push(default)
#endif

/* The version of the library that is linked; LEEWAY_VERSION is that of the header. Static. */
const char *leeway_version(void);

/* ---- errors --------------------------------------------------------------------------------- */

/* The program's exit statuses are the same numbers. */
enum leeway_status {
    LEEWAY_OK = 0,
    LEEWAY_UNROUTED = 1,     /* finished and right, but nets have no wires: a result */
    LEEWAY_BAD_INPUT = 2,    /* wrong argument, or a file that is missing, wrong, over a limit */
    LEEWAY_FAILED = 3,       /* memory, disk or device */
    LEEWAY_INTERRUPTED = 130 /* the caller stopped the run: the best result so far */
};

/* What went wrong, and where in a file: `file:line:column: text`, below it the excerpt with a
 * caret under excerpt_column. line, column and excerpt_column count from 1; 0 is "no such place".
 * All texts end in NUL and are empty where there is nothing to say. */
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

#define LEEWAY_SIDE_MAX   65536      /* width and height */
#define LEEWAY_LAYERS_MAX 64         /* layers */
#define LEEWAY_CELLS_MAX  2147483647 /* width * height * layers */
#define LEEWAY_COST_MAX   1000000    /* a weight (from 1), a via, bend or wrong-way cost (from 0) */
#define LEEWAY_NAME_MAX   255        /* bytes of a name, without its NUL */
#define LEEWAY_NETS_MAX   16777216   /* nets of a design */
#define LEEWAY_PINS_MAX   67108864   /* pins of all its nets; those of one net: its cells */
#define LEEWAY_PAIRS_MAX  2147483647 /* pairs of leeway_find_paths */

/* As a pin's layer: the cells at x, y of every layer, which are joined already. */
#define LEEWAY_EVERY_LAYER UINT32_MAX

/* Reads a netlist and the grid that it names, in any format of the program but those of layouts
 * (LEF, DEF); "-": standard input. Errors of the file have their line and column. O(bytes + cells).
 */
enum leeway_status leeway_design_read(struct leeway_design **design, const char *path,
                                      struct leeway_error *error);

/* Makes a design of free cells without nets: every weight is 1, all other costs are 0, each layer
 * takes any direction. name: 1..LEEWAY_NAME_MAX bytes of UTF-8 without blanks, control characters
 * and '#'; pictures and route files show it. 1 bit a cell. */
enum leeway_status leeway_design_create(struct leeway_design **design, const char *name,
                                        uint32_t width, uint32_t height, uint32_t layers,
                                        struct leeway_error *error);

void leeway_design_destroy(struct leeway_design *design);

/* What a step costs beyond the weight of the cell that it enters: when it changes the layer, when
 * it turns, when it runs across the layer's direction. Each 0..LEEWAY_COST_MAX. */
enum leeway_status leeway_design_set_costs(struct leeway_design *design, uint32_t via,
                                           uint32_t bend, uint32_t wrong_way,
                                           struct leeway_error *error);

enum leeway_direction { LEEWAY_ANY, LEEWAY_HORIZONTAL, LEEWAY_VERTICAL };

/* Sets a layer's name (at most 63 bytes, as above; NULL: none) and direction. strict, not 0: no
 * step runs across the direction, which must not be LEEWAY_ANY then. */
enum leeway_status leeway_design_set_layer(struct leeway_design *design, uint32_t layer,
                                           const char *name, enum leeway_direction direction,
                                           int strict, struct leeway_error *error);

/* Blocks the cells whose byte is not 0, frees the others. count: all cells. Pins may lie in blocked
 * cells; only their own net's wires enter them. */
enum leeway_status leeway_design_set_blocked(struct leeway_design *design, const uint8_t *blocked,
                                             size_t count, struct leeway_error *error);

/* The same from packed bits: cell i is bit i % 8 of byte i / 8. bytes: (cells + 7) / 8. */
enum leeway_status leeway_design_set_blocked_bits(struct leeway_design *design, const uint8_t *bits,
                                                  size_t bytes, struct leeway_error *error);

/* Sets what entering each cell costs, 1..LEEWAY_COST_MAX. count: all cells. 4 bytes a cell. On
 * failure the weights are as before. */
enum leeway_status leeway_design_set_weights(struct leeway_design *design, const uint32_t *weights,
                                             size_t count, struct leeway_error *error);

/* The same without a copy: the array must stay, unchanged, until the design is destroyed or gets
 * other weights. The one argument of the library that outlives its call. */
enum leeway_status leeway_design_borrow_weights(struct leeway_design *design,
                                                const uint32_t *weights, size_t count,
                                                struct leeway_error *error);

/* Puts walls between cells: no step joins the two, in either direction. walls: 6 numbers each, x,
 * y, layer of a cell and of a neighbour in x, y or layer. wall_count: at most 6 times the cells. On
 * failure no wall is put. 1 byte a cell of the design. */
enum leeway_status leeway_design_add_walls(struct leeway_design *design, const uint32_t *walls,
                                           size_t wall_count, struct leeway_error *error);

/* With alone not 0, nets are queries: each is routed as if it were the only one, and pins of
 * different nets may coincide. Before the first net. */
enum leeway_status leeway_design_set_alone(struct leeway_design *design, int alone,
                                           struct leeway_error *error);

/* Adds a net: pin_count times x, y, layer. The first pin is the root of its tree. name: as a
 * design's, and no other net's; NULL: its number among the nets, from 1, in decimal. No cell may be
 * a pin twice, but in queries. On failure the design is as before. */
enum leeway_status leeway_design_add_net(struct leeway_design *design, const char *name,
                                         const uint32_t *pins, size_t pin_count,
                                         struct leeway_error *error);

/* Adds net_count nets at once. Net i has the pins first_pin[i] .. first_pin[i + 1] - 1, so
 * first_pin has net_count + 1 entries, begins with 0, never falls and ends with pin_count, the
 * triples in pins. names: net_count of them, or NULL: numbers. Nets before one that fails stay. */
enum leeway_status leeway_design_add_nets(struct leeway_design *design, size_t net_count,
                                          const char *const *names, const uint64_t *first_pin,
                                          const uint32_t *pins, size_t pin_count,
                                          struct leeway_error *error);

/* Width, height and layers; zeroes for NULL. */
void leeway_design_size(const struct leeway_design *design, uint32_t size[3]);

/* How many nets there are; 0 for NULL. */
uint32_t leeway_design_net_count(const struct leeway_design *design);

/* The name of a net; NULL where there is no such net. Valid until a net is added. */
const char *leeway_design_net_name(const struct leeway_design *design, uint32_t net);

/* ---- routing -------------------------------------------------------------------------------- */

struct leeway_routes;

struct leeway_progress {
    const char *phase; /* "alone", "route", "negotiate", "insert", "improve" or "explain": static */
    uint32_t iteration;
    uint32_t done, total; /* nets of this phase or iteration */
    uint32_t conflicts;   /* nets that share cells; 0 but in "negotiate" */
    uint32_t routed;      /* nets of the best result so far */
    uint64_t cost;        /* and what their trees cost */
};

struct leeway_options {
    size_t size;             /* sizeof(struct leeway_options): leeway_options_init sets it */
    const char *engine;      /* "auto", "cpu", "gpu"; auto: a usable GPU beside the CPU */
    const char *wave;        /* how the engine searches: "auto", or as `leeway devices` lists */
    const char *order;       /* "short", "netlist", "reverse", "long", "pins", "inner" */
    uint32_t threads;        /* CPU threads, 1..1024; 0: one a core */
    uint32_t max_iterations; /* rounds of rip-up and improvement, 0..1000000; 0: one pass */
    double time_limit;       /* seconds, at most 31536000; 0: none */
    int alone;               /* not 0: each net as if it were the only one */
    const uint8_t *skip;     /* [skip_count] not 0: leave this net; NULL: route all */
    size_t skip_count;       /* the number of nets */
    const struct leeway_routes *keep; /* wires that stay as they are, of this design; or NULL */

    /* Called now and then from the calling thread, between searches. Not 0 stops the run. */
    int (*progress)(void *context, const struct leeway_progress *progress);
    void *context;

    /* Another thread or a signal handler stops the run by setting it to another value than 0;
     * looked at within searches, too. The library sets it to 1 where progress stopped the run. It
     * must stay valid during the call. NULL: there is none. */
    volatile sig_atomic_t *stop;

    const char *effort; /* "fast", "normal", "best": how long to go on for less cost */
};

/* Sets the defaults: auto, auto, short, all cores, 100000 rounds, no limit, normal. size:
 * sizeof(struct leeway_options). */
void leeway_options_init(struct leeway_options *options, size_t size);

/* Routes the design; options may be NULL. Returns LEEWAY_OK (all nets have wires but those to be
 * skipped), LEEWAY_UNROUTED or LEEWAY_INTERRUPTED with a whole and right result in *routes;
 * otherwise *routes is NULL. Memory: 2 bits a cell and an engine's labels, for rip-up 14 bytes a
 * cell more. */
enum leeway_status leeway_route(struct leeway_routes **routes, const struct leeway_design *design,
                                const struct leeway_options *options, struct leeway_error *error);

void leeway_routes_destroy(struct leeway_routes *routes);

/* ---- results -------------------------------------------------------------------------------- */

enum leeway_state {
    LEEWAY_ROUTED = 0,
    LEEWAY_NO_PATH = 1,    /* not even in the empty design */
    LEEWAY_BLOCKED_BY = 2, /* the nets in the way are named */
    LEEWAY_TIME_LIMIT = 3, /* given up at the time limit */
    LEEWAY_NOT_TRIED = 4   /* the run was stopped, or the net was skipped */
};

struct leeway_net {
    uint64_t cost;   /* sum of the steps' costs; of an unrouted net 0, as all numbers */
    uint64_t length; /* steps within layers */
    uint64_t vias;   /* steps between layers */
    uint64_t bends;
    uint64_t first_wire, wire_count;       /* in leeway_routes_wires */
    uint64_t first_blocker, blocker_count; /* in leeway_routes_blockers */
    enum leeway_state state;
    uint32_t reserved; /* 0 */
};

/* How the run went. */
struct leeway_report {
    char engine[16], wave[32], device[128];
    char end[16];                   /* why it ended: "done", "time-limit", "stopped" */
    uint32_t iterations, conflicts; /* rounds; nets that shared cells when negotiation gave up */
    uint64_t searches;
    double seconds;
    uint64_t peak_host, peak_device; /* bytes */
};

/* The nets in the design's order; *count (may be NULL) is their number. */
const struct leeway_net *leeway_routes_nets(const struct leeway_routes *routes, size_t *count);

/* All wires, 6 numbers each: x, y, layer of one end, then of the other. A wire is a straight run of
 * cells or a stack of vias. Those of a net form a tree, each written away from the net's first pin.
 * *count (may be NULL) is the number of wires. */
const uint32_t *leeway_routes_wires(const struct leeway_routes *routes, size_t *count);

/* Indices of the nets in the way of others. */
const uint32_t *leeway_routes_blockers(const struct leeway_routes *routes, size_t *count);

/* Of a result that was read from a file its texts are empty and its numbers 0. */
const struct leeway_report *leeway_routes_report(const struct leeway_routes *routes);

/* "routed", "no-path", "blocked-by", "time-limit", "interrupted"; "unknown". Static. */
const char *leeway_state_name(enum leeway_state state);

/* Judges a result without trusting the router: every wire is walked, every number computed again.
 * LEEWAY_OK and LEEWAY_UNROUTED (a net has no wires, be it that it was skipped): it is right.
 * LEEWAY_BAD_INPUT: it is not; *error tells the first fault, report (may be NULL) gets each, a
 * sentence. */
enum leeway_status leeway_check(const struct leeway_design *design,
                                const struct leeway_routes *routes,
                                void (*report)(void *context, const char *fault), void *context,
                                struct leeway_error *error);

/* Reads a result of this design, of any format of the program: its syntax, names and cells are
 * checked, the rest is for leeway_check. */
enum leeway_status leeway_routes_read(struct leeway_routes **routes,
                                      const struct leeway_design *design, const char *path,
                                      struct leeway_error *error);

/* Writes the file, whole or not at all ("-": to standard output). */
enum leeway_status leeway_routes_write(const struct leeway_routes *routes,
                                       const struct leeway_design *design, const char *path,
                                       struct leeway_error *error);

/* ---- searches ------------------------------------------------------------------------------- */

/* As a label: no way leads there. As a cost: there is no path. */
#define LEEWAY_UNREACHED UINT32_MAX
#define LEEWAY_NO_COST   UINT64_MAX

/* Labels each cell with the number of steps of a shortest way from the source cell (x, y, layer),
 * LEEWAY_UNREACHED where there is none. Breadth-first: costs and nets do not count; blocks, walls
 * and strict layers do. labels: [count], all cells. O(cells); 8 bytes a cell for the while. */
enum leeway_status leeway_bfs(const struct leeway_design *design, const uint32_t source[3],
                              uint32_t *labels, size_t count, struct leeway_error *error);

struct leeway_paths;

/* Finds a cheapest path for each of pair_count pairs, each as if it were alone: for millions of
 * short queries in one call. pairs: 6 numbers each, x, y, layer of the start and of the goal, which
 * may be blocked cells. windows: 4 each, x, y of the low corner and of the high one, both inside;
 * the path stays within and both ends lie within; NULL: the whole grid. Nets do not count. Of the
 * options (may be NULL) engine, wave, threads, stop and time_limit are used.
 *
 * Returns LEEWAY_OK, LEEWAY_UNROUTED where a pair has no path, or LEEWAY_INTERRUPTED (also at the
 * time limit); pairs that were not searched then have no path. */
enum leeway_status leeway_find_paths(struct leeway_paths **paths,
                                     const struct leeway_design *design, const uint32_t *pairs,
                                     const uint32_t *windows, size_t pair_count,
                                     const struct leeway_options *options,
                                     struct leeway_error *error);

void leeway_paths_destroy(struct leeway_paths *paths);

/* The cost of each path, LEEWAY_NO_COST where there is none; *count (may be NULL) is the number of
 * pairs. */
const uint64_t *leeway_paths_costs(const struct leeway_paths *paths, size_t *count);

/* Corners of all paths as cell indices (see Cells above), each path's from its start to its goal,
 * straight runs between them; *count (may be NULL) is their number. */
const uint32_t *leeway_paths_corners(const struct leeway_paths *paths, size_t *count);

/* Path i has the corners first[i] .. first[i + 1] - 1; *count (may be NULL): pairs + 1. */
const uint64_t *leeway_paths_first(const struct leeway_paths *paths, size_t *count);

/* ---- pictures ------------------------------------------------------------------------------- */

struct leeway_picture {
    size_t size;      /* sizeof(struct leeway_picture): leeway_picture_init sets it */
    uint32_t scale;   /* pixels a cell, 1..256; 0: by the size */
    int cropped;      /* not 0: only the cells of crop */
    uint32_t crop[4]; /* x, y of one corner, x, y of the other, both inside; low corner first */
    const char *const *highlight; /* names of nets to show strong; or NULL */
    size_t highlight_count;       /* at most the number of nets */
    int bare;                     /* not 0: no margin, coordinates, title or legend */
};

/* All defaults. size: sizeof(struct leeway_picture). */
void leeway_picture_init(struct leeway_picture *picture, size_t size);

/* Draws the design and its routes (may be NULL) as a file, whole or not at all: PNG, SVG, HTML or
 * GIF by the end of its name (.png, .svg, .html, .gif; "-": PNG, to standard output). picture may
 * be NULL. O(cells + pixels + steps of the wires), 1 byte a pixel. */
enum leeway_status leeway_draw(const struct leeway_design *design,
                               const struct leeway_routes *routes,
                               const struct leeway_picture *picture, const char *path,
                               struct leeway_error *error);

struct leeway_image;

/* The same as a PNG in memory, for a window or a notebook. */
enum leeway_status leeway_draw_image(struct leeway_image **image,
                                     const struct leeway_design *design,
                                     const struct leeway_routes *routes,
                                     const struct leeway_picture *picture,
                                     struct leeway_error *error);

/* The bytes of the PNG file; *size (may be NULL) is their number. */
const uint8_t *leeway_image_bytes(const struct leeway_image *image, size_t *size);

void leeway_image_destroy(struct leeway_image *image);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
