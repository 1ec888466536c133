/* layout_read_tech: reads the statements of units, layers and their rules, vias and nondefault
 * rules of a native layout (layout_text.h). */
#include "grid/format/layout/layout_reader.h"

#include "grid/format/layout/layout_text.h"

enum { COLUMNS_MAX = 4096 }; /* maximum of numbers in a row of a table */

enum status layout_reader_new_name(struct layout_reader *r, const char *what, struct names *names,
                                   uint32_t *number)
{
    struct word word;
    uint32_t known = names->count;
    TRY(scan_word(r->scan, &word, r->error));
    if (word.length == 0)
        return scan_expected(r->scan, &word, r->error, "the name of %s", what);
    TRY(names_add(names, word.text, word.length, number, r->error));
    if (*number < known)
        return scan_expected(r->scan, &word, r->error, "%s of a new name", what);
    return STATUS_OK;
}

enum status layout_reader_layer(struct layout_reader *r, uint16_t *layer)
{
    uint32_t number = 0;
    TRY(scan_name(r->scan, "a layer", &r->tech->layer_names, &number, r->error));
    assert(number < TECH_LAYERS_MAX);
    *layer = (uint16_t)number;
    return STATUS_OK;
}

enum status layout_reader_fields(struct layout_reader *r, const struct record_field *fields,
                                 void *record)
{
    return fields_read(fields, record, r->tech, r->scan, r->error);
}

enum status layout_reader_number(struct layout_reader *r, const char *what, int64_t low,
                                 int64_t high, int32_t *value)
{
    assert(low <= high && low >= INT32_MIN && high <= INT32_MAX);
    int64_t number = 0;
    TRY(scan_int(r->scan, what, low, high, &number, r->error));
    *value = (int32_t)number;
    return STATUS_OK;
}

enum status layout_read_units(struct layout_reader *r)
{
    int32_t micron = 0, dbu = 0;
    if (r->has_units)
        return scan_fail(r->scan, NULL, r->error, "expected units once");
    TRY(layout_reader_number(r, "units per micron", 1, 10000000, &micron));
    TRY(layout_reader_number(r, "database units per micron", 1, 10000000, &dbu));
    TRY(layout_reader_number(r, "units per database unit", 2, 10000000, &r->placed->scale));
    if (r->placed->scale % 2 != 0 || (int64_t)dbu * r->placed->scale != micron)
        return scan_fail(
            r->scan, NULL, r->error,
            "expected an even third number, and the second times the third to be the first");
    r->tech->units_per_micron = (uint32_t)micron;
    r->placed->dbu = (uint32_t)dbu;
    r->has_units = true;
    return STATUS_OK;
}

enum status layout_read_snap(struct layout_reader *r)
{
    return layout_reader_number(r, "the manufacturing grid", 1, COORD_MAX,
                                &r->tech->manufacturing_grid);
}

enum status layout_read_wide_obstructions(struct layout_reader *r)
{
    r->tech->obs_min_spacing = false;
    return STATUS_OK;
}

enum status layout_read_larger_corners(struct layout_reader *r)
{
    r->tech->clearance_max_xy = true;
    return STATUS_OK;
}

enum status layout_read_layer(struct layout_reader *r)
{
    struct tech *tech = r->tech;
    uint32_t number = 0;
    int32_t kind = 0;
    if (tech->layer_names.count == TECH_LAYERS_MAX)
        return scan_fail(r->scan, NULL, r->error, "expected at most %d layers", TECH_LAYERS_MAX);
    TRY(layout_reader_new_name(r, "a layer", &tech->layer_names, &number));
    TRY(LAYOUT_ROOM(r, tech->layers, tech->capacity.layers, number, "layers"));
    struct tech_layer *layer = &tech->layers[number];
    *layer = tech_layer_blank();
    for (int i = 0; i < RECORD_RULES; i++)
        record_rule_slice(&record_rules[i], layer)->first =
            *record_rule_count(&record_rules[i], tech);
    r->has_layer = true;
    TRY(scan_choice(r->scan, record_layer_kinds, &kind, r->error));
    layer->kind = (enum layer_kind)kind;
    return layout_reader_fields(r, record_layer, layer);
}

/* The last layer, which a rule belongs to. */
static enum status last_layer(struct layout_reader *r, uint16_t *number)
{
    if (!r->has_layer)
        return scan_fail(r->scan, NULL, r->error, "expected a layer before its rules");
    *number = (uint16_t)(r->tech->layer_names.count - 1);
    return STATUS_OK;
}

