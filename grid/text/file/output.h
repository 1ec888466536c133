/* output: files that appear complete or not at all.
 *
 * A regular file is written under a temporary name in the same folder and renamed at commit.
 * Devices, pipes and hard links are written directly ("-" is standard output). For a symbolic link
 * the file that it leads to is written. A missing folder is an error. A killed run can leave the
 * temporary file, `.NAME.PID.N.tmp`, but never a partial target. Output to a terminal is kept until
 * commit and made harmless line by line (harmless.h). */
#pragma once

#include "grid/base.h"

struct output {
    FILE *stream;    /* to write to; errors are checked at commit */
    int file;        /* its descriptor */
    char *path;      /* final name */
    char *temporary; /* name while writing; NULL if the target is written directly */
    FILE *terminal;  /* the target if it is a terminal, else NULL */
    bool lasting;    /* set by the caller after opening: sync to disk at commit */
};

/* Opens the target. Fails with STATUS_FAILED and the reason of the system. */
enum status output_open(struct output *output, const char *path, struct error *error);

/* The same for the program's own files, such as records: an existing link, pipe or hard link is
 * replaced at commit, not written to. */
enum status output_open_own(struct output *output, const char *path, struct error *error);

/* Flushes, checks for write errors, syncs to disk if `lasting`, and renames. The output must be
 * open. On failure the target is unchanged. */
enum status output_commit(struct output *output, struct error *error);

/* Syncs a file or folder (not a link). False with errno on failure; true for what cannot be synced,
 * such as a pipe. */
bool output_sync_file(const char *path);

/* Discards what was written. Accepts a zeroed or committed output. */
void output_abandon(struct output *output);

/* Commits the output after STATUS_OK, discards it after any other status. Returns the status. */
static inline enum status output_end(struct output *output, enum status status, struct error *error)
{
    THEN(status, output_commit(output, error));
    output_abandon(output);
    return status;
}
