/* layout_file: reads layouts and their results. The first word determines the format:
 *
 *     DESIGN   a DEF with its LEF files (lefdef/lefdef.h), or a native layout
 * (layout/layout_text.h) RESULT   a routed DEF, or the `.routes` of a layout
 */
#pragma once

#include "grid/layout/layout.h"

/* True if the file is a native layout. Only regular files are opened. */
bool layout_file_is_native(const char *path);

/* True if the layout was read from the native format: it has no DEF text. */
static inline bool layout_is_native(const struct layout *layout)
{
    return layout->placed.text_size == 0;
}

/* Reads a design ("-" is standard input). The LEF files are used for a DEF only. On failure *layout
 * is empty. Free with layout_destroy. */
enum status layout_file_read(struct layout *layout, const char *path, const char *const *lef_paths,
                             size_t lef_count, struct error *error);

/* Fails if a LEF file is a pipe: callers that also read a result read the LEF files twice. */
enum status layout_file_lefs_last(const char *const *lef_paths, size_t lef_count,
                                  struct error *error);

/* Reads a result of placed: a routed DEF, or routes, which are added to a copy of placed. routed
 * must not be placed. */
enum status layout_file_read_result(struct layout *routed, const struct layout *placed,
                                    const char *path, const char *const *lef_paths,
                                    size_t lef_count, struct error *error);
