/* ini: a line reader in front of inih, which checks each line before inih sees it. */
#include "router/cli/options/ini.h"

#include <ini.h>

#include "grid/text/scan.h"

enum { RAW_LIMIT = 65536 }; /* maximum length of a line of the file, in bytes */

struct ini_reader {
    struct scan scan;
    const struct ini_events *events;
    void *context;
    struct error *error;
    enum status status;
    char *raw;     /* [RAW_LIMIT + 1] the line as in the file */
    char *value;   /* [RAW_LIMIT + 1] the line without indentation and comment, then its value */
    size_t indent; /* blanks before its first word */
    bool in_section;
    bool wrong; /* the line has an error */
    bool lost;  /* the section has an error; its keys are skipped */
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static struct option_place place_at(const struct ini_reader *reader, size_t offset)
{
    return (struct option_place){reader->scan.path, reader->scan.line, offset + 1, reader->raw};
}

/* Keeps an error of this line. The status is STATUS_OK again if there is room for more errors. */
static void note(struct ini_reader *reader, enum status status, struct error *slot)
{
    if (slot != NULL && slot->line == reader->scan.line)
        ini_quote(slot, reader->raw, slot->column);
    reader->status = status;
    reader->wrong = true;
    if (error_goes_on(reader->error, slot) && status == STATUS_BAD_INPUT)
        reader->status = STATUS_OK;
}

static void refuse(struct ini_reader *reader, size_t offset, const char *text)
{
    struct error *slot = error_slot(reader->error);
    note(reader,
         error_set_at(slot, STATUS_BAD_INPUT, reader->scan.path, reader->scan.line, offset + 1,
                      "%s", text),
         slot);
}

/* Cuts the line end, and a comment at the start of the line or after a blank. */
static void strip(char *text)
{
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++)
        if ((text[i] == ';' || text[i] == '#') && (i == 0 || is_blank(text[i - 1])))
            length = i;
    while (length > 0 && (is_blank(text[length - 1]) || text[length - 1] == '\r'))
        length--;
    text[length] = '\0';
}

/* Reports "[name]" here, because inih does not report a section without pairs. */
static void open_section(struct ini_reader *reader, char *text)
{
    assert(text[0] == '[');
    reader->in_section = reader->lost = true;
    size_t close = strcspn(text, "]");
    if (text[close] == '\0') {
        refuse(reader, reader->indent + strlen(text), "expected ] at the end of the section");
        return;
    }
    if (text[close + 1] != '\0') {
        refuse(reader, reader->indent + close + 1,
               "expected nothing behind the section's ], found more");
        return;
    }
    if (close - 1 > INI_NAME_LIMIT) {
        refuse(reader, reader->indent + 1, "expected a section's name of at most 49 bytes");
        return;
    }
    char name[INI_NAME_LIMIT + 1];
    memcpy(name, text + 1, close - 1);
    name[close - 1] = '\0';
    struct option_place place = place_at(reader, reader->indent + 1);
    struct error *slot = error_slot(reader->error);
    enum status status = reader->events->section(reader->context, name, &place, slot);
    reader->lost = status != STATUS_OK;
    if (status != STATUS_OK)
        note(reader, status, slot);
}

static void check_pair(struct ini_reader *reader, const char *text)
{
    size_t key = strcspn(text, "=:");
    size_t column = reader->indent;
    while (key > 0 && is_blank(text[key - 1]))
        key--;
    if (strpbrk(text, "=:") == NULL)
        refuse(reader, column, "expected [SECTION], KEY = VALUE or a comment");
    else if (key == 0)
        refuse(reader, column, "expected a key before the =");
    else if (key > INI_NAME_LIMIT)
        refuse(reader, column, "expected a key of at most 49 bytes");
    else if (!reader->in_section)
        refuse(reader, column, "expected [batch] or [job NAME] before the first key");
}

