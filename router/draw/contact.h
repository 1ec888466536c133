/* contact: a contact sheet, one picture that shows many pictures in small, side by side.
 *
 * Given pictures are PNG files of any kind; each is shrunk into a square by averaging, keeps its
 * shape, and has a caption below. Each stands in the column that is shortest when its turn comes.
 * A picture that cannot be read leaves a bar with a cross, in the colour of failures: a sheet of a
 * batch with a failed job is still a sheet. Where it is needed, as that of a routed job, there is
 * no sheet.
 */
#pragma once

#include "grid/base.h"

enum {
    CONTACT_THUMB = 320,     /* pixels a side of a square */
    CONTACT_ITEMS_MAX = 400, /* pictures on a sheet; more are counted in its last line */
};

struct contact_item {
    const char *picture; /* path of a PNG, or NULL: there is none */
    const char *caption; /* first line below it */
    const char *detail;  /* second, fainter line, or NULL */
    bool needed;         /* without this picture the sheet is wrong */
};

/* Writes the sheet to path, whole or not at all. title may be NULL. Fails with STATUS_FAILED for
 * memory, disk, or a needed picture that is none. Reads one picture at a time: memory 3 bytes a
 * pixel of the largest picture plus the sheet's. The same pictures and words give the same bytes.
 */
enum status contact_write(const char *path, const char *title, const struct contact_item *items,
                          size_t count, struct error *error);
