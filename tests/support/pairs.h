/* pairs: makes two changes at a time to a text: two adjacent words wrong, swapped, or doubled; a
 * word wrong or missing together with an error of the caller further on, which shows whether a
 * reader resumes at the right place; and words that begin or end like the right one.
 *
 * The golden text has a line per line of the text: the numbers of changes without effect, with
 * another result, and refused, and a checksum of all results and messages. LINE=N in the
 * environment prints the details of line N. UPDATE=1 rewrites the golden text.
 */
#pragma once

#include "tests/support/edits.h"

enum {
    BOTH_WRONG,
    SWAPPED,
    TWICE,
    WRONG_LATER_TOO,
    GONE_LATER_TOO,
    BEGUN,
    LONGER,
    PAIRS_KINDS,
    PAIRS_LATER = 2,
};

struct pairs {
    const char *text;
    const char *const (*later)[2]; /* PAIRS_LATER: this for that; NULL: the last word is wrong */
    char *as_it_stands;
    edits_read *read;
    void *context;
    unsigned line, same, other, refused;
    uint32_t sum;
    bool shown;
};

static inline void pairs_try(struct pairs *it, const char *text, const char *what)
{
    char *came = it->read(text, strlen(text), it->context);
    if (strcmp(came, it->as_it_stands) == 0)
        it->same++;
    else if (strchr(came, ':') == NULL)
        it->other++;
    else
        it->refused++;
    for (const char *p = came; *p != '\0'; p++)
        it->sum = (it->sum ^ (unsigned char)*p) * 16777619u; /* FNV-1a */
    if (it->shown)
        print_message("%s\n    %s\n", what, came);
    free(came);
}

/* The text with the later error, if its place still exists; frees text. */
static inline char *pairs_later(const struct pairs *it, char *text)
{
    for (int i = 0; i < PAIRS_LATER && it->later != NULL; i++) {
        char *at = strstr(text, it->later[i][0]), *edited = NULL;
        if (at == NULL)
            continue;
        assert_true(asprintf(&edited, "%.*s%s%s", (int)(at - text), text, it->later[i][1],
                             at + strlen(it->later[i][0])) > 0);
        free(text);
        text = edited;
    }
    size_t end = strlen(text);
    if (it->later != NULL || end < 3)
        return text;
    for (end--; end > 0 && text[end - 1] != ' ' && text[end - 1] != '\n'; end--)
        ;
    memcpy(text + end, "?\n", 3);
    return text;
}

/* The word at `first` and the one at `second`, changed in each way. */
static inline void pairs_of(struct pairs *it, const char *first, const char *second)
{
    const int a = (int)strcspn(first, " \n"), b = (int)strcspn(second, " \n");
    const char *gap = first + a, *rest = second + b;
    const int blanks = (int)(second - gap), behind = (int)(rest - gap), both = (int)(rest - first);
    for (int kind = 0; kind < PAIRS_KINDS; kind++) {
        char new[1024], *edited = NULL;
        if (kind == BOTH_WRONG)
            snprintf(new, sizeof new, "?%.*s?", blanks, gap);
        else if (kind == SWAPPED)
            snprintf(new, sizeof new, "%.*s%.*s%.*s", b, second, blanks, gap, a, first);
        else if (kind == TWICE)
            snprintf(new, sizeof new, "%.*s %.*s", a, first, both, first);
        else if (kind == WRONG_LATER_TOO || kind == GONE_LATER_TOO)
            snprintf(new, sizeof new, "%s%.*s", kind == GONE_LATER_TOO ? "" : "?", behind, gap);
        else if (kind == BEGUN)
            snprintf(new, sizeof new, "-%.*s", both, first);
        else
            snprintf(new, sizeof new, "%.*sx%.*s", a, first, behind, gap);
        assert_true(asprintf(&edited, "%.*s%s%s", (int)(first - it->text), it->text, new, rest) >
                    0);
        if (kind == WRONG_LATER_TOO || kind == GONE_LATER_TOO)
            edited = pairs_later(it, edited);
        pairs_try(it, edited, new);
        free(edited);
    }
}

/* The next word from `p` on outside of comments; NULL at the end of the text. */
static inline const char *pairs_word(const char *text, const char *p)
{
    for (;;) {
        p += strspn(p, " \n");
        if (*p == '#' && (p == text || p[-1] == '\n'))
            p += strcspn(p, "\n");
        else
            return *p != '\0' ? p : NULL;
    }
}

static inline void pairs_start(struct pairs *it, unsigned line)
{
    const char *shown = getenv("LINE");
    it->line = line;
    it->same = it->other = it->refused = 0;
    it->sum = 2166136261u;
    it->shown = shown != NULL && strtoul(shown, NULL, 10) == line;
}

static inline void pairs_end(const struct pairs *it, FILE *out)
{
    if (it->same + it->other + it->refused > 0)
        fprintf(out, "%u: %u same, %u other, %u refused, %08x\n", it->line, it->same, it->other,
                it->refused, it->sum);
}

/* The golden text of all pairs of a text, which is right; to be freed. */
static inline char *pairs_all(const char *text, const char *const (*later)[2], edits_read *read,
                              void *context)
{
    struct pairs it = {.text = text, .later = later, .read = read, .context = context};
    const char *seen = text, *second;
    char *found = NULL;
    size_t size;
    FILE *out = open_memstream(&found, &size);
    assert_non_null(out);
    it.as_it_stands = read(text, strlen(text), context);
    pairs_start(&it, 1);
    for (const char *word = pairs_word(text, text); word != NULL; word = second) {
        second = pairs_word(text, word + strcspn(word, " \n"));
        unsigned lines = 0;
        for (; seen < word; seen++)
            lines += *seen == '\n';
        if (lines > 0) {
            pairs_end(&it, out);
            pairs_start(&it, it.line + lines);
        }
        if (second != NULL)
            pairs_of(&it, word, second);
    }
    pairs_end(&it, out);
    assert_int_equal(fclose(out), 0);
    free(it.as_it_stands);
    return found;
}
