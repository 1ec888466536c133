/* spacing: SPACING and SPACINGTABLE of LEF's layers. */
#include "grid/format/lef/parts.h"

enum { TABLE_SIDE_MAX = 1024 };

/* Passes over the rest of a rule that is not understood, and notes it. */
static enum status skip_rule(struct lefdef_reader *reader, uint16_t layer, const char *word,
                             struct token option)
{
    size_t length = 0;
    while (word[length] != '\0')
        length++;
    TRY(lef_unknown(reader, layer, (struct token){word, length}, option));
    return lex_skip(&reader->lex);
}

/* ---- routing layers ------------------------------------------------------------------------- */

/* RANGE lo hi [USELENGTHTHRESHOLD | INFLUENCE v [RANGE ..] | RANGE lo hi] ; */
static enum status read_range(struct lefdef_reader *reader, uint16_t layer, int32_t spacing)
{
    struct tech *tech = &reader->layout->tech;
    struct tech_range rule = {
        .layer = layer, .spacing = spacing, .other_hi = COORD_MAX, .influence = LENGTH_NONE};
    TRY(read_long_length(reader, &rule.lo));
    TRY(read_long_length(reader, &rule.hi));
    struct token word;
    while (lex_next_option(&reader->lex, &word)) {
        switch (lex_keyword(&reader->lex, word)) {
        case KEY_USELENGTHTHRESHOLD:
            rule.length_threshold = true;
            break;
        case KEY_INFLUENCE:
            TRY(read_long_length(reader, &rule.influence));
            TRY(lef_unknown(reader, layer, (struct token){"SPACING", 7}, word));
            break;
        case KEY_RANGE:
            TRY(read_long_length(reader, &rule.other_lo));
            TRY(read_long_length(reader, &rule.other_hi));
            break;
        default:
            return lex_expected(&reader->lex, word, "RANGE, INFLUENCE or ;");
        }
    }
    TRY(ROOM(reader, tech->ranges, tech->capacity[TECH_RANGES], tech->range_count + 1, "RANGE"));
    tech->ranges[tech->range_count++] = rule;
    return STATUS_OK;
}

/* The next word must be this one. */
static enum status expect(struct lefdef_reader *reader, enum keyword key)
{
    struct token word = lex_next(&reader->lex);
    return lex_keyword(&reader->lex, word) == key
               ? STATUS_OK
               : lex_expected(&reader->lex, word, "%s", keyword_text(key));
}

/* ENDOFLINE width WITHIN within [PARALLELEDGE space WITHIN within [TWOEDGES]] ; */
static enum status read_line_end(struct lefdef_reader *reader, uint16_t layer, int32_t spacing)
{
    struct tech *tech = &reader->layout->tech;
    struct tech_line_end rule = {
        .layer = layer, .spacing = spacing, .par_space = LENGTH_NONE, .par_within = LENGTH_NONE};
    TRY(read_distance(reader, &rule.width));
    TRY(expect(reader, KEY_WITHIN));
    TRY(read_distance(reader, &rule.within));
    if (lex_ahead(&reader->lex) != ';') {
        TRY(expect(reader, KEY_PARALLELEDGE));
        TRY(read_distance(reader, &rule.par_space));
        TRY(expect(reader, KEY_WITHIN));
        TRY(read_distance(reader, &rule.par_within));
        if (lex_ahead(&reader->lex) != ';') {
            TRY(expect(reader, KEY_TWOEDGES));
            rule.two_edges = true;
        }
    }
    TRY(lex_char(&reader->lex, ';'));
    TRY(ROOM(reader, tech->line_ends, tech->capacity[TECH_LINE_ENDS], tech->line_end_count + 1,
             "ENDOFLINE"));
    tech->line_ends[tech->line_end_count++] = rule;
    return STATUS_OK;
}

