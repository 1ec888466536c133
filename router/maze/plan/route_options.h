/* route_options: the options of routing a whole design, its callbacks, and its report. route.h is
 * the call that takes them. */
#pragma once

#include "grid/routes.h"
#include "router/search/engine.h"
#include "router/maze/plan/order.h"

enum {
    ROUTE_ITERATIONS_DEFAULT = 100000, /* rounds of negotiation and repair together */
    ROUTE_ITERATIONS_MAX = 1000000,
    ROUTE_TIME_LIMIT_MAX = 31536000, /* seconds: a year */
    ROUTE_LOST_MAX = 512,            /* bytes of the text about lost devices */
};

/* How much run time is spent on reducing cost. */
enum route_effort {
    ROUTE_NORMAL, /* improvement ends when it gains little */
    ROUTE_FAST,   /* none */
    ROUTE_BEST,   /* improvement while it helps, up to some ten seconds */
    ROUTE_EFFORTS
};

/* The progress of a run. */
struct route_progress {
    const char *phase; /* "alone", "route", "negotiate", "improve", "explain": static */
    uint32_t iteration;
    uint32_t done, total; /* nets of this phase or iteration */
    uint32_t conflicts;   /* nets that still share cells; only "negotiate" */
    uint32_t routed;      /* nets routed in the best legal result so far */
    cost_t cost;          /* cost of that result */
};

/* The state of a run between two steps, as bytes that only route_design understands. */
struct route_checkpoint {
    uint8_t *bytes;
    size_t size;
};

/* Callbacks after every step of a run: `net` for each net with its current wires, which may be
 * none, or share cells with another net, then `step`. O(nets) per step. */
struct route_watch {
    enum status (*net)(void *context, uint32_t net, const struct wire *wires, size_t count,
                       struct error *error);
    enum status (*step)(void *context, const char *phase, uint32_t iteration, struct error *error);
    void *context;
};

struct route_options {
    const struct engine_ops *engine;
    struct engine_options engine_options; /* its stop flag ends the run: best result so far */
    enum order order;
    bool alone;             /* every net as if it were the only one; never negotiates */
    uint32_t *net_searches; /* [net_count] the number of searches of each net is added; or NULL */
    const bool *skip;       /* [net_count] true: do not route this net; or NULL */
    const struct routes *keep; /* wires that stay; or NULL. Must be right (check_routes) */
    double time_limit;         /* seconds; 0: none. Checked between searches */
    uint32_t max_iterations;   /* 0: one pass, no negotiation */
    enum route_effort effort;

    /* Called now and then from the calling thread; may be NULL. */
    void (*progress)(void *context, const struct route_progress *progress);
    /* Called with a new checkpoint about every checkpoint_seconds, with 0 after every step (some
     * searches, stage/schedule.h). best: a legal result; nets without wires are ROUTE_INTERRUPTED
     * (all nets but the kept ones as long as each net is searched alone). May be NULL. */
    void (*checkpoint)(void *context, const struct routes *best,
                       const struct route_checkpoint *checkpoint);
    double checkpoint_seconds;
    const struct route_watch *watch;       /* or NULL */
    void *context;                         /* of progress and checkpoint */
    const struct route_checkpoint *resume; /* continue from here (same design, options), or NULL */
};

enum route_end {
    ROUTE_END_DONE,    /* nothing left to do */
    ROUTE_END_TIME,    /* time limit */
    ROUTE_END_STOPPED, /* stop flag */
    ROUTE_ENDS
};

/* Wall-clock seconds of the parts of a run; all 0 unless router/maze/rounds routed the design. */
struct route_parts {
    double prepare, first_round, rounds, refine; /* as in struct maze_seconds */
    double wires;                                /* of the trees */
};

struct route_report {
    char wave[32];             /* as the hard searcher's engine names it */
    char device[128];          /* the longest name that an engine gave (session_note_device) */
    char lost[ROUTE_LOST_MAX]; /* devices that failed and were left out, and why; "": none */
    enum route_end end;
    uint32_t chosen, routed; /* nets to be routed (not skipped); routed: those that have wires */
    uint32_t iterations;     /* of negotiation and improvement */
    uint32_t conflicts;      /* nets that shared cells when negotiation ended */
    uint64_t searches;       /* jobs given to the engine */
    uint64_t work;           /* labels that the searches may have set (session.h) */
    double seconds;          /* opening the engine included */
    struct route_parts parts;
    const char *ended;             /* why improvement ended, static; NULL: it did not run */
    size_t peak_host, peak_device; /* bytes: the engine's and the router's own */
};
