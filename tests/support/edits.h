/* edits: makes one change at a time to a text and compares the results with a golden text.
 *
 * Each line is removed, doubled, swapped with the next, surrounded by blanks and a carriage return,
 * and made the last one; all lines with the same first word are removed. Each word is replaced by
 * `?`, removed, and doubled; the first two words of a line get a control byte. Each number becomes
 * one less, one more, 0, -1, or very large. Then all first words and all last words are wrong, for
 * several errors in one run.
 *
 * The golden text has a line per edit that changes the result: line and word of the text, the
 * replacement, a colon, the result. No memory may leak. UPDATE=1 in the environment of the test
 * rewrites the golden text; review the difference.
 */
#pragma once

#include "tests/support/allocations.h"
#include "tests/support/texts.h"

#include "grid/base.h"

enum { EDITS_TEXT = 1 << 15 };

/* Reads a text of `size` bytes and returns the result as a text, which the caller frees: see
 * edits_said and edits_sum. */
typedef char *edits_read(const char *text, size_t size, void *context);

struct edits {
    FILE *out;
    const char *text;
    char *as_it_stands;
    edits_read *read;
    void *context;
};

/* The first error with its place, and the places of all others. */
static inline char *edits_said(const struct error *error)
{
    char *said = NULL;
    size_t size = 0, count = error->rest != NULL ? error->rest->count : 0;
    FILE *out = open_memstream(&said, &size);
    assert_non_null(out);
    for (size_t i = 0; i <= count; i++) {
        const struct error *one = i == 0 ? error : &error->rest->at[i - 1];
        if (one->status != STATUS_BAD_INPUT)
            fprintf(out, "status %d ", (int)one->status);
        fprintf(out, "%s%llu:%llu%s%s", i == 0 ? "" : ", ", (unsigned long long)one->line,
                (unsigned long long)one->column, i == 0 ? " " : "", i == 0 ? one->text : "");
    }
    assert_int_equal(fclose(out), 0);
    return said;
}

/* A number made of a text (FNV-1a), which is freed. */
static inline char *edits_sum(char *text)
{
    uint32_t sum = 2166136261u;
    char *number = NULL;
    for (const char *p = text; *p != '\0'; p++)
        sum = (sum ^ (unsigned char)*p) * 16777619u;
    free(text);
    assert_true(asprintf(&number, "%08x", sum) > 0);
    return number;
}

/* Puts `new` for `length` bytes at `at`; what it is called, and what came of it. */
static inline void edits_try(const struct edits *e, unsigned line, unsigned word, const char *what,
                             size_t at, size_t length, const char *new)
{
    static char edited[EDITS_TEXT];
    const int size =
        snprintf(edited, sizeof edited, "%.*s%s%s", (int)at, e->text, new, e->text + at + length);
    assert_true(size >= 0 && (size_t)size < sizeof edited);
    char *came = e->read(edited, (size_t)size, e->context);
    if (strcmp(came, e->as_it_stands) != 0)
        fprintf(e->out, "%u:%u %s: %s\n", line, word, what, came);
    free(came);
}

/* Each number of a word, which may have several: `1,2,3`. */
static inline void edits_of_numbers(const struct edits *e, unsigned line, unsigned word, size_t at,
                                    size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const char *p = e->text + at + i;
        const size_t size = strspn(p, "0123456789");
        char less[32], more[32];
        if (size == 0 || size > 15)
            continue;
        const long long number = strtoll(p, NULL, 10);
        snprintf(less, sizeof less, "%lld", number - 1);
        snprintf(more, sizeof more, "%lld", number + 1);
        const char *const all[] = {less, more, "99999999999", "-1", "0", ""};
        for (size_t k = 0; k < sizeof all / sizeof *all; k++)
            if (!(k == 3 && number == 0) && !(k == 4 && number < 2) && !(k == 5 && size == length))
                edits_try(e, line, word, all[k], at + i, size, all[k]);
        i += size;
    }
}

static inline void edits_of_words(const struct edits *e, unsigned line, size_t first, size_t length)
{
    unsigned word = 1;
    for (size_t at = first; at < first + length; word++) {
        char twice[512], wrong[512], broken[512];
        const size_t size = strcspn(e->text + at, " \t\n");
        if (size > 0) {
            snprintf(twice, sizeof twice, "%.*s %.*s", (int)size, e->text + at, (int)size,
                     e->text + at);
            snprintf(wrong, sizeof wrong, "%.*s\x01", (int)size, e->text + at);
            snprintf(broken, sizeof broken, "%.*s\xC3", (int)size - 1, e->text + at);
            edits_try(e, line, word, "?", at, size, "?");
            edits_try(e, line, word, "left out", at, size, "");
            edits_try(e, line, word, "twice", at, size, twice);
            if (word < 3) {
                edits_try(e, line, word, "control", at, size, wrong);
                edits_try(e, line, word, "UTF-8", at, size, broken);
                edits_try(e, line, word, "wrong, UTF-8", at, size, "? # \xC3 ");
            }
            edits_of_numbers(e, line, word, at, size);
        }
        at += size + 1;
    }
}

