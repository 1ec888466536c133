/* course: a run's way through its stages, and where on it the run stands.
 *
 *     alone        each net's tree as if it were the only one
 *     around       nets keep what they have alone where that is free, the others go around
 *     insert       where few are left without a tree: ejection chains
 *     gentle       unless all that is good enough: negotiation from what each net has alone, ...
 *     crowded      ... and from the best so far where nets are missing, large designs with
 *                  discipline; nets that still share in the end lose their trees, the worst first
 *     insert again; and crowded again where that brought nets in and a few are missing still
 *     improve      until nothing gets shorter
 *     pass         what has no tree is tried once more, around everything else. A run without
 *                  negotiation starts here, with all nets
 *     explain      why the others have none
 *
 * A stage goes step by step, and a step is short: some searches. What the next step depends on is
 * in the course, and all of that can be written down between any two steps (checkpoint.h), so a
 * run that is killed goes on where it was. What can be made from it is made when a stage is
 * opened.
 */
#ifndef LEEWAY_ROUTER_STAGE_SCHEDULE_H
#define LEEWAY_ROUTER_STAGE_SCHEDULE_H

#include "router/stage/ideal.h"
#include "router/net/explain.h"
#include "router/stage/improve.h"
#include "router/stage/insert.h"
#include "router/stage/negotiate.h"
#include "router/stage/sequential.h"

enum stage {
    STAGE_IDEAL,
    STAGE_AROUND,
    STAGE_INSERT,
    STAGE_GENTLE,
    STAGE_CROWDED,
    STAGE_INSERT_AGAIN,
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
    uint32_t sought;                /* nets that the last CROWDED began without, ... */
    uint32_t crowded;               /* ... and how many of these stages have begun */
    uint32_t done;                  /* nets that ALONE, AROUND, PASS or EXPLAIN is done with */
    struct negotiation negotiation; /* of GENTLE and CROWDED */
    struct insertion insertion;     /* of INSERT and INSERT_AGAIN */
    struct improvement improvement; /* of IMPROVE */
    struct plan plan;               /* without nets where the run does not negotiate */
    struct snapshot kept;           /* AROUND, INSERT: each net alone. GENTLE, CROWDED: the plan
                                       before. IMPROVE: the best */

    /* Made when a stage is opened. */
    struct ideal alone;
    struct ejector ejector;
    struct sequential pass;
    uint32_t *rest, rest_count; /* nets of AROUND and PASS: those without a tree, in order */
    struct explain *explain;
    enum session_state state; /* before EXPLAIN */
    double saved, saving; /* session_seconds after the last checkpoint, and how long that took */
};

#ifdef __cplusplus
extern "C" {
#endif

/* Takes a run from its start, or from the checkpoint that its options name, to its end: routes and
 * explains nets[count], in this order where order matters, and enters them in routes. Fills
 * iterations and conflicts of the report. *state: whether the run was cut short before it came to
 * explaining. */
enum status schedule_run(struct session *session, const uint32_t *nets, uint32_t count,
                         struct routes *routes, struct route_report *report, enum session_state *state,
                         struct error *error);

#ifdef __cplusplus
}
#endif

#endif
