/* matrixmarket: reads the banner and the size line, then the entries, into growing lists of both
 * endpoints, so that a wrong size line costs no memory. The CSR graph is built from the lists.
 * A comment that resembles a banner is an error, because a symmetric matrix without its banner
 * would be read as a directed graph. */
#include "grid/format/matrixmarket/matrixmarket.h"

#include <ctype.h>
#include <strings.h>

#include "grid/text/nearest.h"

#define BANNER "MatrixMarket"

enum { BANNER_EDITS = 3 }; /* greatest distance of a word that resembles the banner */

enum mtx_field { FIELD_PATTERN, FIELD_INTEGER, FIELD_REAL, FIELD_COMPLEX };

struct mtx_reader {
    struct scan *scan;
    enum mtx_field field;
    bool mirrored; /* symmetric, skew-symmetric or Hermitian; `% sym` */
    bool has_banner, has_size, has_comment;
    bool is_list, has_headline; /* a list of edges; its first line is `% sym` or `% asym` */
    int64_t vertices, entries;  /* as the size line states; a list has no entries */
    int64_t greatest;           /* greatest vertex of an edge, from 1 */
    uint32_t *from, *to;        /* [count] ends of edges, from 0 */
    size_t count, to_count, from_capacity, to_capacity;
};

static bool word_is_caseless(const struct word *word, const char *text)
{
    return word->length == strlen(text) && strncasecmp(word->text, text, word->length) == 0;
}

/* The next word on the line must be one of the names; *found is its index. */
static enum status read_choice(struct mtx_reader *reader, const char *const *names, int count,
                               const char *expected, int *found, struct error *error)
{
    struct word word;
    TRY(scan_word(reader->scan, &word, error));
    for (*found = 0; *found < count; ++*found)
        if (word_is_caseless(&word, names[*found]))
            return STATUS_OK;
    return scan_expected(reader->scan, &word, error, "%s", expected);
}

/* Reads the banner after %%MatrixMarket. */
static enum status read_banner(struct mtx_reader *reader, struct error *error)
{
    assert(reader->has_banner && !reader->has_size);
    static const char *const objects[] = {"matrix"}, *const formats[] = {"coordinate"};
    static const char *const fields[] = {"pattern", "integer", "unsigned-integer",
                                         "real",    "double",  "complex"};
    static const enum mtx_field kinds[] = {FIELD_PATTERN, FIELD_INTEGER, FIELD_INTEGER,
                                           FIELD_REAL,    FIELD_REAL,    FIELD_COMPLEX};
    static const char *const symmetries[] = {"general", "symmetric", "skew-symmetric", "hermitian"};
    int object, format, field, symmetry;
    TRY(read_choice(reader, objects, 1, "matrix", &object, error));
    TRY(read_choice(reader, formats, 1, "coordinate (a sparse matrix)", &format, error));
    TRY(read_choice(reader, fields, 6, "pattern, integer, unsigned-integer, real or complex",
                    &field, error));
    TRY(read_choice(reader, symmetries, 4, "general, symmetric, skew-symmetric or hermitian",
                    &symmetry, error));
    reader->field = kinds[field];
    reader->mirrored = symmetry > 0;
    return STATUS_OK;
}

/* True if the comment contains `matrix coordinate` or `matrix array` before the line's end. */
static bool names_matrix(const struct word *line)
{
    static const char matrix[] = "matrix";
    for (const char *at = line->text; at < line->text + line->length; at++) {
        if (strncasecmp(at, matrix, strlen(matrix)) != 0)
            continue;
        const char *next = at + strlen(matrix);
        size_t blanks = strspn(next, " \t");
        if (blanks > 0 && (strncasecmp(next + blanks, "coordinate", strlen("coordinate")) == 0 ||
                           strncasecmp(next + blanks, "array", strlen("array")) == 0))
            return true;
    }
    return false;
}

/* Reads a comment before the data that is not a banner. The first one may be the headline of a list
 * of edges: `% sym ...`, `% asym ...` or `% bip ...`. */
