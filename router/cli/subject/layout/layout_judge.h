/* layout_judge: the independent checker's verdict on a routed layout, with its faults kept: as
 * marks of a picture, and to take what is wrong out of a result. */
#pragma once

#include "grid/check/layout/layout_check.h"
#include "router/draw/layout/layout_marks.h"

/* Judges routed against placed and fills *marks, which must be empty: a mark for each reported
 * fault and each open net. kept: NULL, or gets whether anything but wiring differs. Returns what
 * layout_check returns. */
enum status layout_judge(const struct layout *placed, const struct layout *routed,
                         struct layout_marks *marks, bool *kept, struct error *error);

void layout_marks_destroy(struct layout_marks *marks); /* accepts a zeroed one */
