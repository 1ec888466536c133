/* part: what the parts of the LEF reader share. */
#include "grid/format/lef/parts.h"

#include <stdio.h>
#include <string.h>

enum { UNKNOWN_TEXT_MAX = 64 };

enum status lef_end_name(struct lefdef_reader *reader, struct token name)
{
    struct token token = lex_next(&reader->lex);
    if (token.length == name.length && memcmp(token.text, name.text, name.length) == 0)
        return STATUS_OK;
    return reader_note(
        reader, lex_expected(&reader->lex, token, "%.*s behind END", (int)name.length, name.text));
}

enum status lef_unknown(struct lefdef_reader *reader, uint16_t layer, struct token word,
                        struct token option)
{
    assert(layer < reader->layout->tech.layer_names.count);
    struct tech *tech = &reader->layout->tech;
    char text[UNKNOWN_TEXT_MAX];
    snprintf(text, sizeof text, option.length > 0 ? "%.*s %.*s" : "%.*s%.*s", (int)word.length,
             word.text, (int)option.length, option.text);
    uint32_t keyword = 0;
    TRY(names_add(&tech->words, text, strlen(text), &keyword, reader->error));
    for (uint32_t i = 0; i < tech->unknown_count; i++)
        if (tech->unknown[i].layer == layer && tech->unknown[i].keyword == keyword)
            return STATUS_OK;
    TRY(ROOM(reader, tech->unknown, tech->capacity[TECH_UNKNOWN], tech->unknown_count + 1,
             "unknown rules"));
    tech->unknown[tech->unknown_count++] = (struct tech_unknown){layer, keyword};
    return STATUS_OK;
}