/* Reads the next line into raw. False at the end of the file and for an error. */
static bool next_line(struct ini_reader *reader)
{
    struct error *slot = error_slot(reader->error);
    struct word line;
    bool more = false;
    reader->wrong = false;
    reader->status = scan_raw(&reader->scan, &line, &more, slot);
    if (reader->status != STATUS_OK)
        (void)error_goes_on(reader->error, slot);
    if (reader->status != STATUS_OK || !more)
        return false;
    const size_t length = line.length < RAW_LIMIT ? line.length : RAW_LIMIT;
    memcpy(reader->raw, line.text, length);
    reader->raw[length] = '\0';
    if (line.length > RAW_LIMIT)
        refuse(reader, RAW_LIMIT, "expected a line of at most 65536 bytes");
    else if (reader->scan.line > INI_LINES_LIMIT)
        refuse(reader, 0, "expected at most 1000000 lines");
    return reader->status == STATUS_OK;
}

/* The reader that inih calls like fgets: one line per call, stripped and checked. inih gets an
 * empty line, a section, or a pair that fits into its buffers. */
static char *read_line(char *text, int size, void *stream)
{
    assert(size > 1);
    struct ini_reader *reader = stream;
    if (reader->status != STATUS_OK || !next_line(reader))
        return NULL;
    reader->indent = strspn(reader->raw, " \t");
    char *line = reader->value;
    const char *word = reader->raw + reader->indent;
    if (*word == '#' || *word == ';' || reader->wrong)
        word = "";
    snprintf(line, RAW_LIMIT + 1, "%s", word);
    strip(line);
    if (line[0] == '[')
        open_section(reader, line);
    else if (line[0] != '\0' && !reader->lost)
        check_pair(reader, line);
    if (reader->status != STATUS_OK)
        return NULL;
    const bool passed_over = reader->wrong || (reader->lost && line[0] != '[');
    const int room = size - 2 < INI_LINE_LIMIT ? size - 2 : INI_LINE_LIMIT;
    snprintf(text, (size_t)size, "%.*s\n", room, passed_over ? "" : line);
    return text;
}

static int on_pair(void *user, const char *section, const char *key, const char *value)
{
    struct ini_reader *reader = user;
    (void)section;
    if (reader->status != STATUS_OK)
        return 0;
    size_t at = reader->indent + strcspn(reader->raw + reader->indent, "=:") + 1;
    while (is_blank(reader->raw[at]))
        at++;
    if (strlen(reader->value) > INI_LINE_LIMIT) { /* inih got its beginning */
        value = reader->value + strcspn(reader->value, "=:") + 1;
        value += strspn(value, " \t");
    }
    struct option_place key_place = place_at(reader, reader->indent);
    struct option_place value_place = place_at(reader, at);
    struct error *slot = error_slot(reader->error);
    enum status status =
        reader->events->pair(reader->context, key, value, &key_place, &value_place, slot);
    if (status != STATUS_OK)
        note(reader, status, slot);
    return reader->status == STATUS_OK;
}

void ini_quote(struct error *error, const char *line, uint64_t column)
{
    const size_t length = strcspn(line, "\r\n"), index = column > 0 ? (size_t)column - 1 : 0;
    if (error != NULL && error->excerpt[0] == '\0')
        error_quote(error, line, length, index < length ? index : length, false);
}

enum status ini_read(const char *path, const struct ini_events *events, void *context,
                     struct error *error)
{
    struct ini_reader reader = {.events = events, .context = context, .error = error};
    assert(events->section != NULL && events->pair != NULL);
    TRY(scan_open(&reader.scan, path, error));
    int wrong = 0;
    reader.status = MEM_NEW(reader.raw, RAW_LIMIT + 1, "a line", error);
    THEN(reader.status, MEM_NEW(reader.value, RAW_LIMIT + 1, "a line", error));
    if (reader.status == STATUS_OK)
        wrong = ini_parse_stream(read_line, &reader, on_pair, &reader);
    if (reader.status == STATUS_OK && wrong < 0)
        reader.status = error_fail(error, "out of memory for %s", path);
    else if (reader.status == STATUS_OK && wrong > 0)
        reader.status = error_set_at(error, STATUS_BAD_INPUT, path, (uint64_t)wrong, 1,
                                     "expected [SECTION], KEY = VALUE or a comment");
    if (reader.status == STATUS_OK && error_is_set(error))
        reader.status = STATUS_BAD_INPUT;
    MEM_FREE(reader.raw, reader.value);
    scan_close(&reader.scan);
    return reader.status;
}
