/* flow: all steps from a model to wires: lines, access, pathfinder, patches, and again for what
 * patches do not mend.
 */
#ifndef LEEWAY_ROUTER_DETAIL_FLOW_H
#define LEEWAY_ROUTER_DETAIL_FLOW_H

#include "router/detail/mend/mend.h"
#include "router/detail/all_nets.h"

enum flow_state {
    FLOW_ROUTED,
    FLOW_NO_ACCESS, /* a pin that no wire can reach: flow.pin */
    FLOW_NO_WAY,    /* no way around what is there */
    FLOW_RULE,      /* a rule that no patch mends: flow.fault */
};

struct flow_net {
    enum flow_state state;
    int pin;                 /* of FLOW_NO_ACCESS */
    struct mend_fault fault; /* of FLOW_RULE */
};

struct flow_options {
    int first, last;      /* routing layers that wires may use */
    int rounds;           /* of pathfinder, at most */
    unsigned threads;     /* 0: one */
    bool (*stop)(void *); /* may be NULL */
    void (*progress)(void *, const char *, unsigned, size_t, size_t); /* as in detail.h */
    void *context;
};

struct flow {
    struct lattice lattice;
    struct access access;
    struct grower *growers; /* one for each thread */
    unsigned threads;
    struct mender mender;
    struct net_tree *trees; /* by net */
    struct flow_net *nets;  /* by net */
    uint64_t work;          /* nodes expanded */
    int rounds;
};

/* Routes all nets of the model, which must stay as long as the flow. On return every tree and
 * patch obeys the rules; nets that are not FLOW_ROUTED have no wires. Fails without memory, or
 * without tracks. Destroy it in any case. */
enum status flow_route(struct flow *flow, const struct model *model,
                       const struct flow_options *options, struct error *error);

void flow_destroy(struct flow *flow);

#endif
