/* lex: loads a LEF or DEF text into one buffer and cuts it into words at blanks. Messages compute
 * line and column only when there is an error. */
#include "grid/format/lefdef/lex.h"

#include "grid/text/scan.h"
#include "grid/text/utf8.h"

/* First size of the text buffer, in bytes. Small, because there are many small files: one cell per
 * file, fuzzed texts. */
enum { FIRST_TEXT = 1 << 14 };

/* True if the text has control characters other than blanks. *high: it has bytes of 0x80 and above.
 * Compilers vectorise this loop. */
static bool has_controls(const char *text, size_t size, bool *high)
{
    unsigned char any = 0, control = 0;
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)text[i];
        any |= c;
        control |= (unsigned char)((c < ' ') & (c != '\t') & (c != '\n') & (c != '\r') &
                                   (c != '\f') & (c != '\v')) |
                   (unsigned char)(c == 127);
    }
    *high = any >= 0x80;
    return control != 0;
}

/* Appends the rest of the file to the text. Stops after a block with a control character, since the
 * text is rejected then. */
static enum status load_rest(struct lexer *lex, struct source *source, size_t capacity)
{
    assert(lex->size <= capacity);
    for (;;) {
        size_t got = 0;
        if (lex->size + LEX_PADDING >= capacity)
            TRY(mem_grow((void **)&lex->text, &capacity, 2 * lex->size + FIRST_TEXT, 1, "text",
                         lex->error));
        TRY(source_read(source, lex->text + lex->size, capacity - LEX_PADDING - lex->size, &got,
                        lex->error));
        if (got == 0)
            return STATUS_OK;
        lex->size += got;
        bool high;
        if (has_controls(lex->text + lex->size - got, got, &high))
            return STATUS_OK;
        if (lex->size > LEX_TEXT_MAX)
            return error_set(lex->error, STATUS_BAD_INPUT,
                             "the text is too long: at most %llu bytes are supported",
                             (unsigned long long)LEX_TEXT_MAX);
    }
}

/* Adds the file's name to a message that has none yet. */
static enum status name_file(const struct lexer *lex, enum status status)
{
    struct error *error = lex->error;
    if (status != STATUS_BAD_INPUT || error == NULL || error->file[0] != '\0')
        return status;
    struct error placed = {0};
    error_set_at(&placed, status, lex->path, 0, 0, "%s", error->text);
    *error = placed;
    return status;
}

static enum status check_text(struct lexer *lex)
{
    bool high;
    size_t i = 0;
    if (!has_controls(lex->text, lex->size, &lex->high))
        return STATUS_OK;
    while (!has_controls(lex->text + i, 1, &high))
        i++;
    assert(i < lex->size);
    return lex_fail(lex, (struct token){lex->text + i, 0},
                    "expected text, found the control character 0x%02X",
                    (unsigned)(unsigned char)lex->text[i]);
}

/* Copies the bytes that a scan has buffered, then reads the rest of its file. */
static enum status load_scan(struct lexer *lex, struct scan *scan)
{
    if (scan->base != 0 || scan->nul)
        return error_set_at(lex->error, STATUS_BAD_INPUT, lex->path, 0, 0,
                            scan->nul ? "expected text, found a NUL byte"
                                      : "expected a statement within the first MiB");
    size_t capacity = scan->end + FIRST_TEXT;
    TRY(MEM_NEW(lex->text, capacity, "text", lex->error));
    memcpy(lex->text, scan->buffer, scan->end);
    lex->size = scan->end;
    bool high, wrong = has_controls(lex->text, lex->size, &high);
    return scan->eof || wrong ? STATUS_OK : name_file(lex, load_rest(lex, &scan->source, capacity));
}

static enum status load_file(struct lexer *lex, const char *path)
{
    struct source source;
    enum status status = source_open(&source, path, lex->error);
    THEN(status, load_rest(lex, &source, 0));
    source_close(&source);
    return name_file(lex, status);
}

enum status lex_open(struct lexer *lex, const char *path, struct scan *scan, struct error *error)
{
    assert(path != NULL);
    memset(lex, 0, sizeof *lex);
    lex->path = strcmp(path, "-") == 0 ? "<stdin>" : path;
    lex->error = error;
    keywords_make(&lex->keywords);
    enum status status = scan != NULL ? load_scan(lex, scan) : load_file(lex, path);
    if (status == STATUS_OK) {
        memset(lex->text + lex->size, 0, LEX_PADDING);
        lex->at = lex->text;
        status = check_text(lex);
    }
    if (status != STATUS_OK)
        lex_close(lex);
    else if (lex->size >= 3 && memcmp(lex->text, "\xEF\xBB\xBF", 3) == 0)
        lex->at += 3;
    return status;
}

void lex_close(struct lexer *lex)
{
    free(lex->text);
    lex->text = NULL;
}

