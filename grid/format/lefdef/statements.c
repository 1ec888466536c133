/* statements: tables of words by section. Words are searched one by one, which is fast enough since
 * only statements that are not used are looked up. */
#include "grid/format/lefdef/statements.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "grid/text/nearest.h"

enum {
    SECTION_WORDS_MAX = 128, /* most statements of a section */
    TEXT_MAX = 4096,         /* more bytes than all of them have */
};

/* The statements of a section: those that the readers use, those that stay in the text of DEF,
 * those that no wire can break and those that a wire could break. Unknown statements count as the
 * last. */
static const struct section_words {
    const char *name;
    const char *used, *carried, *other, *rule;
} WORDS[SECTIONS] = {
    [SECTION_LEF] = {"LEF",
                     "VERSION BUSBITCHARS DIVIDERCHAR UNITS MANUFACTURINGGRID CLEARANCEMEASURE "
                     "LAYER VIA VIARULE NONDEFAULTRULE SPACING SITE MACRO END NAMESCASESENSITIVE "
                     "USEMINSPACING MAXVIASTACK ANTENNAINPUTGATEAREA ANTENNAINOUTDIFFAREA "
                     "ANTENNAOUTPUTDIFFAREA",
                     "",
                     "FIXEDMASK NOWIREEXTENSIONATPIN PROPERTYDEFINITIONS ARRAY NOISETABLE "
                     "CORRECTIONTABLE IRDROP BEGINEXT MINFEATURE UNIVERSALNOISEMARGIN "
                     "EDGERATETHRESHOLD1 EDGERATETHRESHOLD2 EDGERATESCALEFACTOR DIELECTRIC "
                     "INPUTPINANTENNASIZE OUTPUTPINANTENNASIZE INOUTPINANTENNASIZE "
                     "TIMING",
                     ""},
    [SECTION_UNITS] = {"UNITS", "DATABASE END", "",
                       "TIME CAPACITANCE RESISTANCE POWER CURRENT VOLTAGE FREQUENCY", ""},
    [SECTION_SAME_NET] = {"SPACING", "SAMENET END", "", "", ""},
    [SECTION_SITE] = {"SITE", "SIZE END", "", "CLASS SYMMETRY ROWPATTERN", ""},
    [SECTION_LAYER] =
        {"LAYER",
         "TYPE DIRECTION PITCH OFFSET WIDTH MINWIDTH WIREEXTENSION AREA SPACING SPACINGTABLE "
         "MINSTEP MINENCLOSEDAREA MINIMUMCUT PROPERTY END THICKNESS ANTENNAMODEL "
         "ANTENNAAREAFACTOR ANTENNASIDEAREAFACTOR ANTENNAAREARATIO ANTENNADIFFAREARATIO "
         "ANTENNACUMAREARATIO ANTENNACUMDIFFAREARATIO ANTENNASIDEAREARATIO "
         "ANTENNADIFFSIDEAREARATIO ANTENNACUMSIDEAREARATIO ANTENNACUMDIFFSIDEAREARATIO "
         "ANTENNACUMROUTINGPLUSCUT ANTENNAGATEPLUSDIFF ANTENNAAREAMINUSDIFF "
         "ANTENNAAREADIFFREDUCEPWL",
         "",
         "MASK RESISTANCE CAPACITANCE EDGECAPACITANCE HEIGHT SHRINKAGE CAPMULTIPLIER "
         "ACCURRENTDENSITY DCCURRENTDENSITY CURRENTDEN DENSITYCHECKWINDOW "
         "DENSITYCHECKSTEP FILLACTIVESPACING DIAGPITCH DIAGWIDTH DIAGSPACING DIAGMINEDGELENGTH "
         "SLOTWIREWIDTH SLOTWIRELENGTH SLOTWIDTH SLOTLENGTH MAXADJACENTSLOTSPACING "
         "MAXCOAXIALSLOTSPACING MAXEDGESLOTSPACING SPLITWIREWIDTH "
         "ANTENNALENGTHFACTOR",
         "ENCLOSURE PREFERENCLOSURE ARRAYSPACING MINIMUMDENSITY MAXIMUMDENSITY MAXWIDTH MINSIZE "
         "PROTRUSIONWIDTH ANTENNALENGTHRATIO"},
    [SECTION_OTHER_LAYER] = {"layer without wires", "TYPE END", "",
                             "PROPERTY MASK SPACING WIDTH DIRECTION PITCH OFFSET", ""},
    [SECTION_VIA] = {"VIA",
                     "DEFAULT GENERATED LAYER RECT POLYGON VIARULE CUTSIZE LAYERS CUTSPACING "
                     "ENCLOSURE ROWCOL ORIGIN OFFSET END",
                     "", "RESISTANCE PROPERTY FOREIGN", "PATTERN TOPOFSTACKONLY"},
    [SECTION_VIA_RULE] = {"VIARULE",
                          "GENERATE DEFAULT LAYER DIRECTION ENCLOSURE OVERHANG WIDTH RECT SPACING "
                          "END",
                          "", "RESISTANCE PROPERTY METALOVERHANG VIA", ""},
    [SECTION_RULE] = {"NONDEFAULTRULE", "LAYER VIA USEVIA HARDSPACING MINCUTS END", "",
                      "SPACING PROPERTY USEVIARULE", ""},
    [SECTION_RULE_LAYER] = {"NONDEFAULTRULE LAYER", "WIDTH SPACING WIREEXTENSION END", "",
                            "RESISTANCE CAPACITANCE EDGECAPACITANCE DIAGWIDTH", ""},
    [SECTION_MACRO] = {"MACRO", "CLASS ORIGIN SIZE PIN OBS END", "",
                       "FIXEDMASK FOREIGN EEQ LEQ SOURCE SYMMETRY SITE DENSITY PROPERTY POWER "
                       "GENERATOR CLOCKTYPE GENERATE FUNCTION TIMING",
                       ""},
    [SECTION_PIN] =
        {"PIN",
         "DIRECTION USE PORT MUSTJOIN END ANTENNAPARTIALMETALAREA ANTENNAPARTIALMETALSIDEAREA "
         "ANTENNAPARTIALCUTAREA ANTENNADIFFAREA ANTENNAMODEL ANTENNAGATEAREA ANTENNAMAXAREACAR "
         "ANTENNAMAXSIDEAREACAR ANTENNAMAXCUTCAR",
         "",
         "TAPERRULE NETEXPR SUPPLYSENSITIVITY GROUNDSENSITIVITY SHAPE PROPERTY FOREIGN LEQ "
         "ANTENNASIZE ANTENNAMETALAREA ANTENNAMETALLENGTH "
         "ANTENNASIDEAREA ANTENNACUTAREA CAPACITANCE RESISTANCE POWER CURRENT CURRENTSOURCE "
         "RISETHRESH FALLTHRESH RISESATCUR FALLSATCUR RISESLEWLIMIT FALLSLEWLIMIT VLO VHI "
         "TIEOFFR MAXLOAD MAXDELAY IV_TABLES PULLDOWNRES INPUTNOISEMARGIN OUTPUTNOISEMARGIN "
         "OUTPUTRESISTANCE RISEVOLTAGETHRESHOLD FALLVOLTAGETHRESHOLD",
         ""},
    [SECTION_SHAPES] = {"PORT", "LAYER WIDTH RECT POLYGON PATH VIA END", "", "CLASS PROPERTY", ""},
    [SECTION_DEF] =
        {"DEF",
         "DESIGN UNITS DIEAREA ROW TRACKS GCELLGRID BUSBITCHARS NAMESCASESENSITIVE "
         "VERSION COMPONENTS PINS VIAS NONDEFAULTRULES NETS SPECIALNETS BLOCKAGES FILLS END",
         "DIVIDERCHAR TECHNOLOGY ARRAY FLOORPLAN HISTORY PROPERTYDEFINITIONS BEGINEXT "
         "COMPONENTMASKSHIFT STYLES REGIONS PINPROPERTIES SLOTS SCANCHAINS "
         "GROUPS CANPLACE CANNOTOCCUPY DEFAULTCAP IOTIMINGS TIMINGDISABLES PARTITIONS "
         "CONSTRAINTS ASSERTIONS FPC",
         "", ""},
    [SECTION_COMPONENTS] = {"COMPONENTS", "PLACED FIXED COVER UNPLACED",
                            "EEQMASTER SOURCE FOREIGN REGION GENERATE POWER WEIGHT PROPERTY "
                            "MASKSHIFT HALO",
                            "", "ROUTEHALO"},
    [SECTION_PINS] = {"PINS",
                      "NET SPECIAL DIRECTION USE PORT LAYER POLYGON VIA PLACED FIXED COVER "
                      "UNPLACED",
                      "NETEXPR SUPPLYSENSITIVITY GROUNDSENSITIVITY ANTENNAPINPARTIALMETALAREA "
                      "ANTENNAPINPARTIALMETALSIDEAREA ANTENNAPINPARTIALCUTAREA "
                      "ANTENNAPINDIFFAREA ANTENNAMODEL ANTENNAPINGATEAREA ANTENNAPINMAXAREACAR "
                      "ANTENNAPINMAXSIDEAREACAR ANTENNAPINMAXCUTCAR PROPERTY",
                      "", ""},
    [SECTION_BLOCKAGES] = {"BLOCKAGES",
                           "LAYER PLACEMENT SPACING DESIGNRULEWIDTH EXCEPTPGNET FILLS SLOTS RECT "
                           "POLYGON",
                           "COMPONENT PUSHDOWN SOFT PARTIAL MASK", "", ""},
    [SECTION_VIAS] = {"VIAS",
                      "RECT POLYGON VIARULE CUTSIZE LAYERS CUTSPACING ENCLOSURE ROWCOL ORIGIN "
                      "OFFSET",
                      "PATTERNNAME", "", "PATTERN"},
    [SECTION_RULES] = {"NONDEFAULTRULES", "HARDSPACING LAYER VIA MINCUTS", "VIARULE PROPERTY", "",
                       ""},
    [SECTION_NETS] = {"NETS",
                      "ROUTED FIXED COVER NOSHIELD USE NONDEFAULTRULE SUBNET VPIN FIXEDBUMP",
                      "XTALK FREQUENCY ORIGINAL PATTERN ESTCAP WEIGHT SOURCE PROPERTY", "",
                      "SHIELDNET"},
    [SECTION_SPECIAL_NETS] = {"SPECIALNETS",
                              "ROUTED FIXED COVER SHIELD RECT POLYGON VIA USE SHAPE MASK STYLE "
                              "FIXEDBUMP",
                              "VOLTAGE SOURCE ORIGINAL PATTERN ESTCAP WEIGHT PROPERTY SPACING "
                              "WIDTH",
                              "", ""},
};

