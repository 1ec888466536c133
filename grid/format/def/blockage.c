/* blockage: reads the items of BLOCKAGES and FILLS of DEF. */
#include "grid/format/def/parts.h"

static enum status add_blockages(struct def *def, struct placed_blockage blockage)
{
    for (uint32_t i = 0; i < def->reader->rect_count; i++) {
        blockage.rect = def->reader->rects[i];
        TRY(LAYOUT_APPEND(def->placed, blockages, blockage_count, blockage, "blockages",
                          def->reader->error));
    }
    return STATUS_OK;
}

static enum status read_blockage_option(struct def *def, struct placed_blockage *blockage)
{
    enum keyword key = KEY_NONE;
    struct token value;
    TRY(def_option(def, &key));
    switch (key) {
    case KEY_SPACING:
        return read_distance(def->reader, &blockage->spacing);
    case KEY_DESIGNRULEWIDTH:
        return read_distance(def->reader, &blockage->rule_width);
    case KEY_EXCEPTPGNET:
        blockage->except_pg = true;
        return STATUS_OK;
    case KEY_FILLS:
        blockage->fills = true;
        return STATUS_OK;
    case KEY_SLOTS:
        blockage->slots = true;
        return STATUS_OK;
    case KEY_COMPONENT:
    case KEY_MASK:
        TRY(def_values(def, true));
        return def_value(def, &value);
    default:
        break;
    }
    if (token_is_word(def->option, "PARTIAL")) {
        TRY(def_values(def, true));
        return def_value(def, &value);
    }
    return statement_unused(def->reader, SECTION_BLOCKAGES, def->option, NO_OPTION);
}

/* - LAYER name | PLACEMENT [+ ..] RECT pt pt | POLYGON pt pt pt .. ; */
enum status def_blockage(struct def *def)
{
    struct lefdef_reader *reader = def->reader;
    struct placed_blockage blockage = {
        .layer = LAYER_NONE, .spacing = LENGTH_NONE, .rule_width = LENGTH_NONE};
    struct token word = lex_next(def->lex);
    enum keyword key = lex_keyword(def->lex, word);
    const uint32_t before = def->placed->blockage_count;
    if (key != KEY_LAYER && key != KEY_PLACEMENT)
        return lex_expected(def->lex, word, "LAYER or PLACEMENT");
    if (key == KEY_LAYER)
        TRY(read_layer(reader, &blockage.layer));
    def->option = word;
    for (;;) {
        TRY(lex_word(def->lex, "; at the end of the blockage", &word, &key));
        if (token_is_char(word, ';'))
            return def->placed->blockage_count > before
                       ? STATUS_OK
                       : lex_expected(def->lex, word, "a RECT or POLYGON of the blockage");
        reader->rect_count = 0;
        if (token_is_char(word, '+'))
            TRY(read_blockage_option(def, &blockage));
        else if (key == KEY_RECT || key == KEY_POLYGON)
            TRY(read_shape(reader, key));
        else if (key != KEY_END && !statement_is_known(SECTION_BLOCKAGES, def->option))
            continue; /* a value of an unknown option */
        else
            return lex_expected(def->lex, word, "+, RECT, POLYGON or ;");
        TRY(add_blockages(def, blockage));
    }
}

static enum status add_fill_via(struct def *def, uint32_t via, struct lefdef_point at,
                                struct placed_blockage fill)
{
    const struct slice rects = def->tech->vias[via].rects;
    for (uint32_t i = rects.first; i < rects.first + rects.count; i++) {
        const struct tech_via_rect part = def->tech->via_rects[i];
        fill.layer = part.layer;
        fill.rect = rect_move(part.rect, at.x, at.y);
        TRY(LAYOUT_APPEND(def->placed, blockages, blockage_count, fill, "fills",
                          def->reader->error));
    }
    return STATUS_OK;
}

/* - LAYER name RECT pt pt | POLYGON pt pt pt .. ; or - VIA name pt .. ; */
enum status def_fill(struct def *def)
{
    struct lefdef_reader *reader = def->reader;
    struct placed_blockage fill = {
        .layer = LAYER_NONE, .metal = true, .spacing = LENGTH_NONE, .rule_width = LENGTH_NONE};
    uint32_t via = TECH_NONE;
    const uint32_t before = def->placed->blockage_count;
    struct token word = lex_next(def->lex);
    enum keyword key = lex_keyword(def->lex, word);
    if (key != KEY_LAYER && key != KEY_VIA)
        return lex_expected(def->lex, word, "LAYER or VIA");
    TRY(key == KEY_LAYER ? read_layer(reader, &fill.layer)
                         : via_of(reader, lex_next(def->lex), &via));
    for (;;) {
        struct token value;
        struct lefdef_point at;
        reader->rect_count = 0;
        if (via != TECH_NONE && lex_ahead(def->lex) == '(') {
            TRY(read_point(reader, &at));
            TRY(add_fill_via(def, via, at, fill));
            continue;
        }
        TRY(lex_word(def->lex, "; at the end of the fill", &word, &key));
        if (token_is_char(word, ';'))
            return def->placed->blockage_count > before
                       ? STATUS_OK
                       : lex_expected(def->lex, word, "a shape of the fill");
        if (via == TECH_NONE && (key == KEY_RECT || key == KEY_POLYGON)) {
            TRY(read_shape(reader, key));
            TRY(add_blockages(def, fill));
        } else if (!token_is_char(word, '+')) {
            return lex_expected(def->lex, word, via == TECH_NONE ? "RECT, POLYGON or ;" : "( or ;");
        } else {
            TRY(def_option(def, &key));
            TRY(def_values(def, false));
            if (key == KEY_MASK)
                TRY(def_value(def, &value));
            else if (!token_is_word(def->option, "OPC"))
                return lex_expected(def->lex, def->option, "MASK or OPC");
        }
    }
}
