/* geometry: reads points, rectangles and polygons, and the shapes of LEF's ports and obstructions,
 * whose polygons, paths and vias become rectangles. */
#include "grid/format/lefdef/statements.h"

enum status read_mask(struct lefdef_reader *reader)
{
    enum { MASK_MAX = 999 }; /* largest mask: a digit each for bottom, cut and top */
    int64_t mask;
    return lex_int(&reader->lex, "a mask", 0, MASK_MAX, &mask);
}

enum status skip_mask(struct lefdef_reader *reader)
{
    return lex_accept(&reader->lex, KEY_MASK) ? read_mask(reader) : STATUS_OK;
}

/* A coordinate. In DEF, `*` repeats the coordinate of the point before. */
static enum status read_coordinate(struct lefdef_reader *reader, struct token token,
                                   const int32_t *before, int32_t *value)
{
    if (before == NULL || reader->lef || !token_is_char(token, '*'))
        return length_of(reader, token, value);
    *value = *before;
    return STATUS_OK;
}

/* `x y` or `( x y )`; `before` is the point before it or NULL. */
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
        TRY(ROOM(reader, reader->points, reader->point_capacity, reader->point_count + 1,
                 "points"));
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
        if (reader->point_count < 3)
            return lex_expected(&reader->lex, lex_next(&reader->lex), "a corner of a polygon");
        return polygon_rects(reader);
    }
    struct layout_rect rect;
    TRY(read_rect(reader, &rect));
    return add_rect(reader, rect);
}

enum status read_copies(struct lefdef_reader *reader, bool required, struct copies *copies)
{
    *copies = (struct copies){1, 1, 0, 0};
    if (!lex_accept(&reader->lex, KEY_DO))
        return required ? lex_expect(&reader->lex, KEY_DO) : STATUS_OK;
    TRY(read_count(reader, "a number of copies", &copies->columns));
    TRY(lex_expect(&reader->lex, KEY_BY));
    struct token rows = lex_peek(&reader->lex);
    TRY(read_count(reader, "a number of copies", &copies->rows));
    TRY(lex_expect(&reader->lex, KEY_STEP));
    if ((int64_t)copies->columns * copies->rows > COPIES_MAX)
        return lex_fail(&reader->lex, rows, "expected at most %d copies, found more", COPIES_MAX);
    TRY(read_length(reader, &copies->dx));
    return read_length(reader, &copies->dy);
}

/* The settings of LAYER and WIDTH, which apply to the shapes after them. */
struct shape_settings {
    struct cell_shape shape; /* layer and options; rect is unused */
    bool has_layer;
    int32_t path_width;
};

static enum status add_shape(struct lefdef_reader *reader, const struct shape_settings *list,
                             uint16_t layer, struct layout_rect rect, int64_t x, int64_t y)
{
    /* LAYER_NONE: the layer's name is unknown. The error has been recorded, reading continues. */
    assert(layer < reader->tech->layer_names.count || layer == LAYER_NONE);
    assert(rect.x0 <= rect.x1 && rect.y0 <= rect.y1);
    if (rect.x0 + x < -COORD_MAX || rect.x1 + x > COORD_MAX || rect.y0 + y < -COORD_MAX ||
        rect.y1 + y > COORD_MAX)
        return lex_fail(&reader->lex, lex_peek(&reader->lex),
                        "expected a shape within %d microns of the origin, found one outside",
                        COORD_MAX / LEF_UNITS);
    TRY(reader_look(reader));
    if (reader->library->shape_count == UINT32_MAX)
        return error_set(reader->error, STATUS_BAD_INPUT, "too many shapes in LEF");
    struct cell_shape shape = list->shape;
    shape.layer = layer;
    shape.rect = rect_move(rect, (int32_t)x, (int32_t)y);
    return LAYOUT_APPEND(reader->library, shapes, shape_count, shape, "shapes", reader->error);
}

