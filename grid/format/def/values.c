/* values: checks the words behind options and statements of DEF that the reader does not use. A
 * word that is missing or one too many is an error; an unknown word is named. */
#include "grid/format/def/parts.h"

#include <stdio.h>
#include <string.h>

#include "grid/text/nearest.h"

/* A word that begins something else, because the `;` is missing. */
static bool is_next_item(const struct def *def, struct token token)
{
    const bool statement = def->section == SECTION_DEF || def->section == SECTION_ROW;
    if (lex_keyword(def->lex, token) == KEY_END ||
        (statement && statement_is_known(SECTION_DEF, token)))
        return true;
    return token_is_char(token, '-') && token.text > def->lex->text && token.text[-1] == '\n';
}

bool def_ends_option(const struct def *def, struct token token)
{
    return token.length == 0 || token_is_char(token, ';') || token_is_char(token, '+') ||
           (def->section == SECTION_BLOCKAGES && token_is_in("RECT POLYGON", token)) ||
           is_next_item(def, token);
}

enum status def_wrong_end(struct def *def, struct token token, const char *expected)
{
    return def->section == SECTION_DEF || def->section == SECTION_ROW ||
                   def->section == SECTION_DEFINITIONS
               ? statement_wrong(def->reader, SECTION_DEF, token, "; at the end of the statement")
               : lex_expected(def->lex, token, "%s", expected);
}

enum status def_value(struct def *def, struct token *value)
{
    *value = lex_next(def->lex);
    return value->length > 0 && !token_is_char(*value, ';') && !token_is_char(*value, '+')
               ? STATUS_OK
               : lex_expected(def->lex, *value, "a value of the option");
}

/* The words of an option, a letter each: n a number, w any word, l a word of the list, s SOFT or
 * nothing. Behind ? they may be missing; * is one word or more; p is pairs of words, one or more.
 */
