/* show: prints options as an INI section would set them, each with the place that set it. */
#include "router/cli/options/options_table.h"

#include <string.h>

#include "grid/text/harmless.h"

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
