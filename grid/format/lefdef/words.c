/* words: the words of the statements of LEF and DEF by section. Words are searched one by one,
 * which is fast enough since only statements that are not used are looked up. */
#include "grid/format/lefdef/statements.h"

#include <strings.h>

#include "grid/text/nearest.h"

enum { TEXT_MAX = 4096 }; /* more bytes than the words of a section have */

const struct section_words section_words[SECTIONS] = {
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
                     "", "NOWIREEXTENSIONATPIN ON OFF"},
    [SECTION_UNITS] = {"UNITS", "DATABASE END", "",
                       "TIME CAPACITANCE RESISTANCE POWER CURRENT VOLTAGE FREQUENCY", "",
                       "TIME NANOSECONDS; CAPACITANCE PICOFARADS; RESISTANCE OHMS; "
                       "POWER MILLIWATTS; CURRENT MILLIAMPS; VOLTAGE VOLTS; FREQUENCY MEGAHERTZ"},
    [SECTION_SAME_NET] = {"SPACING", "SAMENET END", "", "", "", ""},
    [SECTION_SITE] = {"SITE", "SIZE END", "", "CLASS SYMMETRY ROWPATTERN", "",
                      "CLASS ! CORE PAD VIRTUAL; SYMMETRY ! X Y R90; ROWPATTERN *"},
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
         "PROTRUSIONWIDTH ANTENNALENGTHRATIO",
         "RESISTANCE RPERSQ PWL; CAPACITANCE CPERSQDIST PWL; CURRENTDEN PWL; ACCURRENTDENSITY "
         "PEAK AVERAGE RMS FREQUENCY WIDTH CUTAREA TABLEENTRIES; DCCURRENTDENSITY AVERAGE WIDTH "
         "CUTAREA TABLEENTRIES; ANTENNALENGTHFACTOR DIFFUSEONLY; ENCLOSURE ABOVE BELOW WIDTH "
         "EXCEPTEXTRACUT LENGTH PRL EXTRACUT; PREFERENCLOSURE ABOVE BELOW WIDTH; ARRAYSPACING "
         "LONGARRAY WIDTH CUTSPACING ARRAYCUTS SPACING; PROTRUSIONWIDTH LENGTH WIDTH; SPACING "
         "LENGTHTHRESHOLD RANGE NOTCHLENGTH ENDOFNOTCHWIDTH NOTCHSPACING; SPACINGTABLE INFLUENCE "
         "WIDTH WITHIN SPACING ORTHOGONAL PARALLELRUNLENGTH TWOWIDTHS"},
    [SECTION_OTHER_LAYER] = {"layer without wires", "TYPE END", "",
                             "PROPERTY MASK SPACING WIDTH DIRECTION PITCH OFFSET", "",
                             "PROPERTY *; SPACING *; DIRECTION HORIZONTAL VERTICAL DIAG45 DIAG135"},
    [SECTION_VIA] = {"VIA",
                     "DEFAULT GENERATED LAYER RECT POLYGON VIARULE CUTSIZE LAYERS CUTSPACING "
                     "ENCLOSURE ROWCOL ORIGIN OFFSET END",
                     "", "RESISTANCE PROPERTY FOREIGN", "PATTERN TOPOFSTACKONLY",
                     "PROPERTY *; FOREIGN *; PATTERN *"},
    [SECTION_VIA_RULE] = {"VIARULE",
                          "GENERATE DEFAULT LAYER DIRECTION ENCLOSURE OVERHANG WIDTH RECT SPACING "
                          "END",
                          "", "RESISTANCE PROPERTY METALOVERHANG VIA", "", "PROPERTY *; VIA *"},
    [SECTION_RULE] = {"NONDEFAULTRULE", "LAYER VIA USEVIA HARDSPACING MINCUTS END", "",
                      "SPACING PROPERTY USEVIARULE", "", "PROPERTY *; USEVIARULE *"},
    [SECTION_RULE_LAYER] = {"NONDEFAULTRULE LAYER", "WIDTH SPACING WIREEXTENSION END", "",
                            "RESISTANCE CAPACITANCE EDGECAPACITANCE DIAGWIDTH", "",
                            "RESISTANCE RPERSQ; CAPACITANCE CPERSQDIST"},
    [SECTION_MACRO] =
        {"MACRO", "CLASS ORIGIN SIZE PIN OBS END", "",
         "FIXEDMASK FOREIGN EEQ LEQ SOURCE SYMMETRY SITE DENSITY PROPERTY POWER "
         "GENERATOR CLOCKTYPE GENERATE FUNCTION TIMING",
         "",
         "CLASS ! CORE BLOCK COVER RING PAD ENDCAP BUMP BLACKBOX SOFT INPUT OUTPUT "
         "INOUT POWER SPACER AREAIO FEEDTHRU TIEHIGH TIELOW ANTENNACELL WELLTAP PRE "
         "POST TOPLEFT TOPRIGHT BOTTOMLEFT BOTTOMRIGHT TOPEDGE BOTTOMEDGE LEFTEDGE "
         "RIGHTEDGE LEFTTOPEDGE RIGHTTOPEDGE LEFTBOTTOMEDGE RIGHTBOTTOMEDGE "
         "LEFTTOPCORNER RIGHTTOPCORNER LEFTBOTTOMCORNER RIGHTBOTTOMCORNER GENERATOR "
         "GENERATED; SYMMETRY ! X Y R90; SOURCE USER GENERATE BLOCK; SITE *; FOREIGN *; "
         "EEQ *; LEQ *; PROPERTY *; GENERATOR *; CLOCKTYPE *; GENERATE *; FUNCTION *"},
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
         "",
         "SHAPE ! ABUTMENT RING FEEDTHRU; ANTENNASIDEAREA *; ANTENNACUTAREA *; ANTENNASIZE *; "
         "ANTENNAMETALAREA *; ANTENNAMETALLENGTH *; TAPERRULE *; NETEXPR *; SUPPLYSENSITIVITY *; "
         "GROUNDSENSITIVITY *; PROPERTY *; FOREIGN *; LEQ *; CURRENTSOURCE ACTIVE RESISTIVE; "
         "IV_TABLES *; OUTPUTNOISEMARGIN *; INPUTNOISEMARGIN *; OUTPUTRESISTANCE *"},
    [SECTION_SHAPES] = {"PORT", "LAYER WIDTH RECT POLYGON PATH VIA END", "", "CLASS PROPERTY", "",
                        "CLASS ! NONE CORE BUMP; PROPERTY *"},
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
    [SECTION_DEFINITIONS] = {"PROPERTYDEFINITIONS", "", "", "", ""},
    [SECTION_ROW] = {"ROW", "", "PROPERTY", "", ""},
    [SECTION_FILLS] = {"FILLS", "", "MASK OPC", "", ""},
    [SECTION_STYLES] = {"STYLES", "", "", "", ""},
    [SECTION_REGIONS] = {"REGIONS", "", "TYPE PROPERTY", "", ""},
    [SECTION_PIN_PROPERTIES] = {"PINPROPERTIES", "", "PROPERTY", "", ""},
    [SECTION_SLOTS] = {"SLOTS", "", "MASK", "", ""},
    [SECTION_SCAN_CHAINS] = {"SCANCHAINS", "",
                             "PARTITION COMMONSCANPINS START STOP FLOATING ORDERED", "", ""},
    [SECTION_GROUPS] = {"GROUPS", "", "SOFT REGION PROPERTY", "", ""},
};

