/* case: what `leeway bench` measures: the cases of its suites, as data.
 *
 *     single    one net, or some random pairs, over a whole grid of one layer
 *     batch     very many nets at once, each inside a small window of one large grid
 *     weighted  the same on four layers with via and wrong-way costs and two classes of tolls; and
 *               searches as negotiation asks for them, among the tolls of many wires
 *     features  what a grid may have, one thing at a time: layers, walls, strict layers, weights,
 *               bends, nets of several targets
 *     route     whole designs, with rip-up
 *     design      whole designs of design size, with one thread and with all
 *
 * A suite is one file that fills a list; suites.h picks among them. A case says all that makes its
 * design and its nets, its seed included, so every run on every machine measures the same.
 */
#pragma once

#include "grid/generate/generate.h"

enum bench_suite {
    BENCH_SINGLE,
    BENCH_BATCH,
    BENCH_WEIGHTED,
    BENCH_FEATURES,
    BENCH_ROUTE,
    BENCH_ROUNDS,
    BENCH_SUITES,
};

/* How large the cases are. */
enum bench_scale {
    BENCH_QUICK, /* tiny, for tests: every suite together in a few seconds */
    BENCH_USUAL, /* what ends in minutes on a CPU */
    BENCH_FULL,  /* with 16384 x 16384 cells and 50 000 nets */
};

enum {
    BENCH_CASES_MAX = 96,
    BENCH_NAME_MAX = 40,
    BENCH_NETS_MAX = 1 << 24,
};

enum bench_walls {
    BENCH_WALLS_NONE,
    BENCH_WALLS_SOME, /* between one pair of neighbours in ten */
    BENCH_WALLS_MAZE, /* all cells are open, the walls between them make a perfect maze */
};

/* What the suite of features changes in a generated grid. */
struct bench_rules {
    uint32_t via, wrong_way, bend;
    uint32_t weights; /* cells cost 1 .. weights; 0: all 1 */
    bool strict;      /* all layers */
    enum bench_walls walls;
};

struct bench_case {
    enum bench_suite suite;
    char name[BENCH_NAME_MAX]; /* "4096^2 20 % pairs" */
    enum generate_kind kind;
    uint32_t side, layers;    /* a square grid */
    uint32_t density;         /* percent of blocked cells, of the random kind */
    uint32_t window;          /* side of the windows that nets stay inside; 0: the whole grid */
    uint32_t nets;            /* searches, or nets of a whole design */
    uint32_t pins;            /* of a net, at most; 0: as the kind has it */
    bool corners;             /* the only net runs from corner to corner */
    uint32_t targets;         /* cells that a search may end in; 0: one */
    struct bench_rules rules; /* only features */
    uint32_t toll;            /* on a quarter of the cells, or of a wire; 0: no tolls */
    uint32_t wires;           /* tolls lie along so many random wires of two bends; 0: on patches */
    uint32_t reach;           /* a net's ends are at most so far apart in x and in y, and its window
                                 is their box with a margin; 0: anywhere in the window */
    uint32_t call;            /* searches in one call of the engine; 0: all */
    uint32_t iterations;      /* of rip-up, at most; only route and design */
    uint64_t seed;
};

struct bench_list {
    struct bench_case cases[BENCH_CASES_MAX];
    size_t count;
};

/* "single", "batch", ... */
const char *bench_suite_name(enum bench_suite suite);

/* The suites, each in its file suite_*.c: append their cases. many, nets: see suites.h. */
void bench_list_single(struct bench_list *list, enum bench_scale scale);
void bench_list_batch(struct bench_list *list, enum bench_scale scale, bool many, uint32_t nets);
void bench_list_weighted(struct bench_list *list, enum bench_scale scale, bool many, uint32_t nets);
void bench_list_features(struct bench_list *list, enum bench_scale scale);
void bench_list_route(struct bench_list *list, enum bench_scale scale);
void bench_list_rounds(struct bench_list *list, enum bench_scale scale);

/* True where a case is a whole design, not searches. */
static inline bool bench_is_design(const struct bench_case *item)
{
    return item->suite == BENCH_ROUTE || item->suite == BENCH_ROUNDS;
}

/* Appends a case and names it by printf-like text. */
void bench_list_add(struct bench_list *list, const struct bench_case *item, const char *format, ...)
    PRINTF_LIKE(3, 4);
