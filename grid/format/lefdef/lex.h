/* lex: splits LEF and DEF texts into words. The whole text is kept in memory: the writer copies
 * it, and a lexer that never refills a buffer is fast (about 600 MB/s).
 *
 * Words are separated by spaces, tabs and line ends. `#` at the start of a word begins a comment
 * that ends with the line. `"` begins a word that ends at the next `"`, also over several lines. A
 * `;` at the end of a word is a separate word, unless a backslash precedes it. Control characters
 * are rejected when the text is loaded, names that are not UTF-8 when they are read.
 *
 * Each call that fails fills lexer.error with line, column and caret (grid/text/scan.h). */
#pragma once

#include "grid/format/lefdef/keyword.h"

struct scan;

enum {
    LEX_NAME_MAX = 4095, /* longest name, in bytes */
    LEX_PADDING = 16,    /* NUL bytes after the text */
};
#define LEX_TEXT_MAX ((uint64_t)1 << 34) /* longest text, unpacked, in bytes */

/* A word. Length 0 means the end of the text. */
struct token {
    const char *text;
    size_t length;
};

struct lexer {
    const char *path; /* as messages print it */
    char *text;       /* [size + LEX_PADDING] */
    size_t size;
    const char *at; /* next byte */
    bool high;      /* the text has bytes of 0x80 and above */
    struct keywords keywords;
    struct error *error;
    struct token failed;         /* the token that the last message points to */
    char name[LEX_NAME_MAX + 1]; /* the last name that contained backslashes, without them */
};

/* A decimal number: mantissa / 10^decimals. */
struct decimal {
    int64_t mantissa;
    uint32_t decimals; /* 0 .. 18 */
};

/* Loads a text ("-" is standard input), plain or gzipped; path must stay valid. scan is NULL, or
 * the text opened by scan_open of which no word has been read and not put back. */
enum status lex_open(struct lexer *lex, const char *path, struct scan *scan, struct error *error);

/* Frees the text, unless the caller took it over and set lex->text to NULL. */
void lex_close(struct lexer *lex);

/* ---- messages ---- */

/* "expected <format>, found <token>" at the token. Returns STATUS_BAD_INPUT. The token must be part
 * of the text. */
enum status lex_expected(struct lexer *lex, struct token token, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* Another message at the token. */
enum status lex_fail(struct lexer *lex, struct token token, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* ---- words ---- */

/* Reads the next word. */
struct token lex_next(struct lexer *lex);

/* Returns the next word without reading it. */
struct token lex_peek(struct lexer *lex);

/* The first byte of the next word, 0 at the end. Cheaper than lex_peek. */
char lex_ahead(const struct lexer *lex);

/* An empty token at the next byte, for messages. */
static inline struct token lex_here(const struct lexer *lex)
{
    return (struct token){lex->at, 0};
}

static inline bool char_is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static inline bool char_is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The keyword of a token in any letter case, or KEY_NONE. */
static inline enum keyword lex_keyword(const struct lexer *lex, struct token token)
{
    return keyword_find(&lex->keywords, token.text, token.length);
}

static inline bool token_is_char(struct token token, char c)
{
    return token.length == 1 && token.text[0] == c;
}

/* Reads the next word of a statement. False if it is the `;` at the end of the statement. */
static inline bool lex_next_option(struct lexer *lex, struct token *word)
{
    *word = lex_next(lex);
    return !token_is_char(*word, ';');
}

/* True if two tokens, or a token and a text, are equal byte for byte. */
bool token_same(struct token a, struct token b);
bool token_is(struct token token, const char *text);

/* Reads the next word of a block and its keyword. Fails at the end of the text; `end` is what the
 * message expects there ("END of the layer"). */
enum status lex_word(struct lexer *lex, const char *end, struct token *word, enum keyword *key);

/* Reads the next word if it is this keyword; returns whether it was. */
bool lex_accept(struct lexer *lex, enum keyword key);

/* The next word must be this keyword. */
enum status lex_expect(struct lexer *lex, enum keyword key);

/* The next word must be this character: `;`, `(` or `)`. */
enum status lex_char(struct lexer *lex, char c);

/* Skips all words up to the keyword `close`, and `close` too. At the end of the text it fails with
 * "expected <expected>". */
enum status lex_skip_to(struct lexer *lex, enum keyword close, const char *expected);

/* Converts the token to a name: removes backslashes, checks the length (LEX_NAME_MAX) and UTF-8.
 * The name is valid until the next call. It ends with a NUL only if it contained a backslash. */
enum status lex_name(struct lexer *lex, struct token token, struct token *name);

/* Reads the next word as a name; it must not be the end or `;`. what: "a layer", for messages. */
enum status lex_next_name(struct lexer *lex, const char *what, struct token *token,
                          struct token *name);

/* ---- numbers (number.c) ---- */

/* Reads a number: sign, digits, point, exponent. False if it is none or has too many digits. */
bool token_decimal(struct token token, struct decimal *value);

/* The number times factor, rounded to nearest; *exact: nothing was rounded. factor must be
 * positive. Saturates at INT64_MAX / 2. */
int64_t decimal_scale(struct decimal value, int64_t factor, bool *exact);

/* The same, rounded up. */
int64_t decimal_scale_up(struct decimal value, int64_t factor);

/* The next word must be an integer in lo..hi, such as `12` or `12.0`. */
enum status lex_int(struct lexer *lex, const char *what, int64_t lo, int64_t hi, int64_t *value);
