/* layout_file: layouts and their results, of whichever kind the file is.
 *
 *     DESIGN   a DEF with its LEF files (lefdef.h), or a layout in words of our own (layout_text.h)
 *     RESULT   a routed DEF, or the `.routes` of a layout
 *
 * Both are told by their first word. */
#pragma once

#include "grid/layout/layout.h"

/* Is the file a layout in words of our own? A file that is no regular one is not looked into. */
bool layout_file_is_native(const char *path);

/* A layout that came from words of our own has no DEF text. */
static inline bool layout_is_native(const struct layout *layout)
{
    return layout->placed.text_size == 0;
}

/* Reads a design; "-" is standard input. The LEF files count for a DEF alone. On failure *layout is
 * empty. Free with layout_destroy. */
enum status layout_file_read(struct layout *layout, const char *path, const char *const *lef_paths,
                             size_t lef_count, struct error *error);

/* Refuses LEF files that can be read once only (pipes), for who reads a result, too, with the same
 * files. */
enum status layout_file_lefs_last(const char *const *lef_paths, size_t lef_count,
                                  struct error *error);

/* Reads a result of placed: a routed DEF as it is, routes laid on a copy of placed. */
enum status layout_file_read_result(struct layout *routed, const struct layout *placed,
                                    const char *path, const char *const *lef_paths,
                                    size_t lef_count, struct error *error);
