/* repeated: long texts that say the same of one thing after another. */
#pragma once

#include "tests/support/texts.h"

/* The text with i for `@`, i nanometres as LEF writes them for `~`, and in units for `&`. */
static inline void repeat_once(FILE *out, const char *text, int i)
{
    for (const char *p = text; *p != '\0'; p++) {
        const size_t plain = strcspn(p, "@~&");
        fwrite(p, 1, plain, out);
        p += plain;
        if (*p == '\0')
            return;
        if (*p == '~')
            fprintf(out, "%d.%03d", i / 1000, i % 1000);
        else
            fprintf(out, "%d", *p == '&' ? 2 * i : i);
    }
}

/* The start, one text for each i from 1 to count, the end. */
static inline void repeat(FILE *out, int count, const char *start, const char *each,
                          const char *end)
{
    fputs(start, out);
    for (int i = 1; i <= count; i++)
        repeat_once(out, each, i);
    fputs(end, out);
}

static inline FILE *repeated_file(const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    return file;
}

/* The files have the same text; the first line in which they differ. */
static inline void repeated_same(const char *found_path, const char *expected_path)
{
    size_t size[2], line = 1;
    char *found = text_read(found_path, &size[0]), *expected = text_read(expected_path, &size[1]);
    if (size[0] != size[1] || memcmp(found, expected, size[0]) != 0) {
        const char *f = found, *e = expected;
        for (; strcspn(f, "\n") == strcspn(e, "\n") && memcmp(f, e, strcspn(f, "\n") + 1) == 0;
             line++) {
            f += strcspn(f, "\n") + 1;
            e += strcspn(e, "\n") + 1;
        }
        fail_msg("%s:%zu: expected \"%.*s\", found \"%.*s\"", found_path, line,
                 (int)strcspn(e, "\n"), e, (int)strcspn(f, "\n"), f);
    }
    free(found);
    free(expected);
}
