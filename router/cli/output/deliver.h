/* deliver: several output files that appear all together or not at all.
 *
 * Each file is first written under a staged name in its own folder, with the same ending; when all
 * are complete, they are renamed. Devices, pipes and symbolic links cannot be staged and are
 * written through. If a rename fails after another one succeeded, that one is undone: the old files
 * are kept until all renames have succeeded. */
#pragma once

#include "grid/base.h"

enum { DELIVER_MAX = 6 }; /* files of a delivery */

struct delivery {
    const char *prefix; /* of staged names, on the same disk; NULL: staged beside the files */
    const char *root;   /* outputs must be inside this folder when they are renamed: links and other
                           names of files are replaced, not written through, and everything is on
                           disk at the end; NULL: outputs may be anywhere */
    struct {
        char *path;     /* final name */
        char *staged;   /* name until all are complete; NULL: written through */
        bool put;       /* renamed to its final name */
        bool exchanged; /* the file that had this name has the staged one */
    } file[DELIVER_MAX];
    size_t count;
};

/* True for NULL and "none": the output is not wanted. */
bool deliver_is_none(const char *path);

/* Checks before a long run that the output can be written: its folder exists and is writable, it is
 * not a folder itself, and it is not one of inputs[count] (or NULL) under another name either. A
 * missing folder is accepted if it is `make` and can be made. Fails with STATUS_BAD_INPUT for an
 * input, STATUS_FAILED otherwise. what names the output: "--picture". */
enum status deliver_check(const char *path, const char *what, const char *make,
                          const char *const *inputs, size_t count, struct error *error);

/* STATUS_FAILED for a path whose folder is missing or, by a link, outside the root. */
enum status deliver_check_inside(const char *path, const char *root, struct error *error);

/* Adds an output. The caller writes it under the name *write_to, owned by the delivery. */
enum status deliver_stage(struct delivery *delivery, const char *path, const char **write_to,
                          struct error *error);

/* Renames all staged files after STATUS_OK, and undoes that if one fails; removes them after any
 * other status. Returns the status. Frees the delivery; accepts a zeroed one. Replaces staged names
 * in the error's text by the final ones. */
enum status deliver_end(struct delivery *delivery, enum status status, struct error *error);

/* A copy of the name without folder, ".gz" and ending, "a/alu.net" -> "alu"; or NULL. */
char *deliver_stem(const char *path);
