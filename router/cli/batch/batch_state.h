/* batch_state: the files by which a batch continues after a kill at any moment.
 *
 * In <output>/.batch/, each file complete or absent:
 *
 *     JOB.done         the job is finished: its record
 *     JOB.checkpoint   the job is under way: a checkpoint of route_design
 *     JOB.began        the job is under way; if no batch is running, an earlier batch crashed in
 *                      this job, and it is scheduled last
 *     JOB.thumb.png    the job's part of the contact sheet
 *     report           the jobs of batch.json, as records
 *     .*               staged and temporary files; removed at the start, like links
 *     lock             held while a batch runs here; shared by the parts of one batch
 *     JOB.lock         held by the part that runs the job
 *
 * A record is valid while its key is: a hash of the program's version, the job's options and the
 * bytes of its netlist, grid, guides, LEF files and kept result. A finished job's outputs and
 * thumbnail must be as it left them. */
#pragma once

#include "router/cli/batch/batch_config.h"
#include "router/cli/batch/batch_record.h"

/* Which other processes may run jobs of the folder at the same time. */
enum batch_sharing {
    BATCH_ALONE,  /* none */
    BATCH_SHARED, /* other parts of the batch (cluster/shard.h), which share the lock */
    BATCH_GUEST,  /* other ranks; rank 0 holds the lock for this one */
};

struct batch_state {
    char *folder;       /* <output>/.batch */
    const char *output; /* the caller's */
    int lock;           /* open file, or -1 */
    enum batch_sharing sharing;
};

/* Makes the folder and takes the lock; with BATCH_ALONE also removes what a killed run left
 * half-written. Fails if another batch runs in the output folder. */
enum status batch_state_open(struct batch_state *state, const char *output,
                             enum batch_sharing sharing, struct error *error);

/* Locks a job if the folder is shared: waits until no other process runs it, or until *stop.
 * *waited: another process did run it. Returns the lock, a descriptor to close; -1: none. */
int batch_state_take_job(const struct batch_state *state, const struct batch_job *job,
                         const volatile sig_atomic_t *stop, bool *waited);
void batch_state_close(struct batch_state *state); /* accepts a zeroed one with lock -1 */

/* The path of a job's file with this ending: "done", "checkpoint", "thumb.png", "began". The caller
 * frees it. Fails if a link has moved the folder out of the output folder. */
enum status batch_state_path(char **path, const struct batch_state *state,
                             const struct batch_job *job, const char *ending, struct error *error);

/* The key of a job whose grid is in this file (NULL or "": none). O(bytes). */
enum status batch_state_key(const struct batch_job *job, const char *grid, uint64_t *key,
                            struct error *error);

/* Hash of the job's thumbnail and outputs; missing ones are skipped. */
uint64_t batch_state_outputs(const struct batch_state *state, const struct batch_job *job);

/* Writes the record in place of an earlier one. */
enum status batch_state_save(const struct batch_state *state, const struct batch_job *job,
                             enum batch_record_kind kind, const struct batch_record *record,
                             struct error *error);

/* Reads a record of the job. False unless it is of the inputs and options as they are now. */
bool batch_state_load(const struct batch_state *state, const struct batch_job *job,
                      enum batch_record_kind kind, struct batch_record *record);

/* The same for a finished job: fills *run, and *outputs with the hash of its outputs. */
bool batch_state_load_done(const struct batch_state *state, const struct batch_job *job,
                           struct run_record *run, uint64_t *outputs);

/* Reads the record in a file; false if there is none of this kind. */
bool batch_state_read(const char *path, enum batch_record_kind kind, struct batch_record *record);
void batch_state_begin(const struct batch_state *state, const struct batch_job *job);

/* True if the job began and did not end: a batch crashed in it, perhaps for lack of memory. */
bool batch_state_died(const struct batch_state *state, const struct batch_job *job);

/* Removes the job's file with this ending; "began" when the job has ended, with any status. */
void batch_state_remove(const struct batch_state *state, const struct batch_job *job,
                        const char *ending);

/* Removes all files of the job but "began". */
void batch_state_forget(const struct batch_state *state, const struct batch_job *job);
