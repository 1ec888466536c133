/* layout_proof: see the header for the contract. */
#include "router/cli/batch/record/layout_proof.h"

#include <stdlib.h>
#include <string.h>

#include "grid/check/layout/layout_check.h"
#include "grid/format/layout_file.h"
#include "grid/clock.h"
#include "router/detail/detail.h"

struct proof {
    const volatile sig_atomic_t *stop;
    struct layout placed, routed;
    bool *wanted;      /* [nets of placed]: `route` wires it, and it is not open */
    uint32_t nets;     /* that `route` wires */
    uint32_t open;     /* of these */
    uint32_t all_open; /* with those that it does not wire */
    struct layout_verdict verdict;
};

uint64_t layout_proof_microns(int64_t length, uint32_t units_per_micron)
{
    assert(length >= 0 && units_per_micron > 0);
    return ((uint64_t)length + units_per_micron / 2) / units_per_micron;
}

static bool is_stopped(void *context)
{
    const struct proof *it = context;
    return stop_raised(it->stop);
}

/* The two layouts may count their nets in another order. */
static void count_open(void *context, const struct layout_fault_told *fault)
{
    struct proof *it = context;
    if (fault->kind != FAULT_OPEN)
        return;
    const char *name = names_text(&it->routed.placed.net_names, fault->net);
    uint32_t net = names_find(&it->placed.placed.net_names, name, strlen(name));
    it->all_open++;
    if (net == NAME_NONE || !it->wanted[net])
        return;
    it->wanted[net] = false;
    it->open++;
}

/* Fills *it. STATUS_OK and STATUS_UNROUTED: the routed layout is right. */
static enum status judge(struct proof *it, const struct layout_proof_files *files)
{
    TRY(layout_file_read(&it->placed, files->placed, files->lefs, files->lef_count, NULL));
    TRY(layout_file_read_result(&it->routed, &it->placed, files->routed, files->lefs,
                                files->lef_count, NULL));
    TRY(MEM_NEW(it->wanted, it->placed.placed.net_names.count, "nets", NULL));
    TRY(detail_wanted(&it->placed, it->wanted, &it->nets, NULL));
    return layout_check_all(&it->placed, &it->routed, count_open, is_stopped, it, &it->verdict,
                            NULL);
}

/* Nets that hang together without a wire. */
static uint32_t count_bare(const struct proof *it)
{
    const struct placed *routed = &it->routed.placed;
    uint32_t bare = 0;
    for (uint32_t net = 0; net < routed->net_names.count; net++) {
        const char *name = names_text(&routed->net_names, net);
        uint32_t there = names_find(&it->placed.placed.net_names, name, strlen(name));
        bare += there != NAME_NONE && it->wanted[there] && routed->nets[net].wires.count == 0;
    }
    return bare;
}

static bool has_nets(const struct proof *it, const struct batch_record *record,
                     const struct layout_proof_files *files)
{
    assert(record->routed <= record->nets && it->open <= it->nets);
    const uint32_t unrouted = record->nets - record->routed;
    const uint32_t all = it->placed.placed.net_names.count;
    if (files->keeps)
        return record->nets <= all && record->routed <= all - it->all_open;
    if (files->skips)
        return record->nets <= it->nets && record->routed <= it->nets - it->open;
    return record->nets == it->nets && unrouted >= it->open &&
           unrouted - it->open <= count_bare(it);
}

static bool has_numbers(const struct proof *it, const struct batch_record *record,
                        const struct layout_proof_files *files)
{
    const uint32_t micron = it->placed.tech.units_per_micron;
    return record->length == layout_proof_microns(it->verdict.length, micron) &&
           record->vias == it->verdict.vias && record->cost == 0 && has_nets(it, record, files);
}

bool layout_proof_fits(const struct batch_record *record, const struct layout_proof_files *files,
                       const volatile sig_atomic_t *stop)
{
    struct proof it = {.stop = stop};
    enum status status = judge(&it, files);
    const bool fits =
        (status == STATUS_OK || status == STATUS_UNROUTED) && has_numbers(&it, record, files);
    layout_destroy(&it.placed);
    layout_destroy(&it.routed);
    free(it.wanted);
    return fits;
}
