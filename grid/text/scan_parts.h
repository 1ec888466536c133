/* scan_parts: threads read a whole text (scan_whole.h) in parts that end with a line.
 *
 * The parts share the text. A part does not know its line numbers, so readers of parts pass no
 * error record, and read a wrong text again as a whole to place the error. */
#pragma once

#include "grid/text/scan.h"

enum { SCAN_PARTS_MAX = 256 };

/* Reads a part. Called by several threads at once. */
typedef enum status scan_part_read(void *context, size_t part, struct scan *scan);

struct scan_parts {
    struct scan scan[SCAN_PARTS_MAX]; /* of the whole text, each up to the end of its part */
    size_t count;
    scan_part_read *read;
    void *context;
    bool failed;
};

/* Divides the text from the scan's place on, into parts of at least a megabyte. `last` alone is the
 * last line of a part; '\n': any line is. */
void scan_parts_divide(struct scan_parts *parts, const struct scan *scan, char last,
                       unsigned threads);

/* Calls `read` for each part, on at most `threads` threads. True if no call failed. */
bool scan_parts_run(struct scan_parts *parts, unsigned threads, scan_part_read *read,
                    void *context);