/* A rule of the kind r->word. */
enum status layout_read_of_layer(struct layout_reader *r)
{
    struct tech *tech = r->tech;
    const struct record_rules *kind = record_rules;
    while (strcmp(kind->word, r->word) != 0)
        kind++;
    assert(kind < record_rules + RECORD_RULES);
    uint32_t *count = record_rule_count(kind, tech);
    uint16_t layer = 0;
    TRY(last_layer(r, &layer));
    TRY(mem_grow((void **)((char *)tech + kind->array_at),
                 (size_t *)(void *)((char *)tech + kind->capacity_at), (size_t)*count + 1,
                 kind->size, "rules", r->error));
    void *rule = record_rule_at(kind, tech, *count);
    memset(rule, 0, kind->size);
    memcpy(rule, &layer, sizeof layer);
    TRY(layout_reader_fields(r, kind->fields, rule));
    record_rule_slice(kind, &tech->layers[layer])->count++;
    ++*count;
    return STATUS_OK;
}

/* Appends the numbers of the line to tech.numbers. */
static enum status read_numbers(struct layout_reader *r, int64_t low, uint32_t *count)
{
    assert(r->has_layer);
    for (*count = 0;; ++*count) {
        struct word word;
        int64_t value = 0;
        TRY(scan_word(r->scan, &word, r->error));
        if (word.length == 0)
            return STATUS_OK;
        if (*count == COLUMNS_MAX)
            return scan_expected(r->scan, &word, r->error, "at most %d numbers", COLUMNS_MAX);
        TRY(scan_word_int(r->scan, &word, "a length", low, COORD_MAX, &value, r->error));
        TRY(LAYOUT_APPEND(r->tech, numbers, number_count, (int32_t)value, "tables", r->error));
    }
}

static enum status add_table(struct layout_reader *r, uint32_t *number, bool two_widths)
{
    assert(r->has_layer && *number == TECH_NONE);
    struct tech_table table = {.layer = (uint16_t)(r->tech->layer_names.count - 1),
                               .two_widths = two_widths,
                               .first = r->tech->number_count};
    *number = r->tech->table_count;
    return LAYOUT_APPEND(r->tech, tables, table_count, table, "tables", r->error);
}

enum status layout_read_runs(struct layout_reader *r)
{
    uint16_t layer = 0;
    uint32_t count = 0;
    TRY(last_layer(r, &layer));
    if (r->tech->layers[layer].run_table != TECH_NONE)
        return scan_fail(r->scan, NULL, r->error, "expected one table of runs for the layer");
    TRY(add_table(r, &r->tech->layers[layer].run_table, false));
    TRY(read_numbers(r, 0, &count));
    if (count == 0)
        return scan_fail(r->scan, NULL, r->error, "expected a length");
    r->tech->tables[r->tech->layers[layer].run_table].columns = count;
    return STATUS_OK;
}

enum status layout_read_row(struct layout_reader *r)
{
    struct tech *tech = r->tech;
    uint16_t layer = 0;
    uint32_t count = 0;
    TRY(last_layer(r, &layer));
    uint32_t number = tech->layers[layer].run_table;
    if (number == TECH_NONE || number != tech->table_count - 1)
        return scan_fail(r->scan, NULL, r->error, "expected runs before their rows");
    TRY(read_numbers(r, 0, &count));
    if (count != tech->tables[number].columns + 1)
        return scan_fail(r->scan, NULL, r->error,
                         "expected a width and %u spaces, found %u numbers",
                         tech->tables[number].columns, count);
    tech->tables[number].rows++;
    return STATUS_OK;
}

enum status layout_read_pair(struct layout_reader *r)
{
    uint16_t layer = 0;
    uint32_t count = 0;
    TRY(last_layer(r, &layer));
    uint32_t *number = &r->tech->layers[layer].width_table;
    if (*number == TECH_NONE)
        TRY(add_table(r, number, true));
    if (*number != r->tech->table_count - 1)
        return scan_fail(r->scan, NULL, r->error, "expected all pairs of a layer together");
    struct tech_table *table = &r->tech->tables[*number];
    TRY(read_numbers(r, LENGTH_NONE, &count));
    if (table->rows == 0 && count > 2)
        table->columns = count - 2;
    if (count != table->columns + 2)
        return scan_fail(r->scan, NULL, r->error,
                         "expected a width, a run and as many spaces as "
                         "there are pairs");
    table->rows++;
    return STATUS_OK;
}

/* Reads the words up to the end of the line, with single blanks between them. */
static enum status read_rule_words(struct layout_reader *r, char text[LAYOUT_IGNORED_MAX + 1])
{
    struct word word;
    size_t length = 0;
    for (;; length += word.length) {
        TRY(scan_word(r->scan, &word, r->error));
        if (word.length == 0)
            break;
        if (length + 1 + word.length > LAYOUT_IGNORED_MAX)
            return scan_expected(r->scan, &word, r->error, "a shorter name of a rule");
        if (length > 0)
            text[length++] = ' ';
        memcpy(text + length, word.text, word.length);
    }
    text[length] = '\0';
    return length > 0 ? STATUS_OK
                      : scan_expected(r->scan, &word, r->error, "the keyword of a rule");
}

