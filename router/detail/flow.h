/* flow: all steps from a model to trees and patches: track graph, pin access, PathFinder, metal
 * patches; nets that patches cannot fix are routed again. */
#pragma once

#include "router/detail/mend/mend.h"
#include "router/detail/pathfinder.h"

enum flow_state {
    FLOW_ROUTED,
    FLOW_NO_ACCESS, /* no wire can reach a pin: flow_net.pin */
    FLOW_ENDED,     /* the run was stopped before the net was routed */
    FLOW_NO_WAY,    /* there is no path around the other nets */
    FLOW_RULE,      /* a violation that no patch fixes: flow_net.fault */
    FLOW_JUDGED,    /* a violation that the checker found: flow_net.judged */
};

/* A violation in the wires of a net, reported by the checker. */
struct flow_judged {
    uint32_t net;
    uint32_t level;           /* as in model_shape; MODEL_NONE: no place is known */
    struct layout_rect place; /* of the violation */
    uint32_t kind;            /* an enum layout_fault */
    uint16_t on;              /* layer of tech, or LAYER_NONE */
};

struct flow_net {
    enum flow_state state;
    uint32_t pin;              /* of FLOW_NO_ACCESS */
    struct mend_fault fault;   /* of FLOW_RULE */
    struct flow_judged judged; /* of FLOW_JUDGED */
    uint32_t losses;           /* number of times that it was ripped up for a violation */
};

struct flow;

struct flow_options {
    uint32_t first, last; /* routing layers that wires may use */
    uint32_t rounds;      /* maximum number of rounds of PathFinder */
    unsigned threads;     /* 0: one */
    bool (*stop)(void *); /* may be NULL */
    enum status (*fits)(void *, uint64_t, uint64_t, struct error *);  /* as in detail.h */
    void (*progress)(void *, const char *, unsigned, size_t, size_t); /* as in detail.h */
    void *context;
    /* Called when the accesses of all pins are known, with `opener`; or NULL. */
    enum status (*opened)(void *opener, const struct flow *flow, struct error *error);
    void *opener;
};

struct flow {
    struct lattice lattice;
    struct access access;
    struct grower *growers; /* one for each thread */
    unsigned threads;
    struct lattice_stop stop; /* of searches */
    struct workers *workers;  /* NULL for one thread */
    struct mender mender;
    struct net_tree *trees; /* by net */
    struct flow_net *nets;  /* by net */
    uint64_t work;          /* nodes expanded */
    uint64_t enough;        /* limit of work: nothing is routed again beyond it */
    uint32_t rounds;
};

/* Routes all nets of the model, which must outlive the flow. On return all trees and patches obey
 * the rules that the router knows, and nets that are not FLOW_ROUTED have no wires. A net of a
 * nondefault rule that cannot be routed otherwise gets class 0 in model->net_class. Fails without
 * memory or tracks, and if options->fits does. Destroy the flow in any case. */
enum status flow_route(struct flow *flow, const struct model *model,
                       const struct flow_options *options, struct error *error);

/* Frees what only routing needs, most of the memory: no net can be routed again. */
void flow_end(struct flow *flow);

/* Rips up the nets of these violations and, unless flow_end was called, penalises the wires and
 * vias that caused them. */
void flow_refuse(struct flow *flow, const struct flow_judged *faults, size_t count);

/* Routes the nets without a tree again, with all other trees in place. Does nothing once the work
 * exceeds flow->enough. Fails like flow_route. */
enum status flow_again(struct flow *flow, const struct flow_options *options, struct error *error);

void flow_destroy(struct flow *flow);