static const struct option_form {
    enum section section;
    const char *word, *form, *list;
} FORMS[] = {
    {SECTION_DEF, "DIVIDERCHAR", "w", ""},
    {SECTION_DEF, "TECHNOLOGY", "w", ""},
    {SECTION_DEF, "ARRAY", "w", ""},
    {SECTION_DEF, "FLOORPLAN", "w", ""},
    {SECTION_DEF, "COMPONENTMASKSHIFT", "*", ""},
    {SECTION_DEF, "CANPLACE", "wnnw*", ""},
    {SECTION_DEF, "CANNOTOCCUPY", "wnnw*", ""},
    {SECTION_DEFINITIONS, "-", "lwlR?w",
     "COMPONENT COMPONENTPIN DESIGN GROUP NET NONDEFAULTRULE REGION ROW SPECIALNET INTEGER REAL "
     "STRING"},
    {SECTION_ROW, "PROPERTY", "p", ""},
    {SECTION_COMPONENTS, "EEQMASTER", "w", ""},
    {SECTION_COMPONENTS, "SOURCE", "l", "NETLIST DIST USER TIMING"},
    {SECTION_COMPONENTS, "FOREIGN", "wow", ""},
    {SECTION_COMPONENTS, "REGION", "a", ""},
    {SECTION_COMPONENTS, "GENERATE", "*", ""},
    {SECTION_COMPONENTS, "POWER", "n", ""},
    {SECTION_COMPONENTS, "WEIGHT", "n", ""},
    {SECTION_COMPONENTS, "MASKSHIFT", "n", ""},
    {SECTION_COMPONENTS, "HALO", "Snnnn", ""},
    {SECTION_COMPONENTS, "ROUTEHALO", "nww", ""},
    {SECTION_COMPONENTS, "PROPERTY", "p", ""},
    {SECTION_PINS, "NETEXPR", "w", ""},
    {SECTION_PINS, "SUPPLYSENSITIVITY", "w", ""},
    {SECTION_PINS, "GROUNDSENSITIVITY", "w", ""},
    {SECTION_PINS, "ANTENNAPINPARTIALMETALAREA", "nL", ""},
    {SECTION_PINS, "ANTENNAPINPARTIALMETALSIDEAREA", "nL", ""},
    {SECTION_PINS, "ANTENNAPINPARTIALCUTAREA", "nL", ""},
    {SECTION_PINS, "ANTENNAPINDIFFAREA", "nL", ""},
    {SECTION_PINS, "ANTENNAMODEL", "l", "OXIDE1 OXIDE2 OXIDE3 OXIDE4"},
    {SECTION_PINS, "ANTENNAPINGATEAREA", "nL", ""},
    {SECTION_PINS, "ANTENNAPINMAXAREACAR", "nL", ""},
    {SECTION_PINS, "ANTENNAPINMAXSIDEAREACAR", "nL", ""},
    {SECTION_PINS, "ANTENNAPINMAXCUTCAR", "nL", ""},
    {SECTION_PINS, "PROPERTY", "p", ""},
    {SECTION_BLOCKAGES, "COMPONENT", "w", ""},
    {SECTION_BLOCKAGES, "PARTIAL", "n", ""},
    {SECTION_BLOCKAGES, "MASK", "n", ""},
    {SECTION_FILLS, "MASK", "n", ""},
    {SECTION_VIAS, "PATTERNNAME", "w", ""},
    {SECTION_VIAS, "PATTERN", "w", ""},
    {SECTION_RULES, "VIARULE", "w", ""},
    {SECTION_RULES, "PROPERTY", "p", ""},
    {SECTION_NETS, "SHIELDNET", "w", ""},
    {SECTION_NETS, "VPIN", "wLo?low", "PLACED FIXED COVER"},
    {SECTION_NETS, "SUBNET", "w*", ""},
    {SECTION_NETS, "XTALK", "n", ""},
    {SECTION_NETS, "FREQUENCY", "n", ""},
    {SECTION_NETS, "SOURCE", "l", "DIST NETLIST TEST TIMING USER"},
    {SECTION_NETS, "ORIGINAL", "w", ""},
    {SECTION_NETS, "PATTERN", "l", "BALANCED STEINER TRUNK WIREDLOGIC"},
    {SECTION_NETS, "ESTCAP", "n", ""},
    {SECTION_NETS, "WEIGHT", "n", ""},
    {SECTION_NETS, "PROPERTY", "p", ""},
    {SECTION_NETS, "STYLE", "n", ""},
    {SECTION_NETS, "MASK", "n", ""},
    {SECTION_SPECIAL_NETS, "SHAPE", "l",
     "RING PADRING BLOCKRING STRIPE FOLLOWPIN IOWIRE COREWIRE BLOCKWIRE BLOCKAGEWIRE FILLWIRE "
     "FILLWIREOPC DRCFILL"},
    {SECTION_SPECIAL_NETS, "STYLE", "n", ""},
    {SECTION_SPECIAL_NETS, "MASK", "n", ""},
    {SECTION_SPECIAL_NETS, "VOLTAGE", "n", ""},
    {SECTION_SPECIAL_NETS, "SOURCE", "l", "DIST NETLIST TEST TIMING USER"},
    {SECTION_SPECIAL_NETS, "ORIGINAL", "w", ""},
    {SECTION_SPECIAL_NETS, "PATTERN", "l", "BALANCED STEINER TRUNK WIREDLOGIC"},
    {SECTION_SPECIAL_NETS, "ESTCAP", "n", ""},
    {SECTION_SPECIAL_NETS, "WEIGHT", "n", ""},
    {SECTION_SPECIAL_NETS, "SPACING", "wnR", ""},
    {SECTION_SPECIAL_NETS, "WIDTH", "wn", ""},
    {SECTION_SPECIAL_NETS, "PROPERTY", "p", ""},
    {SECTION_STYLES, "-", "lno", "STYLE"},
    {SECTION_SLOTS, "-", "lwo", "LAYER"},
    {SECTION_REGIONS, "-", "wo", ""},
    {SECTION_REGIONS, "TYPE", "l", "FENCE GUIDE"},
    {SECTION_REGIONS, "PROPERTY", "p", ""},
    {SECTION_PIN_PROPERTIES, "-", "ww", ""},
    {SECTION_PIN_PROPERTIES, "PROPERTY", "p", ""},
    {SECTION_GROUPS, "-", "w?*", ""},
    {SECTION_GROUPS, "REGION", "a", ""},
    {SECTION_GROUPS, "SOFT", "?*", ""},
    {SECTION_GROUPS, "PROPERTY", "p", ""},
    {SECTION_SCAN_CHAINS, "-", "w", ""},
    {SECTION_SCAN_CHAINS, "PARTITION", "w?ln", "MAXBITS"},
    {SECTION_SCAN_CHAINS, "COMMONSCANPINS", "*", ""},
    {SECTION_SCAN_CHAINS, "START", "w?w", ""},
    {SECTION_SCAN_CHAINS, "STOP", "w?w", ""},
    {SECTION_SCAN_CHAINS, "FLOATING", "*", ""},
    {SECTION_SCAN_CHAINS, "ORDERED", "*", ""},
};
enum { FORM_COUNT = sizeof FORMS / sizeof *FORMS };

