/* notes: counts equal texts in a table. */
#include "grid/layout/notes.h"

enum status notes_add(struct layout_notes *notes, enum note_kind kind, const char *text,
                      struct error *error)
{
    assert(text[0] != '\0' && strlen(text) < NOTE_TEXT_MAX);
    const uint32_t known = notes->texts.count;
    uint32_t number = 0;
    TRY(names_add(&notes->texts, text, strlen(text), &number, error));
    TRY(MEM_GROW(notes->note, notes->capacity, (size_t)notes->texts.count, "notes", error));
    if (number == known)
        notes->note[number] = (struct layout_note){kind, 0};
    notes->note[number].count += notes->note[number].count < UINT32_MAX;
    return STATUS_OK;
}

enum status notes_copy(struct layout_notes *to, const struct layout_notes *from,
                       struct error *error)
{
    assert(to != from && to->texts.count == 0);
    for (uint32_t i = 0; i < from->texts.count; i++) {
        TRY(notes_add(to, (enum note_kind)from->note[i].kind, names_text(&from->texts, i), error));
        to->note[i].count = from->note[i].count;
    }
    return STATUS_OK;
}

/* Statements that have a name in plain words, singular and plural, in the order of the sum. Other
 * statements follow with their section and keyword. */
static const struct noun {
    const char *text, *one, *many;
} NOUNS[] = {
    {"LAYER ENCLOSURE", "cut enclosure", "cut enclosures"},
    {"LAYER LEF58_CUTCLASS", "LEF58 list of cut classes", "LEF58 lists of cut classes"},
    {"LAYER LEF58_SPACINGTABLE", "LEF58 spacing table", "LEF58 spacing tables"},
    {"LAYER LEF58_ENCLOSURE", "LEF58 cut enclosure", "LEF58 cut enclosures"},
    {"LAYER LEF58_EOLKEEPOUT", "end-of-line keepout", "end-of-line keepouts"},
    {"LAYER LEF58_SPACING ENDOFLINE", "LEF58 line-end spacing", "LEF58 line-end spacings"},
    {"LAYER LEF58_CORNERSPACING", "corner spacing", "corner spacings"},
    {"LAYER LEF58_WIDTHTABLE", "width table", "width tables"},
    {"LAYER MINSIZE", "minimum size", "minimum sizes"},
    {"LAYER PREFERENCLOSURE", "preferred enclosure", "preferred enclosures"},
    {"LAYER ARRAYSPACING", "spacing of cut arrays", "spacings of cut arrays"},
    {"LAYER MINIMUMDENSITY", "density", "densities"},
    {"LAYER MAXIMUMDENSITY", "density", "densities"},
    {"LAYER MAXWIDTH", "maximum width", "maximum widths"},
    {"LAYER PROTRUSIONWIDTH", "protrusion", "protrusions"},
    {"COMPONENTS ROUTEHALO", "ROUTEHALO", "ROUTEHALO"},
    {"NETS SHIELDNET", "SHIELDNET", "SHIELDNET"},
    {"LAYER ANTENNALENGTHRATIO", "antenna ratio", "antenna ratios"},
};
enum { NOUN_COUNT = sizeof NOUNS / sizeof *NOUNS };

/* The noun of a statement, NOUN_COUNT if it has none. */
static size_t noun_of(const char *text)
{
    size_t i = 0;
    while (i < NOUN_COUNT && strcmp(NOUNS[i].text, text) != 0)
        i++;
    return i;
}

/* The text of notes_sum, which is written piece by piece and cut to `size`. */
struct sum {
    char *text;
    size_t size, length;
    uint64_t count;
};

static void add_words(struct sum *sum, uint64_t count, const char *words)
{
    if (count == 0)
        return;
    const int more = snprintf(sum->text + sum->length, sum->size - sum->length, "%s%" PRIu64 " %s",
                              sum->count > 0 ? ", " : "", count, words);
    sum->count += count;
    sum->length += more > 0 ? (size_t)more : 0;
    sum->length = sum->length < sum->size ? sum->length : sum->size - 1;
}

uint64_t notes_sum(const struct layout_notes *notes, char *text, size_t size)
{
    assert(size > 0);
    struct sum sum = {.text = text, .size = size};
    text[0] = '\0';
    uint64_t count = 0;
    for (size_t n = 0; n < NOUN_COUNT; n++) {
        for (uint32_t i = 0; i < notes->texts.count; i++)
            if (notes->note[i].kind == NOTE_RULE && noun_of(names_text(&notes->texts, i)) == n)
                count += notes->note[i].count;
        if (n + 1 < NOUN_COUNT && strcmp(NOUNS[n].many, NOUNS[n + 1].many) == 0)
            continue; /* the next one has the same name */
        add_words(&sum, count, count == 1 ? NOUNS[n].one : NOUNS[n].many);
        count = 0;
    }
    for (uint32_t i = 0; i < notes->texts.count; i++)
        if (notes->note[i].kind == NOTE_RULE && noun_of(names_text(&notes->texts, i)) == NOUN_COUNT)
            add_words(&sum, notes->note[i].count, names_text(&notes->texts, i));
    return sum.count;
}

void notes_destroy(struct layout_notes *notes)
{
    names_destroy(&notes->texts);
    MEM_CLEAR(notes, notes->note);
}
