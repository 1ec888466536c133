/* layout_proof: does the routed DEF of a finished job say what its record says?
 *
 * What batch_proof.h is for a grid's `.routes`. A DEF does not tell its numbers, so that the
 * checker of layouts counts them. */
#pragma once

#include <signal.h>

#include "router/cli/batch/record/batch_record.h"

struct layout_proof_files {
    const char *placed, *routed; /* DEF, or layouts in words of our own */
    const char *const *lefs;
    size_t lef_count;
    bool skips, keeps; /* some nets were left out; wires of a result were kept */
};

/* True where the routed layout is right by the checker, has the record's length and vias, and is
 * open in as many nets, of those that `route` wires; a net whose pins touch needs no wires, but may
 * be told as unrouted. Where nets were left out or kept, no more are told as routed than hang
 * together. False where a file cannot be read, without memory, and once *stop is raised. Costs
 * reading the files and one check: some hundredths of routing. */
bool layout_proof_fits(const struct batch_record *record, const struct layout_proof_files *files,
                       const volatile sig_atomic_t *stop);

/* A record's length of a layout: whole microns. */
uint64_t layout_proof_microns(int64_t length, uint32_t units_per_micron);