/* Statements of a layer inside of which WIDTH, LENGTH, SPACING and AREA are no statements. */
static const char HOLDS_WORDS[] = "ACCURRENTDENSITY DCCURRENTDENSITY ENCLOSURE PREFERENCLOSURE "
                                  "ARRAYSPACING SPACING SPACINGTABLE PROTRUSIONWIDTH";
static const char HELD_WORDS[] = "WIDTH LENGTH SPACING AREA";

bool token_is_word(struct token token, const char *capitals)
{
    for (size_t i = 0; i < token.length; i++) {
        const char c = token.text[i];
        if ((c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c) != capitals[i])
            return false; /* also at its NUL: a token contains none */
    }
    return capitals[token.length] == '\0';
}

/* True if a list of words separated by blanks contains the token, in any letter case. */
static bool is_in(const char *list, struct token token)
{
    for (const char *p = list; *p != '\0' && token.length > 0;) {
        const size_t length = strcspn(p, " ");
        size_t i = 0;
        while (i < length && i < token.length &&
               (token.text[i] >= 'a' && token.text[i] <= 'z' ? token.text[i] - 'a' + 'A'
                                                             : token.text[i]) == p[i])
            i++;
        if (i == length && i == token.length)
            return true;
        p += length + (p[length] == ' ');
    }
    return false;
}