/* Names a word that is not in the list of its option. */
static enum status note_word(struct def *def, const struct option_form *form, struct token value)
{
    enum { LIST_MAX = 200, WORDS_MAX = 16 };
    char list[LIST_MAX], text[2 * STATEMENT_MAX], *next = NULL;
    const char *known[WORDS_MAX];
    size_t count = 0;
    snprintf(list, sizeof list, "%s", form->list);
    for (char *p = strtok_r(list, " ", &next); p != NULL; p = strtok_r(NULL, " ", &next)) {
        assert(count < WORDS_MAX);
        known[count++] = p;
    }
    const char *nearest = nearest_word(value.text, value.length, known, count);
    const int length = (int)(value.length < STATEMENT_MAX ? value.length : STATEMENT_MAX);
    snprintf(text, sizeof text, "%.*s%s%s", length, value.text, nearest != NULL ? ", nearest " : "",
             nearest != NULL ? nearest : "");
    const struct token words = {text, strlen(text)};
    return form->word[0] == '-'
               ? statement_note(def->reader, NOTE_OTHER, form->section, words, NO_OPTION)
               : statement_note(def->reader, NOTE_OTHER, form->section, def->option, words);
}

/* Reads words that may be missing: SOFT, LAYER w or RANGE w w. */
static enum status read_optional(struct def *def, char letter)
{
    const char *word = letter == 'S' ? "SOFT" : letter == 'L' ? "LAYER" : "RANGE";
    struct token value;
    if (!token_is_word(lex_peek(def->lex), word))
        return STATUS_OK;
    lex_next(def->lex);
    for (int count = letter == 'S' ? 0 : letter == 'L' ? 1 : 2; count > 0; count--)
        TRY(def_value(def, &value));
    return STATUS_OK;
}

/* Reads points and the words RECT and POLYGON in front of them. */
static enum status read_outlines(struct def *def)
{
    for (;;) {
        while (token_is_in("RECT POLYGON", lex_peek(def->lex)))
            lex_next(def->lex);
        if (lex_ahead(def->lex) != '(')
            return lex_expected(def->lex, lex_next(def->lex), "a point ( x y )");
        TRY(read_points(def->reader));
        if (!token_is_in("RECT POLYGON", lex_peek(def->lex)))
            return STATUS_OK;
    }
}

/* Reads the words of * or p behind the first one. */
static enum status read_more(struct def *def, const struct option_form *form, bool pairs)
{
    for (bool value = false;; value = !value) {
        const struct token token = lex_peek(def->lex);
        const bool end = def_ends_option(def, token);
        if (end && pairs && !value)
            return lex_expected(def->lex, token, "the value of the property");
        if (!pairs && statement_is_known(form->section, token) && form->section != SECTION_NETS)
            return def_wrong_end(def, lex_next(def->lex), "+ or ;");
        if (end)
            return STATUS_OK;
        lex_next(def->lex);
    }
}

/* Reads the words of the form; the next word behind them is not read. */
static enum status read_form(struct def *def, const struct option_form *form)
{
    const char *name = form->word[0] != '-' ? form->word : section_name(form->section);
    for (const char *f = form->form; *f != '\0'; f++) {
        const struct token token = lex_peek(def->lex);
        const bool end = def_ends_option(def, token);
        if (strchr("SLR", *f) != NULL) {
            TRY(read_optional(def, *f));
        } else if (*f == '?') {
            if (end)
                return STATUS_OK;
        } else if (*f == 'o' || (*f == 'a' && token_is_char(token, '('))) {
            TRY(read_outlines(def));
        } else if (end) {
            return lex_expected(def->lex, token, "a value of the option %s", name);
        } else if (*f == 'n' && !token_is_number(token)) {
            return lex_expected(def->lex, token, "a number as the value of %s", name);
        } else {
            if (*f == 'l' && !token_is_in(form->list, token))
                TRY(note_word(def, form, token));
            lex_next(def->lex);
            if (*f == 'p' || *f == '*')
                TRY(read_more(def, form, *f == 'p'));
        }
    }
    return STATUS_OK;
}

enum status def_values(struct def *def, bool whole)
{
    const struct option_form *form = FORMS;
    const char *from = def->lex->at;
    while (form < FORMS + FORM_COUNT &&
           (form->section != def->section || !token_is_word(def->option, form->word)))
        form++;
    if (form == FORMS + FORM_COUNT)
        return STATUS_OK;
    TRY(read_form(def, form));
    if (whole && !def_ends_option(def, lex_peek(def->lex)))
        return def_wrong_end(def, lex_next(def->lex), "+ or ;");
    def->lex->at = from;
    return STATUS_OK;
}
