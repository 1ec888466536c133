/* options: makes the table from options.h, and checks and stores values by kind. */
#include "router/cli/options/options.h"

#include <ctype.h>
#include <limits.h>

#include "grid/text/harmless.h"
#include "grid/text/nearest.h"
#include "router/cli/options/options_table.h"

const struct command_row command_table[COMMANDS_COUNT] = {
#define X(id, name, fewest, most, operands, help) {name, fewest, most, operands, help},
    COMMANDS(X)
#undef X
};

const struct option_row option_table[OPTION_COUNT] = {
#define X(id, name, letter, kind, argument, low, high, words, fallback, commands, help)            \
    {name, letter, OPTION_##kind, argument, low, high, words, fallback, commands, help},
    OPTIONS(X)
#undef X
};

enum option options_find(const char *name, unsigned commands)
{
    assert(name != NULL);
    unsigned id = 0;
    while (id < OPTION_COUNT && ((option_table[id].commands & commands) == 0 ||
                                 strcmp(option_table[id].name, name) != 0))
        id++;
    return (enum option)id;
}

size_t options_names(unsigned commands, const char **names)
{
    size_t count = 0;
    for (unsigned id = 0; id < OPTION_COUNT; id++)
        if ((option_table[id].commands & commands) != 0)
            names[count++] = option_table[id].name;
    return count;
}

struct suggestion options_suggest(const char *found, const char *const *known, size_t count)
{
    struct suggestion suggestion = {""};
    const char *near = nearest_word(found, strlen(found), known, count);
    if (near != NULL)
        snprintf(suggestion.text, sizeof suggestion.text, "; did you mean %s?", near);
    return suggestion;
}

enum status options_unknown(struct option_place place, const char *what, const char *const *known,
                            size_t count, const char *found, struct error *error)
{
    assert(count > 0 && found != NULL);
    char list[ERROR_TEXT_MAX] = "";
    for (size_t i = 0; i < count; i++)
        text_append(list, sizeof list, "%s%s", i > 0 ? ", " : "", known[i]);
    return OPTION_ERROR(error, place, "%s: expected one of %.500s, found \"%.60s\"%s", what, list,
                        found, options_suggest(found, known, count).text);
}

unsigned options_index(const char *words, const char *text)
{
    const size_t length = strlen(text);
    for (unsigned index = 0; words != NULL; index++) {
        if (strncmp(words, text, length) == 0 && (words[length] == '|' || words[length] == '\0'))
            return index;
        words = strchr(words, '|');
        words += words != NULL;
    }
    return UINT_MAX;
}

unsigned options_word(const struct options *options, enum option id)
{
    const struct option_row *row = &option_table[id];
    assert(row->kind == OPTION_WORD);
    return options_index(row->words, options_text(options, id, row->fallback));
}

const char *options_input(const struct options *options, size_t i, enum option *id)
{
    for (unsigned o = 0; o < OPTION_COUNT; o++) {
        const struct option_value *value = &options->value[o];
        const bool list = option_table[o].kind == OPTION_LIST;
        const bool one = value->given && strcmp(value->text, "none") != 0;
        const size_t count = list ? value->list_count : one;
        if ((option_table[o].commands & IS_INPUT) == 0)
            continue;
        *id = (enum option)o;
        if (i < count)
            return list ? value->list[i] : value->text;
        i -= count;
    }
    return NULL;
}

/* ---- values -------------------------------------------------------------------------------- */

bool options_digits(const char *text, const char **end, uint64_t *number)
{
    uint64_t value = 0;
    const char *c = text;
    for (; isdigit((unsigned char)*c); c++) {
        unsigned digit = (unsigned)(*c - '0');
        if (value > (UINT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *end = c;
    *number = value;
    return c > text;
}

static bool read_box(const char *text, struct box *box)
{
    uint64_t n[4];
    for (int i = 0; i < 4; i++) {
        if (!options_digits(text, &text, &n[i]) || n[i] >= GRID_SIDE_MAX)
            return false;
        if (*text++ != (i < 3 ? ',' : '\0'))
            return false;
    }
    box->x0 = (uint32_t)(n[0] < n[2] ? n[0] : n[2]);
    box->x1 = (uint32_t)(n[0] < n[2] ? n[2] : n[0]);
    box->y0 = (uint32_t)(n[1] < n[3] ? n[1] : n[3]);
    box->y1 = (uint32_t)(n[1] < n[3] ? n[3] : n[1]);
    return true;
}

static bool read_flag(const char *text, uint64_t *number)
{
    static const char *const yes[] = {"true", "yes", "on", "1"};
    static const char *const no[] = {"false", "no", "off", "0"};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) {
        if (strcmp(text, yes[i]) == 0 || strcmp(text, no[i]) == 0) {
            *number = strcmp(text, yes[i]) == 0;
            return true;
        }
    }
    return false;
}

/* Reads 1000, 512M or 1G. */
static bool read_size(const char *text, uint64_t *bytes)
{
    static const char UNITS[] = "KMGT";
    if (!options_digits(text, &text, bytes))
        return false;
    const char *unit = *text != '\0' ? strchr(UNITS, toupper((unsigned char)*text)) : NULL;
    const unsigned shift = unit != NULL ? 10 * (unsigned)(unit - UNITS + 1) : 0;
    text += unit != NULL;
    if (*text != '\0' || *bytes > UINT64_MAX >> shift)
        return false;
    *bytes <<= shift;
    return true;
}

enum { CHOICES_MAX = 16, WORDS_MAX = 256 };

static enum status check_word(const struct option_row *row, const char *text,
                              struct option_place place, struct error *error)
{
    char copy[WORDS_MAX], what[64];
    const char *choice[CHOICES_MAX];
    size_t count = 0;
    assert(strlen(row->words) < sizeof copy);
    if (options_index(row->words, text) != UINT_MAX)
        return STATUS_OK;
    snprintf(copy, sizeof copy, "%s", row->words);
    char *rest = copy;
    for (char *word = strsep(&rest, "|"); word != NULL; word = strsep(&rest, "|")) {
        assert(count < CHOICES_MAX);
        choice[count++] = word;
    }
    snprintf(what, sizeof what, "%s%s", place.file == NULL ? "--" : "", row->name);
    return options_unknown(place, what, choice, count, text, error);
}

static enum status check_value(const struct option_row *row, struct option_value *value,
                               const char *text, struct option_place place, struct error *error)
{
    const char *end = text;
    struct engine_devices devices = {0};
    bool fine = text[0] != '\0';
    char wish[128];
    snprintf(wish, sizeof wish, "%s", row->argument);
    switch (row->kind) {
    case OPTION_WORD:
        return check_word(row, text, place, error);
    case OPTION_NUMBER:
        fine = options_digits(text, &end, &value->number) && *end == '\0' &&
               value->number >= row->low && value->number <= row->high;
        snprintf(wish, sizeof wish, "a number from %llu to %llu", (unsigned long long)row->low,
                 (unsigned long long)row->high);
        break;
    case OPTION_SIZE:
        fine = read_size(text, &value->number) && value->number >= row->low;
        snprintf(wish, sizeof wish, "bytes, as 1000000, 512M or 1G");
        break;
    case OPTION_BOX:
        fine = read_box(text, &value->box);
        snprintf(wish, sizeof wish, "X0,Y0,X1,Y1 (numbers below %d)", GRID_SIDE_MAX);
        break;
    case OPTION_FLAG:
        fine = read_flag(text, &value->number);
        snprintf(wish, sizeof wish, "true or false");
        break;
    case OPTION_GPUS:
        fine = devices_parse(text, &devices);
        snprintf(wish, sizeof wish,
                 "all, how many (from 1), or a list of numbers below 64 (0,2 or 2,)");
        break;
    default:
        break;
    }
    return fine ? STATUS_OK
                : OPTION_ERROR(error, place, "%s%s: expected %s, found \"%.60s\"",
                               place.file == NULL ? "--" : "", row->name, wish, text);
}

static enum status list_add(struct option_value *value, const char *text, struct error *error)
{
    TRY(MEM_GROW(value->list, value->list_capacity, value->list_count + 1, "options", error));
    char *copy = strdup(text);
    if (copy == NULL)
        return error_fail(error, "out of memory for the options");
    value->list[value->list_count++] = copy;
    return STATUS_OK;
}

enum status options_set(struct options *options, enum option id, const char *text,
                        struct option_place place, struct error *error)
{
    assert(id < OPTION_COUNT && text != NULL);
    const struct option_row *row = &option_table[id];
    struct option_value *value = &options->value[id];
    if (id == OPT_VERBOSE && value->given && place.file == NULL) { /* -vv */
        value->number++;
        return STATUS_OK;
    }
    if (value->given && row->kind != OPTION_LIST)
        return OPTION_ERROR(error, place, "%s%s: given twice, first \"%.60s\", then \"%.60s\"",
                            place.file == NULL ? "--" : "", row->name, value->text, text);
    TRY(check_value(row, value, text, place, error));
    if (row->kind == OPTION_LIST)
        TRY(list_add(value, text, error));
    char *copy = strdup(text), *line = place.text != NULL ? strdup(place.text) : NULL;
    if (copy == NULL || (line == NULL && place.text != NULL)) {
        MEM_FREE(copy, line);
        return error_fail(error, "out of memory for the options");
    }
    free((char *)value->place.text);
    free(value->text);
    value->text = copy;
    value->place = place;
    value->place.text = line;
    value->given = true;
    return STATUS_OK;
}

enum status options_inherit(struct options *options, const struct options *defaults,
                            struct error *error)
{
    for (unsigned id = 0; id < OPTION_COUNT; id++) {
        const struct option_value *from = &defaults->value[id];
        struct option_value *to = &options->value[id];
        if (to->given || !from->given)
            continue;
        const bool list = option_table[id].kind == OPTION_LIST;
        for (size_t i = 0; i < (list ? from->list_count : 1); i++) {
            TRY(options_set(options, (enum option)id, list ? from->list[i] : from->text,
                            from->place, error));
            to->inherited = true;
        }
    }
    return STATUS_OK;
}

void options_reset(struct options *options, enum option id)
{
    assert(id < OPTION_COUNT);
    struct option_value *value = &options->value[id];
    for (size_t i = 0; i < value->list_count; i++)
        free(value->list[i]);
    free((char *)value->place.text);
    MEM_CLEAR(value, value->list, value->text);
}

void options_destroy(struct options *options)
{
    for (unsigned id = 0; id < OPTION_COUNT; id++)
        options_reset(options, (enum option)id);
    memset(options, 0, sizeof *options);
}

/* Prints one line: a comment for a default. */
static void show_line(FILE *out, bool given, const char *name, const char *text, const char *from)
{
    char left[400];
    snprintf(left, sizeof left, "%s%s = %s", given ? "" : "; ", name, text);
    harmless_line(out, "%-40s ; %s", left, from);
}

void options_show(FILE *out, const struct options *options, unsigned commands)
{
    for (unsigned id = 0; id < OPTION_COUNT; id++) {
        const struct option_row *row = &option_table[id];
        const struct option_value *value = &options->value[id];
        if ((row->commands & commands) == 0)
            continue;
        char from[400] = "command line";
        if (value->place.file != NULL)
            snprintf(from, sizeof from, "%s:%llu", value->place.file,
                     (unsigned long long)value->place.line);
        if (!value->given && row->kind != OPTION_FLAG && row->fallback != NULL)
            show_line(out, false, row->name, row->fallback, "default");
        for (size_t i = 0; value->given && i < value->list_count; i++)
            show_line(out, true, row->name, value->list[i], from);
        if (value->given && row->kind != OPTION_LIST)
            show_line(out, true, row->name, value->text, from);
    }
}