/* A scan positioned at the token, whose messages have line, column and caret. */
static struct scan scan_at(struct lexer *lex, struct token token, struct word *word)
{
    lex->failed = token;
    assert(token.text >= lex->text && token.text + token.length <= lex->text + lex->size);
    size_t at = (size_t)(token.text - lex->text), line_at = at;
    struct scan scan = {
        .path = lex->path, .buffer = lex->text, .end = lex->size, .line = 1, .eof = true};
    while (line_at > 0 && lex->text[line_at - 1] != '\n')
        line_at--;
    for (const char *p = lex->text; (p = memchr(p, '\n', line_at - (size_t)(p - lex->text)));)
        p++, scan.line++;
    scan.line_at = line_at;
    scan.at = at + token.length;
    *word = (struct word){token.text, token.length, at};
    return scan;
}

enum status lex_expected(struct lexer *lex, struct token token, const char *format, ...)
{
    char text[ERROR_TEXT_MAX / 2];
    struct word word;
    struct scan scan = scan_at(lex, token, &word);
    FORMAT_ARGS(text, sizeof text);
    return scan_expected(&scan, &word, lex->error, "%s", text);
}

enum status lex_fail(struct lexer *lex, struct token token, const char *format, ...)
{
    char text[ERROR_TEXT_MAX];
    struct word word;
    struct scan scan = scan_at(lex, token, &word);
    FORMAT_ARGS(text, sizeof text);
    return scan_fail(&scan, &word, lex->error, "%s", text);
}

/* Words end at a blank or at the NUL after the text, the only NUL there is. */
static inline bool is_word(char c)
{
    return (unsigned char)c > ' ';
}

static inline const char *skip_blanks(const struct lexer *lex, const char *p)
{
    for (;;) {
        while (char_is_blank(*p))
            p++;
        if (*p != '#')
            return p;
        const char *line_end = memchr(p, '\n', (size_t)(lex->text + lex->size - p));
        p = line_end != NULL ? line_end : lex->text + lex->size;
    }
}

char lex_ahead(const struct lexer *lex)
{
    return *skip_blanks(lex, lex->at);
}

struct token lex_next(struct lexer *lex)
{
    assert(lex->at >= lex->text && lex->at <= lex->text + lex->size);
    const char *p = skip_blanks(lex, lex->at), *from = p;
    if (*p == '"') {
        const char *close = memchr(p + 1, '"', (size_t)(lex->text + lex->size - p - 1));
        lex->at = close != NULL ? close + 1 : lex->text + lex->size;
        return (struct token){from, (size_t)(lex->at - from)};
    }
    while (is_word(*p))
        p++;
    if (p - from > 1 && p[-1] == ';' && p[-2] != '\\')
        p--;
    lex->at = p;
    return (struct token){from, (size_t)(p - from)};
}

struct token lex_peek(struct lexer *lex)
{
    const char *at = lex->at;
    struct token token = lex_next(lex);
    lex->at = at;
    return token;
}

bool token_same(struct token a, struct token b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

bool token_is(struct token token, const char *text)
{
    return token_same(token, (struct token){text, strlen(text)});
}

enum status lex_word(struct lexer *lex, const char *end, struct token *word, enum keyword *key)
{
    *word = lex_next(lex);
    *key = lex_keyword(lex, *word);
    return word->length > 0 ? STATUS_OK : lex_expected(lex, *word, "%s", end);
}

bool lex_accept(struct lexer *lex, enum keyword key)
{
    const char *at = lex->at;
    if (char_is_letter(lex_ahead(lex)) && lex_keyword(lex, lex_next(lex)) == key)
        return true;
    lex->at = at;
    return false;
}

enum status lex_expect(struct lexer *lex, enum keyword key)
{
    assert(key != KEY_NONE);
    struct token word = lex_next(lex);
    return lex_keyword(lex, word) == key ? STATUS_OK
                                         : lex_expected(lex, word, "%s", keyword_text(key));
}

enum status lex_char(struct lexer *lex, char c)
{
    struct token token = lex_next(lex);
    return token_is_char(token, c) ? STATUS_OK : lex_expected(lex, token, "%c", c);
}

enum status lex_skip_to(struct lexer *lex, enum keyword close, const char *expected)
{
    assert(close != KEY_NONE);
    struct token word;
    enum keyword key;
    do
        TRY(lex_word(lex, expected, &word, &key));
    while (key != close);
    return STATUS_OK;
}

enum status lex_name(struct lexer *lex, struct token token, struct token *name)
{
    *name = token;
    if (token.length > LEX_NAME_MAX)
        return lex_fail(lex, token, "expected a name of at most %d bytes, found a longer one",
                        LEX_NAME_MAX);
    if (lex->high && !utf8_is_valid(token.text, token.length))
        return lex_fail(lex, token, "expected UTF-8 text, found other bytes");
    if (memchr(token.text, '\\', token.length) == NULL)
        return STATUS_OK;
    size_t length = 0;
    for (size_t i = 0; i < token.length; i++)
        if (token.text[i] != '\\')
            lex->name[length++] = token.text[i];
    lex->name[length] = '\0';
    *name = (struct token){lex->name, length};
    return STATUS_OK;
}

enum status lex_next_name(struct lexer *lex, const char *what, struct token *token,
                          struct token *name)
{
    *token = lex_next(lex);
    if (token->length == 0 || token_is_char(*token, ';'))
        return lex_expected(lex, *token, "%s", what);
    return lex_name(lex, *token, name);
}
