/* memory_text: a text, or bytes, in memory that is written like a file. */
#pragma once

#include "grid/base.h"

struct memory_text {
    FILE *out;  /* to write to */
    char *text; /* after the end, if that succeeded: [size] and a NUL; the caller frees it */
    size_t size;
    const char *what; /* for messages: "a summary" */
};

/* Opens the text for writing. Fails with STATUS_FAILED without memory. */
static inline enum status memory_text_open(struct memory_text *it, const char *what,
                                           struct error *error)
{
    *it = (struct memory_text){.what = what};
    it->out = open_memstream(&it->text, &it->size);
    return it->out != NULL ? STATUS_OK : error_fail(error, "out of memory for %s", what);
}

/* Ends the writing, which came to this status. Returns it, or STATUS_FAILED without memory: then
 * fclose may succeed and leave no bytes. */
static inline enum status memory_text_end(struct memory_text *it, enum status status,
                                          struct error *error)
{
    const bool whole = fflush(it->out) == 0 && !ferror(it->out);
    if ((fclose(it->out) != 0 || !whole || it->text == NULL) && status == STATUS_OK)
        status = error_fail(error, "out of memory for %s", it->what);
    if (status != STATUS_OK)
        free(it->text);
    it->text = status == STATUS_OK ? it->text : NULL;
    return status;
}
