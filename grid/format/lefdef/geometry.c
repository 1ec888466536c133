/* geometry: points, rectangles, and the geometry lists of LEF's ports and obstructions. */
#include "grid/format/lefdef/reader.h"

void skip_mask(struct lefdef_reader *reader)
{
    if (char_is_letter(lex_ahead(&reader->lex)) &&
        lex_keyword(&reader->lex, lex_peek(&reader->lex)) == KEY_MASK) {
        lex_next(&reader->lex);
        lex_next(&reader->lex);
    }
}

/* A coordinate; in DEF `*` is that of the point before. */
static enum status read_coordinate(struct lefdef_reader *reader, struct token token,
                                   const int32_t *before, int32_t *value)
{
    if (before == NULL || reader->lef || !token_is_char(token, '*'))
        return length_of(reader, token, value);
    *value = *before;
    return STATUS_OK;
}

/* `x y` or `( x y )` behind another point or none (NULL). */
static enum status read_next_point(struct lefdef_reader *reader, const struct lefdef_point *before,
                                   struct lefdef_point *point)
{
    struct token token = lex_next(&reader->lex);
    bool bracket = token_is_char(token, '(');
    if (bracket)
        token = lex_next(&reader->lex);
    TRY(read_coordinate(reader, token, before != NULL ? &before->x : NULL, &point->x));
    token = lex_next(&reader->lex);
    TRY(read_coordinate(reader, token, before != NULL ? &before->y : NULL, &point->y));
    return bracket ? lex_char(&reader->lex, ')') : STATUS_OK;
}

enum status read_point(struct lefdef_reader *reader, struct lefdef_point *point)
{
    return read_next_point(reader, NULL, point);
}

enum status read_points(struct lefdef_reader *reader)
{
    reader->point_count = 0;
    for (;;) {
        struct token token = lex_peek(&reader->lex);
        if (!token_is_char(token, '(') && !token_is_number(token))
            break;
        if (reader->point_count == POLYGON_POINTS_MAX)
            return lex_fail(&reader->lex, token, "expected at most %d points, found more",
                            POLYGON_POINTS_MAX);
        enum status status =
            ROOM(reader, reader->points, reader->point_capacity, reader->point_count + 1, "points");
        if (status != STATUS_OK)
            return status;
        uint32_t at = reader->point_count++;
        TRY(read_next_point(reader, at > 0 ? &reader->points[at - 1] : NULL, &reader->points[at]));
    }
    return STATUS_OK;
}

enum status read_rect(struct lefdef_reader *reader, struct layout_rect *rect)
{
    struct lefdef_point a, b;
    TRY(read_point(reader, &a));
    TRY(read_next_point(reader, &a, &b));
    *rect = point_rect(a, b);
    return STATUS_OK;
}

enum status read_shape(struct lefdef_reader *reader, enum keyword key)
{
    assert(key == KEY_RECT || key == KEY_POLYGON);
    reader->rect_count = 0;
    if (key == KEY_POLYGON) {
        TRY(read_points(reader));
        return polygon_rects(reader);
    }
    struct layout_rect rect;
    TRY(read_rect(reader, &rect));
    return add_rect(reader, rect);
}

/* ---- geometry lists of LEF ------------------------------------------------------------------ */

/* The state of a list: what LAYER and WIDTH said. */
struct list {
    struct cell_shape shape; /* layer and options; rect unused */
    bool has_layer;
    int32_t path_width;
};

/* DO columns BY rows STEP dx dy: copies of a shape. */
struct copies {
    int32_t columns, rows, dx, dy;
};