static enum status add_copies(struct lefdef_reader *reader, const struct shape_settings *list,
                              uint16_t layer, struct layout_rect rect, struct copies copies)
{
    assert(copies.rows >= 1 && copies.columns >= 1);
    for (int32_t j = 0; j < copies.rows; j++)
        for (int32_t i = 0; i < copies.columns; i++)
            TRY(add_shape(reader, list, layer, rect, (int64_t)i * copies.dx,
                          (int64_t)j * copies.dy));
    return STATUS_OK;
}

/* LAYER name [EXCEPTPGNET] [SPACING s | DESIGNRULEWIDTH w] ; */
static enum status read_list_layer(struct lefdef_reader *reader, struct shape_settings *list)
{
    list->shape = (struct cell_shape){.spacing = LENGTH_NONE, .rule_width = LENGTH_NONE};
    list->has_layer = true; /* even if its name is unknown */
    TRY(read_layer(reader, &list->shape.layer));
    list->path_width = reader->tech->layers[list->shape.layer].width;
    for (struct token token; lex_next_option(&reader->lex, &token);) {
        enum keyword key = lex_keyword(&reader->lex, token);
        if (token.length == 0)
            return lex_expected(&reader->lex, token, "; at the end of LAYER");
        if (key == KEY_EXCEPTPGNET)
            list->shape.except_pg = true;
        else if (key == KEY_SPACING)
            TRY(read_distance(reader, &list->shape.spacing));
        else if (key == KEY_DESIGNRULEWIDTH)
            TRY(read_distance(reader, &list->shape.rule_width));
        else
            return statement_wrong(reader, SECTION_SHAPES, token, "; at the end of LAYER");
    }
    return STATUS_OK;
}

/* Sets reader->rects to the rectangles of a PATH: each segment, extended by half the width. */
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
static enum status read_list_via(struct lefdef_reader *reader, const struct shape_settings *list,
                                 bool iterate)
{
    struct lefdef_point at;
    uint32_t via = 0;
    struct copies copies;
    TRY(read_point(reader, &at));
    TRY(via_of(reader, lex_next(&reader->lex), &via));
    TRY(read_copies(reader, iterate, &copies));
    struct slice rects = reader->tech->vias[via].rects;
    for (uint32_t i = rects.first; i < rects.first + rects.count; i++) {
        struct tech_via_rect part = reader->tech->via_rects[i];
        TRY(add_copies(reader, list, part.layer, rect_move(part.rect, at.x, at.y), copies));
    }
    return STATUS_OK;
}

/* RECT, POLYGON, PATH or VIA up to its `;`, which is not read. */
static enum status read_item(struct lefdef_reader *reader, struct token word, enum keyword key,
                             const struct shape_settings *list)
{
    if (!list->has_layer && key != KEY_VIA)
        return lex_expected(&reader->lex, word, "LAYER before the first shape");
    bool iterate = false;
    for (const char *before = NULL; before != reader->lex.at;) {
        before = reader->lex.at;
        TRY(skip_mask(reader));
        iterate |= lex_accept(&reader->lex, KEY_ITERATE);
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
    struct shape_settings list = {.shape = {.spacing = LENGTH_NONE, .rule_width = LENGTH_NONE}};
    for (;;) {
        struct token token;
        enum keyword key;
        enum status status = lex_word(&reader->lex, "END of the shapes", &token, &key);
        if (status != STATUS_OK || key == KEY_END)
            return status;
        if (token_is_char(token, ';'))
            continue;
        if (key == KEY_LAYER) {
            status = read_list_layer(reader, &list);
        } else if (key == KEY_WIDTH) {
            status = read_distance(reader, &list.path_width);
            THEN(status, statement_end(reader, SECTION_SHAPES));
        } else if (key == KEY_RECT || key == KEY_POLYGON || key == KEY_PATH || key == KEY_VIA) {
            status = read_item(reader, token, key, &list);
            THEN(status, statement_end(reader, SECTION_SHAPES));
        } else {
            status = statement_skip(reader, SECTION_SHAPES, token);
        }
        TRY(reader_recover(reader, status));
    }
}
