/* place: reads the items of COMPONENTS and PINS of DEF. */
#include "grid/format/def/parts.h"

/* `( x y ) orient` */
static enum status read_place(struct def *def, struct lefdef_point *at, enum orient *orient)
{
    TRY(read_point(def->reader, at));
    struct token word = lex_next(def->lex);
    return orient_of(def->lex, word, orient)
               ? STATUS_OK
               : lex_expected(def->lex, word, "an orientation (N, S, E, W, FN, FS, FE or FW)");
}

/* Reads the name and the macro. *again is the number of an earlier component of this name, if any,
 * and *first its name in the text. *same: it has the same words. */
static enum status open_component(struct def *def, struct token *token,
                                  struct placed_component *component, uint32_t *again,
                                  struct token *first, bool *same)
{
    struct placed *placed = def->placed;
    uint32_t known = placed->component_names.count, number = 0;
    TRY(def_new_name(def, &placed->component_names, &def->raw_components, "the component's name",
                     token, &number));
    TRY(def_state_item(def, number, *token, first, same));
    if (*same)
        return STATUS_OK;
    if (number < known)
        *again = number;
    TRY(ROOM(def->reader, placed->components, placed->capacity.components,
             placed->component_names.count, "components"));
    if (number == known) /* complete even if its statement is wrong */
        placed->components[number] = (struct placed_component){0};
    return read_known_name(def->reader, &def->library->macro_names, "the component's macro",
                           "a macro that LEF defines", &component->macro);
}

/* Fails unless a component that is stated again is the same. */
static enum status compare_component(struct def *def, const struct placed_component *component,
                                     uint32_t again, struct token token, struct token earlier)
{
    const struct placed_component *first = &def->placed->components[again];
    if (first->macro != component->macro || first->x != component->x || first->y != component->y ||
        first->orient != component->orient || first->status != component->status)
        return def_twice(def, token, earlier, "a component, found one of this name twice");
    return reader_remark(def->reader, "component %.120s is stated more than once, in the same way",
                         names_text(&def->placed->component_names, again));
}

/* - name macro [+ SOURCE ..] + PLACED ( x y ) orient .. ; */
enum status def_component(struct def *def)
{
    assert(!def->numbered);
    struct placed_component component = {0};
    struct token token, first;
    bool is_placed = false, same = false;
    struct lefdef_point at = {0, 0};
    uint32_t again = NAME_NONE;
    def->option = NO_OPTION;
    TRY(open_component(def, &token, &component, &again, &first, &same));
    if (same)
        return STATUS_OK;
    for (;;) {
        struct token word;
        enum keyword key;
        TRY(lex_word(def->lex, "; at the end of the component", &word, &key));
        if (token_is_char(word, ';'))
            break;
        if (char_is_letter(word.text[0]) && key != KEY_END && def->option.length == 0) {
            TRY(statement_note(def->reader, NOTE_OTHER, SECTION_COMPONENTS,
                               (struct token){"words", 5}, (struct token){"behind the macro", 16}));
            continue; /* of DEF 5.0 */
        }
        if (!token_is_char(word, '+'))
            return lex_expected(def->lex, word, "+ or ;");
        TRY(def_option(def, &key));
        if (token_is_word(def->option, "UNPLACED")) {
            TRY(def_skip_part(def));
        } else if (key == KEY_PLACED || key == KEY_FIXED || key == KEY_COVER) {
            component.status = key == KEY_FIXED   ? PLACE_FIXED
                               : key == KEY_COVER ? PLACE_COVER
                                                  : PLACE_PLACED;
            TRY(read_place(def, &at, &component.orient));
            TRY(def_end_option(def));
            is_placed = true;
        } else {
            TRY(def_skip_option(def));
        }
    }
    if (!is_placed) {
        component.status = PLACE_UNPLACED;
        def->unplaced_at = def->unplaced++ == 0 ? token : def->unplaced_at;
    }
    component.x = at.x;
    component.y = at.y;
    if (again != NAME_NONE)
        return compare_component(def, &component, again, token, first);
    def->placed->components[def->placed->component_names.count - 1] = component;
    return STATUS_OK;
}

