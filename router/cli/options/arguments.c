/* arguments: options_parse of options.h: reads the command line word by word. */
#include "grid/text/nearest.h"
#include "router/cli/options/options_table.h"

static enum option find_letter(char letter, unsigned commands)
{
    unsigned id = 0;
    while (id < OPTION_COUNT &&
           ((option_table[id].commands & commands) == 0 || option_table[id].letter != letter))
        id++;
    return (enum option)id;
}

static enum status unknown_option(const struct options *options, const char *name,
                                  struct error *error)
{
    const char *command = command_table[options->command].name;
    if (options_find(name, FOR_ALL) < OPTION_COUNT)
        return error_refuse(error, "%s: takes no option --%s (try `leeway help %s`)", command, name,
                            command);
    const char *known[OPTION_COUNT + 1] = {"help"};
    const size_t count = 1 + options_names(1u << options->command, known + 1);
    const char *near = nearest_word(name, strlen(name), known, count);
    if (near != NULL)
        return error_refuse(error, "%s: unknown option --%.60s; did you mean --%s?", command, name,
                            near);
    return error_refuse(error, "%s: unknown option --%.60s (`leeway help %s` lists them)", command,
                        name, command);
}

struct arguments {
    char *const *next;
    char *const *end;
};

static enum status take_value(struct options *options, enum option id, const char *attached,
                              struct arguments *words, struct error *error)
{
    assert(id < OPTION_COUNT && words->next <= words->end);
    const struct option_row *row = &option_table[id];
    struct option_place nowhere = {0};
    if (row->kind == OPTION_FLAG) {
        if (attached != NULL)
            return error_refuse(error, "--%s: takes no value, found \"%.60s\"", row->name,
                                attached);
        return options_set(options, id, "true", nowhere, error);
    }
    if (attached == NULL) {
        char letter[8] = "";
        if (row->letter != 0)
            snprintf(letter, sizeof letter, " (-%c)", row->letter);
        if (words->next == words->end)
            return error_refuse(error, "--%s%s: its value %s is missing", row->name, letter,
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
        return error_refuse(error, "unknown option --%.60s...", text);
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
    for (; id < OPTION_COUNT && option_table[id].kind == OPTION_FLAG && text[1] != '\0';
         id = find_letter(*++text, 1u << options->command)) /* flags together: -vv */
        TRY(take_value(options, id, NULL, words, error));
    const char *command = command_table[options->command].name;
    if (id == OPTION_COUNT)
        return error_refuse(error, "%s: unknown option -%c (`leeway help %s` lists them)", command,
                            text[0], command);
    return take_value(options, id, text[1] != '\0' ? text + 1 : NULL, words, error);
}

static enum status add_operand(struct options *options, const char *text, struct error *error)
{
    assert(command_table[options->command].most <= OPERANDS_MAX);
    const struct command_row *row = &command_table[options->command];
    if (options->operand_count == row->most)
        return error_refuse(error, "%s: superfluous \"%.200s\"; usage: leeway %s%s%s", row->name,
                            text, row->name, row->most > 0 ? " " : "", row->operands);
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
    for (unsigned c = 0; c < COMMAND_VERSION; c++)
        known[c] = command_table[c].name;
    const struct suggestion suggestion = options_suggest(text, known, COMMAND_VERSION);
    return error_refuse(error, "unknown command \"%.60s\"%s", text,
                        suggestion.text[0] != '\0' ? suggestion.text
                                                   : " (`leeway --help` lists them)");
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
        return error_refuse(
            error, "expected a command, found \"%.60s\" (`leeway --help` lists them)", text);
    options->command = options_find_command(text);
    return options->command != COMMANDS_COUNT ? STATUS_OK : options_unknown_command(text, error);
}

/* "leeway route --help" is "leeway help route". */
static void become_help(struct options *options)
{
    assert(options->command < COMMAND_VERSION);
    const char *subject = command_table[options->command].name;
    options_destroy(options);
    options->command = COMMAND_HELP;
    options->operand[0] = subject;
    options->operand_count = 1;
}

enum status options_parse(struct options *options, int argc, char *const *argv, struct error *error)
{
    assert(argc >= 0 && (argv != NULL || argc == 0));
    memset(options, 0, sizeof *options);
    if (argc < 2)
        return error_refuse(error, "expected a command (`leeway --help` lists them)");
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
        status = error_refuse(error, "%s: missing operand; usage: leeway %s %s", row->name,
                              row->name, row->operands);
    return status;
}
