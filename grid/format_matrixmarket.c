/* format_matrixmarket: see the header for the format. The header lines are read word by word, then
 * entries until as many have come as the size line says; the lists of both endpoints grow as
 * entries come, so a size line that lies costs nothing. */
#include "grid/format_matrixmarket.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grid/scan.h"

enum field { FIELD_PATTERN, FIELD_INTEGER, FIELD_REAL };

struct reader {
    struct scan scan;
    enum field field;
    bool mirrored; /* symmetric or skew-symmetric */
    int64_t vertices, entries;
    uint32_t *from, *to; /* [count], from 0 */
    size_t count, from_capacity, to_capacity;
};

static bool word_is_caseless(const struct word *word, const char *text)
{
    return word->length == strlen(text) && strncasecmp(word->text, text, word->length) == 0;
}

/* The next word on the line must be one of the names; *found is its number. */
static enum status read_choice(struct reader *reader, const char *const *names, int count,
                               const char *expected, int *found, struct error *error)
{
    struct word word;
    enum status status = scan_word(&reader->scan, &word, error);
    if (status != STATUS_OK)
        return status;
    for (*found = 0; *found < count; ++*found)
        if (word_is_caseless(&word, names[*found]))
            return STATUS_OK;
    return scan_expected(&reader->scan, &word, error, "%s", expected);
}

/* The rest of the banner, behind "%%MatrixMarket". */
static enum status read_banner(struct reader *reader, struct error *error)
{
    static const char *const objects[] = {"matrix"}, *const formats[] = {"coordinate"};
    static const char *const fields[] = {"pattern", "integer", "real", "double"};
    static const char *const symmetries[] = {"general", "symmetric", "skew-symmetric"};
    int object, format, field, symmetry;
    enum status status = read_choice(reader, objects, 1, "matrix", &object, error);
    if (status == STATUS_OK)
        status = read_choice(reader, formats, 1, "coordinate (a sparse matrix)", &format, error);
    if (status == STATUS_OK)
        status = read_choice(reader, fields, 4, "pattern, integer or real", &field, error);
    if (status == STATUS_OK)
        status = read_choice(reader, symmetries, 3, "general, symmetric or skew-symmetric",
                             &symmetry, error);
    if (status != STATUS_OK)
        return status;
    reader->field = field < FIELD_REAL ? (enum field)field : FIELD_REAL;
    reader->mirrored = symmetry > 0;
    return STATUS_OK;
}

/* Goes to the next line that is no comment; *more is false at the end. A banner counts as such on
 * the first line only. */
static enum status next_line(struct reader *reader, bool *more, struct error *error)
{
    enum status status;
    while ((status = scan_line(&reader->scan, more, error)) == STATUS_OK && *more) {
        struct word word, rest;
        bool first = reader->scan.line == 1;
        status = scan_word(&reader->scan, &word, error);
        if (status != STATUS_OK)
            break;
        if (word.text[0] != '%') {
            scan_back(&reader->scan, &word);
            break;
        }
        if (first && word_is_caseless(&word, "%%MatrixMarket"))
            status = read_banner(reader, error);
        else
            status = scan_rest(&reader->scan, &rest, error);
        if (status != STATUS_OK)
            break;
    }
    return status;
}

static enum status read_size(struct reader *reader, struct error *error)
{
    bool more = false;
    int64_t columns = 0;
    enum status status = next_line(reader, &more, error);
    if (status == STATUS_OK && !more)
        status = scan_fail(&reader->scan, NULL, error,
                           "expected the size line (rows, columns, entries), found the end");
    if (status == STATUS_OK)
        status = scan_int(&reader->scan, "the number of rows", 1, GRAPH_VERTICES_MAX,
                          &reader->vertices, error);
    if (status == STATUS_OK)
        status = scan_int(&reader->scan, "the number of columns", 1, GRAPH_VERTICES_MAX, &columns,
                          error);
    if (status == STATUS_OK && columns != reader->vertices)
        status = scan_fail(&reader->scan, NULL, error,
                           "a graph needs a square matrix, this one has %lld rows and %lld columns",
                           (long long)reader->vertices, (long long)columns);
    if (status == STATUS_OK)
        status = scan_int(&reader->scan, "the number of entries", 0, GRAPH_EDGES_MAX,
                          &reader->entries, error);
    return status;
}

/* A finite decimal number such as -1, .5, 3.0e-7 or the 1D+2 that Fortran writes. */
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

/* The value of an entry is checked and dropped: an edge is an edge. */
static enum status read_value(struct reader *reader, struct error *error)
{
    struct word word;
    int64_t value;
    if (reader->field == FIELD_PATTERN)
        return STATUS_OK;
    if (reader->field == FIELD_INTEGER)
        return scan_int(&reader->scan, "the entry's value", INT64_MIN, INT64_MAX, &value, error);
    enum status status = scan_word(&reader->scan, &word, error);
    if (status == STATUS_OK && !is_number(&word))
        status = scan_expected(&reader->scan, &word, error, "the entry's value, a finite number");
    return status;
}

static enum status read_entry(struct reader *reader, struct error *error)
{
    int64_t row = 0, column = 0;
    enum status status =
        scan_int(&reader->scan, "the entry's row", 1, reader->vertices, &row, error);
    if (status == STATUS_OK)
        status = scan_int(&reader->scan, "the entry's column", 1, reader->vertices, &column, error);
    if (status == STATUS_OK)
        status = read_value(reader, error);
    if (status == STATUS_OK)
        status = mem_grow((void **)&reader->from, &reader->from_capacity, reader->count + 1,
                          sizeof *reader->from, "matrix entries", error);
    if (status == STATUS_OK)
        status = mem_grow((void **)&reader->to, &reader->to_capacity, reader->count + 1,
                          sizeof *reader->to, "matrix entries", error);
    if (status != STATUS_OK)
        return status;
    reader->from[reader->count] = (uint32_t)(row - 1);
    reader->to[reader->count] = (uint32_t)(column - 1);
    reader->count++;
    return STATUS_OK;
}

static enum status read_entries(struct reader *reader, struct error *error)
{
    bool more = false;
    enum status status;
    while ((status = next_line(reader, &more, error)) == STATUS_OK && more) {
        if (reader->count == (size_t)reader->entries)
            return scan_fail(&reader->scan, NULL, error,
                             "expected the end after %lld entries, as the size line says",
                             (long long)reader->entries);
        status = read_entry(reader, error);
        if (status != STATUS_OK)
            return status;
    }
    if (status == STATUS_OK && reader->count < (size_t)reader->entries)
        status = scan_fail(&reader->scan, NULL, error,
                           "expected %lld entries, as the size line says, found %zu",
                           (long long)reader->entries, reader->count);
    return status;
}

enum status matrixmarket_read(struct csr_graph *graph, const char *path, bool undirected,
                              struct error *error)
{
    struct reader reader = {.field = FIELD_REAL};
    memset(graph, 0, sizeof *graph);
    enum status status = scan_open(&reader.scan, path, error);
    if (status == STATUS_OK)
        status = read_size(&reader, error);
    if (status == STATUS_OK)
        status = read_entries(&reader, error);
    if (status == STATUS_OK)
        status = csr_graph_build(graph, (uint32_t)reader.vertices, reader.from, reader.to,
                                 reader.count, undirected || reader.mirrored, error);
    scan_close(&reader.scan);
    free(reader.from);
    free(reader.to);
    return status;
}
