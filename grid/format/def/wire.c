/* wire: reads the wiring of DEF into segments, vias and rectangles.
 *
 *     ROUTED metal1 ( 100 200 ) ( 500 * ) M2_M1 ( * 900 ) NEW metal2 ( 500 900 ) RECT ( 0 0 20 10 )
 *
 * A path has a layer, which vias change, and a last point. Paths of special nets state a width, and
 * their wires end at the points. Paths of regular nets have the width of the nondefault rule or the
 * layer, and their wires extend beyond the points by half of it. */
#include "grid/format/def/parts.h"

struct path {
    uint32_t net;
    bool special;
    enum wire_status state;
    bool taper;
    uint32_t rule; /* of the net, or TAPERRULE */
    uint16_t layer;
    int32_t width;          /* of special wiring only */
    bool has_point, hidden; /* hidden: VIRTUAL, no metal to the next point */
    struct lefdef_point at; /* the last point */
    int32_t extension;      /* stated at the last point, or LENGTH_NONE */
};

static enum status add_wire(struct def *def, const struct path *path, struct placed_wire wire)
{
    assert(path->net < def->placed->net_names.count && wire.kind <= WIRE_RECT);
    wire.status = (uint8_t)path->state;
    wire.taper = path->taper;
    TRY(reader_look(def->reader));
    if (path->special) {
        def->placed->nets[path->net].special_wires.count++;
        return LAYOUT_APPEND(def->placed, special_wires, special_wire_count, wire, "special wires",
                             def->reader->error);
    }
    def->placed->nets[path->net].wires.count++;
    return LAYOUT_APPEND(def->placed, wires, wire_count, wire, "wires", def->reader->error);
}

static struct placed_wire wire_between(enum wire_kind kind, uint16_t layer, int32_t x0, int32_t y0,
                                       int32_t x1, int32_t y1)
{
    return (struct placed_wire){
        .x0 = x0, .y0 = y0, .x1 = x1, .y1 = y1, .via = TECH_NONE, .layer = layer, .kind = kind};
}

static enum status add_rectangle(struct def *def, const struct path *path, uint16_t layer,
                                 struct layout_rect rect)
{
    return add_wire(def, path, wire_between(WIRE_RECT, layer, rect.x0, rect.y0, rect.x1, rect.y1));
}

static int32_t width_of(const struct def *def, const struct path *path)
{
    assert(path->layer < def->tech->layer_names.count);
    if (path->special)
        return path->width;
    if (path->rule != TECH_NONE && !path->taper) {
        struct slice layers = def->tech->rules[path->rule].layers;
        for (uint32_t i = layers.first; i < layers.first + layers.count; i++)
            if (def->tech->rule_layers[i].layer == path->layer &&
                def->tech->rule_layers[i].width > 0)
                return def->tech->rule_layers[i].width;
    }
    return def->tech->layers[path->layer].width;
}

/* A coordinate, or `*`, which repeats the coordinate `before`. */
static enum status read_coordinate(struct def *def, const struct path *path, int32_t before,
                                   int32_t *value)
{
    struct token token = lex_next(def->lex);
    if (!token_is_char(token, '*'))
        return length_of(def->reader, token, value);
    *value = before;
    return path->has_point
               ? STATUS_OK
               : lex_expected(def->lex, token, "a coordinate: * needs a point before it");
}

static enum status add_segment(struct def *def, const struct path *path, struct token token,
                               struct lefdef_point to, int32_t extension)
{
    int32_t width = width_of(def, path), half = path->special ? 0 : width / 2;
    bool same = path->at.x == to.x && path->at.y == to.y;
    if (width <= 0)
        return lex_expected(def->lex, token, "a wire on a layer that has a WIDTH");
    if (path->at.x != to.x && path->at.y != to.y) {
        if (!path->special)
            return lex_expected(def->lex, token, "a point with the x or y of the one before");
        /* A slanted power wire becomes its bounding box, which is never too small. */
        def->library->slanted++;
        return add_rectangle(def, path, path->layer,
                             rect_grow(point_rect(path->at, to), width / 2));
    }
    if (same && path->special && extension <= 0 && path->extension <= 0)
        return STATUS_OK;
    struct placed_wire wire =
        wire_between(WIRE_SEGMENT, path->layer, path->at.x, path->at.y, to.x, to.y);
    wire.width = width;
    wire.ext0 = path->extension != LENGTH_NONE ? path->extension : half;
    wire.ext1 = extension != LENGTH_NONE ? extension : half;
    return add_wire(def, path, wire);
}

