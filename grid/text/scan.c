/* scan: opens texts and splits the bytes of scan_window.h into words, integers and lines. */
#include "grid/text/scan_window.h"

#include "grid/text/utf8.h"

enum byte_class { CONTROL, BLANK, NEWLINE, RETURN, HASH, WORD };

static enum byte_class class_of(char byte)
{
    unsigned char c = (unsigned char)byte;
    if (c > '#' && c != 127)
        return WORD;
    switch (c) {
    case ' ':
    case '\t':
        return BLANK;
    case '\n':
        return NEWLINE;
    case '\r':
        return RETURN;
    case '#':
        return HASH;
    default:
        return c > ' ' && c != 127 ? WORD : CONTROL;
    }
}

/* Reads more bytes; adds the place to an error. */
static enum status scan_fill(struct scan *scan, struct error *error)
{
    enum status status = scan_window_fill(scan, error);
    return status == STATUS_OK ? status : scan_place(scan, NULL, status, error);
}

static void begin_line(struct scan *scan)
{
    assert(scan->buffer[scan->at] == '\n');
    scan->at++;
    scan->line++;
    scan->line_at = scan->at;
    scan->line_skipped = 0;
}

static enum status fail_control(struct scan *scan, size_t place, struct error *error)
{
    scan->at = place;
    return scan_fail(scan, NULL, error, "expected text, found the control character 0x%02X",
                     (unsigned)(unsigned char)scan->buffer[place]);
}

/* Number of bytes from `at` to the end of the line. If the line may continue, the last character,
 * which may be incomplete, is left out. */
static size_t comment_part(const struct scan *scan, bool *closed)
{
    const char *from = scan->buffer + scan->at;
    size_t held = scan->end - scan->at, length = held;
    const char *newline = memchr(from, '\n', held);
    *closed = newline != NULL || scan->eof;
    if (newline != NULL)
        length = (size_t)(newline - from);
    if (*closed || utf8_is_valid(from, length))
        return length;
    while (length > 0 && held - length < 4 && utf8_continues(from[length - 1]))
        length--;
    return length > 0 ? length - 1 : 0;
}

/* Skips a comment, which must be UTF-8, up to the end of the line. */
static enum status skip_comment(struct scan *scan, struct error *error)
{
    for (bool closed = false;;) {
        const char *from = scan->buffer + scan->at;
        size_t length = comment_part(scan, &closed);
        size_t wrong = utf8_valid_length(from, length);
        scan->at += wrong;
        if (wrong < length)
            return scan_fail(scan, NULL, error, "expected UTF-8 text, found other bytes");
        if (closed)
            return STATUS_OK;
        TRY(scan_fill(scan, error));
    }
}

/* Moves to the next word, or to the end of the line unless cross_lines. */
static enum status skip_blanks(struct scan *scan, bool cross_lines, struct error *error)
{
    for (;;) {
        switch (class_of(scan->buffer[scan->at])) {
        case WORD:
            return STATUS_OK;
        case BLANK:
            scan->at++;
            break;
        case NEWLINE:
            if (!cross_lines)
                return STATUS_OK;
            begin_line(scan);
            break;
        case HASH:
            TRY(skip_comment(scan, error));
            break;
        case RETURN:
            if (scan->at + 1 == scan->end && !scan->eof)
                TRY(scan_fill(scan, error));
            if (scan->at + 1 < scan->end && scan->buffer[scan->at + 1] != '\n')
                return fail_control(scan, scan->at, error);
            scan->at++;
            break;
        default:
            if (scan->at < scan->end)
                return fail_control(scan, scan->at, error);
            if (scan->eof)
                return STATUS_OK;
            TRY(scan_fill(scan, error));
        }
    }
}

/* Reads the word that starts at `at`; length 0 if there is none. */
static enum status take_word(struct scan *scan, struct word *word, struct error *error)
{
    size_t length = 0;
    unsigned char bits = 0;
    for (;;) {
        const char *text = scan->buffer + scan->at;
        while (length <= SCAN_WORD_MAX && class_of(text[length]) == WORD)
            bits |= (unsigned char)text[length++];
        if (length > SCAN_WORD_MAX || scan->at + length < scan->end || scan->eof)
            break;
        TRY(scan_fill(scan, error));
    }
    *word = (struct word){scan->buffer + scan->at, length, scan->base + scan->at};
    if (length > SCAN_WORD_MAX)
        return scan_fail(scan, word, error,
                         "expected a word of at most %d bytes, found a longer one", SCAN_WORD_MAX);
    size_t behind = scan->at + length;
    if (behind < scan->end && class_of(scan->buffer[behind]) == CONTROL)
        return fail_control(scan, behind, error);
    if (bits >= 0x80 && !utf8_is_valid(word->text, length))
        return scan_fail(scan, word, error, "expected UTF-8 text, found other bytes");
    scan->at = behind;
    return STATUS_OK;
}

