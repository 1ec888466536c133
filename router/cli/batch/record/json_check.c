/* json_check: a pass over the text with a stack of brackets. */
#include "router/cli/batch/record/json_check.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "grid/text/harmless.h"

struct json {
    const char *at, *end;
    char open[JSON_DEPTH_MAX]; /* '{' or '[' */
    size_t depth;
    const char *name;  /* of a member of the object itself that is looked for; or NULL */
    const char *value; /* its value, ... */
    size_t found;      /* ... so often */
    size_t items;      /* of the list that it is */
    const struct json_field *fields; /* [field_count] members that there may be; or NULL */
    size_t field_count;
    uint64_t seen; /* those that stood there already, a bit each */
    bool within;   /* in the value that is looked for */
};

static void skip_blanks(struct json *it)
{
    while (it->at < it->end && memchr(" \t\r\n", *it->at, 4) != NULL)
        it->at++;
}

static bool take(struct json *it, char c)
{
    skip_blanks(it);
    bool found = it->at < it->end && *it->at == c;
    it->at += found;
    return found;
}

static size_t digits(struct json *it)
{
    const char *from = it->at;
    while (it->at < it->end && *it->at >= '0' && *it->at <= '9')
        it->at++;
    return (size_t)(it->at - from);
}

static bool take_number(struct json *it)
{
    it->at += it->at < it->end && *it->at == '-';
    const char *first = it->at;
    size_t count = digits(it);
    if (count == 0 || (count > 1 && *first == '0'))
        return false;
    if (it->at < it->end && *it->at == '.') {
        it->at++;
        if (digits(it) == 0)
            return false;
    }
    if (it->at == it->end || (*it->at != 'e' && *it->at != 'E'))
        return true;
    it->at++;
    it->at += it->at < it->end && (*it->at == '+' || *it->at == '-');
    return digits(it) > 0;
}

static bool take_escape(struct json *it)
{
    if (it->at == it->end)
        return false;
    char c = *it->at++;
    if (c != 'u')
        return memchr("\"\\/bfnrt", c, 8) != NULL;
    for (int i = 0; i < 4; i++, it->at++)
        if (it->at == it->end || memchr("0123456789abcdefABCDEF", *it->at, 22) == NULL)
            return false;
    return true;
}

static bool take_string(struct json *it)
{
    if (!take(it, '"'))
        return false;
    while (it->at < it->end && *it->at != '"') {
        bool fine;
        size_t length = harmless_step(it->at, (size_t)(it->end - it->at), &fine);
        if (!fine)
            return false;
        bool escape = *it->at == '\\';
        it->at += length;
        if (escape && !take_escape(it))
            return false;
    }
    return take(it, '"');
}

static bool take_word(struct json *it, const char *word)
{
    size_t length = strlen(word);
    bool found = (size_t)(it->end - it->at) >= length && memcmp(it->at, word, length) == 0;
    it->at += found ? length : 0;
    return found;
}

/* A member of the object itself: whether it may stand there, and its value is of the right kind. */
static bool take_field(struct json *it, const char *name, size_t length)
{
    size_t i = 0;
    while (i < it->field_count &&
           (strlen(it->fields[i].name) != length || memcmp(it->fields[i].name, name, length) != 0))
        i++;
    if (i == it->field_count || (it->seen >> i & 1) != 0)
        return false;
    it->seen |= UINT64_C(1) << i;
    if (!take(it, ':'))
        return false;
    skip_blanks(it);
    const char c = it->at < it->end ? *it->at : ' ';
    const char kind = c >= '0' && c <= '9' ? '0' : c == 'f' ? 't' : c;
    return kind == it->fields[i].starts;
}

/* A member's name and its colon, within an object. */
static bool take_name(struct json *it)
{
    assert(it->depth >= 1 && it->depth <= JSON_DEPTH_MAX);
    if (it->open[it->depth - 1] != '{')
        return true;
    skip_blanks(it);
    const char *name = it->at + 1;
    if (!take_string(it))
        return false;
    const size_t length = (size_t)(it->at - name) - 1;
    if (it->name != NULL && it->depth == 1 && strlen(it->name) == length &&
        memcmp(it->name, name, length) == 0) {
        it->value = it->at;
        it->found++;
        it->within = true;
    }
    if (it->fields != NULL && it->depth == 1)
        return take_field(it, name, length);
    return take(it, ':');
}

/* Closes all objects and lists that end here; true where something else has to follow a comma, or
 * nothing at all. */
static bool take_ends(struct json *it)
{
    while (it->depth > 0 && take(it, it->open[it->depth - 1] == '{' ? '}' : ']'))
        it->depth--;
    if (it->depth == 0)
        return true;
    it->within = it->within && it->depth > 1;
    it->items += it->within && it->depth == 2;
    return take(it, ',') && take_name(it);
}

/* One value, or the start of one that has members: then its first member's name is read. */
static bool take_value(struct json *it)
{
    skip_blanks(it);
    if (it->at == it->end)
        return false;
    char c = *it->at;
    if (c == '{' || c == '[') {
        if (it->depth == JSON_DEPTH_MAX)
            return false;
        it->at++;
        it->open[it->depth++] = c;
        skip_blanks(it);
        bool empty = it->at < it->end && *it->at == (c == '{' ? '}' : ']');
        it->items += it->within && it->depth == 2 && !empty;
        return empty ? take_ends(it) : take_name(it);
    }
    bool good = c == '"'   ? take_string(it)
                : c == 't' ? take_word(it, "true")
                : c == 'f' ? take_word(it, "false")
                : c == 'n' ? take_word(it, "null")
                           : take_number(it);
    return good && take_ends(it);
}

static bool take_object(struct json *it)
{
    const char *text = it->at;
    if (it->at == it->end || *it->at != '{')
        return false;
    do {
        if (!take_value(it))
            return false;
    } while (it->depth > 0);
    skip_blanks(it);
    return it->at == it->end && memchr(text, '"', (size_t)(it->end - text)) != NULL;
}

bool json_is_object(const char *text, size_t length)
{
    struct json it = {.at = text, .end = text + length};
    return take_object(&it);
}

const char *json_member(const char *text, size_t length, const char *name)
{
    struct json it = {.at = text, .end = text + length, .name = name};
    if (!take_object(&it) || it.found != 1)
        return NULL;
    it.at = it.value;
    (void)take(&it, ':');
    skip_blanks(&it);
    return it.at;
}

size_t json_items(const char *text, size_t length, const char *name)
{
    struct json it = {.at = text, .end = text + length, .name = name};
    if (!take_object(&it) || it.found != 1)
        return SIZE_MAX;
    it.at = it.value;
    return take(&it, ':') && take(&it, '[') ? it.items : SIZE_MAX;
}

bool json_has_only(const char *text, size_t length, const struct json_field *fields, size_t count)
{
    assert(count <= JSON_FIELDS_MAX);
    struct json it = {.at = text, .end = text + length, .fields = fields, .field_count = count};
    return take_object(&it);
}
