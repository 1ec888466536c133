/* lefdef: reads layouts: LEF 5.4 to 5.8 and DEF 5.5 to 5.8, plain or gzipped.
 *
 * Words are separated by blanks and line ends, `;` ends a statement, `#` at the start of a word a
 * comment begins, "..." is one word. Keywords are known in any letter case; statements and options
 * that are not known are passed over. Backslashes are dropped from names, and bus brackets of DEF
 * are looked for in LEF's kind as well.
 *
 * Errors, all with file, line, column and caret: a statement that does not end, a number or word
 * of a wrong kind, a macro, layer, via, site or pin that is not known, a section that announces a
 * wrong count, stands twice or stands behind nets that refer to it, an unplaced component, a name
 * used twice, a pin in two nets, no TRACKS for any routing layer, no DIEAREA, DEF units that do not
 * divide LEF's, a value over COORD_MAX.
 *
 * A checker reads the placed and the routed DEF, each with the same LEF files: layers, macros and
 * LEF's vias then have the same numbers in both, and so has the scale where DEF's units are the
 * same. Components, nets and DEF's vias are compared by name.
 */
#pragma once

#include "grid/layout/layout.h"

struct scan; /* the text tokenizer of the other formats */

enum lefdef_kind { LEFDEF_NEITHER, LEFDEF_LEF, LEFDEF_DEF };

/* Reads the DEF at def_path ("-" is standard input) with the LEF files in their order; those that
 * speak of layers before any file has stated one (cells named before their technology) come last,
 * unless they are pipes, which cannot be read twice. scan: the DEF text opened by scan_open, of
 * which nothing but words that were put back has been read, or NULL; it is read to its end and
 * stays the caller's. On failure *layout is empty. Free with layout_destroy. */
enum status lefdef_read(struct layout *layout, const char *def_path, struct scan *scan,
                        const char *const *lef_paths, size_t lef_count, struct error *error);

/* Says whether a text is LEF, DEF or neither by its first statements. A part of the text from
 * its start is enough, 64 KiB of it even with long comments. */
enum lefdef_kind lefdef_recognise(const char *text, size_t length);