static enum status next_word(struct scan *scan, bool cross_lines, struct word *word,
                             struct error *error)
{
    assert(!scan->broken); /* after a failure only scan_close or scan_goes_on */
    scan->fresh = false;
    TRY(skip_blanks(scan, cross_lines, error));
    return take_word(scan, word, error);
}

enum status scan_word(struct scan *scan, struct word *word, struct error *error)
{
    return next_word(scan, false, word, error);
}

enum status scan_first_word(struct scan *scan, struct word *word, struct error *error)
{
    bool more = false;
    TRY(scan_line(scan, &more, error));
    return scan_word(scan, word, error);
}

enum status scan_word_anywhere(struct scan *scan, struct word *word, struct error *error)
{
    return next_word(scan, true, word, error);
}

void scan_back(struct scan *scan, const struct word *word)
{
    assert(word->offset >= scan->base + scan->line_at && word->offset <= scan->base + scan->at);
    scan->at = (size_t)(word->offset - scan->base);
    scan->fresh = true;
}

bool word_is(const struct word *word, const char *text)
{
    return strlen(text) == word->length && memcmp(text, word->text, word->length) == 0;
}

/* Reads a decimal integer of at most 18 digits from the start of text. Returns its length in bytes,
 * 0 if there is none. */
static size_t read_digits(const char *text, size_t length, int64_t *value)
{
    size_t at = length > 0 && text[0] == '-';
    size_t first = at;
    int64_t number = 0;
    while (at < length && text[at] >= '0' && text[at] <= '9' && at - first < 18)
        number = number * 10 + (text[at++] - '0');
    if (at == first || (at < length && text[at] >= '0' && text[at] <= '9'))
        return 0;
    *value = first == 1 ? -number : number;
    return at;
}

enum status scan_word_int(struct scan *scan, const struct word *word, const char *what, int64_t lo,
                          int64_t hi, int64_t *value, struct error *error)
{
    assert(lo <= hi && word->text != NULL);
    int64_t number = 0;
    size_t taken = read_digits(word->text, word->length, &number);
    bool good = taken > 0 && taken == word->length && number >= lo && number <= hi;
    if (!good && lo == hi)
        return scan_expected(scan, word, error, "%s (%lld)", what, (long long)lo);
    if (!good)
        return scan_expected(scan, word, error, "%s (%lld..%lld)", what, (long long)lo,
                             (long long)hi);
    *value = number;
    return STATUS_OK;
}

static enum status next_int(struct scan *scan, bool cross_lines, const char *what, int64_t lo,
                            int64_t hi, int64_t *value, struct error *error)
{
    struct word word;
    TRY(next_word(scan, cross_lines, &word, error));
    return scan_word_int(scan, &word, what, lo, hi, value, error);
}

enum status scan_int(struct scan *scan, const char *what, int64_t lo, int64_t hi, int64_t *value,
                     struct error *error)
{
    return next_int(scan, false, what, lo, hi, value, error);
}

enum status scan_int_anywhere(struct scan *scan, const char *what, int64_t lo, int64_t hi,
                              int64_t *value, struct error *error)
{
    return next_int(scan, true, what, lo, hi, value, error);
}

enum status scan_named_int(struct scan *scan, const char *name, uint64_t *value,
                           struct error *error)
{
    struct word word;
    int64_t number = 0;
    TRY(scan_word(scan, &word, error));
    if (!word_is(&word, name))
        return scan_expected(scan, &word, error, "\"%s\"", name);
    TRY(scan_int(scan, name, 0, INT64_MAX, &number, error));
    *value = (uint64_t)number;
    return STATUS_OK;
}

enum status scan_end(struct scan *scan, struct error *error)
{
    struct word word;
    TRY(scan_word(scan, &word, error));
    return word.length == 0 ? STATUS_OK : scan_expected(scan, &word, error, "the end of the line");
}

enum status scan_line(struct scan *scan, bool *more, struct error *error)
{
    *more = false;
    enum status status = scan->fresh ? STATUS_OK : scan_end(scan, error);
    THEN(status, skip_blanks(scan, true, error));
    scan->fresh = true;
    *more = status == STATUS_OK && !scan_exhausted(scan);
    return status;
}

bool scan_goes_on(struct scan *scan, enum status status, struct error *error,
                  const struct error *slot)
{
    if (status == STATUS_OK)
        return true;
    if (!error_goes_on(error, slot) || status != STATUS_BAD_INPUT || scan->broken)
        return false;
    if (skip_comment(scan, NULL) != STATUS_OK || scan_exhausted(scan))
        return false;
    scan->fresh = false;
    return true;
}

