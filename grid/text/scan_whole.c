/* scan_whole: reads a plain file by threads, or fills the scan's window until the end of the text;
 * words and decimals. */
#include "grid/text/scan_whole.h"

#include <sys/stat.h>
#include <unistd.h>

#include "grid/text/scan_window.h"
#include "grid/text/utf8.h"
#include "grid/workers.h"

enum {
    REAL_MAX = 100,     /* bytes of a decimal number */
    PIECE_MAX = 1 << 22 /* bytes that a thread reads at a time */
};

struct whole_pieces {
    int file;
    char *to;
    bool failed; /* atomic: the file has become shorter, or has a NUL byte */
};

static void read_pieces(void *context, size_t first, size_t end)
{
    struct whole_pieces *it = context;
    ssize_t got = 1;
    size_t at = first;
    for (; at < end && got > 0; at += got > 0 ? (size_t)got : 0)
        got = pread(it->file, it->to + at, end - at, (off_t)at);
    if (at < end || memchr(it->to + first, '\0', end - first) != NULL)
        __atomic_store_n(&it->failed, true, __ATOMIC_RELAXED);
}

/* Reads all of a plain file that was read from its start, by threads. If that fails nothing has
 * changed. */
static void read_at_once(struct scan *scan, unsigned threads)
{
    const struct source *source = &scan->source;
    struct whole_pieces it = {.file = source->file};
    struct stat info;
    if (!source->regular || source->unpacker != NULL || fstat(it.file, &info) != 0 ||
        info.st_size < PIECE_MAX ||
        lseek(it.file, 0, SEEK_CUR) != (off_t)(scan->end + source->end - source->at))
        return;
    const size_t size = (size_t)info.st_size;
    it.to = mem_alloc(size + 1, 1, "text", NULL);
    it.failed = it.to == NULL;
    if (!it.failed)
        workers_fork(threads, read_pieces, &it, size, PIECE_MAX);
    if (it.failed) {
        free(it.to);
        return;
    }
    free(scan->buffer);
    scan->buffer = it.to;
    scan->capacity = scan->end = size;
    scan->eof = true;
}

/* Doubles the buffer. */
static enum status grow(struct scan *scan, struct error *error)
{
    const size_t capacity = 2 * scan->capacity;
    char *larger;
    TRY(MEM_NEW(larger, capacity + 1, "text buffer", error));
    memcpy(larger, scan->buffer, scan->end + 1);
    free(scan->buffer);
    scan->buffer = larger;
    scan->capacity = capacity;
    return STATUS_OK;
}

enum status scan_open_whole(struct scan *scan, const char *path, unsigned threads,
                            struct error *error)
{
    TRY(scan_open(scan, path, error));
    if (!scan->eof && !scan->nul)
        read_at_once(scan, threads);
    enum status status = STATUS_OK;
    const size_t at = scan->at, line_at = scan->line_at;
    scan->at = scan->line_at = 0; /* so that the window keeps all bytes */
    while (status == STATUS_OK && !scan->eof && !scan->nul) {
        if (scan->end == scan->capacity)
            status = grow(scan, error);
        THEN(status, scan_window_fill(scan, error));
    }
    assert(status != STATUS_OK || scan->base == 0);
    scan->at = at;
    scan->line_at = line_at;
    if (status == STATUS_OK)
        return STATUS_OK;
    status = scan_place(scan, NULL, status, error);
    scan_close(scan);
    return status;
}

static void skip_blanks(struct scan *scan)
{
    const char *at = scan_whole_skip(scan->buffer + scan->at);
    if (*at == '\r' && (at[1] == '\n' || at + 1 == scan->buffer + scan->end))
        at++;
    scan->at = (size_t)(at - scan->buffer);
}

/* Fails at a byte that no text has. */
static enum status fail_control(struct scan *scan, struct error *error)
{
    if (scan->at == scan->end)
        return scan_fail(scan, NULL, error, "expected text, found a NUL byte");
    return scan_fail(scan, NULL, error, "expected text, found the control character 0x%02X",
                     (unsigned)(unsigned char)scan->buffer[scan->at]);
}

