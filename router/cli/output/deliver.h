/* deliver: several output files that appear all together or not at all.
 *
 * Each file is first written whole under a staged name in its own folder (same ending, so that
 * writers that look at it do the same); when all are there, they are renamed to their names. A
 * device, a pipe or a symbolic link cannot be staged and is written through. Where a rename fails
 * after another one succeeded, that one is taken back: its old file waits beside it until all are
 * there.
 */
#pragma once

#include "grid/base.h"

enum { DELIVER_MAX = 6 };

struct delivery {
    const char *prefix; /* of staged names, on the disk of their files; NULL: beside those */
    const char *root;   /* outputs may not lie outside this folder when they are renamed: links and
                           names of other files are replaced, not written through, and all is on
                           the disk when it is done; NULL: they may lie anywhere */
    struct {
        char *path;     /* final name */
        char *staged;   /* name while others are not ready; NULL: written through */
        bool put;       /* it has its name ... */
        bool exchanged; /* ... and the file before it the staged one */
    } file[DELIVER_MAX];
    size_t count;
};

/* True for NULL and "none": there is no such output. */
bool deliver_is_none(const char *path);

/* Could this output be written: its folder exists and can be written to, it is no folder itself,
 * and it is none of the inputs (count names, NULLs skipped; the same file under another name
 * counts). A missing folder called make is fine where it can be made. Asked before a long run,
 * so that it does not fail at its end. Fails with STATUS_BAD_INPUT for an input, STATUS_FAILED
 * otherwise. what names the output: "--picture"; make may be NULL. */
enum status deliver_check(const char *path, const char *what, const char *make,
                          const char *const *inputs, size_t count, struct error *error);

/* The same for a picture, whose suffix must be one that is known (router/draw/paint/paint_file.h).
 */
enum status deliver_check_picture(const char *path, const char *make, const char *const *inputs,
                                  size_t count, struct error *error);

/* Refuses, with STATUS_FAILED, a path whose folder is not there or lies outside the root, as where
 * a link was put in its place. What is put there afterwards is not seen. */
enum status deliver_check_inside(const char *path, const char *root, struct error *error);

/* Adds an output and gives the name to write it under, owned by the delivery. */
enum status deliver_stage(struct delivery *delivery, const char *path, const char **write_to,
                          struct error *error);

/* Renames all staged files. On failure those not yet renamed are removed. */
enum status deliver_commit(struct delivery *delivery, struct error *error);

/* Removes what is staged and frees. Accepts a zeroed or committed delivery. A staged name in the
 * error's text becomes the final one, so that the user reads the name that he knows. */
void deliver_abandon(struct delivery *delivery, struct error *error);

/* Makes this one folder if it is missing (its parent must exist). */
enum status deliver_make_folder(const char *path, struct error *error);

/* A copy of the file's name without folder, ".gz" and its last ending: "a/alu.net" -> "alu". NULL
 * where memory is out. */
char *deliver_stem(const char *path);
