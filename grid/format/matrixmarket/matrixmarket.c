/* matrixmarket: reads the banner and the size line, then the entries, into growing lists of both
 * endpoints, so that a wrong size line costs no memory. The CSR graph is built from the lists. */
#include "grid/format/matrixmarket/matrixmarket.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grid/text/scan.h"

#define BANNER "%%MatrixMarket"

enum mtx_field { FIELD_PATTERN, FIELD_INTEGER, FIELD_REAL };

struct mtx_reader {
    struct scan *scan;
    enum mtx_field field;
    bool mirrored; /* symmetric or skew-symmetric */
    bool has_banner, has_size;
    int64_t vertices, entries; /* as the size line states */
    uint32_t *from, *to;       /* [count], from 0 */
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

/* Reads the banner behind %%MatrixMarket. */
static enum status read_banner(struct mtx_reader *reader, struct error *error)
{
    assert(reader->has_banner && !reader->has_size);
    static const char *const objects[] = {"matrix"}, *const formats[] = {"coordinate"};
    static const char *const fields[] = {"pattern", "integer", "real", "double"};
    static const char *const symmetries[] = {"general", "symmetric", "skew-symmetric"};
    int object, format, field, symmetry;
    TRY(read_choice(reader, objects, 1, "matrix", &object, error));
    TRY(read_choice(reader, formats, 1, "coordinate (a sparse matrix)", &format, error));
    TRY(read_choice(reader, fields, 4, "pattern, integer or real", &field, error));
    TRY(read_choice(reader, symmetries, 3, "general, symmetric or skew-symmetric", &symmetry,
                    error));
    reader->field = field < FIELD_REAL ? (enum mtx_field)field : FIELD_REAL;
    reader->mirrored = symmetry > 0;
    return STATUS_OK;
}

static bool is_banner(const struct word *line)
{
    size_t length = strlen(BANNER);
    return line->length >= length && strncasecmp(line->text, BANNER, length) == 0 &&
           (line->length == length || isblank((unsigned char)line->text[length]));
}

/* Skips a comment, which may contain any bytes, or reads the banner. */
static enum status skip_comment(struct mtx_reader *reader, struct error *error)
{
    struct word line, word;
    TRY(scan_rest(reader->scan, &line, error));
    if (!is_banner(&line))
        return STATUS_OK;
    if (reader->has_banner || reader->has_size)
        return scan_fail(reader->scan, &line, error,
                         "expected one banner, above the size line, found one more");
    reader->has_banner = true;
    scan_back(reader->scan, &line);
    TRY(scan_word(reader->scan, &word, error));
    return read_banner(reader, error);
}

/* Moves to the next line that is no comment; *more is false at the end. */
static enum status next_line(struct mtx_reader *reader, bool *more, struct error *error)
{
    for (;;) {
        TRY(scan_line(reader->scan, more, error));
        if (!*more || reader->scan->buffer[reader->scan->at] != '%')
            return STATUS_OK;
        TRY(skip_comment(reader, error));
    }
}

static enum status read_size(struct mtx_reader *reader, struct error *error)
{
    bool more = false;
    int64_t columns = 0;
    TRY(next_line(reader, &more, error));
    if (!more)
        return scan_fail(reader->scan, NULL, error,
                         "expected the size line (rows, columns, entries), found the end");
    reader->has_size = true;
    TRY(scan_int(reader->scan, "the number of rows", 1, GRAPH_VERTICES_MAX, &reader->vertices,
                 error));
    TRY(scan_int(reader->scan, "the number of columns", 1, GRAPH_VERTICES_MAX, &columns, error));
    if (columns != reader->vertices)
        return scan_fail(reader->scan, NULL, error,
                         "expected a square matrix, found %lld rows and %lld columns",
                         (long long)reader->vertices, (long long)columns);
    return scan_int(reader->scan, "the number of entries", 0, GRAPH_EDGES_MAX, &reader->entries,
                    error);
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

/* A finite decimal number of at most 63 characters, such as -1, .5, 3.0e-7 or Fortran's 1D+2. */
static bool is_number(const struct word *word)
{
    char text[64], *end = NULL;
    if (word->length == 0 || word->length >= sizeof text)
        return false;
    for (size_t i = 0; i < word->length; i++) {
        char c = word->text[i];
        if (!isdigit((unsigned char)c) && strchr("+-.eEdD", c) == NULL)
            return false;
        text[i] = c;
        if (c == 'd' || c == 'D')
            text[i] = 'e';
    }
    text[word->length] = '\0';
    double value = strtod(text, &end);
    return *end == '\0' && isfinite(value);
}

/* Checks the value of an entry. Edges have no values. */
static enum status read_value(struct mtx_reader *reader, struct error *error)
{
    struct word word;
    if (reader->field == FIELD_PATTERN)
        return STATUS_OK;
    bool whole = reader->field == FIELD_INTEGER;
    enum status status = scan_word(reader->scan, &word, error);
    if (status == STATUS_OK && !(whole ? is_integer(&word) : is_number(&word)))
        status = scan_expected(reader->scan, &word, error, "the entry's value, %s",
                               whole ? "an integer" : "a finite number of at most 63 characters");
    return status;
}

static enum status read_entry(struct mtx_reader *reader, struct error *error)
{
    int64_t row = 0, column = 0;
    TRY(scan_int(reader->scan, "the entry's row", 1, reader->vertices, &row, error));
    TRY(scan_int(reader->scan, "the entry's column", 1, reader->vertices, &column, error));
    TRY(read_value(reader, error));
    assert(reader->count == reader->to_count);
    TRY(MEM_APPEND(reader->from, reader->from_capacity, reader->count, (uint32_t)(row - 1),
                   "matrix entries", error));
    return MEM_APPEND(reader->to, reader->to_capacity, reader->to_count, (uint32_t)(column - 1),
                      "matrix entries", error);
}

static enum status read_entries(struct mtx_reader *reader, struct error *error)
{
    assert(reader->has_size && reader->entries >= 0 && reader->count == 0);
    for (;;) {
        bool more = false;
        TRY(next_line(reader, &more, error));
        if (!more)
            break;
        if (reader->count == (size_t)reader->entries)
            return scan_fail(reader->scan, NULL, error,
                             "expected the end after %lld entries, as the size line says",
                             (long long)reader->entries);
        TRY(read_entry(reader, error));
    }
    if (reader->count < (size_t)reader->entries)
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
    THEN(status, csr_graph_build(graph, (uint32_t)reader.vertices, reader.from, reader.to,
                                 reader.count, undirected || reader.mirrored, error));
    MEM_FREE(reader.from, reader.to);
    return status;
}
