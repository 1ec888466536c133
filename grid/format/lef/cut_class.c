/* cut_class: reads LEF58_CUTCLASS and LEF58_SPACINGTABLE of a cut layer.
 *
 * Each pair of classes becomes rules of the layer (tech_cut_spacing). Tables with other words than
 * DEFAULT, SAMENET and PRL, or of other cuts than those of the classes, are not obeyed. */
#include "grid/format/lef/parts.h"

/* A table. The entry of a row and a column is entries[2 * (row * classes + column)] for run lengths
 * up to `run`, and the next one for those beyond. */
struct cut_table {
    uint32_t class[LEFDEF_CUT_CLASSES_MAX]; /* by column: number of its class */
    uint32_t classes;
    int32_t spacing, run; /* DEFAULT and PRL */
    bool same_net;
    int32_t entries[2 * LEFDEF_CUT_CLASSES_MAX * LEFDEF_CUT_CLASSES_MAX];
};

/* The words that are left. */
struct cut_words {
    struct lefdef_reader *reader;
    const struct token *at, *end;
    enum status status; /* of lengths */
};

static bool take(struct cut_words *words, const char *text)
{
    const bool is = words->at < words->end && token_is_word(*words->at, text);
    words->at += is;
    return is;
}

static bool take_number(struct cut_words *words, int32_t *length)
{
    if (words->at == words->end || !token_is_number(*words->at))
        return false;
    words->status = length_of(words->reader, *words->at++, length);
    return words->status == STATUS_OK;
}

/* Reads `text length`; *length stays without them. False if the length is none. */
static bool take_length(struct cut_words *words, const char *text, int32_t *length)
{
    return !take(words, text) || take_number(words, length);
}

/* CUTCLASS name WIDTH w [LENGTH l] [CUTS n] ; */
static bool take_class(struct cut_words *words)
{
    struct lefdef_reader *reader = words->reader;
    if (!take(words, "CUTCLASS") || words->at == words->end ||
        reader->cut_classes == LEFDEF_CUT_CLASSES_MAX)
        return false;
    struct lefdef_cut_class class = {.name = *words->at++};
    int32_t width = 0, length = 0;
    if (!take_length(words, "WIDTH", &width))
        return false;
    length = width;
    if (!take_length(words, "LENGTH", &length) || width <= 0 || length <= 0)
        return false;
    if (take(words, "CUTS") && words->at < words->end)
        words->at++;
    class.sides.width = width < length ? width : length;
    class.sides.length = width < length ? length : width;
    reader->cut_class[reader->cut_classes++] = class;
    return take(words, ";");
}

enum status lef_cut_classes(struct lefdef_reader *reader, const struct token *words, size_t count,
                            bool *obeyed)
{
    struct cut_words left = {reader, words, words + count, STATUS_OK};
    *obeyed = true;
    while (left.at < left.end && *obeyed)
        *obeyed = take_class(&left);
    if (!*obeyed)
        reader->cut_classes = 0;
    return left.status;
}

/* The number of the class of this name; reader->cut_classes if there is none. */
static uint32_t class_of(const struct lefdef_reader *reader, struct token name)
{
    uint32_t i = 0;
    while (i < reader->cut_classes && !token_same(reader->cut_class[i].name, name))
        i++;
    return i;
}

/* Reads an entry: a spacing, or `-` for the default one. */
static bool take_entry(struct cut_words *words, const struct cut_table *table, int32_t *entry)
{
    *entry = table->spacing;
    if (take(words, "-"))
        return true;
    return take_number(words, entry) && *entry >= 0;
}

/* [DEFAULT d] [SAMENET] [PRL p] CUTCLASS {class}.. {class {entry entry}..}.. ; */
static bool take_table(struct cut_words *words, struct cut_table *table)
{
    struct lefdef_reader *reader = words->reader;
    if (!take(words, "SPACINGTABLE") || !take_length(words, "DEFAULT", &table->spacing))
        return false;
    table->same_net = take(words, "SAMENET");
    if (!take_length(words, "PRL", &table->run) || !take(words, "CUTCLASS") || table->spacing < 0)
        return false;
    for (; words->at < words->end && table->classes < reader->cut_classes; table->classes++) {
        table->class[table->classes] = class_of(reader, *words->at++);
        if (table->class[table->classes] == reader->cut_classes)
            return false;
    }
    for (uint32_t row = 0; row < table->classes; row++) {
        if (words->at == words->end || class_of(reader, *words->at++) != table->class[row])
            return false;
        for (uint32_t i = 0; i < 2 * table->classes; i++)
            if (!take_entry(words, table, &table->entries[2 * row * table->classes + i]))
                return false;
    }
    return table->classes > 0 && take(words, ";");
}

/* Adds the rules of an entry: the smaller spacing for all run lengths, the larger one for some. */
static enum status add_entry(struct lefdef_reader *reader, const struct cut_table *table,
                             uint32_t row, uint32_t column)
{
    struct tech *tech = reader->tech;
    const int32_t *entry = &table->entries[2 * ((size_t)row * table->classes + column)];
    const bool beyond = entry[1] > entry[0];
    struct tech_cut_spacing rule = {.layer = reader->layer,
                                    .other = LAYER_NONE,
                                    .spacing = beyond ? entry[0] : entry[1],
                                    .same_net = table->same_net,
                                    .of = {reader->cut_class[table->class[row]].sides,
                                           reader->cut_class[table->class[column]].sides}};
    if (rule.spacing > 0)
        TRY(LAYOUT_APPEND(tech, cut_spacings, cut_spacing_count, rule, "cut spacing",
                          reader->error));
    if (entry[0] == entry[1])
        return STATUS_OK;
    rule.spacing = entry[beyond];
    rule.run = table->run;
    rule.beyond = beyond;
    rule.up_to = !beyond;
    return LAYOUT_APPEND(tech, cut_spacings, cut_spacing_count, rule, "cut spacing", reader->error);
}

enum status lef_cut_table(struct lefdef_reader *reader, const struct token *words, size_t count,
                          bool *obeyed)
{
    struct cut_words left = {reader, words, words + count, STATUS_OK};
    while (left.at < left.end) {
        struct cut_table table = {0};
        *obeyed = take_table(&left, &table);
        if (!*obeyed)
            return left.status;
        for (uint32_t row = 0; row < table.classes; row++)
            for (uint32_t column = 0; column < table.classes; column++) {
                const size_t n = table.classes;
                const int32_t *entry = &table.entries[2 * (row * n + column)];
                const int32_t *mirrored = &table.entries[2 * (column * n + row)];
                if (column >= row || entry[0] != mirrored[0] || entry[1] != mirrored[1])
                    TRY(add_entry(reader, &table, row, column));
            }
    }
    return STATUS_OK;
}
