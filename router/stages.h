/* stages: what each stage of a course does (course.h names them). */
#ifndef LEEWAY_ROUTER_STAGES_H
#define LEEWAY_ROUTER_STAGES_H

#include "router/course.h"

/* begin, open, then once as long as it goes on, then end. A course that was read from a checkpoint
 * starts with open: that makes all it needs from what the checkpoint holds. */
struct stage_ops {
    enum status (*begin)(struct course *, struct error *); /* what the first step depends on */
    enum status (*open)(struct course *, struct error *);  /* what can be made from that */
    bool (*goes_on)(struct course *);
    enum status (*once)(struct course *, struct error *); /* a step */
    enum status (*end)(struct course *, struct error *);
};

extern const struct stage_ops stages[STAGES];

#endif
