/* scan_window: the part of the text that a scan holds. Only the scan's own files include it.
 *
 * The buffer is a window that slides over the text:
 *
 *     buffer   [ ...kept | current word ... | new bytes ] NUL
 *                        ^ at                           ^ end
 *
 * While a word is looked at, `at` stays on its first byte, so that a refill keeps it. A refill
 * also keeps the current line, or SCAN_CONTEXT bytes of it where it is very long: messages quote
 * it. New bytes are searched for NUL once; the window then ends before the NUL, and
 * the scan reports it on arriving there, with the right line and column. The NUL behind the end
 * lets the inner loops run without a bounds check.
 */
#pragma once

#include "grid/text/scan.h"

/* Reads on; afterwards more bytes are held, or eof is set. Everything from `at` stays. Fails as
 * source_read does, and with STATUS_BAD_INPUT where a NUL byte comes next (*error has no place
 * yet); the scan is broken then. */
enum status scan_window_fill(struct scan *scan, struct error *error);

/* Holds the rest of the current line too, as far as that is easily had, so that a message can
 * quote it. Never fails; words read before lose their text. */
void scan_window_ahead(struct scan *scan);

/* scan_window_fill, with the place of a fault. In scan_file.c. */
enum status scan_fill(struct scan *scan, struct error *error);

/* Nothing is left to be read. */
static inline bool scan_exhausted(const struct scan *scan)
{
    return scan->at == scan->end && scan->eof;
}
