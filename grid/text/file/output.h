/* output: files that appear whole or not at all.
 *
 * A regular file is written under a temporary name in the same folder and renamed at commit;
 * devices, pipes and hard links are written through ("-" is standard output). A symbolic link
 * stays what it is: the file that it leads to is written, by the same rules. Missing folders are
 * not made: naming one is an error that says so. A run that is killed may leave the temporary,
 * `.NAME.PID.N.tmp`, never a half target. What goes to a terminal is kept until commit and made
 * harmless line by line (harmless.h), as names in it may steer the terminal.
 */
#pragma once

#include <stdio.h>

#include "grid/base.h"

struct output {
    FILE *stream;    /* write here, freely; errors are noticed at commit */
    int file;        /* its descriptor */
    char *path;      /* final name */
    char *temporary; /* name while writing, or NULL where the target is written through */
    FILE *terminal;  /* the target, where it is a terminal; NULL otherwise */
    bool lasting;    /* set by the caller once open: it is to outlive a loss of power */
};

/* Opens the target. Fails with STATUS_FAILED and the system's reason. */
enum status output_open(struct output *output, const char *path, struct error *error);

/* The same for a file that is the program's own, as a record: whatever stands at its name, a link,
 * a pipe or a second name of another file, is replaced at commit and not written through. */
enum status output_open_own(struct output *output, const char *path, struct error *error);

/* Flushes, checks for write errors, renames; where `lasting`, file and folder are on the disk
 * then. On failure the target is as it was before. */
enum status output_commit(struct output *output, struct error *error);

/* Has the system write the folder that this path is in to the disk. */
void output_sync_folder(const char *path);

/* The same for the file, or the folder, of this name (no link). False, with errno, where the disk
 * fails; what cannot be written this way, say a pipe, is well. */
bool output_sync_file(const char *path);

/* Throws the writing away. Accepts a zeroed or committed output. */
void output_abandon(struct output *output);