static inline void edits_of_line(const struct edits *e, unsigned line, size_t first)
{
    const size_t length = strcspn(e->text + first, "\n"), rest = strlen(e->text + first);
    const size_t next = rest > length + 1 ? strcspn(e->text + first + length + 1, "\n") : 0;
    char new[1024];
    const char *text = e->text + first;
    edits_try(e, line, 0, "left out", first, length + 1, "");
    edits_try(e, line, 0, "empty", first, length, "");
    snprintf(new, sizeof new, "%.*s\n%.*s\n", (int)length, text, (int)length, text);
    edits_try(e, line, 0, "twice", first, length + 1, new);
    snprintf(new, sizeof new, "%.*s\n%.*s\n", (int)next, text + length + 1, (int)length, text);
    if (next > 0)
        edits_try(e, line, 0, "behind the next", first, length + next + 2, new);
    snprintf(new, sizeof new, "%.*s\r\n", (int)length, text);
    edits_try(e, line, 0, "return", first, length + 1, new);
    snprintf(new, sizeof new, "\t  %.*s \t# c\n", (int)length, text);
    edits_try(e, line, 0, "blanks", first, length + 1, new);
    snprintf(new, sizeof new, "%.*s", (int)length, text);
    edits_try(e, line, 0, "the last, no line end", first, rest, new);
}

/* All lines whose first word is this one's, if it is the first of them, are left out. */
static inline void edits_of_kind(const struct edits *e, unsigned line, size_t first)
{
    static char left[EDITS_TEXT];
    size_t used = 0, same = 0, length = strcspn(e->text + first, " \n");
    for (size_t at = 0; e->text[at] != '\0';) {
        const size_t size = strcspn(e->text + at, "\n") + 1;
        if (strcspn(e->text + at, " \n") == length &&
            memcmp(e->text + at, e->text + first, length) == 0) {
            if (at < first)
                return;
            same++;
        } else {
            memcpy(left + used, e->text + at, size);
            used += size;
        }
        at += size;
    }
    left[used] = '\0';
    if (same > 1)
        edits_try(e, line, 0, "all of the kind left out", 0, strlen(e->text), left);
}

/* The first, or the last word of each line from `from` on is wrong. */
static inline void edits_of_all(const struct edits *e, unsigned from, bool last)
{
    static char wrong[EDITS_TEXT];
    size_t used = 0;
    unsigned line = 1;
    for (size_t at = 0; e->text[at] != '\0'; line++) {
        const size_t size = strcspn(e->text + at, "\n");
        size_t word = last ? size : 0;
        while (last && word > 0 && e->text[at + word - 1] != ' ')
            word--;
        const size_t behind = last ? size : strcspn(e->text + at, " \n");
        if (line < from || size == 0)
            used += (size_t)snprintf(wrong + used, sizeof wrong - used, "%.*s\n", (int)size,
                                     e->text + at);
        else
            used += (size_t)snprintf(wrong + used, sizeof wrong - used, "%.*s?%.*s\n", (int)word,
                                     e->text + at, (int)(size - behind), e->text + at + behind);
        at += size + 1;
    }
    edits_try(e, from, 0, last ? "all last words" : "all first words", 0, strlen(e->text), wrong);
}

/* All edits of a text, which is right, or those of whole lines alone; the golden text of them, to
 * be freed. */
static inline char *edits_all(const char *text, bool words, edits_read *read, void *context)
{
    char *found = NULL;
    size_t size = 0;
    unsigned line = 1;
    struct edits e = {open_memstream(&found, &size), text, NULL, read, context};
    assert_non_null(e.out);
    e.as_it_stands = read(text, strlen(text), context);
    if (strchr(e.as_it_stands, ':') != NULL)
        fail_msg("as it stands: %s", e.as_it_stands);
    fprintf(e.out, "%s\n", e.as_it_stands);
    for (size_t at = 0; text[at] != '\0'; line++) {
        const size_t length = strcspn(text + at, "\n");
        assert_int_equal(text[at + length], '\n');
        edits_of_line(&e, line, at);
        edits_of_kind(&e, line, at);
        if (words)
            edits_of_words(&e, line, at, length);
        if (line < 5 && words) {
            edits_of_all(&e, line, false);
            edits_of_all(&e, line, true);
        }
        at += length + 1;
    }
    assert_int_equal(fclose(e.out), 0);
    free(e.as_it_stands);
    return found;
}

/* The golden text at `path` is what was found, or becomes it; `found` is freed. */
static inline void edits_expect(const char *path, char *found)
{
    size_t size, i = 0;
    unsigned line = 1;
    if (getenv("UPDATE") != NULL)
        text_write(path, found);
    char *expected = text_read(path, &size);
    if (strcmp(found, expected) != 0) {
        for (; found[i] == expected[i]; i++)
            line += found[i] == '\n';
        while (i > 0 && found[i - 1] != '\n')
            i--;
        fail_msg("%s:%u: expected \"%.*s\", found \"%.*s\"", path, line,
                 (int)strcspn(expected + i, "\n"), expected + i, (int)strcspn(found + i, "\n"),
                 found + i);
    }
    free(expected);
    free(found);
}