static enum status read_comment(struct mtx_reader *reader, const struct word *line,
                                const struct word *word, struct error *error)
{
    static const char *const banner[] = {BANNER};
    const bool first = !reader->has_comment;
    reader->has_comment = true;
    if ((first && names_matrix(line)) ||
        (word->length + BANNER_EDITS >= strlen(BANNER) &&
         nearest_word(word->text, word->length, banner, 1) != NULL))
        return scan_expected(reader->scan, word, error, "the banner %%%%" BANNER);
    if (first && word_is(word, "bip"))
        return scan_expected(reader->scan, word, error, "one set of vertices (sym or asym)");
    if (first) {
        reader->mirrored = word_is(word, "sym");
        reader->has_headline = reader->mirrored || word_is(word, "asym");
    }
    return STATUS_OK;
}

/* Skips a comment, which may contain any bytes, or reads the banner. */
static enum status skip_comment(struct mtx_reader *reader, struct error *error)
{
    struct word line, first;
    TRY(scan_rest(reader->scan, &line, error));
    size_t signs = 0, length = 0; /* of the first word */
    while (signs < line.length && strchr("%# \t", line.text[signs]) != NULL)
        signs++;
    while (signs + length < line.length && strchr(" \t", line.text[signs + length]) == NULL)
        length++;
    const struct word word = word_part(&line, signs, length);
    if (!word_is_caseless(&word, BANNER) || signs > 2 || line.text[0] != '%' ||
        line.text[signs - 1] != '%')
        return reader->has_banner || reader->has_size ? STATUS_OK
                                                      : read_comment(reader, &line, &word, error);
    if (reader->has_banner || reader->has_size)
        return scan_fail(reader->scan, &line, error,
                         "expected one banner, above the size line, found one more");
    reader->has_banner = true;
    scan_back(reader->scan, &line);
    TRY(scan_word(reader->scan, &first, error));
    return read_banner(reader, error);
}

/* Moves to the next line that is no comment; *more is false at the end. */
static enum status next_line(struct mtx_reader *reader, bool *more, struct error *error)
{
    if (reader->scan->line == 1 && reader->scan->buffer[reader->scan->at] == '#')
        TRY(skip_comment(reader, error)); /* it may be a misspelt banner */
    for (;;) {
        TRY(scan_line(reader->scan, more, error));
        if (!*more || reader->scan->buffer[reader->scan->at] != '%')
            return STATUS_OK;
        TRY(skip_comment(reader, error));
    }
}

static enum status add_edge(struct mtx_reader *reader, int64_t row, int64_t column,
                            struct error *error)
{
    assert(reader->count == reader->to_count && row >= 1 && column >= 1);
    const int64_t greater = row > column ? row : column;
    reader->greatest = greater > reader->greatest ? greater : reader->greatest;
    TRY(MEM_APPEND(reader->from, reader->from_capacity, reader->count, (uint32_t)(row - 1),
                   "matrix entries", error));
    return MEM_APPEND(reader->to, reader->to_capacity, reader->to_count, (uint32_t)(column - 1),
                      "matrix entries", error);
}

/* An optional sign and any number of digits. */
static bool is_integer(const struct word *word)
{
    size_t sign = word->length > 1 && (word->text[0] == '+' || word->text[0] == '-');
    for (size_t i = sign; i < word->length; i++)
        if (!isdigit((unsigned char)word->text[i]))
            return false;
    return word->length > 0;
}

/* A decimal number such as -1, .5, 3.0e-7, nan, -inf or Fortran's 1D+2. */
static bool is_number(const struct word *word)
{
    char *at = NULL;
    const char *end = word->text + word->length;
    if (word->length == 0 || memchr(word->text, 'x', word->length) != NULL ||
        memchr(word->text, 'X', word->length) != NULL)
        return false;
    strtod(word->text, &at);
    if (at > word->text && end - at > 1 && (*at == 'd' || *at == 'D'))
        strtol(at + 1, &at, 10);
    return at == end;
}

/* Checks the values of an entry, which are not used. A list with a headline has up to two. */
static enum status read_values(struct mtx_reader *reader, struct error *error)
{
    static const int counts[] = {
        [FIELD_PATTERN] = 0, [FIELD_INTEGER] = 1, [FIELD_REAL] = 1, [FIELD_COMPLEX] = 2};
    const bool whole = reader->field == FIELD_INTEGER;
    for (int i = 0; i < counts[reader->field]; i++) {
        struct word word;
        TRY(scan_word(reader->scan, &word, error));
        if (word.length == 0 && reader->is_list)
            break;
        if (!(whole ? is_integer(&word) : is_number(&word)))
            return scan_expected(reader->scan, &word, error, "the entry's value, %s",
                                 whole ? "an integer" : "a number");
    }
    return STATUS_OK;
}

