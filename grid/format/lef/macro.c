/* macro: reads MACRO of LEF: a cell, its pins and its obstructions. */
#include "grid/format/lef/parts.h"

/* PORT .. END of the pin reader->pin. */
static enum status read_port(struct lefdef_reader *reader)
{
    assert(reader->library->pin_count > 0);
    struct library *library = reader->library;
    struct cell_pin *pin = &library->pins[reader->pin];
    uint32_t first = library->shape_count;
    TRY(read_geometry(reader));
    struct cell_port port = {{first, library->shape_count - first}};
    pin->ports.count++;
    pin->shapes.count = library->shape_count - pin->shapes.first;
    return LAYOUT_APPEND(library, ports, port_count, port, "ports", reader->error);
}

/* Prepares a pin that is stated again for more ports: moves its ports to the end of the lists. */
static enum status reopen_pin(struct lefdef_reader *reader, uint32_t number)
{
    struct library *library = reader->library;
    struct cell_pin *pin = &library->pins[number];
    const uint32_t first = pin->shapes.first;
    reader->pin = number;
    reader->pin_again = true;
    TRY(reader_remark(reader,
                      "MACRO %.80s: PIN %.80s is stated more than once: one pin, more ports",
                      names_text(&library->macro_names, library->macro_names.count - 1),
                      names_text(&library->pin_names, pin->name)));
    TRY(SLICE_TO_END(&pin->shapes, library, shapes, shape_count, "shapes", reader->error));
    TRY(SLICE_TO_END(&pin->ports, library, ports, port_count, "ports", reader->error));
    for (uint32_t i = 0; i < pin->ports.count; i++)
        library->ports[pin->ports.first + i].shapes.first += pin->shapes.first - first;
    return STATUS_OK;
}

static enum status open_pin(struct lefdef_reader *reader, struct token *token)
{
    struct library *library = reader->library;
    uint32_t number = 0;
    TRY(read_new_name(reader, &library->pin_names, "the pin's name", token, &number));
    struct cell_macro *macro = &library->macros[library->macro_names.count - 1];
    for (uint32_t i = 0; i < macro->pins.count; i++)
        if (library->pins[macro->pins.first + i].name == number)
            return reopen_pin(reader, macro->pins.first + i);
    struct cell_pin pin = {.name = number,
                           .ports = {library->port_count, 0},
                           .shapes = {library->shape_count, 0},
                           .must_join = NAME_NONE};
    assert(macro->pins.first + macro->pins.count == library->pin_count); /* pins are consecutive */
    macro->pins.count++;
    reader->pin = library->pin_count;
    reader->pin_again = false;
    return LAYOUT_APPEND(library, pins, pin_count, pin, "pins", reader->error);
}

/* Fails if a pin of MUSTJOIN is not a pin of the macro. */
static enum status check_must_join(struct lefdef_reader *reader, const struct cell_macro *macro)
{
    const struct cell_pin *pins = reader->library->pins + macro->pins.first;
    for (uint32_t i = 0; i < macro->pins.count; i++) {
        uint32_t k = 0;
        while (k < macro->pins.count && pins[k].name != pins[i].must_join)
            k++;
        if (pins[i].must_join == NAME_NONE || k < macro->pins.count)
            continue;
        const struct token at = lef_place(reader, SECTION_PIN, macro->pins.first + i, KEY_MUSTJOIN);
        TRY(reader_note(reader,
                        lex_fail(&reader->lex, at,
                                 "expected MUSTJOIN with a pin of the macro, found %.120s",
                                 names_text(&reader->library->pin_names, pins[i].must_join))));
    }
    return STATUS_OK;
}

static enum status read_must_join(struct lefdef_reader *reader)
{
    assert(reader->library->pin_count > 0);
    struct token token;
    TRY(read_new_name(reader, &reader->library->pin_names, "a pin's name", &token,
                      &reader->library->pins[reader->pin].must_join));
    return statement_end(reader, SECTION_PIN);
}

/* DIRECTION or USE of a pin, whose first word is `word`. */
static enum status read_pin_word(struct lefdef_reader *reader, struct token word,
                                 struct cell_pin *pin)
{
    struct token value = lex_next(&reader->lex);
    const bool use = token_is_word(word, "USE");
    if (!char_is_letter(value.length > 0 ? value.text[0] : '\0'))
        return lex_expected(&reader->lex, value, use ? "the pin's use" : "the pin's direction");
    TRY(use ? read_use(reader, SECTION_PIN, word, value, &pin->use)
            : read_direction(reader, SECTION_PIN, word, value, &pin->direction));
    if (token_is_word(lex_peek(&reader->lex), "TRISTATE"))
        lex_next(&reader->lex); /* DIRECTION OUTPUT TRISTATE */
    return statement_end(reader, SECTION_PIN);
}

/* PIN name .. END name */
static enum status read_pin(struct lefdef_reader *reader)
{
    struct token token;
    enum status status = open_pin(reader, &token);
    reader->oxide = 0;
    while (status == STATUS_OK) {
        struct token word;
        enum keyword key;
        TRY(lex_word(&reader->lex, "END of the pin", &word, &key));
        switch (key) {
        case KEY_PORT:
            status = read_port(reader);
            break;
        case KEY_DIRECTION:
        case KEY_USE:
            status = read_pin_word(reader, word, &reader->library->pins[reader->pin]);
            break;
        case KEY_MUSTJOIN:
            status = read_must_join(reader);
            break;
        case KEY_END:
            return read_end_name(reader, token);
        default:
            status = lef_is_pin_antenna(word) ? lef_pin_antenna(reader, word)
                                              : statement_skip(reader, SECTION_PIN, word);
        }
        THEN(status, lef_once(reader, SECTION_PIN, reader->pin, word));
        status = reader_recover(reader, status);
    }
    return status;
}