/* Reads the whole line from `at` on into the buffer; *length excludes the line end. */
static enum status hold_line(struct scan *scan, size_t limit, size_t *length, struct error *error)
{
    size_t seen = 0;
    for (;;) {
        const char *from = scan->buffer + scan->at;
        size_t held = scan->end - scan->at;
        const char *newline = memchr(from + seen, '\n', held - seen);
        *length = newline != NULL ? (size_t)(newline - from) : held;
        if (*length > limit)
            return scan_fail(scan, NULL, error,
                             "expected at most %zu bytes up to the end of the line, found more",
                             limit);
        if (newline != NULL || scan->eof)
            break;
        seen = held;
        TRY(scan_fill(scan, error));
    }
    if (*length > 0 && scan->buffer[scan->at + *length - 1] == '\r')
        --*length;
    return STATUS_OK;
}

enum status scan_raw(struct scan *scan, struct word *line, bool *more, struct error *error)
{
    assert(!scan->broken);
    *more = false;
    *line = (struct word){0};
    if (!scan->fresh)
        TRY(scan_end(scan, error));
    if (!scan->fresh && !scan_exhausted(scan))
        begin_line(scan);
    scan->fresh = false;
    size_t length = 0;
    TRY(hold_line(scan, SCAN_LINE_MAX, &length, error));
    *line = (struct word){scan->buffer + scan->at, length, scan->base + scan->at};
    *more = !scan_exhausted(scan);
    scan->at += length;
    return STATUS_OK;
}

enum status scan_rest(struct scan *scan, struct word *rest, struct error *error)
{
    scan->fresh = false;
    while (class_of(scan->buffer[scan->at]) == BLANK || (scan->at == scan->end && !scan->eof)) {
        if (scan->at < scan->end)
            scan->at++;
        else
            TRY(scan_fill(scan, error));
    }
    size_t length = 0;
    TRY(hold_line(scan, SCAN_WORD_MAX, &length, error));
    const char *text = scan->buffer + scan->at;
    size_t used = length;
    while (used > 0 && class_of(text[used - 1]) == BLANK)
        used--;
    *rest = (struct word){text, used, scan->base + scan->at};
    for (size_t i = 0; i < used; i++)
        if (class_of(text[i]) == CONTROL || class_of(text[i]) == RETURN)
            return fail_control(scan, scan->at + i, error);
    scan->at += length;
    return STATUS_OK;
}

/* Skips a UTF-8 byte order mark, which a pipe may deliver in parts. */
static enum status skip_mark(struct scan *scan, struct error *error)
{
    static const char mark[] = "\xEF\xBB\xBF";
    const size_t size = strlen(mark);
    while (scan->end < size && memcmp(scan->buffer, mark, scan->end) == 0 && !scan->eof &&
           !scan->nul)
        TRY(scan_fill(scan, error));
    if (scan->end >= size && memcmp(scan->buffer, mark, size) == 0)
        scan->at = scan->line_at = size;
    return STATUS_OK;
}

/* Allocates the buffer and reads the first bytes. status: that of opening the source. */
static enum status begin(struct scan *scan, enum status status, size_t capacity,
                         struct error *error)
{
    assert(scan->path != NULL && capacity >= SCAN_CONTEXT);
    scan->line = 1;
    scan->fresh = true;
    scan->capacity = capacity;
    TRY(MEM_NEW(scan->buffer, capacity + 1, "text buffer", error));
    scan->broken = status != STATUS_OK;
    status = scan->broken ? scan_place(scan, NULL, status, error) : scan_fill(scan, error);
    THEN(status, skip_mark(scan, error));
    return status;
}

enum status scan_open(struct scan *scan, const char *path, struct error *error)
{
    *scan = (struct scan){.path = strcmp(path, "-") == 0 ? "<stdin>" : path};
    enum status status = source_open(&scan->source, path, error);
    status = begin(scan, status, SCAN_BUFFER, error);
    if (status != STATUS_OK)
        scan_close(scan);
    return status;
}

enum status scan_open_bytes(struct scan *scan, const char *path, const void *bytes, size_t size,
                            struct error *error)
{
    *scan = (struct scan){.path = path};
    enum status status = source_open_bytes(&scan->source, bytes, size, error);
    size_t packed = scan->source.unpacker != NULL ? SCAN_BUFFER : 0;
    size_t most = size > packed ? size : packed;
    status = begin(scan, status, most < SCAN_BUFFER ? most + SCAN_CONTEXT : SCAN_BUFFER, error);
    if (status != STATUS_OK)
        scan_close(scan);
    return status;
}

void scan_close(struct scan *scan)
{
    if (scan == NULL)
        return;
    source_close(&scan->source);
    MEM_CLEAR(scan, scan->buffer);
}
