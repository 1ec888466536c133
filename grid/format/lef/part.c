/* part: what the files of the LEF reader share: names behind END, and the list of rules that are
 * not obeyed. */
#include "grid/format/lef/parts.h"

#include <stdio.h>
#include <string.h>

enum { UNKNOWN_TEXT_MAX = 64 }; /* longest name of a rule that is kept, with its NUL, in bytes */

enum status lef_end_name(struct lefdef_reader *reader, struct token name)
{
    struct token token = lex_next(&reader->lex);
    if (token_same(token, name))
        return STATUS_OK;
    return reader_note(
        reader, lex_expected(&reader->lex, token, "%.*s behind END", (int)name.length, name.text));
}

enum status lef_unknown(struct lefdef_reader *reader, struct token word, struct token option)
{
    struct tech *tech = &reader->layout->tech;
    assert(reader->layer < tech->layer_names.count && word.length > 0);
    char text[UNKNOWN_TEXT_MAX];
    snprintf(text, sizeof text, option.length > 0 ? "%.*s %.*s" : "%.*s%.*s", (int)word.length,
             word.text, (int)option.length, option.text);
    struct tech_unknown rule = {.layer = reader->layer};
    TRY(names_add(&tech->words, text, strlen(text), &rule.keyword, reader->error));
    for (uint32_t i = 0; i < tech->unknown_count; i++)
        if (tech->unknown[i].layer == rule.layer && tech->unknown[i].keyword == rule.keyword)
            return STATUS_OK;
    return MEM_APPEND(tech->unknown, tech->capacity.unknown, tech->unknown_count, rule,
                      "unknown rules", reader->error);
}