bool token_same_word(struct token a, struct token b)
{
    return a.length == b.length && strncasecmp(a.text, b.text, a.length) == 0;
}

bool token_is_word(struct token token, const char *capitals)
{
    return token_same_word(token, (struct token){capitals, strlen(capitals)});
}

/* The index of the word, or the number of words. */
static uint32_t find_word(const char *list, struct token token, bool *found)
{
    uint32_t index = 0;
    for (const char *p = list; *p != '\0' && token.length > 0; index++) {
        const size_t length = strcspn(p, " ");
        *found = token_same_word(token, (struct token){p, length});
        if (*found)
            break;
        p += length + (p[length] == ' ');
    }
    return index;
}

bool token_is_in(const char *list, struct token token)
{
    bool found = false;
    find_word(list, token, &found);
    return found;
}

uint32_t token_index(const char *list, struct token token)
{
    bool found = false;
    const uint32_t index = find_word(list, token, &found);
    return found ? index : 0;
}

bool statement_is_known(enum section section, struct token word)
{
    assert(section < SECTIONS);
    const struct section_words *words = &section_words[section];
    return token_is_in(words->used, word) || token_is_in(words->carried, word) ||
           token_is_in(words->other, word) || token_is_in(words->rule, word);
}

bool token_nearest(const char *list, struct token token, char nearest[STATEMENT_MAX])
{
    char text[TEXT_MAX], *next = NULL;
    const char *words[SECTION_WORDS_MAX];
    size_t count = 0;
    snprintf(text, sizeof text, "%s", list);
    for (char *p = strtok_r(text, " ", &next); p != NULL; p = strtok_r(NULL, " ", &next)) {
        assert(count < SECTION_WORDS_MAX && strlen(p) < STATEMENT_MAX);
        words[count++] = p;
    }
    const char *found = nearest_word(token.text, token.length, words, count);
    snprintf(nearest, STATEMENT_MAX, "%s", found != NULL ? found : "");
    return found != NULL;
}

bool statement_nearest(enum section section, struct token word, char nearest[STATEMENT_MAX])
{
    assert(section < SECTIONS);
    const struct section_words *words = &section_words[section];
    char text[TEXT_MAX];
    snprintf(text, sizeof text, "%s %s %s %s", words->used, words->carried, words->other,
             words->rule);
    return token_nearest(text, word, nearest);
}

const char *statement_values(enum section section, struct token word, size_t *length)
{
    const char *p = section_words[section].values;
    *length = 0;
    if (p == NULL || !statement_is_known(section, word))
        return NULL;
    for (; *p != '\0'; p += strspn(p, "; ")) {
        const size_t name = strcspn(p, " "), all = strcspn(p, ";");
        if (name < all && token_same_word(word, (struct token){p, name})) {
            *length = all - name - 1;
            return p + name + 1;
        }
        p += all;
    }
    return "";
}
