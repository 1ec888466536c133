/* options: see the header for the contract and the table. */
#include "router/cli/options.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grid/nearest.h"
#include "router/cli/options_table.h"

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

const char *option_name(enum option id)
{
    return option_table[id].name;
}

unsigned option_commands(enum option id)
{
    return option_table[id].commands;
}

enum option_kind option_kind(enum option id)
{
    return option_table[id].kind;
}

enum option options_find(const char *name, unsigned commands)
{
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

static enum option find_letter(char letter, unsigned commands)
{
    unsigned id = 0;
    while (id < OPTION_COUNT &&
           ((option_table[id].commands & commands) == 0 || option_table[id].letter != letter))
        id++;
    return (enum option)id;
}

/* ---- values -------------------------------------------------------------------------------- */

/* A decimal number of digits only: no sign, no blank, no overflow. *end is behind it. */
static bool read_number(const char *text, const char **end, uint64_t *number)
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
        if (!read_number(text, &text, &n[i]) || n[i] >= GRID_SIDE_MAX)
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

/* "; did you mean X?" after a wrong word, or what is said where no known one is near. */
static const char *suggest(const char *near, const char *quote, const char *otherwise, char *text,
                           size_t size)
{
    if (near == NULL)
        return otherwise;
    snprintf(text, size, "; did you mean %s%s?", quote, near);
    return text;
}

enum { SUGGESTION_MAX = 128, CHOICES_MAX = 16, WORDS_MAX = 256 };

static enum status check_word(const struct option_row *row, const char *text,
                              struct option_place place, struct error *error)
{
    char copy[WORDS_MAX], suggestion[SUGGESTION_MAX];
    const char *choice[CHOICES_MAX];
    size_t count = 0;
    assert(strlen(row->words) < sizeof copy);
    snprintf(copy, sizeof copy, "%s", row->words);
    char *rest = copy;
    for (char *word = strsep(&rest, "|"); word != NULL; word = strsep(&rest, "|")) {
        if (strcmp(word, text) == 0)
            return STATUS_OK;
        assert(count < CHOICES_MAX);
        choice[count++] = word;
    }
    const char *near = nearest_word(text, strlen(text), choice, count);
    return error_set_at(error, STATUS_BAD_INPUT, place.file, place.line, place.column,
                        "%s%s: expected one of %s, found \"%.60s\"%s",
                        place.file == NULL ? "--" : "", row->name, row->words, text,
                        suggest(near, "", "", suggestion, sizeof suggestion));
}

/* What a value of this kind looks like, for a message. */
static const char *describe(const struct option_row *row, char *text, size_t size)
{
    switch (row->kind) {
    case OPTION_NUMBER:
        snprintf(text, size, "a number from %llu to %llu", (unsigned long long)row->low,
                 (unsigned long long)row->high);
        return text;
    case OPTION_BOX:
        snprintf(text, size, "X0,Y0,X1,Y1 (numbers below %d)", GRID_SIDE_MAX);
        return text;
    case OPTION_FLAG:
        return "true or false";
    default:
        snprintf(text, size, "%s", row->argument);
        return text;
    }
}

static enum status check_value(const struct option_row *row, struct option_value *value,
                               const char *text, struct option_place place, struct error *error)
{
    bool fine = text[0] != '\0';
    const char *end = text;
    if (row->kind == OPTION_WORD)
        return check_word(row, text, place, error);
    if (row->kind == OPTION_NUMBER)
        fine = read_number(text, &end, &value->number) && *end == '\0' &&
               value->number >= row->low && value->number <= row->high;
    else if (row->kind == OPTION_BOX)
        fine = read_box(text, &value->box);
    else if (row->kind == OPTION_FLAG)
        fine = read_flag(text, &value->number);
    if (fine)
        return STATUS_OK;
    char wish[128];
    return error_set_at(error, STATUS_BAD_INPUT, place.file, place.line, place.column,
                        "%s%s: expected %s, found \"%.60s\"", place.file == NULL ? "--" : "",
                        row->name, describe(row, wish, sizeof wish), text);
}

static enum status list_add(struct option_value *value, const char *text, struct error *error)
{
    enum status status = mem_grow((void **)&value->list, &value->list_capacity,
                                  value->list_count + 1, sizeof *value->list, "options", error);
    if (status != STATUS_OK)
        return status;
    char *copy = strdup(text);
    if (copy == NULL)
        return error_set(error, STATUS_FAILED, "out of memory for the options");
    value->list[value->list_count++] = copy;
    return STATUS_OK;
}

enum status options_set(struct options *options, enum option id, const char *text,
                        struct option_place place, struct error *error)
{
    const struct option_row *row = &option_table[id];
    struct option_value *value = &options->value[id];
    if (value->given && row->kind != OPTION_LIST)
        return error_set_at(error, STATUS_BAD_INPUT, place.file, place.line, place.column,
                            "%s%s: given twice, first \"%.60s\", then \"%.60s\"",
                            place.file == NULL ? "--" : "", row->name, value->text, text);
    enum status status = check_value(row, value, text, place, error);
    if (status == STATUS_OK && row->kind == OPTION_LIST)
        status = list_add(value, text, error);
    if (status != STATUS_OK)
        return status;
    char *copy = strdup(text);
    if (copy == NULL)
        return error_set(error, STATUS_FAILED, "out of memory for the options");
    free(value->text);
    value->text = copy;
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
        struct option_place nowhere = {0};
        size_t times = option_table[id].kind == OPTION_LIST ? from->list_count : 1;
        for (size_t i = 0; i < times; i++) {
            const char *text = option_table[id].kind == OPTION_LIST ? from->list[i] : from->text;
            enum status status = options_set(options, (enum option)id, text, nowhere, error);
            if (status != STATUS_OK)
                return status;
        }
    }
    return STATUS_OK;
}