bool statement_is_known(enum section section, struct token word)
{
    assert(section < SECTIONS);
    const struct section_words *words = &WORDS[section];
    return is_in(words->used, word) || is_in(words->carried, word) || is_in(words->other, word) ||
           is_in(words->rule, word);
}

bool statement_is_other(enum section section, struct token word)
{
    assert(section < SECTIONS);
    return is_in(WORDS[section].other, word);
}

bool statement_nearest(enum section section, struct token word, char nearest[STATEMENT_MAX])
{
    assert(section < SECTIONS);
    const struct section_words *words = &WORDS[section];
    char text[TEXT_MAX], *next = NULL;
    const char *list[SECTION_WORDS_MAX];
    size_t count = 0;
    snprintf(text, sizeof text, "%s %s %s %s", words->used, words->carried, words->other,
             words->rule);
    for (char *p = strtok_r(text, " ", &next); p != NULL; p = strtok_r(NULL, " ", &next)) {
        assert(count < SECTION_WORDS_MAX && strlen(p) < STATEMENT_MAX);
        list[count++] = p;
    }
    const char *found = nearest_word(word.text, word.length, list, count);
    snprintf(nearest, STATEMENT_MAX, "%s", found != NULL ? found : "");
    return found != NULL;
}

enum status statement_note(struct lefdef_reader *reader, enum note_kind kind, enum section section,
                           struct token word, struct token option)
{
    assert(section < SECTIONS && word.length > 0);
    enum { WORD_MAX = 64 }; /* longest word of a note, in bytes */
    char text[NOTE_TEXT_MAX], keyword[WORD_MAX + 1];
    const bool known = statement_is_known(section, word);
    snprintf(keyword, sizeof keyword, "%.*s",
             (int)(word.length < WORD_MAX ? word.length : WORD_MAX), word.text);
    for (char *p = keyword; known && *p != '\0'; p++) /* a kind has one spelling */
        *p = (char)(*p >= 'a' && *p <= 'z' ? *p - 'a' + 'A' : *p);
    snprintf(text, sizeof text, "%s %s%s%.*s", WORDS[section].name, keyword,
             option.length > 0 ? " " : "",
             (int)(option.length < WORD_MAX ? option.length : WORD_MAX), option.text);
    return notes_add(&reader->layout->notes, kind, text, reader->error);
}

