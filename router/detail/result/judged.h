/* judged: checks the routed layout, and routes nets with violations again.
 *
 * The search does not know all rules and combinations of rules. The layout checker, which shares no
 * code with it, checks the wires. A net with a violation is ripped up, the wires and vias that
 * caused it are penalised, and it is routed again. After a stop, and after the last turn, nets with
 * violations are left without wires. The rest needs no check (layout_checking.lose), unless the
 * layout has wires: FIXED ones stay. */
#pragma once

#include "grid/check/layout/layout_marks.h"
#include "router/detail/result/result.h"

/* Input and output of a run of the checker. */
struct judging {
    const struct layout *layout;
    uint32_t *net_of; /* by net of the layout: the model's, or MODEL_NONE */
    struct flow *flow;
    const struct flow_options *options;
    struct flow_judged *faults; /* [count]: of routed nets */
    size_t count, room;
    struct layout_marks marks; /* the verdict */
    bool *faulty;              /* by net of the layout: the nets of the faults */
    bool last;                 /* nets with violations lose their wires even without a stop */
    bool loses;                /* they have lost them */
    enum status status;
    struct error *error;
};

/* Fails without memory; end it in any case. */
enum status judging_begin(struct judging *judging, const struct layout *layout,
                          const struct layout_model *model, struct flow *flow,
                          const struct flow_options *options, struct error *error);
void judging_end(struct judging *judging);

/* Lists the violations of routed nets in a result. If judging->loses and the layout has no wires,
 * the verdict is that of the result without the wires of these nets. Fails without memory. */
enum status judging_run(struct judging *judging, const struct detail_result *result,
                        struct error *error);

/* Gives the verdict to the result, which must be the one that was judged. */
void judging_pass(struct judging *judging, struct detail_result *result);

/* Fills *result after flow_route, without violations in wires of the flow. Runs the checker in each
 * turn until it finds none. Fails without memory. */
enum status judged_route(struct detail_result *result, const struct layout *layout,
                         const struct layout_model *model, struct flow *flow,
                         const struct flow_options *options, struct error *error);
