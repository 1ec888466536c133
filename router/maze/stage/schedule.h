/* schedule: the stages of a session, its state within them, and which one is next.
 *
 *     ideal        each net's tree as if it were the only one
 *     around       nets keep their ideal tree where its cells are free, the others go around
 *     negotiate    if nets are missing: nets share cells at a price (PathFinder), large designs
 *                  with the costs of directions.h; nets that still share cells lose their trees
 *     rounds       if nets are missing: all nets by negotiation and ejection chains
 *                  (router/maze/rounds). Repeated with other prices if few stay missing
 *     improve      chains that lower the cost, and insert missing nets
 *     sequential   nets without a tree are tried once more, around everything else. A session
 *                  that does not negotiate starts here, with all nets
 *     explain      finds the reasons of nets without a tree
 *
 * A stage consists of short steps of a few searches. All state that the next step depends on is in
 * struct schedule, so a checkpoint can be written between any two steps, and a run that is killed
 * continues from there. Everything else is made again when a stage is opened.
 *
 * The stages are defined in stages.c; the loop through them is in route.c. A new stage is a member
 * of enum stage, a row in stages.c, a case of schedule_next, and its state in router/checkpoint. */
#pragma once

#include "router/maze/stage/ideal.h"
#include "router/maze/net/explain.h"
#include "router/maze/stage/chain/improve.h"
#include "router/maze/stage/negotiation.h"
#include "router/maze/stage/sequential.h"

enum stage {
    STAGE_IDEAL,
    STAGE_AROUND,
    STAGE_NEGOTIATE,
    STAGE_ROUNDS,
    STAGE_IMPROVE,
    STAGE_SEQUENTIAL,
    STAGE_EXPLAIN,
    STAGES
};

struct schedule {
    struct session *session;
    const uint32_t *nets; /* [count] that are to be routed, in order; not owned */
    uint32_t count;
    struct routes *routes; /* the result, as far as it is known; not owned */

    enum stage stage;
    uint32_t iterations, conflicts; /* as reported */
    uint32_t attempts;              /* of ROUNDS, completed */
    uint32_t done; /* number of nets that IDEAL, AROUND, SEQUENTIAL or EXPLAIN has completed */
    struct maze_negotiation negotiation; /* of NEGOTIATE */
    struct improvement improvement;      /* of IMPROVE */
    struct plan plan;                    /* without nets if the run needs none */
    bool entered;                        /* all nets have their routes, and there is no plan */
    struct snapshot kept;                /* NEGOTIATE, IMPROVE: the best legal plan so far */

    /* Made when a stage is opened. */
    struct ideal ideal;
    struct maze_chain chain;
    struct sequential sequential;
    uint32_t *rest, rest_count; /* nets of AROUND and SEQUENTIAL: without a tree, in order */
    struct explain *explain;
    enum session_state state; /* before EXPLAIN */
    double saved, saving; /* session_seconds after the last checkpoint, and how long that took */
};

/* A stage: begin, open, then once while goes_on is true, then end. A schedule that was read from a
 * checkpoint starts with open, which makes all that the stage needs from what was read. */
struct stage_ops {
    enum status (*begin)(struct schedule *, struct error *); /* makes the state in checkpoints */
    enum status (*open)(struct schedule *, struct error *);  /* makes the rest from it */
    bool (*goes_on)(struct schedule *);
    enum status (*once)(struct schedule *, struct error *); /* a step */
    enum status (*end)(struct schedule *, struct error *);
};

extern const struct stage_ops stages[STAGES];

/* Starts a schedule whose session, nets, count and routes are filled in and whose rest is zero:
 * sets the first stage and makes room. Fails only for memory; schedule_close then, too. */
enum status schedule_open(struct schedule *it, struct error *error);

/* Makes a plan without trees, if the run negotiates. After schedule_open, where stages need one. */
enum status schedule_add_plan(struct schedule *it, struct error *error);

void schedule_close(struct schedule *it);

/* The stage after this one, which has ended; STAGES after the last. */
enum stage schedule_next(const struct schedule *it);

/* True in a stage that has a plan; in one whose plan is open, with a plan kept; in one with all
 * trees in routes. */
bool schedule_has_plan(const struct schedule *it);
bool schedule_is_open(const struct schedule *it);
bool schedule_has_routes(const struct schedule *it);

/* Between two stages, when the next has begun: true if plan, congestion and fields agree with each
 * other and with the stage. For debug builds. O(cells + nets). */
bool schedule_is_sound(const struct schedule *it);

/* True if ROUNDS is to run, or to try once more. */
bool schedule_needs_rounds(const struct schedule *it);

static inline uint32_t schedule_iterations_left(const struct schedule *it)
{
    return it->session->options->max_iterations - it->iterations;
}
