/* layout_file: reads and writes layouts and their results. The first word determines the format:
 *
 *     DESIGN   a DEF with its LEF files (lefdef/lefdef.h), or native (layout/layout_text.h)
 *     RESULT   a routed DEF, or the `.routes` of a layout
 */
#pragma once

#include "grid/format/layout/layout_text.h"

/* True if the first word of the file is this one: "chip" of a native layout, "grid" of a native
 * netlist. Only regular files are opened. */
bool layout_file_begins(const char *path, const char *word);

/* True if the layout was read from the native format: it has no DEF text. */
static inline bool layout_is_native(const struct layout *layout)
{
    return layout->placed.text_size == 0;
}

struct lefdef_lefs; /* lefdef/lefdef.h */

/* Reads a design ("-" is standard input). lefs: the LEF files of a DEF, or NULL. On failure *layout
 * is empty. Free with layout_destroy. */
enum status layout_file_read(struct layout *layout, const char *path, struct lefdef_lefs *lefs,
                             struct error *error);

/* Reads a result of placed: a routed DEF with the same LEF files, or routes, which are added to a
 * copy of placed. routed must not be placed. */
enum status layout_file_read_result(struct layout *routed, const struct layout *placed,
                                    const char *path, struct lefdef_lefs *lefs,
                                    struct error *error);

enum layout_form { LAYOUT_FORM_TEXT, LAYOUT_FORM_ROUTES, LAYOUT_FORM_DEF };

/* The form of a file by its name: .net and "-": the layout in the native format; .routes: its
 * wires; .def: a DEF. Fails with STATUS_BAD_INPUT for another ending. */
enum status layout_form_of(const char *path, enum layout_form *form, struct error *error);

/* Writes the layout, whole or not at all. laid: its wires differ from those of its text. reason and
 * context: as in layout_routes_write. Fails with STATUS_BAD_INPUT for a DEF of a native layout. */
enum status layout_file_write(const char *path, enum layout_form form, const struct layout *layout,
                              bool laid, layout_routes_reason *reason, const void *context,
                              struct error *error);
