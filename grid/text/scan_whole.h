/* scan_whole: fast reading of a text that is in memory as a whole, for formats with millions of
 * numbers and without comments.
 *
 * The calls are those of scan.h with two differences: the buffer holds the whole text, and `#` is a
 * character like any other. They work at the scan's place, so that scan_fail and scan_expected give
 * file, line and column as usual. Numbers take about 3 ns. */
#pragma once

#include "grid/text/scan.h"

/* Opens a text like scan_open and reads all of it, a plain file on at most `threads` threads.
 * Memory: its bytes, at most twice while a gzip file is unpacked. */
enum status scan_open_whole(struct scan *scan, const char *path, unsigned threads,
                            struct error *error);

/* Moves to the next line with a word; *more is false at the end of the text. Unread words on the
 * current line are an error. */
enum status scan_whole_line(struct scan *scan, bool *more, struct error *error);

/* The same, but the end of the text is an error: "expected WHAT". */
enum status scan_whole_next(struct scan *scan, const char *what, struct error *error);

/* Skips the next byte of the line if it is `byte`; else returns false. */
static inline bool scan_whole_take(struct scan *scan, char byte)
{
    if (scan->buffer[scan->at] != byte)
        return false;
    scan->at++;
    scan->fresh = false;
    return true;
}

/* Fails with "expected WHAT, found ..." at a byte of the current line. */
enum status scan_whole_fail(struct scan *scan, const char *at, const char *what,
                            struct error *error);

/* The next word on the line; length 0 at its end. A name of the text must be UTF-8. */
enum status scan_whole_word(struct scan *scan, struct word *word, struct error *error);

/* scan_whole_word, then scan_word_int. */
enum status scan_whole_int_slow(struct scan *scan, const char *what, int64_t lo, int64_t hi,
                                int64_t *value, struct error *error);

/* A decimal number in 0 .. hi, such as 24.35 or 1e-3. */
enum status scan_whole_real(struct scan *scan, const char *what, double hi, double *number,
                            struct error *error);

/* The same in hundredths, rounded: 24.35 gives 2435. *exact: -1 if not rounded, else the number. */
enum status scan_whole_hundredths_slow(struct scan *scan, const char *what, uint32_t hi,
                                       int64_t *hundredths, double *exact, struct error *error);

static inline bool scan_whole_is_digit(char c)
{
    return (unsigned char)(c - '0') < 10;
}

/* The first byte from `at` on that is not a blank. */
static inline const char *scan_whole_skip(const char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

/* A decimal integer in lo..hi, as scan_int reads it. */
static inline enum status scan_whole_int(struct scan *scan, const char *what, int64_t lo,
                                         int64_t hi, int64_t *value, struct error *error)
{
    const char *first = scan_whole_skip(scan->buffer + scan->at), *at = first;
    int64_t number = 0;
    while (scan_whole_is_digit(*at) && at - first < 18)
        number = number * 10 + (*at++ - '0');
    const bool ends = *at == ' ' || *at == '\n' || *at == '\t' || *at == '\r';
    if (at == first || !ends || number < lo || number > hi)
        return scan_whole_int_slow(scan, what, lo, hi, value, error);
    scan->at = (size_t)(at - scan->buffer);
    scan->fresh = false;
    *value = number;
    return STATUS_OK;
}

/* scan_whole_hundredths_slow, fast for numbers of up to two decimals. */
static inline enum status scan_whole_hundredths(struct scan *scan, const char *what, uint32_t hi,
                                                int64_t *hundredths, double *exact,
                                                struct error *error)
{
    const char *first = scan_whole_skip(scan->buffer + scan->at), *at = first;
    int64_t number = 0;
    while (scan_whole_is_digit(*at) && at - first < 12)
        number = number * 10 + (*at++ - '0');
    const bool starts = at > first;
    number *= 100;
    if (*at == '.' && scan_whole_is_digit(at[1])) {
        number += 10 * (at[1] - '0');
        at += 2;
        if (scan_whole_is_digit(*at))
            number += *at++ - '0';
    }
    const bool ends = *at == ' ' || *at == '\n' || *at == '\t' || *at == '\r';
    if (!starts || !ends || number > (int64_t)hi * 100)
        return scan_whole_hundredths_slow(scan, what, hi, hundredths, exact, error);
    scan->at = (size_t)(at - scan->buffer);
    scan->fresh = false;
    *hundredths = number;
    *exact = -1;
    return STATUS_OK;
}
