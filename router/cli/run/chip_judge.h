/* chip_judge: a routed chip goes before the checker before anything is written. */
#ifndef LEEWAY_ROUTER_CLI_RUN_CHIP_JUDGE_H
#define LEEWAY_ROUTER_CLI_RUN_CHIP_JUDGE_H

#include "router/detail/detail.h"

/* Judges the wires as if they had been read from the DEF that will be written. keep: nets whose
 * wiring stays as it was read; NULL: none. Returns STATUS_OK where no rule is broken, and in *open
 * how many nets are not whole; STATUS_FAILED with the first fault where one is broken, or without
 * memory. O(shapes log shapes). */
enum status chip_judge(const struct chip *chip, const struct detail_result *result,
                       const bool *keep, uint32_t *open, struct error *error);

#endif
