/* scan: the tokenizer of all text formats: words, numbers, comments, error messages.
 *
 * Text is plain or gzipped, ASCII or UTF-8 (a byte order mark is skipped); lines end in LF or CRLF;
 * blanks are spaces and tabs; `#` starts a comment up to the end of the line. Words are separated
 * by blanks, line ends and comments, and are valid UTF-8 without control characters. A NUL byte, a
 * truncated gzip stream, a folder and an unreadable file are errors. Memory: one buffer of
 * SCAN_BUFFER bytes.
 *
 * To read one statement per line (comments and empty lines are skipped):
 *
 *     while ((status = scan_line(&scan, &more, error)) == STATUS_OK && more) {
 *         status = scan_word(&scan, &word, error);             // length 0 at the line's end
 *         status = scan_int(&scan, "the width", 1, 65536, &width, error);
 *         if (...) return scan_expected(&scan, &word, error, "size or layer");
 *     }                                                        // scan_line refuses left-over words
 *
 * A failed call fills *error with file, line, column and the quoted line. After it only scan_close
 * may follow, or scan_goes_on, with which a reader of independent statements reports several errors
 * per run. */
#pragma once

#include "grid/text/file/source.h"

enum {
    SCAN_BUFFER = 1 << 20,   /* bytes held of the text */
    SCAN_LINE_MAX = 1 << 19, /* bytes of a raw line; lines of words can have any length */
    SCAN_WORD_MAX = 4095,    /* bytes of a word, and of a file name */
    SCAN_CONTEXT = 256,      /* bytes kept before the current word, for the excerpt */
    SCAN_FOUND_MAX = 64,     /* bytes of a quoted word in a message */
};

struct scan {
    const char *path;      /* as messages show it; the caller's */
    struct source source;  /* where the bytes come from */
    char *buffer;          /* `capacity` bytes, with a NUL after the end */
    size_t capacity;       /* SCAN_BUFFER; less for a short text in memory */
    size_t at, end;        /* next byte; end of the bytes in the buffer */
    size_t line_at;        /* first byte of the current line in the buffer */
    uint64_t line_skipped; /* characters of the current line that have left the buffer */
    uint64_t line;         /* number of the current line, from 1 */
    uint64_t base;         /* offset of buffer[0] in the text */
    bool fresh;            /* nothing of the current line has been read */
    bool eof;              /* the text ends at `end` */
    bool nul;              /* a NUL byte follows at `end` */
    bool broken;           /* reading has failed */
};

/* A piece of the text; length 0 at the end of the line (or text). text does not end with a NUL and
 * is valid until the next call that reads. */
struct word {
    const char *text;
    size_t length;
    uint64_t offset; /* in the text, for messages */
};

/* Opens a text; "-" is standard input. path must stay valid until scan_close. Fails with
 * STATUS_BAD_INPUT if it cannot be opened or read, and like source_read. */
enum status scan_open(struct scan *scan, const char *path, struct error *error);

/* The same for bytes in memory, which must stay valid until scan_close; path is for messages. */
enum status scan_open_bytes(struct scan *scan, const char *path, const void *bytes, size_t size,
                            struct error *error);

void scan_close(struct scan *scan);

/* Moves to the next line with a word; *more is false at the end of the text. Unread words on the
 * current line are an error ("expected the end of the line"). */
enum status scan_line(struct scan *scan, bool *more, struct error *error);

/* The next word on the line; length 0 at its end. */
enum status scan_word(struct scan *scan, struct word *word, struct error *error);

/* scan_line, then scan_word; length 0 at the end of the text. */
enum status scan_first_word(struct scan *scan, struct word *word, struct error *error);

/* The next word on this or a later line; length 0 at the end of the text. For formats in which line
 * ends have no meaning. */
enum status scan_word_anywhere(struct scan *scan, struct word *word, struct error *error);

/* Reads a decimal integer in lo..hi from the line: an optional '-' and at most 18 digits. `what`
 * names it in the message: `expected the width (1..65536), found "12x"`. About 15 ns. */
enum status scan_int(struct scan *scan, const char *what, int64_t lo, int64_t hi, int64_t *value,
                     struct error *error);

/* The same on this or a later line. */
enum status scan_int_anywhere(struct scan *scan, const char *what, int64_t lo, int64_t hi,
                              int64_t *value, struct error *error);

/* The same for a word, or part of a word, that was read before. */
enum status scan_word_int(struct scan *scan, const struct word *word, const char *what, int64_t lo,
                          int64_t hi, int64_t *value, struct error *error);

/* Reads the word `name` and, after it, an integer from 0 on. */
enum status scan_named_int(struct scan *scan, const char *name, uint64_t *value,
                           struct error *error);

/* The rest of the line, such as a file name: including comments, without blanks at both ends.
 * length 0 if it is empty. */
enum status scan_rest(struct scan *scan, struct word *rest, struct error *error);

/* Fails unless only a comment follows on the line. */
enum status scan_end(struct scan *scan, struct error *error);

/* The whole next line without its line end; comments are not recognised, and only NUL bytes are
 * rejected. *more is false at the end of the text. Lines over SCAN_LINE_MAX bytes are an error. */
enum status scan_raw(struct scan *scan, struct word *line, bool *more, struct error *error);

/* Moves back to the start of a word of the current line, as if the line had not been read. Only
 * directly after that word was read. */
void scan_back(struct scan *scan, const struct word *word);

/* True if the word is equal to text. */
bool word_is(const struct word *word, const char *text);

/* `length` bytes of a word, from byte `from` on. */
static inline struct word word_part(const struct word *word, size_t from, size_t length)
{
    return (struct word){word->text + from, length, word->offset + from};
}

/* Fills *error with a message at the word (NULL: at the current place) and the quoted line, and
 * returns STATUS_BAD_INPUT. The word must be on the current line. */
enum status scan_fail(struct scan *scan, const struct word *word, struct error *error,
                      const char *format, ...) PRINTF_LIKE(4, 5);

/* The same with the message "expected <format>, found <word>". */
enum status scan_expected(struct scan *scan, const struct word *word, struct error *error,
                          const char *format, ...) PRINTF_LIKE(4, 5);

/* Decides whether a reader continues after a step that returned `status` and filled slot (from
 * error_slot). True after success, or after wrong input if error has room for more and another line
 * follows; the scan is then at the end of the current line. If false, the reader returns status. */
bool scan_goes_on(struct scan *scan, enum status status, struct error *error,
                  const struct error *slot);

/* If status is STATUS_BAD_INPUT, adds the place of the word (NULL: the current place) to a message
 * that was set without one, for example by grid_create. Returns status. */
enum status scan_place(struct scan *scan, const struct word *word, enum status status,
                       struct error *error);

/* Quotes a line of `length` bytes in an error, with a caret at the byte `index`; of a long line, a
 * window around it. cut_left: the line has begun before these bytes. */
void error_quote(struct error *error, const char *line, size_t length, size_t index, bool cut_left);

/* Quotes a word for a message: `"abc"`, shortened if long; `the end of the line`. Returns text. */
const char *word_quote(const struct word *word, char text[SCAN_FOUND_MAX]);
