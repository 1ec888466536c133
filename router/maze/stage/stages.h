/* stages: what each stage of a schedule does (schedule.h names them). */
#pragma once

#include "router/maze/stage/schedule.h"

/* begin, open, then once while goes_on is true, then end. A schedule that was read from a
 * checkpoint starts with open, which makes all that the stage needs from what was read. */
struct stage_ops {
    enum status (*begin)(struct schedule *, struct error *); /* what the first step depends on */
    enum status (*open)(struct schedule *, struct error *);  /* what can be made from that */
    bool (*goes_on)(struct schedule *);
    enum status (*once)(struct schedule *, struct error *); /* a step */
    enum status (*end)(struct schedule *, struct error *);
};

extern const struct stage_ops stages[STAGES];
