/* judged: checks the routed layout, and routes nets with violations again.
 *
 * The search does not know all rules and combinations of rules. The layout checker, which shares no
 * code with it, checks the wires. A net with a violation is ripped up, the wires and vias that
 * caused it are penalised, and it is routed again. Nets that still have violations after the last
 * turn are left without wires. */
#pragma once

#include "router/detail/result/result.h"

/* Input and output of a run of the checker. */
struct judging {
    const struct layout *layout;
    uint32_t *net_of; /* by net of the layout: the model's, or MODEL_NONE */
    struct flow *flow;
    const struct flow_options *options;
    struct flow_judged *faults; /* [count]: of routed nets */
    size_t count, room;
    enum status status;
    struct error *error;
};

/* Fails without memory; end it in any case. */
enum status judging_begin(struct judging *judging, const struct layout *layout,
                          const struct layout_model *model, struct flow *flow,
                          const struct flow_options *options, struct error *error);
void judging_end(struct judging *judging);

/* Lists the violations of routed nets in a result. Fails without memory, and with
 * STATUS_INTERRUPTED after a stop. */
enum status judging_run(struct judging *judging, const struct detail_result *result,
                        struct error *error);

/* Makes the layout with the wires of the result. It shares all arrays with that of `judging` except
 * placed.nets and placed.wires (the result's, if the layout has no wires). Fails without memory;
 * call judging_part in any case. */
enum status judging_join(const struct judging *judging, const struct detail_result *result,
                         struct layout *routed, struct error *error);
void judging_part(struct layout *routed, const struct detail_result *result);

/* Fills *result after flow_route, without violations unless options->stop ended the run. Runs the
 * checker in each turn until it finds none. Fails without memory. */
enum status judged_route(struct detail_result *result, const struct layout *layout,
                         const struct layout_model *model, struct flow *flow,
                         const struct flow_options *options, struct error *error);