enum status statement_unused(struct lefdef_reader *reader, enum section section, struct token word,
                             struct token option)
{
    if (is_in(WORDS[section].carried, word) || token_is_char(word, ';'))
        return STATUS_OK;
    return statement_note(reader, statement_is_other(section, word) ? NOTE_OTHER : NOTE_RULE,
                          section, word, option);
}

/* True if only blanks are in front of the token in its line. */
static bool is_first_of_line(const struct lexer *lex, struct token token)
{
    const char *p = token.text;
    while (p > lex->text && (p[-1] == ' ' || p[-1] == '\t'))
        p--;
    return p == lex->text || p[-1] == '\n' || p[-1] == '\r';
}

enum status statement_wrong(struct lefdef_reader *reader, enum section section, struct token word,
                            const char *expected)
{
    reader->missing_end = lex_keyword(&reader->lex, word) == KEY_END ||
                          (word.length > 0 && statement_is_known(section, word));
    reader->replaced_end = !reader->missing_end && !token_is_char(word, ';') &&
                           is_first_of_line(&reader->lex, lex_peek(&reader->lex));
    return lex_expected(&reader->lex, word, "%s", expected);
}

enum status statement_end(struct lefdef_reader *reader, enum section section)
{
    struct token token = lex_next(&reader->lex);
    return token_is_char(token, ';')
               ? STATUS_OK
               : statement_wrong(reader, section, token, "; at the end of the statement");
}