static enum status read_routing(struct lefdef_reader *reader, uint16_t index, int32_t spacing)
{
    assert(reader->layout->tech.layers[index].kind == LAYER_ROUTING && spacing >= 0);
    struct tech_layer *layer = &reader->layout->tech.layers[index];
    struct token word = lex_next(&reader->lex);
    if (token_is_char(word, ';')) {
        if (spacing > layer->spacing)
            layer->spacing = spacing;
        return STATUS_OK;
    }
    switch (lex_keyword(&reader->lex, word)) {
    case KEY_RANGE:
        return read_range(reader, index, spacing);
    case KEY_ENDOFLINE:
        return read_line_end(reader, index, spacing);
    case KEY_SAMENET:
        layer->same_net_spacing = spacing;
        layer->same_net_pg_only = lex_keyword(&reader->lex, lex_peek(&reader->lex)) == KEY_PGONLY;
        return lex_skip(&reader->lex);
    default:
        return skip_rule(reader, index, "SPACING", word);
    }
}

/* ---- cut layers ----------------------------------------------------------------------------- */

/* LAYER name [STACK] | ADJACENTCUTS n WITHIN d [EXCEPTSAMEPGNET] | PARALLELOVERLAP | AREA a,
 * after [CENTERTOCENTER] [SAMENET]. */
static enum status read_cut_word(struct lefdef_reader *reader, struct token word, enum keyword key,
                                 struct tech_cut_spacing *rule)
{
    int64_t cuts = 0;
    switch (key) {
    case KEY_CENTERTOCENTER:
        rule->center_to_center = true;
        return STATUS_OK;
    case KEY_SAMENET:
        rule->same_net = true;
        return STATUS_OK;
    case KEY_LAYER:
        return read_layer(reader, &rule->other);
    case KEY_STACK:
        rule->stack = true;
        return STATUS_OK;
    case KEY_ADJACENTCUTS:
        TRY(lex_int(&reader->lex, "a number of cuts", 2, 4, &cuts));
        rule->adjacent_cuts = (int32_t)cuts;
        return STATUS_OK;
    case KEY_WITHIN:
        return read_distance(reader, &rule->within);
    case KEY_EXCEPTSAMEPGNET:
        rule->except_same_pg_net = true;
        return STATUS_OK;
    case KEY_PARALLELOVERLAP:
        rule->parallel_overlap = true;
        return STATUS_OK;
    case KEY_AREA:
        return read_area(reader, &rule->cut_area);
    default:
        return lex_expected(&reader->lex, word, "a condition of SPACING or ;");
    }
}

static enum status read_cut(struct lefdef_reader *reader, uint16_t index, int32_t spacing)
{
    assert(reader->layout->tech.layers[index].kind == LAYER_CUT && spacing >= 0);
    struct tech *tech = &reader->layout->tech;
    struct tech_layer *layer = &tech->layers[index];
    struct tech_cut_spacing rule = {.layer = index, .other = LAYER_NONE, .spacing = spacing};
    uint32_t words = 0;
    for (;; words++) {
        struct token word = lex_next(&reader->lex);
        if (token_is_char(word, ';'))
            break;
        enum status status = read_cut_word(reader, word, lex_keyword(&reader->lex, word), &rule);
        if (status != STATUS_OK)
            return status;
    }
    if (words == 0) {
        if (spacing > layer->spacing)
            layer->spacing = spacing;
        return STATUS_OK;
    }
    if (words == 1 && rule.same_net) {
        layer->same_net_spacing = spacing;
        return STATUS_OK;
    }
    TRY(ROOM(reader, tech->cut_spacings, tech->capacity[TECH_CUT_SPACINGS],
             tech->cut_spacing_count + 1, "cut spacing"));
    tech->cut_spacings[tech->cut_spacing_count++] = rule;
    return STATUS_OK;
}

enum status lef_spacing(struct lefdef_reader *reader, uint16_t layer)
{
    assert(layer < reader->layout->tech.layer_names.count);
    int32_t spacing = 0;
    TRY(read_distance(reader, &spacing));
    return reader->layout->tech.layers[layer].kind == LAYER_CUT
               ? read_cut(reader, layer, spacing)
               : read_routing(reader, layer, spacing);
}

/* ---- tables --------------------------------------------------------------------------------- */

static enum status add_number(struct lefdef_reader *reader, int32_t number)
{
    struct tech *tech = &reader->layout->tech;
    TRY(ROOM(reader, tech->numbers, tech->capacity[TECH_NUMBERS], (size_t)tech->number_count + 1,
             "spacing table"));
    tech->numbers[tech->number_count++] = number;
    return STATUS_OK;
}

