/* reader: what the readers of LEF and DEF share: the lexer, the layout in the making, its scale.
 *
 * LEF is read in fixed units of 1/LEF_UNITS micron. The greatest common divisor of all lengths is
 * kept meanwhile; when DEF states its units, everything is put in the layout's own units (scale.c).
 */
#pragma once

#include "grid/layout/layout.h"
#include "grid/format/lefdef/lex.h"
#include "grid/text/file/watch.h"

enum {
    LEF_UNITS = 40000,         /* of a micron, while LEF is read */
    COPIES_MAX = 1 << 20,      /* of one ITERATE, DO or generated via */
    POLYGON_POINTS_MAX = 8192, /* corners of a polygon */
    LOOK_ELEMENTS = 1 << 16,   /* between two looks at the watch: milliseconds */
};

struct lefdef_point {
    int32_t x, y;
};

struct lefdef_reader {
    struct lexer lex;
    struct layout *layout;
    struct error *error;         /* for the next message; the lexer's, too */
    struct error *errors;        /* all of them */
    const char *recovered;       /* place in the text behind the last error */
    int32_t divisor;             /* of all lengths of LEF, in LEF's units; 0: none yet */
    bool lef;                    /* lengths are microns of LEF, not database units of DEF */
    uint32_t via, rule;          /* the via and nondefault rule that are being read */
    uint32_t elements;           /* that reader_look was told of */
    struct lefdef_point *points; /* [POLYGON_POINTS_MAX] of the last list */
    uint32_t point_count;
    size_t point_capacity;
    struct layout_rect *rects; /* of the last polygon */
    uint32_t rect_count;
    size_t rect_capacity;
};

/* Makes room for `need` elements of an array of the tech, library or placed design. */
#define ROOM(reader, array, capacity, need, what)                                                  \
    MEM_GROW(array, (capacity), (size_t)(need), what, (reader)->error)

/* Statements, shapes and wires are told to this: a short text can have made, with DO, more of them
 * than are read in seconds. Now and then looks at the thread's watch, whose status it returns. */
static inline enum status reader_look(struct lefdef_reader *reader)
{
    return ++reader->elements % LOOK_ELEMENTS != 0 ? STATUS_OK : watch_look(reader->error);
}

/* ---- errors (recover.c) ---- */

/* An item was read with this status. Where its text is wrong and there is room for more errors,
 * passes over the rest of its statement and returns STATUS_OK; else the status. Items whose text
 * was wrong are there in part: nothing that builds on them may be read. The item is told to
 * reader_look. */
enum status reader_recover(struct lefdef_reader *reader, enum status status);

/* The same, but goes on where the text stands. */
enum status reader_note(struct lefdef_reader *reader, enum status status);

/* STATUS_BAD_INPUT where an error was passed over. */
enum status reader_verdict(const struct lefdef_reader *reader);

/* ---- lengths (length.c) ---- */

/* The next word must be a length: microns of LEF, or database units of DEF; in units. */
enum status read_length(struct lefdef_reader *reader, int32_t *value);

/* The same from a token. */
enum status length_of(struct lefdef_reader *reader, struct token token, int32_t *value);

/* A length that is not negative. */
enum status read_distance(struct lefdef_reader *reader, int32_t *value);

/* A length of LEF that may be as large as "no limit": COORD_MAX if it is larger. */
enum status read_long_length(struct lefdef_reader *reader, int32_t *value);

/* An area of LEF in square LEF units. */
enum status read_area(struct lefdef_reader *reader, int64_t *area);

/* True if the token looks like a number. */
bool token_is_number(struct token token);

/* An integer count 1 .. COPIES_MAX. */
enum status read_count(struct lefdef_reader *reader, const char *what, int32_t *count);

/* ---- names ---- */

/* The next word must name a known layer. */
enum status read_layer(struct lefdef_reader *reader, uint16_t *layer);
enum status layer_of(struct lefdef_reader *reader, struct token token, uint16_t *layer);

