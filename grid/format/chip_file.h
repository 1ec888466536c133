/* chip_file: placed chips and their results, of whichever kind the file is.
 *
 *     DESIGN   a DEF with its LEF files (lefdef.h), or a chip in words of our own (chip_text.h)
 *     RESULT   a routed DEF, or the `.routes` of a chip
 *
 * Both are told by their first word. */
#pragma once

#include "grid/chip/chip.h"

/* Is the file a chip in words of our own? A file that is no regular one is not looked into. */
bool chip_file_is_native(const char *path);

/* A chip that came from words of our own has no DEF text. */
static inline bool chip_is_native(const struct chip *chip)
{
    return chip->placed.text_size == 0;
}

/* Reads a design; "-" is standard input. The LEF files count for a DEF alone. On failure *chip is
 * empty. Free with chip_destroy. */
enum status chip_file_read(struct chip *chip, const char *path, const char *const *lef_paths,
                           size_t lef_count, struct error *error);

/* Refuses LEF files that can be read once only (pipes), for who reads a result, too, with the same
 * files. */
enum status chip_file_lefs_last(const char *const *lef_paths, size_t lef_count,
                                struct error *error);

/* Reads a result of placed: a routed DEF as it is, routes laid on a copy of placed. */
enum status chip_file_read_result(struct chip *routed, const struct chip *placed, const char *path,
                                  const char *const *lef_paths, size_t lef_count,
                                  struct error *error);
