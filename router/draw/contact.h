/* contact: a contact sheet, one picture with thumbnails of many PNG files, each shrunk by
 * averaging, with a caption below, in the column that is shortest at the time. A picture that
 * cannot be read is replaced by a bar with a cross, unless it is needed. */
#pragma once

#include "grid/base.h"

enum {
    CONTACT_THUMB = 320,     /* side of a square in pixels */
    CONTACT_ITEMS_MAX = 400, /* pictures on a sheet; the last line counts the others */
};

struct contact_item {
    const char *picture; /* path of a PNG, or NULL */
    const char *caption; /* first line below it */
    const char *detail;  /* second, fainter line, or NULL */
    bool needed;         /* fail if the picture cannot be read */
};

/* Writes the sheet to path, whole or not at all. Fails with STATUS_FAILED for
 * memory, disk, or a needed picture that cannot be read. Memory: 3 bytes per pixel of the largest
 * picture, and the sheet. The same pictures and texts give the same bytes. */
enum status contact_write(const char *path, const struct contact_item *items, size_t count,
                          struct error *error);
