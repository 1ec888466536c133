/* case: the cases that `leeway bench` measures, as data.
 *
 *     single    one net, or some random pairs, in a whole grid of one layer
 *     batch     many nets at once, each in a small window of one large grid
 *     weighted  the same on four layers with via and wrong-way costs and two classes of tolls; and
 *               searches of negotiation, among the tolls of many wires
 *     features  one feature at a time: layers, walls, strict layers, weights, bends, targets
 *     route     whole designs, with rip-up
 *     chip      whole designs with the statistics of placed ones, with one thread and with all
 *
 * Each suite is a table of suites.c. A case defines its design and its nets completely, with its
 * seed, so each run on each machine measures the same. */
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

enum bench_scale {
    BENCH_QUICK, /* tiny, for tests: all suites in a few seconds */
    BENCH_USUAL, /* minutes on a CPU */
    BENCH_FULL,  /* up to 16384 x 16384 cells and 10^6 nets */
};

enum {
    BENCH_CASES_MAX = 96, /* cases of a list */
    BENCH_NAME_MAX = 40,  /* bytes of a case's name, with its NUL */
};

enum bench_walls {
    BENCH_WALLS_NONE,
    BENCH_WALLS_SOME, /* between 10 % of the neighbours */
    BENCH_WALLS_MAZE, /* a perfect maze of walls between open cells */
};

/* Changes of the suite `features` to a generated grid. */
struct bench_rules {
    uint32_t via, wrong_way, bend;
    uint32_t weights; /* largest weight of a cell; 0: all are 1 */
    bool strict;      /* all layers are strict */
    enum bench_walls walls;
};

struct bench_case {
    enum generate_kind kind;
    uint32_t side, layers;    /* a square grid */
    uint32_t density;         /* percent of blocked cells, for the random kind */
    uint32_t window;          /* side of the nets' windows; 0: the whole grid */
    uint32_t nets;            /* searches, or nets of a whole design */
    uint32_t pins;            /* maximum number of pins of a net; 0: the default of the kind */
    uint32_t targets;         /* target cells of a search; 0: one */
    struct bench_rules rules; /* only for features */
    uint32_t toll;            /* on a quarter of the cells, or along wires; 0: no tolls */
    uint32_t wires;           /* random wires of two bends with tolls; 0: tolls on patches */
    uint32_t reach;           /* largest distance in x and in y of a net's ends, whose window is
                                 their box with a margin; 0: anywhere in the window */
    uint32_t call;            /* searches per call of the engine; 0: all */
    uint32_t iterations;      /* maximum number of iterations of rip-up; only for whole designs */
    uint64_t seed;
    bool corners; /* the only net runs from corner to corner */
    enum bench_suite suite;
    char name[BENCH_NAME_MAX]; /* "4096^2 20 % pairs" */
};

struct bench_list {
    struct bench_case cases[BENCH_CASES_MAX];
    size_t count;
    enum bench_scale scale;
    bool many;     /* nets by the million in batch and weighted, for a GPU */
    uint32_t nets; /* nets of each case of batch and weighted; 0: the default of the case */
};

const char *bench_suite_name(enum bench_suite suite);
void bench_list_suite(struct bench_list *list, enum bench_suite suite);

/* True if a case is a whole design, not searches. */
static inline bool bench_is_design(const struct bench_case *item)
{
    return item->suite == BENCH_ROUTE || item->suite == BENCH_ROUNDS;
}