static enum status add_port_shape(struct def *def, uint16_t layer, struct layout_rect rect,
                                  struct cell_shape shape)
{
    assert(layer < def->tech->layer_names.count);
    shape.layer = layer;
    shape.rect = rect;
    return LAYOUT_APPEND(def->placed, port_shapes, port_shape_count, shape, "shapes of I/O pins",
                         def->reader->error);
}

/* LAYER name [MASK n] [SPACING s | DESIGNRULEWIDTH w] pt pt, or POLYGON name .. pt pt pt .. */
static enum status read_port_shape(struct def *def, enum keyword key)
{
    struct lefdef_reader *reader = def->reader;
    struct cell_shape like = {.spacing = LENGTH_NONE, .rule_width = LENGTH_NONE};
    TRY(read_layer(reader, &like.layer));
    while (char_is_letter(lex_ahead(def->lex))) {
        struct token word = lex_next(def->lex);
        enum keyword option = lex_keyword(def->lex, word);
        if (option == KEY_SPACING)
            TRY(read_distance(reader, &like.spacing));
        else if (option == KEY_DESIGNRULEWIDTH)
            TRY(read_distance(reader, &like.rule_width));
        else if (option == KEY_MASK)
            TRY(read_mask(reader));
        else
            return lex_expected(def->lex, word, "MASK, SPACING, DESIGNRULEWIDTH or a point");
    }
    TRY(read_shape(reader, key == KEY_POLYGON ? KEY_POLYGON : KEY_RECT));
    for (uint32_t i = 0; i < reader->rect_count; i++)
        TRY(add_port_shape(def, like.layer, reader->rects[i], like));
    return STATUS_OK;
}

/* VIA name [MASK n] pt */
static enum status read_port_via(struct def *def)
{
    const struct cell_shape like = {.spacing = LENGTH_NONE, .rule_width = LENGTH_NONE};
    uint32_t via = 0;
    struct lefdef_point at = {0, 0};
    TRY(via_of(def->reader, lex_next(def->lex), &via));
    TRY(skip_mask(def->reader));
    TRY(read_point(def->reader, &at));
    struct slice rects = def->tech->vias[via].rects;
    for (uint32_t i = rects.first; i < rects.first + rects.count; i++) {
        struct tech_via_rect part = def->tech->via_rects[i];
        TRY(add_port_shape(def, part.layer, rect_move(part.rect, at.x, at.y), like));
    }
    return STATUS_OK;
}

struct port_state {
    struct token token; /* its name */
    uint32_t number;
    uint32_t first; /* its first shape */
    bool is_placed;
    struct lefdef_point at;
    enum orient orient;
};

/* Moves the port's shapes to where it is placed; drops them if it is not placed. */
static enum status place_shapes(struct def *def, const struct port_state *port)
{
    assert(port->first <= def->placed->port_shape_count);
    const int64_t x = port->at.x, y = port->at.y;
    if (!port->is_placed)
        def->placed->port_shape_count = port->first;
    for (uint32_t i = port->first; i < def->placed->port_shape_count; i++) {
        struct layout_rect rect = rect_orient(def->placed->port_shapes[i].rect, port->orient, 0, 0);
        if (rect.x0 + x < -COORD_MAX || rect.x1 + x > COORD_MAX || rect.y0 + y < -COORD_MAX ||
            rect.y1 + y > COORD_MAX)
            return lex_expected(def->lex, port->token,
                                "an I/O pin within the range of coordinates");
        def->placed->port_shapes[i].rect = rect_move(rect, port->at.x, port->at.y);
    }
    return STATUS_OK;
}

