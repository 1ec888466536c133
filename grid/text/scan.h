/* scan: the only tokenizer. All text formats are read through it, so that all of them agree on
 * what a word, a number, a comment and an error message are.
 *
 * Text is plain or gzipped, ASCII or UTF-8 (a byte order mark is skipped), lines end in LF or
 * CRLF, blanks are spaces and tabs, and `#` starts a comment that runs to the end of the line.
 * A word is what stands between blanks, line ends and comments; it is valid UTF-8 without control
 * characters. A NUL byte anywhere, a truncated gzip stream, a folder and an unreadable file are
 * errors. The file is never held as a whole: memory is one buffer of SCAN_BUFFER bytes.
 *
 * Statements, one a line (comments and empty lines are passed over):
 *
 *     while ((status = scan_line(&scan, &more, error)) == STATUS_OK && more) {
 *         status = scan_word(&scan, &word, error);             // length 0 at the line's end
 *         status = scan_int(&scan, "the width", 1, 65536, &width, error);
 *         if (...) return scan_expected(&scan, &word, error, "size or layer");
 *     }                                                        // scan_line refuses left-over words
 *
 * A failed call has filled *error with file, line, column and the quoted line; pass it up. After
 * a failure only scan_close may follow, or, where the reader's statements do not build on each
 * other, scan_goes_on: then all that is wrong in a file is told at once.
 */
#pragma once

#include "grid/text/input/source.h"

enum {
    SCAN_BUFFER = 1 << 20,   /* bytes held of the text */
    SCAN_LINE_MAX = 1 << 19, /* bytes of a raw line; words may come in lines of any length */
    SCAN_WORD_MAX = 4095,    /* bytes of a word, and of a file name */
    SCAN_CONTEXT = 256,      /* bytes kept before the current word, for the excerpt */
    SCAN_FOUND_MAX = 64,     /* bytes of a quoted word in a message */
};

struct scan {
    const char *path;      /* as messages show it; the caller's */
    struct source source;  /* where the bytes come from */
    char *buffer;          /* `capacity` bytes and a NUL behind the end */
    size_t capacity;       /* SCAN_BUFFER; less for a short text in memory */
    size_t at, end;        /* next byte; end of the bytes held */
    size_t line_at;        /* first byte held of the current line */
    uint64_t line_skipped; /* characters of the current line that are no longer held */
    uint64_t line;         /* number of the current line, from 1 */
    uint64_t base;         /* offset of buffer[0] in the text */
    bool fresh;            /* nothing of the current line has been read */
    bool eof;              /* nothing follows the bytes held */
    bool nul;              /* a NUL byte follows the bytes held */
    bool broken;           /* reading has failed */
};

/* A piece of the text. length 0 means that the line (or the text) ended. text is not terminated
 * by NUL and valid until the next call that reads. */
struct word {
    const char *text;
    size_t length;
    uint64_t offset; /* in the text, for messages */
};

/* Opens a text; "-" is standard input. path must stay valid until scan_close. Fails with
 * STATUS_BAD_INPUT where it cannot be opened or read, and as source_read does. */
enum status scan_open(struct scan *scan, const char *path, struct error *error);

/* The same of bytes in memory, which must stay valid until scan_close; path is for messages. */
enum status scan_open_bytes(struct scan *scan, const char *path, const void *bytes, size_t size,
                            struct error *error);

/* Frees what scan_open made. Accepts a zeroed or half-opened scan. */
void scan_close(struct scan *scan);

/* Goes to the next line that has a word; *more is false at the end of the text. Words left over
 * on the line before are an error ("expected the end of the line"). */
enum status scan_line(struct scan *scan, bool *more, struct error *error);

/* The next word on the line; length 0 at its end. */
enum status scan_word(struct scan *scan, struct word *word, struct error *error);

/* The first word of the next line that has one: scan_line, then scan_word. length 0 at the end of
 * the text. */
enum status scan_first_word(struct scan *scan, struct word *word, struct error *error);

/* The next word on this or any later line; length 0 at the end of the text. For formats in which
 * line ends mean nothing. */
enum status scan_word_anywhere(struct scan *scan, struct word *word, struct error *error);

/* The next word on the line must be a decimal integer in lo..hi: an optional '-', digits, nothing
 * else. what names it in the message: `expected the width (1..65536), found "12x"`.
 * About 15 ns an integer of few digits. */
enum status scan_int(struct scan *scan, const char *what, int64_t lo, int64_t hi, int64_t *value,
                     struct error *error);

/* The same on this or any later line. */
enum status scan_int_anywhere(struct scan *scan, const char *what, int64_t lo, int64_t hi,
                              int64_t *value, struct error *error);

/* The same of a word, or part of a word, that was read before. */
enum status scan_word_int(struct scan *scan, const struct word *word, const char *what, int64_t lo,
                          int64_t hi, int64_t *value, struct error *error);

/* The rest of the line as it is, comments too, without blanks at both ends: a file name. length 0
 * if nothing stands there. */
enum status scan_rest(struct scan *scan, struct word *rest, struct error *error);

/* Nothing but a comment may follow on the line. */
enum status scan_end(struct scan *scan, struct error *error);

/* The whole next line as it is (no comments, no checks but for NUL bytes), without its line end;
 * *more is false at the end of the text. Lines over SCAN_LINE_MAX bytes are an error. */
enum status scan_raw(struct scan *scan, struct word *line, bool *more, struct error *error);

/* Puts the words from this one on back: scan_line stands before it again. Only directly after
 * the word was read on the current line. */
void scan_back(struct scan *scan, const struct word *word);

/* True where the word reads exactly so. */
bool word_is(const struct word *word, const char *text);

/* The part of a word from byte `from`, `length` bytes long. */
static inline struct word word_part(const struct word *word, size_t from, size_t length)
{
    return (struct word){word->text + from, length, word->offset + from};
}

/* ---- messages (scan_report.c) ---- */

/* Fills *error with a message at the word (NULL: where the scan stands) and the quoted line, and
 * returns STATUS_BAD_INPUT. The word must be of the current line. */
enum status scan_fail(struct scan *scan, const struct word *word, struct error *error,
                      const char *format, ...) PRINTF_LIKE(4, 5);

/* The same for the commonest message: "expected <format>, found <word>". */
enum status scan_expected(struct scan *scan, const struct word *word, struct error *error,
                          const char *format, ...) PRINTF_LIKE(4, 5);

/* A step of a reader ended with status, having filled slot (error_slot of error). True where the
 * reader may go on: the step went well, or it was wrong input, error wants more such, and the text
 * goes on behind the line, where the scan then stands. Otherwise the reader returns status. */
bool scan_goes_on(struct scan *scan, enum status status, struct error *error,
                  const struct error *slot);

/* Gives a message that was set without a place (by grid_create, say) the word's place (NULL:
 * where the scan stands), if status is STATUS_BAD_INPUT. Returns status. */
enum status scan_place(struct scan *scan, const struct word *word, enum status status,
                       struct error *error);

/* Quotes a word for a message: `"abc"`, shortened where it is long, or `the end of the line`.
 * Returns text. */
const char *word_quote(const struct word *word, char text[SCAN_FOUND_MAX]);