/* True if the word is a number and a `;` follows, so that a word in front of it is a statement. */
static bool is_whole(struct lexer *lex)
{
    const char *at = lex->at;
    const bool number = token_is_number(lex_next(lex));
    const bool end = token_is_char(lex_next(lex), ';');
    lex->at = at;
    return number && end;
}

/* Skips words to the `;`. Words that `word` may hold are no statements, unless they stand in a line
 * of their own as one. */
static enum status skip_words(struct lefdef_reader *reader, enum section section, struct token word)
{
    struct lexer *lex = &reader->lex;
    const bool known = statement_is_known(section, word) && !token_is_word(word, "HISTORY");
    const bool holds = section == SECTION_OTHER_LAYER ||
                       (section == SECTION_LAYER && (!known || is_in(HOLDS_WORDS, word)));
    for (struct token token = word; !token_is_char(token, ';');) {
        token = lex_next(lex);
        const bool first = is_first_of_line(lex, token);
        const bool starts = statement_is_known(section, token) && (known || first) &&
                            !(holds && is_in(HELD_WORDS, token) && !(first && is_whole(lex)));
        const bool end = lex_keyword(lex, token) == KEY_END;
        reader->lost |= (end || starts) && !known; /* the word may mean END, or begin a block */
        if (starts || token.length == 0 || end)
            return statement_wrong(reader, section, token, "; at the end of the statement");
    }
    return STATUS_OK;
}

enum status statement_skip_rest(struct lefdef_reader *reader, enum section section,
                                struct token word)
{
    struct lexer *lex = &reader->lex;
    const char *from = lex->at;
    TRY(skip_words(reader, section, word));
    if (section != SECTION_LAYER ||
        (!token_is_word(word, "ACCURRENTDENSITY") && !token_is_word(word, "DCCURRENTDENSITY")))
        return STATUS_OK;
    /* TYPE FREQUENCY .. ; [WIDTH | CUTAREA .. ;] TABLEENTRIES .. ; or TYPE WIDTH | CUTAREA .. ;
     * TABLEENTRIES .. ; or TYPE value ; */
    const char *to = lex->at;
    lex->at = from;
    lex_next(lex);
    const struct token list = lex_next(lex);
    lex->at = to;
    if (token_is_number(list) || token_is_char(list, ';'))
        return STATUS_OK;
    if (token_is_word(list, "FREQUENCY") &&
        (token_is_word(lex_peek(lex), "WIDTH") || token_is_word(lex_peek(lex), "CUTAREA")))
        TRY(skip_words(reader, section, lex_next(lex)));
    const struct token entries = lex_next(lex);
    return token_is_word(entries, "TABLEENTRIES")
               ? skip_words(reader, section, word)
               : statement_wrong(reader, section, entries, "TABLEENTRIES");
}

enum status statement_skip(struct lefdef_reader *reader, enum section section, struct token word)
{
    TRY(statement_unused(reader, section, word, NO_OPTION));
    return statement_skip_rest(reader, section, word);
}

enum status read_use(struct lefdef_reader *reader, enum section section, struct token word,
                     struct token value, enum pin_use *use)
{
    *use = use_of(&reader->lex, value);
    if (*use != USE_SIGNAL || token_is_word(value, "SIGNAL") || token_is_word(value, "TIEOFF"))
        return STATUS_OK;
    return statement_unused(reader, section, word, value);
}

enum status read_direction(struct lefdef_reader *reader, enum section section, struct token word,
                           struct token value, enum pin_direction *direction)
{
    *direction = direction_of(&reader->lex, value);
    return *direction != PIN_NONE ? STATUS_OK : statement_unused(reader, section, word, value);
}

enum status reader_remark(struct lefdef_reader *reader, const char *format, ...)
{
    char text[NOTE_TEXT_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return notes_add(&reader->layout->notes, NOTE_REMARK, text, reader->error);
}
