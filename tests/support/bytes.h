/* bytes: a text with one byte of it another one: no text, the start of a comment, the neighbours of
 * digits, half a character. The golden text has a line for each line of the text, as that of pairs.
 */
#pragma once

#include "tests/support/pairs.h"

/* The golden text of all bytes of a text, which is right; to be freed. */
static inline char *bytes_all(const char *text, edits_read *read, void *context)
{
    static const char others[] = "\x01#/:\xC3";
    struct pairs it = {.text = text, .read = read, .context = context};
    char *found = NULL, *edited = strdup(text);
    size_t size;
    unsigned line = 1;
    FILE *out = open_memstream(&found, &size);
    assert_non_null(out);
    assert_non_null(edited);
    it.as_it_stands = read(text, strlen(text), context);
    pairs_start(&it, line);
    for (size_t i = 0; text[i] != '\0'; i++) {
        for (const char *other = others; *other != '\0'; other++) {
            edited[i] = *other;
            pairs_try(&it, edited, edited + i);
        }
        edited[i] = text[i];
        if (text[i] == '\n') {
            pairs_end(&it, out);
            pairs_start(&it, ++line);
        }
    }
    assert_int_equal(fclose(out), 0);
    free(it.as_it_stands);
    free(edited);
    return found;
}