/* Begins a list of edges. third: the word after the first edge. */
static enum status begin_list(struct mtx_reader *reader, const struct word *third, int64_t row,
                              int64_t column, struct error *error)
{
    assert(!reader->has_banner && (reader->has_headline || third->length == 0));
    reader->is_list = true;
    reader->field = reader->has_headline ? FIELD_COMPLEX : FIELD_PATTERN;
    reader->vertices = GRAPH_VERTICES_MAX;
    TRY(add_edge(reader, row, column, error));
    if (third->length == 0)
        return STATUS_OK;
    scan_back(reader->scan, third);
    return read_values(reader, error);
}

/* Reads the size line, or the first edge of a list. */
static enum status read_size(struct mtx_reader *reader, struct error *error)
{
    bool more = false;
    int64_t columns = 0;
    struct word second, third;
    TRY(next_line(reader, &more, error));
    if (!more)
        return scan_fail(reader->scan, NULL, error,
                         "expected the size line (rows, columns, entries), found the end");
    reader->has_size = true;
    const bool list = !reader->has_banner;
    TRY(scan_int(reader->scan, list ? "the number of rows, or a vertex" : "the number of rows", 1,
                 GRAPH_VERTICES_MAX, &reader->vertices, error));
    TRY(scan_word(reader->scan, &second, error));
    TRY(scan_word_int(reader->scan, &second,
                      list ? "the number of columns, or a vertex" : "the number of columns", 1,
                      GRAPH_VERTICES_MAX, &columns, error));
    TRY(scan_word(reader->scan, &third, error));
    if (list && (third.length == 0 || reader->has_headline))
        return begin_list(reader, &third, reader->vertices, columns, error);
    if (columns != reader->vertices)
        return scan_fail(reader->scan, &second, error,
                         "expected a square matrix, found %lld rows and %lld columns",
                         (long long)reader->vertices, (long long)columns);
    return scan_word_int(reader->scan, &third, "the number of entries", 0, GRAPH_EDGES_MAX,
                         &reader->entries, error);
}

static enum status read_entry(struct mtx_reader *reader, struct error *error)
{
    int64_t row = 0, column = 0;
    TRY(scan_int(reader->scan, "the entry's row", 1, reader->vertices, &row, error));
    TRY(scan_int(reader->scan, "the entry's column", 1, reader->vertices, &column, error));
    TRY(read_values(reader, error));
    return add_edge(reader, row, column, error);
}

static enum status read_entries(struct mtx_reader *reader, struct error *error)
{
    assert(reader->has_size && reader->count == reader->is_list);
    for (;;) {
        bool more = false;
        TRY(next_line(reader, &more, error));
        if (!more)
            break;
        if (!reader->is_list && reader->count == (size_t)reader->entries)
            return scan_fail(reader->scan, NULL, error,
                             "expected the end after %lld entries, as the size line says",
                             (long long)reader->entries);
        TRY(read_entry(reader, error));
    }
    if (!reader->is_list && reader->count < (size_t)reader->entries)
        return scan_fail(reader->scan, NULL, error,
                         "expected %lld entries, as the size line says, found %zu",
                         (long long)reader->entries, reader->count);
    return STATUS_OK;
}

enum status matrixmarket_read_scan(struct csr_graph *graph, struct scan *scan, bool undirected,
                                   struct error *error)
{
    struct mtx_reader reader = {.scan = scan, .field = FIELD_REAL};
    memset(graph, 0, sizeof *graph);
    enum status status = read_size(&reader, error);
    assert(status != STATUS_OK || (reader.has_size && reader.vertices >= 1));
    THEN(status, read_entries(&reader, error));
    if (reader.is_list)
        reader.vertices = reader.greatest;
    THEN(status, csr_graph_build(graph, (uint32_t)reader.vertices, reader.from, reader.to,
                                 reader.count, undirected || reader.mirrored, error));
    MEM_FREE(reader.from, reader.to);
    return status;
}
