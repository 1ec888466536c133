/* spacing: reads SPACING and SPACINGTABLE of LEF's layers. Unknown forms are recorded as rules
 * that are not obeyed. */
#include "grid/format/lef/parts.h"

enum { TABLE_SIDE_MAX = 1024 }; /* maximum number of columns of a spacing table */

/* Records a rule of unknown form and skips the rest of it. */
static enum status skip_rule(struct lefdef_reader *reader, enum keyword key, struct token option)
{
    const char *text = keyword_text(key);
    const struct token word = {text, strlen(text)};
    TRY(lef_unknown(reader, word, option));
    return token_is_char(option, ';') ? STATUS_OK
                                      : statement_skip_rest(reader, SECTION_LAYER, word);
}

/* RANGE lo hi [USELENGTHTHRESHOLD | INFLUENCE v [RANGE ..] | RANGE lo hi] ; */
static enum status read_range(struct lefdef_reader *reader, int32_t spacing)
{
    struct tech_range rule = {.layer = reader->layer,
                              .spacing = spacing,
                              .other_hi = COORD_MAX,
                              .influence = LENGTH_NONE};
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
            TRY(lef_unknown(reader, (struct token){"SPACING", 7}, word));
            break;
        case KEY_RANGE:
            TRY(read_long_length(reader, &rule.other_lo));
            TRY(read_long_length(reader, &rule.other_hi));
            break;
        default:
            return statement_wrong(reader, SECTION_LAYER, word, "RANGE, INFLUENCE or ;");
        }
    }
    return LAYOUT_APPEND(reader->tech, ranges, range_count, rule, "RANGE", reader->error);
}

/* ENDOFLINE width WITHIN within [PARALLELEDGE space WITHIN within [TWOEDGES]] ; */
static enum status read_line_end(struct lefdef_reader *reader, int32_t spacing)
{
    struct tech_line_end rule = {.layer = reader->layer,
                                 .spacing = spacing,
                                 .par_space = LENGTH_NONE,
                                 .par_within = LENGTH_NONE};
    TRY(read_distance(reader, &rule.width));
    TRY(lex_expect(&reader->lex, KEY_WITHIN));
    TRY(read_distance(reader, &rule.within));
    if (lex_accept(&reader->lex, KEY_PARALLELEDGE)) {
        TRY(read_distance(reader, &rule.par_space));
        TRY(lex_expect(&reader->lex, KEY_WITHIN));
        TRY(read_distance(reader, &rule.par_within));
        rule.two_edges = lex_accept(&reader->lex, KEY_TWOEDGES);
    }
    TRY(statement_end(reader, SECTION_LAYER));
    return LAYOUT_APPEND(reader->tech, line_ends, line_end_count, rule, "ENDOFLINE", reader->error);
}

static enum status read_routing(struct lefdef_reader *reader, int32_t spacing)
{
    struct tech_layer *layer = &reader->tech->layers[reader->layer];
    assert(layer->kind == LAYER_ROUTING && spacing >= 0);
    struct token word = lex_next(&reader->lex);
    if (token_is_char(word, ';')) {
        if (spacing > layer->spacing)
            layer->spacing = spacing;
        return STATUS_OK;
    }
    switch (lex_keyword(&reader->lex, word)) {
    case KEY_RANGE:
        return read_range(reader, spacing);
    case KEY_ENDOFLINE:
        return read_line_end(reader, spacing);
    case KEY_SAMENET:
        layer->same_net_spacing = spacing;
        layer->same_net_pg_only = lex_accept(&reader->lex, KEY_PGONLY);
        return statement_end(reader, SECTION_LAYER);
    default:
        if (!token_is_word(word, "LENGTHTHRESHOLD") && !token_is_word(word, "NOTCHLENGTH") &&
            !token_is_word(word, "ENDOFNOTCHWIDTH"))
            return statement_wrong(reader, SECTION_LAYER, word, "a condition of SPACING or ;");
        return skip_rule(reader, KEY_SPACING, word);
    }
}

/* LAYER name [STACK] | ADJACENTCUTS n WITHIN d [EXCEPTSAMEPGNET] | PARALLELOVERLAP | AREA a,
 * after [CENTERTOCENTER] [SAMENET]. */
static enum status read_cut_word(struct lefdef_reader *reader, struct token word, enum keyword key,
                                 struct tech_cut_spacing *rule)
{
    int64_t cuts = 0;
    bool *flag = key == KEY_CENTERTOCENTER    ? &rule->center_to_center
                 : key == KEY_SAMENET         ? &rule->same_net
                 : key == KEY_STACK           ? &rule->stack
                 : key == KEY_EXCEPTSAMEPGNET ? &rule->except_same_pg_net
                 : key == KEY_PARALLELOVERLAP ? &rule->parallel_overlap
                                              : NULL;
    if (flag != NULL) {
        *flag = true;
        return STATUS_OK;
    }
    switch (key) {
    case KEY_LAYER:
        return read_layer(reader, &rule->other);
    case KEY_ADJACENTCUTS:
        TRY(lex_int(&reader->lex, "a number of cuts", 2, 4, &cuts));
        rule->adjacent_cuts = (int32_t)cuts;
        return STATUS_OK;
    case KEY_WITHIN:
        return read_distance(reader, &rule->within);
    case KEY_AREA:
        return read_area(reader, &rule->cut_area);
    default:
        return statement_wrong(reader, SECTION_LAYER, word, "a condition of SPACING or ;");
    }
}