static enum status read_copies(struct lefdef_reader *reader, bool iterate, struct copies *copies)
{
    *copies = (struct copies){1, 1, 0, 0};
    if (!iterate && lex_ahead(&reader->lex) == ';')
        return STATUS_OK;
    struct token token = lex_peek(&reader->lex);
    if (!iterate && lex_keyword(&reader->lex, token) != KEY_DO)
        return STATUS_OK;
    static const enum keyword WORD[] = {KEY_DO, KEY_BY, KEY_STEP};
    int32_t *value[] = {&copies->columns, &copies->rows};
    for (int i = 0; i < 3; i++) {
        struct token word = lex_next(&reader->lex);
        if (lex_keyword(&reader->lex, word) != WORD[i])
            return lex_expected(&reader->lex, word, "%s", keyword_text(WORD[i]));
        if (i < 2)
            token = lex_peek(&reader->lex);
        if (i < 2 && read_count(reader, "a number of copies", value[i]) != STATUS_OK)
            return STATUS_BAD_INPUT;
    }
    if ((int64_t)copies->columns * copies->rows > COPIES_MAX)
        return lex_fail(&reader->lex, token, "expected at most %d copies, found more", COPIES_MAX);
    TRY(read_length(reader, &copies->dx));
    return read_length(reader, &copies->dy);
}

static enum status add_shape(struct lefdef_reader *reader, const struct list *list, uint16_t layer,
                             struct layout_rect rect, int64_t x, int64_t y)
{
    /* Shapes on a layer of an unknown name follow an error that is noted: they are read on. */
    assert(layer < reader->layout->tech.layer_names.count || layer == LAYER_NONE);
    assert(rect.x0 <= rect.x1 && rect.y0 <= rect.y1);
    struct library *library = &reader->layout->library;
    if (rect.x0 + x < -COORD_MAX || rect.x1 + x > COORD_MAX || rect.y0 + y < -COORD_MAX ||
        rect.y1 + y > COORD_MAX)
        return lex_fail(&reader->lex, lex_peek(&reader->lex),
                        "expected a shape within %d microns of the origin, found one outside",
                        COORD_MAX / LEF_UNITS);
    TRY(reader_look(reader));
    if (library->shape_count == UINT32_MAX)
        return error_set(reader->error, STATUS_BAD_INPUT, "too many shapes in LEF");
    TRY(ROOM(reader, library->shapes, library->shape_capacity, (size_t)library->shape_count + 1,
             "shapes"));
    struct cell_shape shape = list->shape;
    shape.layer = layer;
    shape.rect = rect_move(rect, (int32_t)x, (int32_t)y);
    library->shapes[library->shape_count++] = shape;
    return STATUS_OK;
}

static enum status add_copies(struct lefdef_reader *reader, const struct list *list, uint16_t layer,
                              struct layout_rect rect, struct copies copies)
{
    assert(copies.rows >= 1 && copies.columns >= 1);
    for (int32_t j = 0; j < copies.rows; j++)
        for (int32_t i = 0; i < copies.columns; i++) {
            enum status status = add_shape(reader, list, layer, rect, (int64_t)i * copies.dx,
                                           (int64_t)j * copies.dy);
            if (status != STATUS_OK)
                return status;
        }
    return STATUS_OK;
}

/* LAYER name [EXCEPTPGNET] [SPACING s | DESIGNRULEWIDTH w] ; */
static enum status read_list_layer(struct lefdef_reader *reader, struct list *list)
{
    list->shape = (struct cell_shape){.spacing = LENGTH_NONE, .rule_width = LENGTH_NONE};
    list->has_layer = true; /* be its name known or not */
    TRY(read_layer(reader, &list->shape.layer));
    list->path_width = reader->layout->tech.layers[list->shape.layer].width;
    for (;;) {
        struct token token = lex_next(&reader->lex);
        switch (lex_keyword(&reader->lex, token)) {
        case KEY_EXCEPTPGNET:
            list->shape.except_pg = true;
            break;
        case KEY_SPACING:
            TRY(read_distance(reader, &list->shape.spacing));
            break;
        case KEY_DESIGNRULEWIDTH:
            TRY(read_distance(reader, &list->shape.rule_width));
            break;
        default:
            if (token_is_char(token, ';'))
                return STATUS_OK;
            if (token.length == 0)
                return lex_expected(&reader->lex, token, "; at the end of LAYER");
        }
    }
}

