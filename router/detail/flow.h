/* flow: all steps from a model to wires: lines, access, pathfinder, patches, and again for what
 * patches do not mend.
 */
#pragma once

#include "router/detail/mend/mend.h"
#include "router/detail/all_nets.h"

enum flow_state {
    FLOW_ROUTED,
    FLOW_NO_ACCESS, /* a pin that no wire can reach: flow.pin */
    FLOW_ENDED,     /* the run had to end before it found a way */
    FLOW_NO_WAY,    /* no way around what is there */
    FLOW_RULE,      /* a rule that no patch mends: flow.fault */
    FLOW_JUDGED,    /* a fault that a judge found: flow.judged */
};

/* A fault in the wires of a net, as a judge tells it. */
struct flow_judged {
    uint32_t net;
    uint32_t level;           /* as of a model_shape; MODEL_NONE: at no place */
    struct layout_rect place; /* of the fault */
    uint32_t kind;            /* the judge's own word for it, and for the layer */
    uint16_t on;
};

struct flow_net {
    enum flow_state state;
    uint32_t pin;              /* of FLOW_NO_ACCESS */
    struct mend_fault fault;   /* of FLOW_RULE */
    struct flow_judged judged; /* of FLOW_JUDGED */
    uint32_t losses;           /* how often its tree was taken out for a fault */
};

struct flow_options {
    uint32_t first, last; /* routing layers that wires may use */
    uint32_t rounds;      /* of pathfinder, at most */
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
    struct workers *workers; /* these threads; NULL where there is one */
    struct mender mender;
    struct net_tree *trees; /* by net */
    struct flow_net *nets;  /* by net */
    uint64_t work;          /* nodes expanded */
    uint64_t enough;        /* of them: nothing is routed again after these */
    uint32_t rounds;
};

/* Routes all nets of the model, which must stay as long as the flow. On return every tree and
 * patch obeys the rules; nets that are not FLOW_ROUTED have no wires. Nets of a nondefault rule for
 * which nothing else helps get class 0 in model->net_class. Fails without memory, or
 * without tracks. Destroy it in any case. */
enum status flow_route(struct flow *flow, const struct model *model,
                       const struct flow_options *options, struct error *error);

/* Takes the nets of these faults out and makes the wires and vias dear that have them. */
void flow_refuse(struct flow *flow, const struct flow_judged *faults, size_t count);

/* Routes what is missing again; as flow_route, but the lattice and all other trees are there. Does
 * nothing when enough work was done. */
enum status flow_again(struct flow *flow, const struct flow_options *options, struct error *error);

void flow_destroy(struct flow *flow);
