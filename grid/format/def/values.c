/* values: checks the words after options and statements of DEF that the reader does not use. A
 * word that is missing or one too many is an error; an unknown word is named. */
#include "grid/format/def/parts.h"

/* True for a word that begins another statement or item, so that the `;` is missing. */
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

/* The words of an option, a letter each:
 * - n: a number; w: any word; l: a word of the list; *: one or more words; p: one or more pairs;
 * - o: one or more points or shapes; r: the same, or any word; s: SOFT or nothing.
 *
 * Words after ? are optional. The option - is the beginning of an item. SECTIONS: the options of
 * all sections. */
static const struct option_form {
    enum section section;
    const char *form, *list, *options;
} FORMS[] = {
    {SECTION_DEF, "wnnw*", "", "CANPLACE CANNOTOCCUPY"},
    {SECTION_DEFINITIONS, "lwl?w?nn?w",
     "COMPONENT COMPONENTPIN DESIGN GROUP NET NONDEFAULTRULE REGION ROW SPECIALNET INTEGER REAL "
     "STRING",
     "-"},
    {SECTION_STYLES, "lno", "STYLE", "-"},
    {SECTION_SLOTS, "lwo", "LAYER", "-"},
    {SECTION_REGIONS, "wo", "", "-"},
    {SECTION_PIN_PROPERTIES, "ww", "", "-"},
    {SECTION_SCAN_CHAINS, "w", "", "-"},
    {SECTION_GROUPS, "w?*", "", "-"},
    {SECTION_REGIONS, "l", "FENCE GUIDE", "TYPE"},
    {SECTION_PINS, "l", "OXIDE1 OXIDE2 OXIDE3 OXIDE4", "ANTENNAMODEL"},
    {SECTION_PINS, "n?lw", "LAYER",
     "ANTENNAPINPARTIALMETALAREA ANTENNAPINPARTIALMETALSIDEAREA ANTENNAPINPARTIALCUTAREA "
     "ANTENNAPINDIFFAREA ANTENNAPINGATEAREA ANTENNAPINMAXAREACAR ANTENNAPINMAXSIDEAREACAR "
     "ANTENNAPINMAXCUTCAR"},
    {SECTION_SCAN_CHAINS, "w?ln", "MAXBITS", "PARTITION"},
    {SECTION_SCAN_CHAINS, "w?w", "", "START STOP"},
    {SECTION_GROUPS, "?ln?ln?ln", "MAXHALFPERIMETER MAXX MAXY", "SOFT"},
    {SECTION_SPECIAL_NETS, "l",
     "RING PADRING BLOCKRING STRIPE FOLLOWPIN IOWIRE COREWIRE BLOCKWIRE BLOCKAGEWIRE FILLWIRE "
     "FILLWIREOPC DRCFILL",
     "SHAPE"},
    {SECTION_SPECIAL_NETS, "wn?lnn", "RANGE", "SPACING"},
    {SECTION_SPECIAL_NETS, "wn", "", "WIDTH"},
    {SECTION_VIAS, "w", "", "PATTERN"},
    {SECTIONS, "l", "BALANCED STEINER TRUNK WIREDLOGIC", "PATTERN"},
    {SECTIONS, "l", "DIST NETLIST TEST TIMING USER", "SOURCE"},
    {SECTIONS, "nww", "", "ROUTEHALO"},
    {SECTIONS, "p", "", "PROPERTY"},
    {SECTIONS, "n", "", "POWER WEIGHT MASKSHIFT PARTIAL MASK XTALK FREQUENCY ESTCAP STYLE VOLTAGE"},
    {SECTIONS, "w", "",
     "DIVIDERCHAR TECHNOLOGY ARRAY FLOORPLAN EEQMASTER NETEXPR SUPPLYSENSITIVITY GROUNDSENSITIVITY "
     "COMPONENT PATTERNNAME VIARULE SHIELDNET ORIGINAL"},
    {SECTIONS, "w*", "", "VPIN SUBNET"},
    {SECTIONS, "wow", "", "FOREIGN"},
    {SECTIONS, "snnnn", "", "HALO"},
    {SECTIONS, "r", "", "REGION"},
    {SECTIONS, "*", "", "COMPONENTMASKSHIFT GENERATE COMMONSCANPINS FLOATING ORDERED"},
};
enum { FORM_COUNT = sizeof FORMS / sizeof *FORMS };

/* Notes a word that is not in the list of its option. */
static enum status note_word(struct def *def, const struct option_form *form, struct token value)
{
    char text[3 * STATEMENT_MAX], nearest[STATEMENT_MAX];
    const bool close = token_nearest(form->list, value, nearest);
    const int length = (int)(value.length < STATEMENT_MAX ? value.length : STATEMENT_MAX);
    snprintf(text, sizeof text, "%.*s%s%s", length, value.text, close ? ", nearest " : "", nearest);
    const struct token words = {text, strlen(text)};
    return token_is_char(def->option, '-')
               ? statement_note(def->reader, NOTE_OTHER, def->section, words, NO_OPTION)
               : statement_note(def->reader, NOTE_OTHER, def->section, def->option, words);
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

/* Reads the words of * or p after the first one. */
static enum status read_more(struct def *def, bool pairs)
{
    for (bool value = false;; value = !value) {
        const struct token token = lex_peek(def->lex);
        const bool end = def_ends_option(def, token);
        if (end && pairs && !value)
            return lex_expected(def->lex, token, "the value of the property");
        if (!pairs && statement_is_known(def->section, token) && def->section != SECTION_NETS)
            return def_wrong_end(def, lex_next(def->lex), "+ or ;");
        if (end)
            return STATUS_OK;
        lex_next(def->lex);
    }
}

/* Reads the words of the form; the next word after them is not read. */
static enum status read_form(struct def *def, const struct option_form *form)
{
    for (const char *f = form->form; *f != '\0'; f++) {
        const struct token token = lex_peek(def->lex);
        const bool end = def_ends_option(def, token);
        if (*f == '?') {
            if (end)
                return STATUS_OK;
        } else if (*f == 's') {
            if (token_is_word(token, "SOFT"))
                lex_next(def->lex);
        } else if (*f == 'o' || (*f == 'r' && token_is_char(token, '('))) {
            TRY(read_outlines(def));
        } else if (end) {
            return lex_expected(def->lex, token, "a value of the option");
        } else if (*f == 'n' && !token_is_number(token)) {
            return lex_expected(def->lex, token, "a number as the value");
        } else {
            if (*f == 'l' && !token_is_in(form->list, token))
                TRY(note_word(def, form, token));
            lex_next(def->lex);
            if (*f == 'p' || *f == '*')
                TRY(read_more(def, *f == 'p'));
        }
    }
    return STATUS_OK;
}

enum status def_values(struct def *def, bool whole)
{
    const struct option_form *form = FORMS;
    const char *from = def->lex->at;
    while (form < FORMS + FORM_COUNT &&
           ((form->section != def->section && form->section != SECTIONS) ||
            !token_is_in(form->options, def->option)))
        form++;
    if (form == FORMS + FORM_COUNT)
        return STATUS_OK;
    TRY(read_form(def, form));
    if (whole && !def_ends_option(def, lex_peek(def->lex)))
        return def_wrong_end(def, lex_next(def->lex), "+ or ;");
    def->lex->at = from;
    return STATUS_OK;
}