/* `x y [extension] )` after the bracket. */
static enum status read_path_point(struct def *def, struct path *path, struct token token)
{
    struct lefdef_point to = {0, 0};
    int32_t extension = LENGTH_NONE;
    TRY(read_coordinate(def, path, path->at.x, &to.x));
    TRY(read_coordinate(def, path, path->at.y, &to.y));
    if (lex_ahead(def->lex) != ')') {
        struct token word = lex_peek(def->lex);
        TRY(read_length(def->reader, &extension));
        if (extension < 0)
            return lex_expected(def->lex, word, "an extension of at least 0");
    }
    TRY(lex_char(def->lex, ')'));
    if (path->has_point && !path->hidden)
        TRY(add_segment(def, path, token, to, extension));
    path->has_point = true;
    path->hidden = false;
    path->at = to;
    path->extension = extension;
    return STATUS_OK;
}

/* RECT ( dx dy dx dy ), relative to the last point. */
static enum status read_patch(struct def *def, const struct path *path, struct token token)
{
    struct lefdef_point a, b;
    if (!path->has_point)
        return lex_expected(def->lex, token, "a point before RECT");
    TRY(lex_char(def->lex, '('));
    TRY(read_length(def->reader, &a.x));
    TRY(read_length(def->reader, &a.y));
    TRY(read_length(def->reader, &b.x));
    TRY(read_length(def->reader, &b.y));
    TRY(lex_char(def->lex, ')'));
    return add_rectangle(def, path, path->layer,
                         rect_move(point_rect(a, b), path->at.x, path->at.y));
}

static enum status add_via_at(struct def *def, const struct path *path, uint32_t via,
                              enum orient orient, int64_t x, int64_t y)
{
    assert(via < def->tech->via_names.count);
    if (x > PLACE_MAX || x < -PLACE_MAX || y > PLACE_MAX || y < -PLACE_MAX)
        return lex_fail(def->lex, lex_here(def->lex),
                        "expected vias within the range of coordinates");
    struct placed_wire wire =
        wire_between(WIRE_VIA, path->layer, (int32_t)x, (int32_t)y, (int32_t)x, (int32_t)y);
    wire.via = via;
    wire.orient = (uint8_t)orient;
    return add_wire(def, path, wire);
}

static void read_orient(struct def *def, enum orient *orient)
{
    if (char_is_letter(lex_ahead(def->lex)) && orient_of(def->lex, lex_peek(def->lex), orient))
        lex_next(def->lex);
}

/* name [orient] [DO nx BY ny STEP dx dy] */
static enum status read_path_via(struct def *def, struct path *path, struct token token)
{
    uint32_t via = 0;
    enum orient orient = ORIENT_N;
    struct copies copies;
    if (!path->has_point)
        return lex_expected(def->lex, token, "a point ( x y )");
    TRY(via_of(def->reader, token, &via));
    const struct tech_via *made = &def->tech->vias[via];
    if (path->layer != made->bottom && path->layer != made->top)
        return lex_expected(def->lex, token, "a via that has metal on %s",
                            names_text(&def->tech->layer_names, path->layer));
    read_orient(def, &orient);
    TRY(read_copies(def->reader, false, &copies));
    for (int32_t j = 0; j < copies.rows; j++)
        for (int32_t i = 0; i < copies.columns; i++)
            TRY(add_via_at(def, path, via, orient, path->at.x + (int64_t)i * copies.dx,
                           path->at.y + (int64_t)j * copies.dy));
    path->layer = path->layer == made->bottom ? made->top : made->bottom;
    assert(path->layer != LAYER_NONE);
    return STATUS_OK;
}