/* The rectangles of a PATH, in reader->rects: each straight piece, lengthened by half the width. */
static enum status path_rects(struct lefdef_reader *reader, int32_t width)
{
    assert(reader->point_count >= 1 && width >= 0);
    reader->rect_count = 0;
    for (uint32_t i = 0; i < reader->point_count; i++) {
        uint32_t next = i + 1 < reader->point_count ? i + 1 : i;
        if (next == i && i > 0)
            break;
        struct layout_rect rect =
            rect_grow(point_rect(reader->points[i], reader->points[next]), width / 2);
        TRY(add_rect(reader, rect));
    }
    return STATUS_OK;
}

/* VIA [ITERATE] [MASK n] x y name [DO ..] ; */
static enum status read_list_via(struct lefdef_reader *reader, const struct list *list,
                                 bool iterate)
{
    struct lefdef_point at;
    uint32_t via = 0;
    struct copies copies;
    TRY(read_point(reader, &at));
    TRY(via_of(reader, lex_next(&reader->lex), &via));
    TRY(read_copies(reader, iterate, &copies));
    struct slice rects = reader->layout->tech.vias[via].rects;
    for (uint32_t i = rects.first; i < rects.first + rects.count; i++) {
        struct tech_via_rect part = reader->layout->tech.via_rects[i];
        enum status status =
            add_copies(reader, list, part.layer, rect_move(part.rect, at.x, at.y), copies);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

/* RECT, POLYGON, PATH or VIA, up to its `;`. */
static enum status read_item(struct lefdef_reader *reader, struct token word, enum keyword key,
                             const struct list *list)
{
    if (!list->has_layer && key != KEY_VIA)
        return lex_expected(&reader->lex, word, "LAYER before the first shape");
    bool iterate = false;
    while (char_is_letter(lex_ahead(&reader->lex))) {
        enum keyword option = lex_keyword(&reader->lex, lex_peek(&reader->lex));
        if (option != KEY_MASK && option != KEY_ITERATE)
            break;
        lex_next(&reader->lex);
        iterate |= option == KEY_ITERATE;
        if (option == KEY_MASK)
            lex_next(&reader->lex);
    }
    if (key == KEY_VIA)
        return read_list_via(reader, list, iterate);
    struct copies copies;
    if (key == KEY_RECT) {
        TRY(read_shape(reader, key));
    } else {
        TRY(read_points(reader));
        if (reader->point_count < (key == KEY_PATH ? 1u : 3u))
            return lex_expected(&reader->lex, lex_peek(&reader->lex), "a point x y");
        TRY(key == KEY_PATH ? path_rects(reader, list->path_width) : polygon_rects(reader));
    }
    TRY(read_copies(reader, iterate, &copies));
    for (uint32_t i = 0; i < reader->rect_count; i++)
        TRY(add_copies(reader, list, list->shape.layer, reader->rects[i], copies));
    return STATUS_OK;
}

enum status read_geometry(struct lefdef_reader *reader)
{
    struct list list = {.shape = {.spacing = LENGTH_NONE, .rule_width = LENGTH_NONE}};
    for (;;) {
        struct token token = lex_next(&reader->lex);
        enum keyword key = lex_keyword(&reader->lex, token);
        enum status status = STATUS_OK;
        if (token_is_char(token, ';'))
            continue;
        if (key == KEY_END)
            return STATUS_OK;
        if (token.length == 0)
            return lex_expected(&reader->lex, token, "END of the shapes");
        if (key == KEY_LAYER) {
            status = read_list_layer(reader, &list);
        } else if (key == KEY_WIDTH) {
            status = read_distance(reader, &list.path_width);
            THEN(status, lex_char(&reader->lex, ';'));
        } else if (key == KEY_RECT || key == KEY_POLYGON || key == KEY_PATH || key == KEY_VIA) {
            status = read_item(reader, token, key, &list);
            THEN(status, lex_char(&reader->lex, ';'));
        } else {
            status = lex_skip(&reader->lex); /* CLASS, PROPERTY and what comes later */
        }
        TRY(reader_recover(reader, status));
    }
}
