/* memory_text: a text, or bytes, in memory that is written like a file. */
#pragma once

#include <stdio.h>

#include "grid/base.h"

struct memory_text {
    FILE *out;        /* to write to */
    char *text;       /* after the end: [size], and a NUL; the caller frees it */
    size_t size;      /* in bytes */
    const char *what; /* for messages: "a summary" */
};

/* Opens the text for writing. Fails with STATUS_FAILED without memory. */
enum status memory_text_open(struct memory_text *it, const char *what, struct error *error);

/* Ends the writing, which came to this status. Returns it, or STATUS_FAILED if there was not enough
 * memory. `text` is NULL unless STATUS_OK is returned. */
enum status memory_text_end(struct memory_text *it, enum status status, struct error *error);