static enum status read_cut(struct lefdef_reader *reader, int32_t spacing)
{
    struct tech *tech = reader->tech;
    struct tech_layer *layer = &tech->layers[reader->layer];
    assert(layer->kind == LAYER_CUT && spacing >= 0);
    struct tech_cut_spacing rule = {
        .layer = reader->layer, .other = LAYER_NONE, .spacing = spacing};
    uint32_t words = 0;
    for (struct token word; lex_next_option(&reader->lex, &word); words++)
        TRY(read_cut_word(reader, word, lex_keyword(&reader->lex, word), &rule));
    if (words == 0) {
        if (spacing > layer->spacing)
            layer->spacing = spacing;
        return STATUS_OK;
    }
    if (words == 1 && rule.same_net) {
        layer->same_net_spacing = spacing;
        return STATUS_OK;
    }
    return LAYOUT_APPEND(tech, cut_spacings, cut_spacing_count, rule, "cut spacing", reader->error);
}

enum status lef_spacing(struct lefdef_reader *reader)
{
    assert(reader->layer < reader->tech->layer_names.count);
    int32_t spacing = 0;
    TRY(read_distance(reader, &spacing));
    return reader->tech->layers[reader->layer].kind == LAYER_CUT ? read_cut(reader, spacing)
                                                                 : read_routing(reader, spacing);
}

static enum status add_number(struct lefdef_reader *reader, int32_t number)
{
    struct tech *tech = reader->tech;
    return LAYOUT_APPEND(tech, numbers, number_count, number, "spacing table", reader->error);
}

/* Reads *count numbers, up to a word that is no number. */
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

/* A row after WIDTH: the width, for TWOWIDTHS [PRL length], then *count spacings. */
static enum status read_row(struct lefdef_reader *reader, const struct tech_table *table,
                            uint32_t *count)
{
    int32_t width = 0, length = LENGTH_NONE;
    TRY(read_long_length(reader, &width));
    TRY(add_number(reader, width));
    if (table->two_widths) {
        if (lex_accept(&reader->lex, KEY_PRL))
            TRY(read_long_length(reader, &length));
        TRY(add_number(reader, length));
    }
    return read_numbers(reader, count);
}

/* The rows of a table, up to a word other than WIDTH. */
static enum status read_rows(struct lefdef_reader *reader, struct tech_table *table)
{
    assert(table->rows == 0);
    for (;;) {
        struct token word = lex_peek(&reader->lex);
        uint32_t count = 0;
        if (!lex_accept(&reader->lex, KEY_WIDTH))
            return STATUS_OK;
        TRY(read_row(reader, table, &count));
        if (table->two_widths && table->rows == 0)
            table->columns = count;
        if (count != table->columns)
            return lex_fail(&reader->lex, word, "expected a row of %u spacings, found %u",
                            table->columns, count);
        table->rows++;
    }
}

/* PARALLELRUNLENGTH lengths {WIDTH w spacings} .. ; | TWOWIDTHS {WIDTH w [PRL l] spacings} .. ; */
enum status lef_spacing_table(struct lefdef_reader *reader)
{
    struct tech *tech = reader->tech;
    struct token word = lex_next(&reader->lex);
    struct tech_table table = {.layer = reader->layer, .first = tech->number_count};
    enum keyword key = lex_keyword(&reader->lex, word);
    table.two_widths = key == KEY_TWOWIDTHS;
    if (key == KEY_INFLUENCE || token_is_word(word, "ORTHOGONAL"))
        return skip_rule(reader, KEY_SPACINGTABLE, word);
    if (key != KEY_TWOWIDTHS && key != KEY_PARALLELRUNLENGTH)
        return statement_wrong(reader, SECTION_LAYER, word, "a kind of SPACINGTABLE");
    if (key == KEY_PARALLELRUNLENGTH)
        TRY(read_numbers(reader, &table.columns));
    TRY(read_rows(reader, &table));
    struct token next = lex_peek(&reader->lex);
    if (table.rows == 0 || table.columns == 0)
        return lex_expected(&reader->lex, next, "WIDTH and a row of spacings");
    if (table.two_widths && table.columns != table.rows)
        return lex_fail(&reader->lex, word, "expected as many rows as columns, found %u and %u",
                        table.rows, table.columns);
    assert(tech->number_count ==
           table.first + (table.two_widths ? table.rows * (table.columns + 2)
                                           : table.columns + table.rows * (table.columns + 1)));
    struct tech_layer *layer = &tech->layers[reader->layer];
    *(table.two_widths ? &layer->width_table : &layer->run_table) = tech->table_count;
    TRY(LAYOUT_APPEND(tech, tables, table_count, table, "spacing tables", reader->error));
    if (token_is_char(next, ';'))
        return lex_char(&reader->lex, ';');
    /* SPACINGTABLE INFLUENCE may follow in the same statement. */
    lex_accept(&reader->lex, KEY_SPACINGTABLE);
    struct token option = lex_next(&reader->lex);
    if (lex_keyword(&reader->lex, option) != KEY_INFLUENCE)
        return statement_wrong(reader, SECTION_LAYER, option, "WIDTH or ;");
    return skip_rule(reader, KEY_SPACINGTABLE, option);
}
