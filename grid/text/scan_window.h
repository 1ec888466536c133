/* scan_window: the part of the text that a scan holds. Only scan.c and scan_window.c see it.
 *
 * The buffer is a window that slides over the text:
 *
 *     buffer   [ ...kept | current word ... | new bytes ] NUL
 *                        ^ at                           ^ end
 *
 * While a word is looked at, `at` stays on its first byte, so that a refill keeps it. A refill
 * also keeps the current line, or SCAN_CONTEXT bytes of it where it is very long: that is what a
 * message quotes. New bytes are searched for NUL once; the window then ends before the NUL, and
 * the scan reports it on arriving there, with the right line and column. The NUL behind the end
 * lets the inner loops run without a bounds check.
 */
#ifndef LEEWAY_GRID_TEXT_SCAN_WINDOW_H
#define LEEWAY_GRID_TEXT_SCAN_WINDOW_H

#include "grid/text/scan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads on; afterwards more bytes are held, or eof is set. Everything from `at` stays. Fails with
 * STATUS_BAD_INPUT where the file cannot be read or a NUL byte comes next. */
enum status scan_fill(struct scan *scan, struct error *error);

#ifdef __cplusplus
}
#endif

/* Nothing is left to be read. */
static inline bool scan_exhausted(const struct scan *scan)
{
    return scan->at == scan->end && scan->eof;
}

#endif