/* Notes a kind of statements that is not used, with at most NOTE_TEXT_MAX - 1 bytes of its name. */
static enum status note_rule(struct layout_reader *r, const char *section, const char *text,
                             uint32_t count)
{
    char note[NOTE_TEXT_MAX];
    struct layout_notes *notes = &r->layout->notes;
    snprintf(note, sizeof note, "%s%.200s", section, text);
    TRY(notes_add(notes, NOTE_RULE, note, r->error));
    const uint32_t number = names_find(&notes->texts, note, strlen(note));
    notes->note[number].count += count - 1;
    return STATUS_OK;
}

enum status layout_read_ignored(struct layout_reader *r)
{
    char text[LAYOUT_IGNORED_MAX + 1];
    uint16_t layer = 0;
    uint32_t keyword = 0;
    TRY(last_layer(r, &layer));
    TRY(read_rule_words(r, text));
    TRY(names_add(&r->tech->words, text, strlen(text), &keyword, r->error));
    TRY(note_rule(r, "LAYER ", text, 1));
    return LAYOUT_APPEND(r->tech, unknown, unknown_count, ((struct tech_unknown){layer, keyword}),
                         "rules", r->error);
}

enum status layout_read_not_modelled(struct layout_reader *r)
{
    char text[LAYOUT_IGNORED_MAX + 1];
    int32_t count = 0;
    TRY(layout_reader_number(r, "a number of statements", 1, INT32_MAX, &count));
    TRY(read_rule_words(r, text));
    return note_rule(r, "", text, (uint32_t)count);
}

/* Each table must have all its rows. */
enum status layout_read_link(struct layout_reader *r)
{
    struct tech *tech = r->tech;
    for (uint32_t i = 0; i < tech->table_count; i++) {
        const struct tech_table *table = &tech->tables[i];
        if (table->rows == 0 || (table->two_widths && table->rows != table->columns))
            return scan_fail(
                r->scan, NULL, r->error,
                "layer %.60s: expected a complete table of spaces above, found %u rows",
                names_text(&tech->layer_names, table->layer), table->rows);
    }
    TRY(tech_link_layers(tech, r->error));
    if (tech->level_count == 0)
        return scan_fail(r->scan, NULL, r->error, "expected a routing layer above, found none");
    return STATUS_OK;
}

enum status layout_read_via(struct layout_reader *r)
{
    struct tech *tech = r->tech;
    uint32_t number = 0;
    TRY(layout_reader_new_name(r, "a via", &tech->via_names, &number));
    TRY(LAYOUT_ROOM(r, tech->vias, tech->capacity.vias, number, "vias"));
    struct tech_via *via = &tech->vias[number];
    *via = (struct tech_via){.rects = {tech->via_rect_count, 0},
                             .bottom = LAYER_NONE,
                             .cut = LAYER_NONE,
                             .top = LAYER_NONE,
                             .rule = TECH_NONE};
    r->holder = HOLDER_VIA;
    return layout_reader_fields(r, record_via, via);
}

enum status layout_read_rule(struct layout_reader *r)
{
    struct tech *tech = r->tech;
    uint32_t number = 0;
    TRY(layout_reader_new_name(r, "a rule", &tech->rule_names, &number));
    TRY(LAYOUT_ROOM(r, tech->rules, tech->capacity.rules, number, "nondefault rules"));
    tech->rules[number] = (struct tech_rule){.layers = {tech->rule_layer_count, 0},
                                             .vias = {tech->rule_via_count, 0}};
    r->has_rule = true;
    r->holder = HOLDER_NONE;
    return layout_reader_fields(r, record_rule, &tech->rules[number]);
}

enum status layout_read_stack(struct layout_reader *r)
{
    TRY(layout_reader_number(r, "a number of vias", 1, 10000, &r->tech->stack_most));
    TRY(layout_reader_layer(r, &r->tech->stack_low));
    return layout_reader_layer(r, &r->tech->stack_high);
}

enum status layout_read_on_layer(struct layout_reader *r)
{
    struct tech *tech = r->tech;
    struct tech_rule_layer layer = {.wire_extension = LENGTH_NONE};
    if (!r->has_rule)
        return scan_fail(r->scan, NULL, r->error, "expected a rule before its layers");
    TRY(layout_reader_layer(r, &layer.layer));
    TRY(layout_reader_fields(r, record_rule_layer, &layer));
    tech->rules[tech->rule_names.count - 1].layers.count++;
    return LAYOUT_APPEND(tech, rule_layers, rule_layer_count, layer, "nondefault rules", r->error);
}

enum status layout_read_use(struct layout_reader *r)
{
    uint32_t via = 0;
    if (!r->has_rule)
        return scan_fail(r->scan, NULL, r->error, "expected a rule before its vias");
    TRY(scan_name(r->scan, "a via", &r->tech->via_names, &via, r->error));
    r->tech->rules[r->tech->rule_names.count - 1].vias.count++;
    return LAYOUT_APPEND(r->tech, rule_vias, rule_via_count, via, "nondefault rules", r->error);
}