/* Numbers up to a word that is none; *count tells how many. */
static enum status read_numbers(struct lefdef_reader *reader, uint32_t *count)
{
    for (*count = 0;; ++*count) {
        struct token token = lex_peek(&reader->lex);
        if (!token_is_number(token))
            return STATUS_OK;
        int32_t number = 0;
        if (*count == TABLE_SIDE_MAX)
            return lex_fail(&reader->lex, token, "expected at most %d values in a row, found more",
                            TABLE_SIDE_MAX);
        TRY(read_long_length(reader, &number));
        TRY(add_number(reader, number));
    }
}

/* A row: width, spacings, for TWOWIDTHS also PRL. WIDTH has been read. */
static enum status read_row(struct lefdef_reader *reader, const struct tech_table *table,
                            uint32_t *count)
{
    int32_t width = 0, length = LENGTH_NONE;
    TRY(read_long_length(reader, &width));
    TRY(add_number(reader, width));
    if (table->two_widths) {
        if (lex_keyword(&reader->lex, lex_peek(&reader->lex)) == KEY_PRL) {
            lex_next(&reader->lex);
            TRY(read_long_length(reader, &length));
        }
        TRY(add_number(reader, length));
    }
    return read_numbers(reader, count);
}

/* The rows of a table, up to a word other than WIDTH. */
static enum status read_rows(struct lefdef_reader *reader, struct tech_table *table)
{
    for (;;) {
        struct token word = lex_peek(&reader->lex);
        if (lex_keyword(&reader->lex, word) != KEY_WIDTH)
            return STATUS_OK;
        lex_next(&reader->lex);
        uint32_t count = 0;
        enum status status = read_row(reader, table, &count);
        if (status != STATUS_OK)
            return status;
        if (table->two_widths && table->rows == 0)
            table->columns = count;
        if (count != table->columns)
            return lex_fail(&reader->lex, word, "expected a row of %u spacings, found %u",
                            table->columns, count);
        table->rows++;
    }
}

/* PARALLELRUNLENGTH lengths {WIDTH w spacings} .. ; | TWOWIDTHS {WIDTH w [PRL l] spacings} .. ; */
enum status lef_spacing_table(struct lefdef_reader *reader, uint16_t index)
{
    struct tech *tech = &reader->layout->tech;
    struct token word = lex_next(&reader->lex);
    struct tech_table table = {.layer = index, .first = tech->number_count};
    enum keyword key = lex_keyword(&reader->lex, word);
    table.two_widths = key == KEY_TWOWIDTHS;
    if (key != KEY_TWOWIDTHS && key != KEY_PARALLELRUNLENGTH)
        return skip_rule(reader, index, "SPACINGTABLE", word);
    enum status status = STATUS_OK;
    if (key == KEY_PARALLELRUNLENGTH)
        status = read_numbers(reader, &table.columns);
    THEN(status, read_rows(reader, &table));
    if (status != STATUS_OK)
        return status;
    struct token next = lex_peek(&reader->lex);
    if (table.rows == 0 || table.columns == 0)
        return lex_expected(&reader->lex, next, "WIDTH and a row of spacings");
    if (table.two_widths && table.columns != table.rows)
        return lex_fail(&reader->lex, word, "expected as many rows as columns, found %u and %u",
                        table.rows, table.columns);
    TRY(ROOM(reader, tech->tables, tech->capacity[TECH_TABLES], tech->table_count + 1,
             "spacing tables"));
    struct tech_layer *layer = &tech->layers[index];
    *(table.two_widths ? &layer->width_table : &layer->run_table) = tech->table_count;
    tech->tables[tech->table_count++] = table;
    if (token_is_char(next, ';'))
        return lex_char(&reader->lex, ';');
    /* SPACINGTABLE INFLUENCE may follow within the statement. */
    struct token option = lex_next(&reader->lex);
    if (lex_keyword(&reader->lex, option) == KEY_SPACINGTABLE)
        option = lex_next(&reader->lex);
    if (lex_keyword(&reader->lex, option) != KEY_INFLUENCE)
        return lex_expected(&reader->lex, option, "WIDTH or ;");
    return skip_rule(reader, index, "SPACINGTABLE", option);
}
