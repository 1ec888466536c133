/* lefdef: reads layouts: LEF 5.4 to 5.8 and DEF 5.5 to 5.8, plain or gzipped.
 *
 * lex.h describes the syntax. Keywords may have any letter case. Statements that are not used are
 * noted (statements.h). Backslashes are removed from names (def/name.c). A pin name with DEF's bus
 * brackets is also searched for with LEF's brackets.
 *
 * The statements are in tables: of LEF in lef/lef.c (top level), lef/layer.c (LAYER) and
 * lef/macro.c; of DEF in def/def.c (top level and sections).
 *
 * Errors, all with file, line, column and caret: a statement without end; a number or word of the
 * wrong kind; an unknown macro, layer, via, site or pin; a second section of one kind, or a section
 * after nets that refer to it; an unplaced component; a duplicate name; a pin in two nets; no
 * DIEAREA; DEF units that do not divide LEF's; a value beyond COORD_MAX.
 *
 * A checker reads the placed and the routed DEF with the same LEF files. Then layers, macros and
 * LEF's vias have the same numbers in both, and the scale is the same if DEF's units are. Compare
 * components, nets and DEF's vias by name. */
#pragma once

#include "grid/layout/layout.h"

struct scan; /* the text tokenizer of the other formats */

/* The LEF files of a design, read once for all of its DEFs: placed, routed, kept. */
struct lefdef_lefs {
    const char *const *path; /* [count], set by the caller; not used once `read` is set */
    size_t count;
    bool skip_unplaced;    /* unplaced components are read, and have no shapes; set by the caller */
    bool read;             /* the members below are set */
    int32_t divisor;       /* common divisor of the lengths, in LEF units */
    struct layout defined; /* technology and cells, without a placement */
};

/* Frees the definitions. Accepts zeroed ones. */
void lefdef_lefs_destroy(struct lefdef_lefs *lefs);

/* Reads the DEF at def_path ("-" is standard input), and first the LEF files if they have not been
 * read. They are read in their order. LEF files that refer to layers before any file has defined
 * one (cells listed before their technology) are read last, except pipes, which cannot be read
 * twice. scan is NULL, or the DEF text opened by scan_open of which no word has been read and not
 * put back; it is read to its end and the caller closes it. On failure *layout is empty. Free with
 * layout_destroy. */
enum status lefdef_read_with(struct layout *layout, const char *def_path, struct scan *scan,
                             struct lefdef_lefs *lefs, struct error *error);
