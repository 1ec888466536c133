/* memory_said: a golden text of the messages if one allocation after another fails. */
#pragma once

#include "tests/support/allocations.h"
#include "tests/support/texts.h"

/* Adds the message of each failing allocation of the operation, without numbers and repetitions. */
static inline void memory_note(FILE *out, const char *name, operation *run, void *context)
{
    char before[ERROR_TEXT_MAX] = "";
    (void)run_with(run, context, 0);
    const long calls = atomic_load(&allocations_asked);
    fprintf(out, "%s\n", name);
    for (long i = 1; i <= calls; i++) {
        struct error error = {0};
        atomic_store(&allocations_asked, 0);
        atomic_store(&allocations_failing, i);
        (void)run(context, &error);
        atomic_store(&allocations_failing, 0);
        char *to = error.text;
        for (const char *from = error.text; *from != '\0'; from++)
            if (*from < '0' || *from > '9')
                *to++ = *from;
        *to = '\0';
        if (strncmp(error.text, "out of memory", 13) == 0 && strcmp(error.text, before) != 0)
            fprintf(out, "  %s\n", error.text);
        snprintf(before, sizeof before, "%s", error.text);
    }
}

/* The golden text is what was found, which is freed, and becomes it where UPDATE is set. */
static inline void memory_expect(const char *golden, char *found)
{
    char path[1024];
    size_t size;
    snprintf(path, sizeof path, "%s/%s", texts_start, golden);
    if (getenv("UPDATE") != NULL)
        text_write(path, found);
    char *expected = text_read(path, &size);
    assert_string_equal(found, expected);
    free(expected);
    free(found);
}