/* Starts a path: reads its layer and, in special nets, its width. */
static enum status open_path(struct def *def, struct path *path)
{
    struct token token = lex_next(def->lex);
    *path = (struct path){.net = path->net,
                          .special = path->special,
                          .state = path->state,
                          .rule = path->special ? TECH_NONE : def->placed->nets[path->net].rule,
                          .extension = LENGTH_NONE};
    TRY(layer_of(def->reader, token, &path->layer));
    if (def->tech->layers[path->layer].kind != LAYER_ROUTING)
        return lex_expected(def->lex, token, "a routing layer");
    return path->special ? read_length(def->reader, &path->width) : STATUS_OK;
}

/* Reads an element of a path, whose first word is `token`. */
static enum status read_path_word(struct def *def, struct path *path, struct token token)
{
    if (token_is_char(token, '('))
        return read_path_point(def, path, token);
    switch (lex_keyword(def->lex, token)) {
    case KEY_NEW:
        return open_path(def, path);
    case KEY_TAPER:
        path->taper = true;
        return STATUS_OK;
    case KEY_TAPERRULE:
        return def_rule_name(def, &path->rule);
    case KEY_STYLE:
    case KEY_SHAPE:
    case KEY_MASK:
        def->option = token;
        TRY(def_values(def, false));
        return def_value(def, &token);
    case KEY_VIRTUAL:
        path->hidden = true;
        return STATUS_OK;
    case KEY_RECT:
        return read_patch(def, path, token);
    default:
        return read_path_via(def, path, token);
    }
}

/* Reads + SHAPE, + STYLE or + MASK in wiring. *more is false if the `+` begins another option. */
static enum status read_plus(struct def *def, bool *more)
{
    struct token value;
    lex_next(def->lex);
    def->option = lex_next(def->lex);
    enum keyword key = lex_keyword(def->lex, def->option);
    *more = key == KEY_SHAPE || key == KEY_STYLE || key == KEY_MASK;
    if (!*more)
        return STATUS_OK;
    TRY(def_values(def, false));
    return def_value(def, &value);
}

enum status def_wiring(struct def *def, uint32_t net, bool special, enum wire_status state)
{
    assert(def->numbered && net < def->placed->net_names.count);
    struct path path = {.net = net, .special = special, .state = state};
    def->wired = true;
    char first = lex_ahead(def->lex);
    if (first == '+' || first == ';')
        return STATUS_OK; /* + ROUTED + SHAPE STRIPE + RECT .. */
    TRY(open_path(def, &path));
    for (bool more = true; more;) {
        const char *before = def->lex->at;
        struct token token = lex_peek(def->lex);
        if (token_is_char(token, '+'))
            TRY(read_plus(def, &more));
        else if (token_is_char(token, ';') || token.length == 0)
            more = false;
        else
            TRY(read_path_word(def, &path, lex_next(def->lex)));
        if (!more)
            def->lex->at = before; /* the end of the wiring, for the writer */
    }
    return STATUS_OK;
}

/* RECT layer pt pt | POLYGON layer pt pt pt .. | VIA name [orient] pt .. */
enum status def_net_shape(struct def *def, uint32_t net, enum keyword key)
{
    struct lefdef_reader *reader = def->reader;
    assert(def->numbered && (key == KEY_VIA || key == KEY_RECT || key == KEY_POLYGON));
    struct path path = {.net = net, .special = true, .state = WIRE_ROUTED, .layer = LAYER_NONE};
    if (key == KEY_VIA) {
        uint32_t via = 0;
        enum orient orient = ORIENT_N;
        TRY(via_of(reader, lex_next(def->lex), &via));
        read_orient(def, &orient);
        while (lex_ahead(def->lex) == '(') {
            TRY(read_point(reader, &path.at));
            TRY(add_via_at(def, &path, via, orient, path.at.x, path.at.y));
        }
        return STATUS_OK;
    }
    TRY(read_layer(reader, &path.layer));
    TRY(read_shape(reader, key));
    for (uint32_t i = 0; i < reader->rect_count; i++)
        TRY(add_rectangle(def, &path, path.layer, reader->rects[i]));
    return STATUS_OK;
}