enum status scan_whole_line(struct scan *scan, bool *more, struct error *error)
{
    *more = false;
    for (;;) {
        skip_blanks(scan);
        if (scan->at == scan->end)
            return scan->nul ? fail_control(scan, error) : STATUS_OK;
        if (scan->buffer[scan->at] != '\n')
            break;
        scan->at++;
        scan->line++;
        scan->line_at = scan->at;
        scan->fresh = true;
    }
    *more = true;
    if (scan->fresh)
        return STATUS_OK;
    struct word word;
    TRY(scan_whole_word(scan, &word, error));
    return scan_expected(scan, &word, error, "the end of the line");
}

enum status scan_whole_word(struct scan *scan, struct word *word, struct error *error)
{
    unsigned char bits = 0;
    assert(!scan->broken);
    skip_blanks(scan);
    const char *first = scan->buffer + scan->at, *at = first;
    for (; (unsigned char)*at > ' ' && *at != 127; at++)
        bits |= (unsigned char)*at;
    *word = (struct word){first, (size_t)(at - first), scan->base + scan->at};
    scan->fresh = false;
    if (word->length > SCAN_WORD_MAX)
        return scan_fail(scan, word, error,
                         "expected a word of at most %d bytes, found a longer one", SCAN_WORD_MAX);
    if (bits >= 0x80 && !utf8_is_valid(first, word->length))
        return scan_fail(scan, word, error, "expected UTF-8 text, found other bytes");
    scan->at += word->length;
    const bool blank = *at == ' ' || *at == '\t' || *at == '\n' || (*at == '\r' && at[1] == '\n');
    const bool ends =
        scan->at == scan->end ? !scan->nul : blank || (*at == '\r' && scan->at + 1 == scan->end);
    return ends ? STATUS_OK : fail_control(scan, error);
}

enum status scan_whole_next(struct scan *scan, const char *what, struct error *error)
{
    bool more = false;
    TRY(scan_whole_line(scan, &more, error));
    return more ? STATUS_OK : scan_whole_fail(scan, scan->buffer + scan->at, what, error);
}

enum status scan_whole_fail(struct scan *scan, const char *at, const char *what,
                            struct error *error)
{
    struct word word;
    assert(at >= scan->buffer && at <= scan->buffer + scan->end);
    scan->at = (size_t)(at - scan->buffer);
    TRY(scan_whole_word(scan, &word, error));
    return scan_expected(scan, &word, error, "%s", what);
}

enum status scan_whole_int_slow(struct scan *scan, const char *what, int64_t lo, int64_t hi,
                                int64_t *value, struct error *error)
{
    struct word word;
    TRY(scan_whole_word(scan, &word, error));
    return scan_word_int(scan, &word, what, lo, hi, value, error);
}

enum status scan_whole_real(struct scan *scan, const char *what, double hi, double *number,
                            struct error *error)
{
    struct word word;
    char text[REAL_MAX + 1] = "";
    char *end = text;
    TRY(scan_whole_word(scan, &word, error));
    const bool starts = word.length > 0 && word.length <= REAL_MAX &&
                        (scan_whole_is_digit(word.text[0]) || word.text[0] == '.');
    if (starts && memchr(word.text, 'x', word.length) == NULL) {
        memcpy(text, word.text, word.length);
        *number = strtod(text, &end);
    }
    if (end == text || *end != '\0' || !(*number <= hi))
        return scan_expected(scan, &word, error, "%s (0..%.0f, such as 24.35)", what, hi);
    return STATUS_OK;
}

enum status scan_whole_hundredths_slow(struct scan *scan, const char *what, uint32_t hi,
                                       int64_t *hundredths, double *exact, struct error *error)
{
    double number = 0;
    TRY(scan_whole_real(scan, what, hi, &number, error));
    *hundredths = (int64_t)(number * 100 + 0.5);
    *exact = (double)*hundredths / 100 == number ? -1 : number;
    return STATUS_OK;
}