/* The next word must name a known via. */
enum status via_of(struct lefdef_reader *reader, struct token token, uint32_t *via);

/* An orientation: N S E W FN FS FE FW or LEF's R0 .. */
bool orient_of(const struct lexer *lex, struct token token, enum orient *orient);

/* USE and DIRECTION. Unknown words are the first of the kind. */
enum pin_use use_of(const struct lexer *lex, struct token token);
enum pin_direction direction_of(const struct lexer *lex, struct token token);

/* ---- geometry (geometry.c, polygon.c) ---- */

static inline struct layout_rect point_rect(struct lefdef_point a, struct lefdef_point b)
{
    return (struct layout_rect){a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.x < b.x ? b.x : a.x,
                                a.y < b.y ? b.y : a.y};
}

/* Appends to reader->rects. */
enum status add_rect(struct lefdef_reader *reader, struct layout_rect rect);

/* `x y`, or `( x y )`. */
enum status read_point(struct lefdef_reader *reader, struct lefdef_point *point);

/* Points up to a word that begins neither a point nor a number; it stays the next. */
enum status read_points(struct lefdef_reader *reader);

/* Passes over `MASK n` if it comes next. */
void skip_mask(struct lefdef_reader *reader);

/* A rectangle by two opposite corners. */
enum status read_rect(struct lefdef_reader *reader, struct layout_rect *rect);

/* Cuts the polygon of the points read last into reader->rects; a slanted one becomes its box and
 * is counted. */
enum status polygon_rects(struct lefdef_reader *reader);

/* The corners behind KEY_RECT or KEY_POLYGON, as reader->rects. */
enum status read_shape(struct lefdef_reader *reader, enum keyword key);

/* Geometry of LEF up to END (a PORT or OBS, END is read): shapes appended to library.shapes. */
enum status read_geometry(struct lefdef_reader *reader);

/* ---- technology ---- */

/* Opens a via or nondefault rule of this name (token: where it stands), empty; of DEF, a name that
 * DEF has used before is an error, otherwise the later one replaces the earlier. */
enum status add_via(struct lefdef_reader *reader, struct token token, struct token name,
                    uint32_t *via);
enum status add_rule(struct lefdef_reader *reader, struct token token, struct token name);

/* Append to the one that was opened last. */
enum status add_via_rect(struct lefdef_reader *reader, uint16_t layer, struct layout_rect rect);
enum status add_rule_layer(struct lefdef_reader *reader, struct tech_rule_layer layer);
enum status add_rule_via(struct lefdef_reader *reader, uint32_t via);

/* What VIAS of DEF and VIA of LEF state by VIARULE. */
struct generated_via {
    uint16_t layer[3]; /* bottom, cut, top */
    int32_t cut_width, cut_height, gap_x, gap_y;
    int32_t enclosure[4]; /* bottom x y, top x y */
    int32_t rows, columns;
    int32_t origin_x, origin_y;
    int32_t offset[4]; /* bottom x y, top x y */
    bool has_size, has_layers;
};

/* Reads one parameter of it, whose keyword has been read, or nothing where it is none. */
enum status read_via_parameter(struct lefdef_reader *reader, enum keyword key,
                               struct generated_via *via);

/* Appends its rectangles to via_rects. at: for the message where parameters are missing. */
enum status make_generated_via(struct lefdef_reader *reader, const struct generated_via *via,
                               struct token at);

/* ---- the two formats ---- */

/* Reads a LEF text to its end (grid/format/lef/). */
enum status lef_read(struct lefdef_reader *reader);

/* Called once all LEF is read and DEF's units are known: puts technology and library in the
 * layout's units and sorts the rules by layer. at: DEF's units, for messages. */
enum status scale_layout(struct lefdef_reader *reader, struct token at, int64_t dbu);

/* Reads a DEF text to its end (grid/format/def/). */
enum status def_read(struct lefdef_reader *reader);
