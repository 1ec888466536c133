/* lex: words of LEF and DEF texts. The text is held as a whole: the writer copies it, and a reader
 * that never refills is fast (some 600 MB/s).
 *
 * Words are separated by spaces, tabs and line ends. `#` where a word would start begins a comment
 * to the end of the line. `"` begins a word that ends at the next `"`, over lines. A `;` at the
 * end of a word is a word of its own, unless a backslash stands before it. Control characters are
 * refused when the text is loaded, names that are not UTF-8 where they stand.
 *
 * The record of errors is the lexer's own member: every failing call has filled it, with line,
 * column and caret by the reports of grid/text/scan.h.
 */
#pragma once

#include "grid/base.h"
#include "grid/format/lefdef/keyword.h"

struct scan;

enum {
    LEX_NAME_MAX = 4095, /* bytes of a name */
    LEX_PADDING = 16,    /* NULs behind the text */
};
#define LEX_TEXT_MAX ((uint64_t)1 << 34) /* bytes of an unpacked text */

/* A word; length 0 is the end of the text. */
struct token {
    const char *text;
    size_t length;
};

struct lexer {
    const char *path; /* as messages show it */
    char *text;       /* [size + LEX_PADDING] */
    size_t size;
    const char *at; /* next byte */
    bool high;      /* the text has bytes from 0x80 on */
    struct keywords keywords;
    struct error *error;
    struct token failed;         /* where the last report stands */
    char name[LEX_NAME_MAX + 1]; /* the last name without its backslashes */
};

/* A decimal number: mantissa / 10^decimals. */
struct decimal {
    int64_t mantissa;
    uint32_t decimals; /* 0 .. 18 */
};

/* Loads a text ("-" is standard input), plain or gzipped; path must stay valid. scan: the text as
 * scan_open opened it, nothing but words that were put back read; or NULL. */
enum status lex_open(struct lexer *lex, const char *path, struct scan *scan, struct error *error);

/* Frees the text, unless it was taken (text set to NULL). */
void lex_close(struct lexer *lex);

/* ---- reports ---- */

/* "expected <format>, found <token>" at the token. Returns STATUS_BAD_INPUT. */
enum status lex_expected(struct lexer *lex, struct token token, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* Any message at the token. */
enum status lex_fail(struct lexer *lex, struct token token, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* ---- words ---- */

/* The next word. */
struct token lex_next(struct lexer *lex);

/* The next word, which stays the next. */
struct token lex_peek(struct lexer *lex);

/* The first byte of the next word, 0 at the end: cheaper than the word. */
char lex_ahead(const struct lexer *lex);

static inline bool char_is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* The keyword that a token is, in any letter case, or KEY_NONE. */
static inline enum keyword lex_keyword(const struct lexer *lex, struct token token)
{
    return keyword_find(&lex->keywords, token.text, token.length);
}

static inline bool token_is_char(struct token token, char c)
{
    return token.length == 1 && token.text[0] == c;
}

/* The next word of a statement in *word; false where it is the `;` that ends the statement. */
static inline bool lex_next_option(struct lexer *lex, struct token *word)
{
    *word = lex_next(lex);
    return !token_is_char(*word, ';');
}

/* True where the token reads so, byte for byte. */
bool token_is(struct token token, const char *text);

/* The next word must be this one-character word: `;`, `(` or `)`. */
enum status lex_char(struct lexer *lex, char c);

/* Passes over the rest of the statement and its `;`. */
enum status lex_skip(struct lexer *lex);

/* The same where `word`, the last one read, may itself be the `;`. */
enum status lex_skip_from(struct lexer *lex, struct token word);

/* The token as a name: backslashes dropped, length at most LEX_NAME_MAX, UTF-8. The result is
 * valid until the next call and ended by NUL only where it held a backslash. */
enum status lex_name(struct lexer *lex, struct token token, struct token *name);

/* The next word as a name: neither the end nor `;`. what: `a layer`, for the message. */
enum status lex_next_name(struct lexer *lex, const char *what, struct token *token,
                          struct token *name);

/* ---- numbers (number.c) ---- */

/* The token as a number: sign, digits, point, exponent. False if it is none or has too many
 * digits. */
bool token_decimal(struct token token, struct decimal *value);

/* A decimal times factor, rounded to nearest; *exact tells whether it was whole. Saturates at
 * INT64_MAX / 2. */
int64_t decimal_scale(struct decimal value, int64_t factor, bool *exact);

/* The same, rounded up. */
int64_t decimal_scale_up(struct decimal value, int64_t factor);

/* The next word must be an integer in lo..hi (`12`, `12.0`). */
enum status lex_int(struct lexer *lex, const char *what, int64_t lo, int64_t hi, int64_t *value);
