/* macro: reads MACRO of LEF: a cell, its pins and its obstructions. Unknown statements of a macro
 * or pin are skipped. */
#include "grid/format/lef/parts.h"

/* PORT .. END of the last pin. */
static enum status read_port(struct lefdef_reader *reader)
{
    assert(reader->layout->library.pin_count > 0);
    struct library *library = &reader->layout->library;
    struct cell_pin *pin = &library->pins[library->pin_count - 1];
    uint32_t first = library->shape_count;
    TRY(read_geometry(reader));
    struct cell_port port = {{first, library->shape_count - first}};
    pin->ports.count++;
    pin->shapes.count = library->shape_count - pin->shapes.first;
    return MEM_APPEND(library->ports, library->port_capacity, library->port_count, port, "ports",
                      reader->error);
}

static enum status open_pin(struct lefdef_reader *reader, struct token *token)
{
    struct library *library = &reader->layout->library;
    uint32_t number = 0;
    TRY(read_new_name(reader, &library->pin_names, "the pin's name", token, &number));
    struct cell_macro *macro = &library->macros[library->macro_names.count - 1];
    for (uint32_t i = 0; i < macro->pins.count; i++)
        if (library->pins[macro->pins.first + i].name == number)
            return lex_fail(&reader->lex, *token, "expected a pin, found one of this name twice");
    struct cell_pin pin = {.name = number,
                           .ports = {library->port_count, 0},
                           .shapes = {library->shape_count, 0},
                           .must_join = NAME_NONE};
    assert(macro->pins.first + macro->pins.count == library->pin_count); /* pins are consecutive */
    macro->pins.count++;
    return MEM_APPEND(library->pins, library->pin_capacity, library->pin_count, pin, "pins",
                      reader->error);
}

static enum status read_must_join(struct lefdef_reader *reader)
{
    assert(reader->layout->library.pin_count > 0);
    struct library *library = &reader->layout->library;
    struct token token;
    TRY(read_new_name(reader, &library->pin_names, "a pin's name", &token,
                      &library->pins[library->pin_count - 1].must_join));
    return lex_skip(&reader->lex);
}

/* Reads the first word of a value and skips the rest of the statement. */
static enum status read_word(struct lefdef_reader *reader, struct token *word, const char *what)
{
    *word = lex_next(&reader->lex);
    if (word->length == 0 || token_is_char(*word, ';'))
        return lex_expected(&reader->lex, *word, "%s", what);
    return lex_skip(&reader->lex);
}

/* PIN name .. END name */
static enum status read_pin(struct lefdef_reader *reader)
{
    struct library *library = &reader->layout->library;
    struct token token;
    enum status status = open_pin(reader, &token);
    while (status == STATUS_OK) {
        struct token word;
        enum keyword key;
        TRY(lex_word(&reader->lex, "END of the pin", &word, &key));
        struct cell_pin *pin = &library->pins[library->pin_count - 1];
        switch (key) {
        case KEY_PORT:
            status = read_port(reader);
            break;
        case KEY_DIRECTION:
            if ((status = read_word(reader, &word, "the pin's direction")) == STATUS_OK)
                pin->direction = direction_of(&reader->lex, word);
            break;
        case KEY_USE:
            if ((status = read_word(reader, &word, "the pin's use")) == STATUS_OK)
                pin->use = use_of(&reader->lex, word);
            break;
        case KEY_MUSTJOIN:
            status = read_must_join(reader);
            break;
        case KEY_END:
            return read_end_name(reader, token);
        default:
            status = lex_skip_from(&reader->lex, word);
        }
        status = reader_recover(reader, status);
    }
    return status;
}

/* OBS .. END. The obstructions of a macro must be consecutive in library.shapes, so those that were
 * read before a pin are copied behind it. */
static enum status read_obs(struct lefdef_reader *reader, struct cell_macro *macro)
{
    struct library *library = &reader->layout->library;
    struct slice before = macro->obs;
    assert(before.first + before.count <= library->shape_count);
    macro->obs.first = library->shape_count;
    if (before.count > 0 && before.first + before.count == library->shape_count)
        macro->obs.first = before.first;
    else if (ROOM(reader, library->shapes, library->shape_capacity,
                  (size_t)library->shape_count + before.count, "shapes") != STATUS_OK)
        return STATUS_FAILED;
    else
        for (uint32_t i = 0; i < before.count; i++)
            library->shapes[library->shape_count++] = library->shapes[before.first + i];
    enum status status = read_geometry(reader);
    macro->obs.count = library->shape_count - macro->obs.first;
    return status;
}

/* SIZE width BY height ; */
static enum status read_size(struct lefdef_reader *reader, struct cell_macro *macro)
{
    TRY(read_length(reader, &macro->width));
    TRY(lex_expect(&reader->lex, KEY_BY));
    struct token height = lex_peek(&reader->lex);
    TRY(read_length(reader, &macro->height));
    if (macro->width < 0 || macro->height < 0)
        return lex_expected(&reader->lex, height, "a size that is not negative");
    return lex_char(&reader->lex, ';');
}

/* Reads a statement of the last macro; *done is set at its END. */
static enum status read_statement(struct lefdef_reader *reader, struct token token, bool *done)
{
    struct library *library = &reader->layout->library;
    struct cell_macro *macro = &library->macros[library->macro_names.count - 1];
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
        return read_size(reader, macro);
    case KEY_ORIGIN:
        TRY(read_point(reader, &origin));
        macro->origin_x = origin.x;
        macro->origin_y = origin.y;
        return lex_skip(&reader->lex);
    case KEY_CLASS:
        macro->core = lex_keyword(&reader->lex, lex_next(&reader->lex)) == KEY_CORE;
        return lex_skip(&reader->lex);
    case KEY_DENSITY:
        return lex_skip_to(&reader->lex, KEY_END, "END of DENSITY");
    case KEY_END:
        *done = true;
        return read_end_name(reader, token);
    default:
        return lex_skip_from(&reader->lex, word);
    }
}

/* Moves the macro's shapes, from `first` on, so that its lower left corner is 0,0. */
static enum status add_origin(struct lefdef_reader *reader, struct cell_macro *macro,
                              uint32_t first, struct token token)
{
    assert(first <= reader->layout->library.shape_count);
    struct library *library = &reader->layout->library;
    int64_t x = macro->origin_x, y = macro->origin_y;
    if (x == 0 && y == 0)
        return STATUS_OK;
    for (uint32_t i = first; i < library->shape_count; i++) {
        struct layout_rect *r = &library->shapes[i].rect;
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
    struct library *library = &reader->layout->library;
    struct token token;
    uint32_t number = 0, known = library->macro_names.count, first = library->shape_count;
    TRY(read_new_name(reader, &library->macro_names, "the macro's name", &token, &number));
    if (number < known)
        return lex_fail(&reader->lex, token, "expected a macro, found one of this name twice");
    TRY(ROOM(reader, library->macros, library->macro_capacity, library->macro_names.count,
             "macros"));
    library->macros[number] =
        (struct cell_macro){.core = true, .pins = {library->pin_count, 0}, .obs = {first, 0}};
    for (bool done = false; !done;)
        TRY(reader_recover(reader, read_statement(reader, token, &done)));
    return add_origin(reader, &library->macros[number], first, token);
}