/* OBS .. END. The obstructions of a macro must be consecutive in library.shapes, so those that were
 * read before a pin are copied after it. */
static enum status read_obs(struct lefdef_reader *reader, struct cell_macro *macro)
{
    TRY(SLICE_TO_END(&macro->obs, reader->library, shapes, shape_count, "shapes", reader->error));
    enum status status = read_geometry(reader);
    macro->obs.count = reader->library->shape_count - macro->obs.first;
    return status;
}

/* SIZE width BY height ; */
static enum status read_size(struct lefdef_reader *reader, struct cell_macro *macro)
{
    reader->has_size = true;
    TRY(read_length(reader, &macro->width));
    TRY(lex_expect(&reader->lex, KEY_BY));
    struct token height = lex_peek(&reader->lex);
    TRY(read_length(reader, &macro->height));
    if (macro->width < 0 || macro->height < 0)
        return lex_expected(&reader->lex, height, "a size that is not negative");
    return statement_end(reader, SECTION_MACRO);
}

/* TIMING .. END TIMING of LEF 5.3 */
static enum status skip_timing(struct lefdef_reader *reader, struct token word)
{
    TRY(statement_unused(reader, SECTION_MACRO, word, NO_OPTION));
    TRY(lex_skip_to(&reader->lex, KEY_END, "END TIMING"));
    return lex_expect(&reader->lex, KEY_TIMING);
}

/* Reads a statement of the last macro; *done is set at its END. */
static enum status read_statement(struct lefdef_reader *reader, struct token token, bool *done)
{
    struct cell_macro *macro = &reader->library->macros[reader->library->macro_names.count - 1];
    struct token word;
    enum keyword key;
    struct lefdef_point origin = {0, 0};
    TRY(lex_word(&reader->lex, "END of the macro", &word, &key));
    switch (key) {
    case KEY_PIN:
        return read_pin(reader);
    case KEY_OBS:
        return read_obs(reader, macro);
    case KEY_SIZE:
        TRY(read_size(reader, macro));
        break;
    case KEY_ORIGIN:
        TRY(read_point(reader, &origin));
        macro->origin_x = origin.x;
        macro->origin_y = origin.y;
        TRY(statement_end(reader, SECTION_MACRO));
        break;
    case KEY_CLASS:
        if (token_is_char(lex_peek(&reader->lex), ';'))
            return lex_expected(&reader->lex, lex_next(&reader->lex), "the macro's class");
        macro->core = lex_keyword(&reader->lex, lex_peek(&reader->lex)) == KEY_CORE;
        TRY(statement_skip_rest(reader, SECTION_MACRO, word));
        break;
    case KEY_DENSITY:
        TRY(statement_unused(reader, SECTION_MACRO, word, NO_OPTION));
        return lex_skip_to(&reader->lex, KEY_END, "END of DENSITY");
    case KEY_TIMING:
        return skip_timing(reader, word);
    case KEY_END:
        *done = true;
        if (!reader->has_size)
            TRY(reader_note(reader, lex_fail(&reader->lex, token, "expected SIZE in the macro")));
        TRY(check_must_join(reader, macro));
        return read_end_name(reader, token);
    default:
        return statement_skip(reader, SECTION_MACRO, word);
    }
    return lef_once(reader, SECTION_MACRO, reader->library->macro_names.count, word);
}

/* Moves the macro's shapes, from `first` on, so that its lower left corner is 0,0. */
static enum status add_origin(struct lefdef_reader *reader, struct cell_macro *macro,
                              uint32_t first, struct token token)
{
    assert(first <= reader->library->shape_count);
    int64_t x = macro->origin_x, y = macro->origin_y;
    if (x == 0 && y == 0)
        return STATUS_OK;
    for (uint32_t i = first; i < reader->library->shape_count; i++) {
        struct layout_rect *r = &reader->library->shapes[i].rect;
        if (r->x0 + x < -COORD_MAX || r->x1 + x > COORD_MAX || r->y0 + y < -COORD_MAX ||
            r->y1 + y > COORD_MAX)
            return lex_fail(&reader->lex, token, "expected shapes within %d microns of the origin",
                            COORD_MAX / LEF_UNITS);
        *r = rect_move(*r, macro->origin_x, macro->origin_y);
    }
    return STATUS_OK;
}

enum status lef_macro(struct lefdef_reader *reader)
{
    struct library *library = reader->library;
    struct token token;
    uint32_t number = 0, first = library->shape_count;
    TRY(read_new_name(reader, &library->macro_names, "the macro's name", &token, &number));
    assert(number + 1 == library->macro_names.count); /* a macro is read once */
    TRY(ROOM(reader, library->macros, library->capacity.macros, library->macro_names.count,
             "macros"));
    library->macros[number] =
        (struct cell_macro){.core = true, .pins = {library->pin_count, 0}, .obs = {first, 0}};
    reader->has_size = false;
    for (bool done = false; !done;)
        TRY(reader_recover(reader, read_statement(reader, token, &done)));
    return add_origin(reader, &library->macros[number], first, token);
}
