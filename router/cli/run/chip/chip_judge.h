/* chip_judge: the independent checker's verdict on a routed chip, with its faults kept: as marks of
 * a picture, and to take what is wrong out of a result. */
#pragma once

#include "grid/check/chip/chip_check.h"
#include "router/draw/chip/chip_picture.h"

/* Judges routed against placed and fills *marks, which must be empty: a mark for each reported
 * fault and each open net. kept: NULL, or gets whether anything but wiring differs. Returns what
 * chip_check returns. */
enum status chip_judge(const struct chip *placed, const struct chip *routed,
                       struct chip_marks *marks, bool *kept, struct error *error);

void chip_marks_destroy(struct chip_marks *marks); /* accepts a zeroed one */