void options_destroy(struct options *options)
{
    for (unsigned id = 0; id < OPTION_COUNT; id++) {
        struct option_value *value = &options->value[id];
        for (size_t i = 0; i < value->list_count; i++)
            free(value->list[i]);
        free(value->list);
        free(value->text);
    }
    memset(options, 0, sizeof *options);
}

/* ---- the command line ---------------------------------------------------------------------- */

static enum status unknown_option(const struct options *options, const char *name,
                                  struct error *error)
{
    const char *command = command_table[options->command].name;
    if (options_find(name, FOR_ALL) < OPTION_COUNT)
        return error_set(error, STATUS_BAD_INPUT, "%s: takes no option --%s (try `leeway help %s`)",
                         command, name, command);
    const char *known[OPTION_COUNT + 1] = {"help"}, *near;
    char list[SUGGESTION_MAX], suggestion[SUGGESTION_MAX];
    near = nearest_word(name, strlen(name), known,
                        1 + options_names(1u << options->command, known + 1));
    snprintf(list, sizeof list, " (`leeway help %s` lists them)", command);
    return error_set(error, STATUS_BAD_INPUT, "%s: unknown option --%.60s%s", command, name,
                     suggest(near, "--", list, suggestion, sizeof suggestion));
}

/* The words still to read. */
struct arguments {
    char *const *next;
    char *const *end;
};

static enum status take_value(struct options *options, enum option id, const char *attached,
                              struct arguments *words, struct error *error)
{
    const struct option_row *row = &option_table[id];
    struct option_place nowhere = {0};
    if (row->kind == OPTION_FLAG) {
        if (attached != NULL)
            return error_set(error, STATUS_BAD_INPUT, "--%s: takes no value, found \"%.60s\"",
                             row->name, attached);
        return options_set(options, id, "true", nowhere, error);
    }
    if (attached == NULL) {
        if (words->next == words->end)
            return error_set(error, STATUS_BAD_INPUT, "--%s: its value %s is missing", row->name,
                             row->argument);
        attached = *words->next++;
    }
    return options_set(options, id, attached, nowhere, error);
}

static enum status parse_long(struct options *options, const char *text, struct arguments *words,
                              struct error *error)
{
    char name[64];
    size_t length = strcspn(text, "=");
    if (length >= sizeof name)
        return error_set(error, STATUS_BAD_INPUT, "unknown option --%.60s...", text);
    memcpy(name, text, length);
    name[length] = '\0';
    enum option id = options_find(name, 1u << options->command);
    if (id == OPTION_COUNT)
        return unknown_option(options, name, error);
    return take_value(options, id, text[length] == '=' ? text + length + 1 : NULL, words, error);
}