static enum status open_port(struct def *def, struct token *token, uint32_t *number, bool *same)
{
    struct placed *placed = def->placed;
    struct token first;
    uint32_t known = placed->port_names.count;
    TRY(def_new_name(def, &placed->port_names, &def->raw_ports, "the I/O pin's name", token,
                     number));
    TRY(def_state_item(def, *number, *token, &first, same));
    if (*same)
        return STATUS_OK;
    if (*number < known) { /* a pin may be stated again with more shapes */
        TRY(def_recall(def, first));
        return SLICE_TO_END(&placed->ports[*number].shapes, placed, port_shapes, port_shape_count,
                            "shapes of I/O pins", def->reader->error);
    }
    TRY(ROOM(def->reader, placed->ports, placed->capacity.ports, placed->port_names.count,
             "I/O pins"));
    TRY(ROOM(def->reader, def->port_net, def->port_net_capacity, placed->port_names.count,
             "I/O pins"));
    placed->ports[*number] =
        (struct placed_port){.net = NET_NONE, .shapes = {placed->port_shape_count, 0}};
    TRY(ROOM(def->reader, def->port_at, def->port_at_capacity, placed->port_names.count,
             "I/O pins"));
    def->port_net[*number] = NAME_NONE;
    return STATUS_OK;
}

/* NET of a port: kept with backslashes until the names of all nets are known. */
static enum status read_port_net(struct def *def, uint32_t *number)
{
    struct token token, name;
    TRY(def_value(def, &token));
    TRY(lex_name(def->lex, token, &name));
    return names_add(&def->port_nets, token.text, token.length, number, def->reader->error);
}

static enum status read_port_option(struct def *def, struct port_state *state)
{
    struct placed_port *port = &def->placed->ports[state->number];
    enum keyword key = KEY_NONE;
    TRY(def_option(def, &key));
    switch (key) {
    case KEY_NET:
        def->port_at[state->number] = def_offset(def, lex_peek(def->lex));
        return read_port_net(def, &def->port_net[state->number]);
    case KEY_USE:
        return def_use(def, &port->use);
    case KEY_DIRECTION:
        return def_direction(def, &port->direction);
    case KEY_SPECIAL:
        port->special = true;
        return STATUS_OK;
    case KEY_PORT:
        TRY(place_shapes(def, state));
        def_forget_place(def);
        *state = (struct port_state){state->token, state->number, def->placed->port_shape_count,
                                     false,        {0, 0},        ORIENT_N};
        return STATUS_OK;
    case KEY_LAYER:
    case KEY_POLYGON:
        return read_port_shape(def, key);
    case KEY_VIA:
        return read_port_via(def);
    case KEY_PLACED:
    case KEY_FIXED:
    case KEY_COVER:
        state->is_placed = true;
        return read_place(def, &state->at, &state->orient);
    default:
        return token_is_word(def->option, "UNPLACED") ? STATUS_OK : def_skip_option(def);
    }
}

/* - name + NET net + DIRECTION d + USE u + LAYER .. + PLACED .. [+ PORT ..] ; */
enum status def_port(struct def *def)
{
    assert(!def->numbered);
    struct port_state state = {0};
    bool same = false;
    TRY(open_port(def, &state.token, &state.number, &same));
    if (same)
        return STATUS_OK;
    state.first = def->placed->port_shape_count;
    for (;;) {
        struct token word;
        enum keyword key;
        TRY(lex_word(def->lex, "; at the end of the I/O pin", &word, &key));
        if (token_is_char(word, ';'))
            break;
        if (!token_is_char(word, '+'))
            return lex_expected(def->lex, word, "+ or ;");
        TRY(read_port_option(def, &state));
        TRY(def_end_option(def));
    }
    TRY(place_shapes(def, &state));
    struct slice *shapes = &def->placed->ports[state.number].shapes;
    shapes->count = def->placed->port_shape_count - shapes->first;
    return STATUS_OK;
}
