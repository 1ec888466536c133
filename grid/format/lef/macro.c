/* macro: MACRO statements of LEF: cells with their pins and obstructions. */
#include "grid/format/lef/parts.h"

#include <string.h>

static bool same(struct token a, struct token b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

/* PORT .. END, with the pin that is read last. */
static enum status read_port(struct lefdef_reader *reader)
{
    assert(reader->layout->library.pin_count > 0);
    struct library *library = &reader->layout->library;
    struct cell_pin *pin = &library->pins[library->pin_count - 1];
    uint32_t first = library->shape_count;
    TRY(read_geometry(reader));
    TRY(ROOM(reader, library->ports, library->port_capacity, (size_t)library->port_count + 1,
             "ports"));
    library->ports[library->port_count++] =
        (struct cell_port){{first, library->shape_count - first}};
    pin->ports.count++;
    pin->shapes.count = library->shape_count - pin->shapes.first;
    return STATUS_OK;
}

static enum status open_pin(struct lefdef_reader *reader, struct token *token)
{
    struct library *library = &reader->layout->library;
    struct token name;
    uint32_t number = 0;
    TRY(lex_next_name(&reader->lex, "the pin's name", token, &name));
    TRY(names_add(&library->pin_names, name.text, name.length, &number, reader->error));
    struct cell_macro *macro = &library->macros[library->macro_names.count - 1];
    for (uint32_t i = 0; i < macro->pins.count; i++)
        if (library->pins[macro->pins.first + i].name == number)
            return lex_fail(&reader->lex, *token, "expected a pin, found one of this name twice");
    TRY(ROOM(reader, library->pins, library->pin_capacity, (size_t)library->pin_count + 1, "pins"));
    library->pins[library->pin_count++] = (struct cell_pin){.name = number,
                                                            .ports = {library->port_count, 0},
                                                            .shapes = {library->shape_count, 0},
                                                            .must_join = NAME_NONE};
    macro->pins.count++;
    return STATUS_OK;
}

static enum status read_must_join(struct lefdef_reader *reader)
{
    assert(reader->layout->library.pin_count > 0);
    struct library *library = &reader->layout->library;
    struct token token, name;
    enum status status = lex_next_name(&reader->lex, "a pin's name", &token, &name);
    uint32_t number = 0;
    THEN(status, names_add(&library->pin_names, name.text, name.length, &number, reader->error));
    library->pins[library->pin_count - 1].must_join = number;
    return status == STATUS_OK ? lex_skip(&reader->lex) : status;
}

/* The word of a statement that needs one, and the rest up to its `;`. */
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
        struct token word = lex_next(&reader->lex);
        struct cell_pin *pin = &library->pins[library->pin_count - 1];
        switch (lex_keyword(&reader->lex, word)) {
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
            return lef_end_name(reader, token);
        default:
            if (word.length == 0)
                return lex_expected(&reader->lex, word, "END of the pin");
            status = lex_skip_from(&reader->lex, word);
        }
        status = reader_recover(reader, status);
    }
    return status;
}

/* OBS .. END. All obstructions of a macro lie in one row: those before a pin are copied behind. */
static enum status read_obs(struct lefdef_reader *reader, struct cell_macro *macro)
{
    struct library *library = &reader->layout->library;
    struct slice before = macro->obs;
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
    struct token word = lex_next(&reader->lex);
    if (lex_keyword(&reader->lex, word) != KEY_BY)
        return lex_expected(&reader->lex, word, "BY");
    struct token height = lex_peek(&reader->lex);
    TRY(read_length(reader, &macro->height));
    if (macro->width < 0 || macro->height < 0)
        return lex_expected(&reader->lex, height, "a size that is not negative");
    return lex_char(&reader->lex, ';');
}

/* Passes over DENSITY .. END. */
static enum status skip_density(struct lefdef_reader *reader)
{
    for (;;) {
        struct token word = lex_next(&reader->lex);
        if (word.length == 0)
            return lex_expected(&reader->lex, word, "END of DENSITY");
        if (lex_keyword(&reader->lex, word) == KEY_END)
            return STATUS_OK;
    }
}

/* One statement of the macro that is read last; *done at its END. */
static enum status read_statement(struct lefdef_reader *reader, struct token token, bool *done)
{
    struct library *library = &reader->layout->library;
    struct cell_macro *macro = &library->macros[library->macro_names.count - 1];
    struct token word = lex_next(&reader->lex);
    struct lefdef_point origin = {0, 0};
    enum status status = STATUS_OK;
    switch (lex_keyword(&reader->lex, word)) {
    case KEY_PIN:
        return read_pin(reader);
    case KEY_OBS:
        return read_obs(reader, macro);
    case KEY_SIZE:
        return read_size(reader, macro);
    case KEY_ORIGIN:
        status = read_point(reader, &origin);
        macro->origin_x = origin.x;
        macro->origin_y = origin.y;
        return status == STATUS_OK ? lex_skip(&reader->lex) : status;
    case KEY_CLASS:
        macro->core = lex_keyword(&reader->lex, lex_next(&reader->lex)) == KEY_CORE;
        return lex_skip(&reader->lex);
    case KEY_DENSITY:
        return skip_density(reader);
    case KEY_END:
        *done = true;
        word = lex_next(&reader->lex);
        return same(word, token)
                   ? STATUS_OK
                   : reader_note(reader, lex_expected(&reader->lex, word, "%.*s behind END",
                                                      (int)token.length, token.text));
    default:
        if (word.length == 0)
            return lex_expected(&reader->lex, word, "END of the macro");
        return lex_skip_from(&reader->lex, word);
    }
}

/* Moves the macro's shapes so that its lower left corner is 0,0. */
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
    struct token token, name;
    uint32_t number = 0, known = library->macro_names.count, first = library->shape_count;
    bool done = false;
    enum status status = lex_next_name(&reader->lex, "the macro's name", &token, &name);
    THEN(status, names_add(&library->macro_names, name.text, name.length, &number, reader->error));
    if (status == STATUS_OK && number < known)
        return lex_fail(&reader->lex, token, "expected a macro, found one of this name twice");
    THEN(status, ROOM(reader, library->macros, library->macro_capacity, library->macro_names.count,
                      "macros"));
    if (status != STATUS_OK)
        return status;
    library->macros[number] =
        (struct cell_macro){.core = true, .pins = {library->pin_count, 0}, .obs = {first, 0}};
    while (status == STATUS_OK && !done)
        status = reader_recover(reader, read_statement(reader, token, &done));
    THEN(status, add_origin(reader, &library->macros[number], first, token));
    return status;
}
