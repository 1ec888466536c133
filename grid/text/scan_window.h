/* scan_window: the buffer of a scan, a window that slides over the text. For scan*.c only.
 *
 *     buffer   [ ...kept | current word ... | new bytes ] NUL
 *                        ^ at                           ^ end
 *
 * While a word is read, `at` stays on its first byte, so that a refill keeps the word. A refill
 * also keeps the current line, or SCAN_CONTEXT bytes of a very long one, for messages. New bytes
 * are searched for NUL once: the window ends before a NUL, which is reported when the scan reaches
 * it. The NUL after the end lets inner loops run without a bounds check. */
#pragma once

#include "grid/text/scan.h"

/* Reads more bytes, or sets eof. Everything from `at` is kept. Fails like source_read, and with
 * STATUS_BAD_INPUT if the next byte is NUL; then the scan is broken and *error has no place yet. */
enum status scan_window_fill(struct scan *scan, struct error *error);

/* Reads the rest of the current line, if that needs no waiting, so that a message can quote it.
 * Never fails; the text of words read before becomes invalid. */
void scan_window_ahead(struct scan *scan);

/* True if nothing is left to read. */
static inline bool scan_exhausted(const struct scan *scan)
{
    return scan->at == scan->end && scan->eof;
}
