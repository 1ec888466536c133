/* stated: finds repetitions in DEF: of an option of an item, of a statement outside the sections,
 * or of the name of an item. The same words again are noted; other words are an error that gives
 * both places. */
#include "grid/format/def/parts.h"

/* Options of which each item has at most one. */
static const char PLACES[] = "PLACED FIXED COVER UNPLACED";

/* Options that an item may have several of, and those that it may have once per first value. All
 * others it may have once. */
static const struct repeats {
    const char *many, *per_value;
} REPEATS[SECTIONS] = {
    [SECTION_COMPONENTS] = {"", "PROPERTY"},
    [SECTION_PINS] = {"PORT LAYER POLYGON VIA ANTENNAPINPARTIALMETALAREA "
                      "ANTENNAPINPARTIALMETALSIDEAREA ANTENNAPINPARTIALCUTAREA "
                      "ANTENNAPINDIFFAREA ANTENNAMODEL ANTENNAPINGATEAREA ANTENNAPINMAXAREACAR "
                      "ANTENNAPINMAXSIDEAREACAR ANTENNAPINMAXCUTCAR",
                      "PROPERTY"},
    [SECTION_ROW] = {"", "PROPERTY"},
    [SECTION_VIAS] = {"RECT POLYGON", ""},
    [SECTION_RULES] = {"", "LAYER VIA VIARULE MINCUTS PROPERTY"},
    [SECTION_NETS] = {"ROUTED FIXED COVER NOSHIELD SUBNET VPIN SHIELDNET", "PROPERTY"},
    [SECTION_SPECIAL_NETS] = {"ROUTED FIXED COVER SHIELD RECT POLYGON VIA SHAPE MASK STYLE",
                              "PROPERTY SPACING WIDTH"},
    [SECTION_REGIONS] = {"", "PROPERTY"},
    [SECTION_GROUPS] = {"", "PROPERTY"},
    [SECTION_PIN_PROPERTIES] = {"", "PROPERTY"},
    [SECTION_SCAN_CHAINS] = {"FLOATING ORDERED", ""},
};

static bool is_listed(const char *list, struct token word)
{
    return list != NULL && token_is_in(list, word);
}

/* The token at an offset of the text. */
static struct token token_at(struct lexer *lex, const char *at)
{
    const char *back = lex->at;
    lex->at = at;
    const struct token token = lex_next(lex);
    lex->at = back;
    return token;
}

/* True if the words after a and b are the same up to the end of the option, or of the item. */
static bool same_words(struct def *def, struct token a, struct token b, bool item)
{
    const char *p = a.text + a.length, *q = b.text + b.length;
    for (;;) {
        a = token_at(def->lex, p);
        b = token_at(def->lex, q);
        p = a.text + a.length;
        q = b.text + b.length;
        const bool end = item ? a.length == 0 || token_is_char(a, ';') : def_ends_option(def, a);
        if (end)
            return item ? token_same(a, b) : def_ends_option(def, b);
        if (!token_same(a, b))
            return false;
    }
}

enum status def_twice(struct def *def, struct token token, struct token first, const char *what)
{
    uint64_t line = 1, column = 1;
    for (const char *p = def->lex->text; p < first.text; p++) {
        column = *p == '\n' ? 1 : column + 1;
        line += *p == '\n';
    }
    return lex_fail(def->lex, token,
                    "expected %s; the first is in line %" PRIu64 ", column %" PRIu64, what, line,
                    column);
}

/* True if an item cannot have both options. */
static bool same_kind(const struct def *def, struct token a, struct token b)
{
    const bool placed = def->section == SECTION_COMPONENTS || def->section == SECTION_PINS;
    return token_same_word(a, b) || (placed && token_is_in(PLACES, a) && token_is_in(PLACES, b));
}

enum status def_state(struct def *def, struct stated *list, struct token word)
{
    const struct repeats *repeats = &REPEATS[def->section];
    const struct token value = token_at(def->lex, word.text + word.length);
    bool per_value = false, known = false;
    assert(list->count <= STATED_MAX);
    for (uint32_t i = 0; i < list->count; i++) {
        const struct token first = list->at[i];
        if (!same_kind(def, first, word))
            continue;
        if (!known && (is_listed(repeats->many, word) || !statement_is_known(def->section, word)))
            return STATUS_OK;
        per_value |= !known && is_listed(repeats->per_value, word);
        known = true;
        if (per_value && !token_same(token_at(def->lex, first.text + first.length), value))
            continue;
        char text[3 * STATEMENT_MAX];
        snprintf(text, sizeof text, "%.*s once, found it twice", (int)word.length, word.text);
        if (token_same_word(first, word) && same_words(def, first, word, false))
            return i < list->recalled
                       ? STATUS_OK
                       : reader_remark(
                             def->reader, "%s: %.*s is stated more than once, in the same way",
                             section_words[def->section].name, (int)word.length, word.text);
        if (!token_same_word(first, word))
            snprintf(text, sizeof text, "either %.*s or %.*s, found both", (int)first.length,
                     first.text, (int)word.length, word.text);
        return def_twice(def, word, first, text);
    }
    if (list->count < STATED_MAX)
        list->at[list->count++] = word;
    return STATUS_OK;
}

void def_forget_place(struct def *def)
{
    for (uint32_t i = 0; i < def->options.count; i++)
        if (token_is_in(PLACES, def->options.at[i]))
            def->options.at[i].length = 0;
}

enum status def_state_item(struct def *def, uint32_t number, struct token name, struct token *first,
                           bool *same)
{
    *same = false;
    *first = NO_OPTION;
    TRY(ROOM(def->reader, def->item_at, def->item_capacity, (size_t)number + 1, "items"));
    while (def->item_count <= number)
        def->item_at[def->item_count++] = 0;
    if (def->item_at[number] == 0) {
        def->item_at[number] = def_offset(def, name);
        return STATUS_OK;
    }
    *first = token_at(def->lex, def->lex->text + def->item_at[number]);
    *same = same_words(def, *first, name, true);
    if (!*same || def->section == SECTION_NETS || def->section == SECTION_SPECIAL_NETS)
        return STATUS_OK;
    while (!token_is_char(lex_next(def->lex), ';')) {
    }
    return reader_remark(def->reader, "%s: %.*s is stated more than once, in the same way",
                         section_words[def->section].name,
                         (int)(name.length < 120 ? name.length : 120), name.text);
}

enum status def_recall(struct def *def, struct token first)
{
    enum { RECALL_MAX = 1 << 12 }; /* words read at most: a pin may be stated often */
    bool option = false;
    struct token token = first;
    for (uint32_t i = 0; i < RECALL_MAX && token.length > 0 && !token_is_char(token, ';');
         i++, token = token_at(def->lex, token.text + token.length)) {
        if (option && def->options.count < STATED_MAX)
            def->options.at[def->options.count++] = token;
        option = token_is_char(token, '+');
    }
    def_forget_place(def);
    def->options.recalled = def->options.count;
    return reader_remark(def->reader, "PINS: a pin is stated more than once: one pin, more shapes");
}