static enum status parse_short(struct options *options, const char *text, struct arguments *words,
                               struct error *error)
{
    enum option id = find_letter(text[0], 1u << options->command);
    const char *command = command_table[options->command].name;
    if (id == OPTION_COUNT)
        return error_set(error, STATUS_BAD_INPUT,
                         "%s: unknown option -%c (`leeway help %s` lists them)", command, text[0],
                         command);
    return take_value(options, id, text[1] != '\0' ? text + 1 : NULL, words, error);
}

static enum status add_operand(struct options *options, const char *text, struct error *error)
{
    const struct command_row *row = &command_table[options->command];
    if (options->operand_count == row->most)
        return error_set(error, STATUS_BAD_INPUT,
                         "%s: superfluous \"%.200s\"; usage: leeway %s%s%s", row->name, text,
                         row->name, row->most > 0 ? " " : "", row->operands);
    options->operand[options->operand_count++] = text;
    return STATUS_OK;
}

enum command options_find_command(const char *name)
{
    unsigned c = 0;
    while (c < COMMAND_VERSION && strcmp(command_table[c].name, name) != 0)
        c++;
    return c < COMMAND_VERSION ? (enum command)c : COMMANDS_COUNT;
}

enum status options_unknown_command(const char *text, struct error *error)
{
    const char *known[COMMAND_VERSION];
    char suggestion[SUGGESTION_MAX];
    for (unsigned c = 0; c < COMMAND_VERSION; c++)
        known[c] = command_table[c].name;
    const char *near = nearest_word(text, strlen(text), known, COMMAND_VERSION);
    return error_set(
        error, STATUS_BAD_INPUT, "unknown command \"%.60s\"%s", text,
        suggest(near, "", " (`leeway --help` lists them)", suggestion, sizeof suggestion));
}

static enum status parse_command(struct options *options, const char *text, struct error *error)
{
    options->command = COMMAND_HELP;
    if (strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0)
        return STATUS_OK;
    options->command = COMMAND_VERSION;
    if (strcmp(text, "--version") == 0 || strcmp(text, "-V") == 0)
        return STATUS_OK;
    if (text[0] == '-')
        return error_set(error, STATUS_BAD_INPUT,
                         "expected a command, found \"%.60s\" (`leeway --help` lists them)", text);
    options->command = options_find_command(text);
    return options->command != COMMANDS_COUNT ? STATUS_OK : options_unknown_command(text, error);
}

/* "leeway route --help" is "leeway help route". */
static void become_help(struct options *options)
{
    const char *subject = command_table[options->command].name;
    options_destroy(options);
    options->command = COMMAND_HELP;
    options->operand[0] = subject;
    options->operand_count = 1;
}

enum status options_parse(struct options *options, int argc, char *const *argv, struct error *error)
{
    memset(options, 0, sizeof *options);
    if (argc < 2)
        return error_set(error, STATUS_BAD_INPUT,
                         "expected a command (`leeway --help` lists them)");
    enum status status = parse_command(options, argv[1], error);
    if (status != STATUS_OK || argv[1][0] == '-')
        return status;
    struct arguments words = {argv + 2, argv + argc};
    bool only_operands = false;
    while (status == STATUS_OK && words.next < words.end) {
        const char *word = *words.next++;
        if (only_operands || word[0] != '-' || word[1] == '\0') {
            status = add_operand(options, word, error);
        } else if (strcmp(word, "--") == 0) {
            only_operands = true;
        } else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            become_help(options);
            return STATUS_OK;
        } else if (word[1] == '-') {
            status = parse_long(options, word + 2, &words, error);
        } else {
            status = parse_short(options, word + 1, &words, error);
        }
    }
    const struct command_row *row = &command_table[options->command];
    if (status == STATUS_OK && options->operand_count < row->fewest)
        status = error_set(error, STATUS_BAD_INPUT, "%s: missing operand; usage: leeway %s %s",
                           row->name, row->name, row->operands);
    return status;
}
