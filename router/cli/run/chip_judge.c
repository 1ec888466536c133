/* chip_judge: the chip with other wires, and the checker's first fault. */
#include "router/cli/run/chip_judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grid/check/chip/chip_check.h"

static void first_fault(void *context, enum chip_fault kind, const char *text)
{
    char *first = context;
    if (kind != FAULT_OPEN && first[0] == '\0')
        snprintf(first, ERROR_TEXT_MAX, "%s", text);
}

/* Wiring that stays in a net: all of it, or what is not ROUTED. */
static uint32_t stays(const struct placed *placed, uint32_t net, bool all, struct placed_wire *to)
{
    const struct placed_net *from = &placed->nets[net];
    uint32_t count = 0;
    for (uint32_t i = 0; i < from->wires.count; i++) {
        const struct placed_wire *wire = &placed->wires[from->wires.first + i];
        if (all || wire->status != WIRE_ROUTED)
            to[count++] = *wire;
    }
    return count;
}

/* Fills wires and nets of a copy of the chip. */
static void rewire(struct chip *copy, const struct chip *chip, const struct detail_result *result,
                   const bool *keep)
{
    struct placed *placed = &copy->placed;
    uint32_t count = 0;
    for (uint32_t n = 0; n < placed->net_names.count; n++) {
        uint32_t first = count;
        uint32_t more = result->first[n + 1] - result->first[n];
        placed->nets[n] = chip->placed.nets[n];
        count += stays(&chip->placed, n, keep && keep[n], &placed->wires[count]);
        memcpy(&placed->wires[count], &result->wires[result->first[n]],
               more * sizeof *placed->wires);
        count += more;
        placed->nets[n].wires = (struct slice){first, count - first};
    }
    placed->wire_count = count;
}

enum status chip_judge(const struct chip *chip, const struct detail_result *result,
                       const bool *keep, uint32_t *open, struct error *error)
{
    struct chip copy = *chip;
    uint32_t nets = chip->placed.net_names.count;
    size_t wires = (size_t)chip->placed.wire_count + result->first[nets];
    struct chip_verdict verdict = {0};
    char first[ERROR_TEXT_MAX] = "";
    enum status status = STATUS_FAILED;
    copy.placed.nets = mem_alloc(nets, sizeof *copy.placed.nets, "nets to judge", error);
    copy.placed.wires = mem_alloc(wires, sizeof *copy.placed.wires, "wires to judge", error);
    if (copy.placed.nets && copy.placed.wires) {
        rewire(&copy, chip, result, keep);
        status = chip_check(chip, &copy, first_fault, first, &verdict, error);
    }
    free(copy.placed.nets);
    free(copy.placed.wires);
    *open = verdict.open;
    if (status == STATUS_BAD_INPUT)
        return error_set(error, STATUS_FAILED,
                         "the result is wrong, nothing is written (please report this): %.500s",
                         first);
    return status == STATUS_UNROUTED ? STATUS_OK : status;
}
