/* scan_report: error messages with their place and the line around it.
 *
 *     bad.net:3:12: expected a pin X,Y,N, X,Y or X,Y,*, found "4;5"
 *         net a 1,2,1 4;5 7,7
 *                     ^
 *
 * A long line is cut to a window around the column, with "..." at its ends. Columns count
 * characters, not bytes; a tab is shown as one space. */
#include "grid/text/scan_window.h"

#include "grid/text/harmless.h"
#include "grid/text/utf8.h"

enum {
    WINDOW_BEFORE = 80, /* bytes shown before the caret of a long line */
    ELLIPSIS = 3,       /* bytes of "..." */
};

/* The end of the line around index, as far as it is in the buffer. */
static size_t end_of_line(const struct scan *scan, size_t index)
{
    const char *newline = memchr(scan->buffer + index, '\n', scan->end - index);
    size_t end = newline != NULL ? (size_t)(newline - scan->buffer) : scan->end;
    if (end > index && scan->buffer[end - 1] == '\r')
        end--;
    return end;
}

void error_quote(struct error *error, const char *line, size_t length, size_t index, bool cut_left)
{
    size_t start = 0, end = length;
    size_t room = ERROR_EXCERPT_MAX - 1 - 2 * ELLIPSIS;
    if (end > room && index > WINDOW_BEFORE) {
        start = index - WINDOW_BEFORE;
        cut_left = true;
    }
    while (start < index && utf8_continues(line[start]))
        start++;
    bool cut_right = end - start > room;
    if (cut_right)
        end = start + room;
    while (cut_right && end > index && utf8_continues(line[end]))
        end--;
    size_t at = cut_left ? ELLIPSIS : 0;
    assert(start <= index && index <= end && end - start <= room);
    memcpy(error->excerpt, "...", at);
    memcpy(error->excerpt + at, line + start, end - start);
    size_t before = harmless_bytes(error->excerpt + at, index - start);
    error->excerpt_column = (uint32_t)(at + utf8_count(error->excerpt + at, before) + 1);
    at += before;
    memcpy(error->excerpt + at, line + index, end - index);
    at += harmless_bytes(error->excerpt + at, end - index);
    memcpy(error->excerpt + at, "...", cut_right ? ELLIPSIS + 1 : 0);
    if (!cut_right)
        error->excerpt[at] = '\0';
}

enum status scan_place(struct scan *scan, const struct word *word, enum status status,
                       struct error *error)
{
    if (status != STATUS_BAD_INPUT || error == NULL || error->file[0] != '\0')
        return status;
    scan_window_ahead(scan);
    uint64_t offset = word != NULL ? word->offset : scan->base + scan->at;
    error_set_file(error, scan->path);
    error->line = scan->line;
    if (offset < scan->base + scan->line_at || offset > scan->base + scan->end)
        return status; /* the word has left the buffer */
    size_t index = (size_t)(offset - scan->base);
    assert(scan->line_at <= index && index <= scan->end);
    error->column =
        scan->line_skipped + 1 + utf8_count(scan->buffer + scan->line_at, index - scan->line_at);
    error_quote(error, scan->buffer + scan->line_at, end_of_line(scan, index) - scan->line_at,
                index - scan->line_at, scan->line_skipped > 0);
    return status;
}

static enum status fail_at(struct scan *scan, const struct word *word, struct error *error,
                           const char *text)
{
    return scan_place(scan, word, error_refuse(error, "%s", text), error);
}

enum status scan_fail(struct scan *scan, const struct word *word, struct error *error,
                      const char *format, ...)
{
    char text[ERROR_TEXT_MAX];
    FORMAT_ARGS(text, sizeof text);
    return fail_at(scan, word, error, text);
}

enum status scan_expected(struct scan *scan, const struct word *word, struct error *error,
                          const char *format, ...)
{
    assert(word != NULL);
    char wanted[ERROR_TEXT_MAX - 128], found[SCAN_FOUND_MAX], text[ERROR_TEXT_MAX];
    FORMAT_ARGS(wanted, sizeof wanted);
    word_quote(word, found);
    bool no_more = word->length == 0 && scan->eof && scan->at == scan->end;
    snprintf(text, sizeof text, "expected %s, found %s", wanted,
             no_more ? "the end of the file" : found);
    return fail_at(scan, word, error, text);
}

const char *word_quote(const struct word *word, char text[SCAN_FOUND_MAX])
{
    size_t room = SCAN_FOUND_MAX - 6; /* two quotes, "..." and NUL */
    size_t length = word->length;
    bool cut = length > room;
    if (cut)
        length = room;
    while (cut && length > 0 && utf8_continues(word->text[length]))
        length--;
    if (word->length == 0) {
        snprintf(text, SCAN_FOUND_MAX, "the end of the line");
        return text;
    }
    text[0] = '"';
    memcpy(text + 1, word->text, length);
    length = harmless_bytes(text + 1, length);
    snprintf(text + 1 + length, SCAN_FOUND_MAX - 1 - length, cut ? "...\"" : "\"");
    return text;
}
