/* batch_state: what a batch keeps on disk so that it can go on after a kill at any moment.
 *
 * In <output>/.batch/, each file whole or not there at all:
 *
 *     JOB.done         the job is finished: the key of its inputs, its numbers, its JSON object
 *     JOB.checkpoint   it is under way: the key, and what route_design goes on from
 *     JOB.began        it is under way; where no batch runs, one died in it: it comes last
 *     JOB.thumb.png    its part of the contact sheet
 *     .*               staged and temporary files; swept away at the start, as are links
 *     lock             held while a batch runs here; by several parts of one together
 *     JOB.lock         held by the part that runs the job
 *
 * A record counts only while its key does: a hash of the program's version, the job's options and
 * the bytes of its netlist, grid, LEF files and kept result. A finished job's outputs and its
 * thumbnail must be as it left them.
 */
#pragma once

#include <signal.h>

#include "router/cli/batch/batch_config.h"
#include "router/cli/batch/batch_record.h"

/* Who else may run jobs of the folder at the same time. */
enum batch_sharing {
    BATCH_ALONE,  /* nobody */
    BATCH_SHARED, /* other parts of the batch (cluster/shard.h), under a lock that all of them hold
                   */
    BATCH_GUEST,  /* others, under a lock that another process holds for this one */
};

struct batch_state {
    char *folder;       /* <output>/.batch */
    const char *output; /* the caller's */
    int lock;           /* open file, or -1 */
    enum batch_sharing sharing;
};

/* Makes the folder, takes the lock; alone, removes what a killed run left half-written. Fails with
 * STATUS_FAILED where another batch runs in the same output folder, or the disk says no. */
enum status batch_state_open(struct batch_state *state, const char *output,
                             enum batch_sharing sharing, struct error *error);

/* Takes a job for this process where the folder is shared: waits until no other process runs it,
 * or *stop. *waited: another one did. Returns the open lock, -1: there is none to give back. */
int batch_state_take_job(const struct batch_state *state, const struct batch_job *job,
                         const volatile sig_atomic_t *stop, bool *waited);
void batch_state_give_job(int lock);
void batch_state_close(struct batch_state *state); /* accepts a zeroed one with lock -1 */

/* The path of a job's file with this ending: "done", "checkpoint", "thumb.png", "began". NULL
 * without memory, and where the folder lies in the output folder no longer, as behind a link. */
char *batch_state_path(const struct batch_state *state, const struct batch_job *job,
                       const char *ending, struct error *error);

/* The key of a job whose grid is in this file (NULL or "": none). Fails with STATUS_BAD_INPUT
 * where a file cannot be read. O(bytes). */
enum status batch_state_key(const struct batch_job *job, const char *grid, uint64_t *key,
                            struct error *error);

/* Hash of the job's thumbnail and outputs; a missing one counts as such. */
uint64_t batch_state_outputs(const struct batch_state *state, const struct batch_job *job);

/* Writes the record in place of an earlier one. */
enum status batch_state_save(const struct batch_state *state, const struct batch_job *job,
                             enum batch_record_kind kind, const struct batch_record *record,
                             struct error *error);

/* Reads a record of the job. Returns false unless it is there, whole, and of the job's inputs and
 * options as they are now. */
bool batch_state_load(const struct batch_state *state, const struct batch_job *job,
                      enum batch_record_kind kind, struct batch_record *record);

/* The same for a finished job: fills *run, and *outputs with the hash of its outputs. */
bool batch_state_load_done(const struct batch_state *state, const struct batch_job *job,
                           struct run_record *run, uint64_t *outputs);

/* Reads a file of records, from batch_record_read's memory; NULL if there is none. */
bool batch_state_read(const char *path, enum batch_record_kind kind, struct batch_record *record);

/* Notes that the job begins, and that it has come to an end, whatever its status; and says whether
 * it began and did not: a batch died in it, of memory perhaps. */
void batch_state_begin(const struct batch_state *state, const struct batch_job *job);
void batch_state_end(const struct batch_state *state, const struct batch_job *job);
bool batch_state_died(const struct batch_state *state, const struct batch_job *job);

/* Forgets all that is known of a job. */
void batch_state_forget(const struct batch_state *state, const struct batch_job *job);
