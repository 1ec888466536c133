/* reader: the state that the readers of LEF and DEF share (lexer, layout, scale), and the parts of
 * statements that both formats have.
 *
 * LEF is read in fixed units of 1/LEF_UNITS micron, and the greatest common divisor of its lengths
 * is computed on the way. When DEF states its units, all lengths are converted to the layout's own
 * units (scale.c). */
#pragma once

#include "grid/layout/layout.h"
#include "grid/format/lefdef/lex.h"
#include "grid/text/file/watch.h"

enum {
    LEF_UNITS = 40000,         /* units per micron while LEF is read */
    COPIES_MAX = 1 << 20,      /* maximum number of copies of an ITERATE or DO, of cuts of a via */
    POLYGON_POINTS_MAX = 8192, /* maximum number of corners of a polygon */
    LOOK_ELEMENTS = 1 << 16,   /* elements between two checks of the watch: some milliseconds */
};

struct lefdef_point {
    int32_t x, y;
};

/* A block of LEF, or a statement that may be stated once in its block. */
struct lef_stated {
    uint64_t hash;    /* of its words; 0: it is wrong */
    const char *path; /* of its file */
    size_t at;        /* its first byte in the text of the file */
    uint32_t line;    /* its line when the file has been read, else 0 */
    uint32_t scope;   /* the number of its block */
    uint8_t section, key;
};

/* ENCLOSURE of a cut layer: metal extends a cut by a on two opposite sides, by b on the others. */
struct lefdef_enclosure {
    uint16_t layer;
    bool above, below;
    int32_t a, b;
};

/* A class of LEF58_CUTCLASS of the layer that is being read. */
struct lefdef_cut_class {
    struct token name;
    struct tech_cut_class sides;
};

enum { LEFDEF_CUT_CLASSES_MAX = 16 }; /* classes of a cut layer */

struct lefdef_reader {
    struct lexer lex;
    struct layout *layout;
    struct tech *tech; /* of the layout, as the next two */
    struct library *library;
    struct placed *placed;
    struct error *error;     /* gets the next message; lex.error is the same */
    struct error *errors;    /* the first message; the others follow it in its `rest` */
    const char *recovered;   /* where reading resumed after the last error */
    int32_t divisor;         /* common divisor of LEF's lengths, in LEF units; 0: none read */
    bool lost;               /* after the last error the blocks of the text are unclear */
    bool unknown_name;       /* the last error is a name that is not defined */
    bool replaced_end;       /* the last error is a word where a `;` should end the line */
    bool missing_end;        /* the last error is a statement where a `;` is missing */
    bool misspelt;           /* a block of LEF with a misspelt first word was passed over */
    bool lef;                /* the text is LEF (microns), not DEF (database units) */
    bool skip_unplaced;      /* unplaced components are no error */
    struct token word;       /* first word of the LEF statement that is being read */
    struct token unknown[2]; /* the first words of the last unknown statement of LEF's top level */
    bool has_size;           /* SIZE of the macro has been read */
    bool skipped;            /* a statement of the layer was skipped, since no TYPE is known */
    struct token stack;      /* quoted value of LEF58_MAXVIASTACK in the LEF text, or empty */
    uint8_t oxide;           /* ANTENNAMODEL of the LEF layer or pin; OXIDE1 is 0 */
    uint16_t layer;          /* the LEF layer that is being read */
    struct lefdef_cut_class cut_class[LEFDEF_CUT_CLASSES_MAX];
    uint32_t cut_classes;              /* their number */
    uint32_t pin;                      /* the LEF pin that is being read */
    bool pin_again;                    /* the LEF pin was stated before */
    struct names blocks;               /* "VIA M2_M1": the blocks of LEF that have been read */
    struct lef_stated *block, *stated; /* [blocks.count]; statements that may be stated once */
    size_t block_capacity, stated_capacity, stated_count;
    struct lefdef_enclosure *enclosures;
    size_t enclosure_capacity, enclosure_count;
    struct lef_stated before;    /* the statement of LEF before the one that is being read */
    uint32_t via, rule;          /* the via and nondefault rule that are being read */
    uint32_t elements;           /* number of calls of reader_look */
    struct lefdef_point *points; /* of the point list read last */
    uint32_t point_count;
    size_t point_capacity;
    struct layout_rect *rects; /* of the shape read last */
    uint32_t rect_count;
    size_t rect_capacity;
};

/* Makes room for `need` elements of an array of the tech, library or placed design. */
#define ROOM(reader, array, capacity, need, what)                                                  \
    MEM_GROW(array, (capacity), (size_t)(need), what, (reader)->error)

/* Called once per statement, shape and wire, because a short text can create very many of them with
 * DO. Checks the thread's watch every LOOK_ELEMENTS calls and returns its status. */
static inline enum status reader_look(struct lefdef_reader *reader)
{
    return ++reader->elements % LOOK_ELEMENTS != 0 ? STATUS_OK : watch_check(reader->error);
}

/* ---- errors (recover.c) ---- */

/* Call after each statement with its status. If the statement is wrong and more errors may be
 * recorded, skips the rest of it and returns STATUS_OK; otherwise returns the status. A wrong
 * statement may have been stored in part, so nothing that depends on it may be read. Calls
 * reader_look. */
enum status reader_recover(struct lefdef_reader *reader, enum status status);

/* Records the error in the same way, but skips nothing. */
enum status reader_note(struct lefdef_reader *reader, enum status status);

/* STATUS_BAD_INPUT if an error has been recorded. */
enum status reader_verdict(const struct lefdef_reader *reader);

/* Reads the name behind END, which has been read. Another name is an error. */
enum status read_end_name(struct lefdef_reader *reader, struct token name);

/* ---- lengths (length.c) ---- */

/* Reads a length: microns in LEF, database units in DEF. *value is in LEF units
 * while LEF is read, in the layout's units while DEF is read. */
enum status read_length(struct lefdef_reader *reader, int32_t *value);

/* The same for a token that has been read. */
enum status length_of(struct lefdef_reader *reader, struct token token, int32_t *value);

/* A length that is not negative. */
enum status read_distance(struct lefdef_reader *reader, int32_t *value);

/* A length of LEF that may mean "no limit": COORD_MAX if it is larger than that. */
enum status read_long_length(struct lefdef_reader *reader, int32_t *value);

/* An area of LEF in square LEF units. */
enum status read_area(struct lefdef_reader *reader, int64_t *area);

/* True if the token is a number. */
bool token_is_number(struct token token);

/* A count in 1..COPIES_MAX. what: "a number of rows", for messages. */
enum status read_count(struct lefdef_reader *reader, const char *what, int32_t *count);

/* ---- names ---- */

/* Reads the next word as a name and adds it to names if it is new. what: "the via's name". */
enum status read_new_name(struct lefdef_reader *reader, struct names *names, const char *what,
                          struct token *token, uint32_t *number);

/* Reads the next word as a name of names. expected: for the message if it is not there. */
enum status read_known_name(struct lefdef_reader *reader, const struct names *names,
                            const char *what, const char *expected, uint32_t *number);

/* Reads the name of a known layer. */
enum status read_layer(struct lefdef_reader *reader, uint16_t *layer);
enum status layer_of(struct lefdef_reader *reader, struct token token, uint16_t *layer);

/* Finds the via that the token names. */
enum status via_of(struct lefdef_reader *reader, struct token token, uint32_t *via);

/* An orientation: N S E W FN FS FE FW, or LEF's R0 R90 R180 R270 MY MXR90 MX MYR90. */
bool orient_of(const struct lexer *lex, struct token token, enum orient *orient);

/* Reads the word behind DIRECTION of a layer; DIRECTION_ANY for an unknown one. */
enum layer_direction read_layer_direction(struct lefdef_reader *reader);

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

/* Reads points up to a word that begins neither a point nor a number; that word is not read. */
enum status read_points(struct lefdef_reader *reader);

/* Skips `n` behind MASK, and `MASK n` if it comes next. */
enum status read_mask(struct lefdef_reader *reader);
enum status skip_mask(struct lefdef_reader *reader);

/* A rectangle by two opposite corners. */
enum status read_rect(struct lefdef_reader *reader, struct layout_rect *rect);

/* Cuts the polygon of reader->points into reader->rects. A polygon with slanted edges becomes its
 * bounding box and is counted in library.slanted. */
enum status polygon_rects(struct lefdef_reader *reader);

/* Reads the corners behind key, KEY_RECT or KEY_POLYGON, into reader->rects. */
enum status read_shape(struct lefdef_reader *reader, enum keyword key);

/* Reads geometry of LEF up to END, which is read too (a PORT or OBS), into library.shapes. */
enum status read_geometry(struct lefdef_reader *reader);

/* A row or matrix of copies of a shape or via. */
struct copies {
    int32_t columns, rows, dx, dy;
};

/* Reads DO columns BY rows STEP dx dy. Without it there is one copy, an error if required. */
enum status read_copies(struct lefdef_reader *reader, bool required, struct copies *copies);

/* ---- technology (technology.c) ---- */

/* Reads a name and adds an empty via or nondefault rule, reader->via or reader->rule. DEF must
 * not have defined the name already. The later definition replaces one of LEF. */
enum status add_via(struct lefdef_reader *reader, struct token *token);
enum status add_rule(struct lefdef_reader *reader, struct token *token);

/* Append to the via or rule added last. */
enum status add_via_rect(struct lefdef_reader *reader, uint16_t layer, struct layout_rect rect);
enum status add_rule_layer(struct lefdef_reader *reader, struct tech_rule_layer layer);

/* Reads `layer n` of MINCUTS of the last rule. */
enum status read_rule_cuts(struct lefdef_reader *reader);
enum status add_rule_via(struct lefdef_reader *reader, uint32_t via);

/* The parameters of a via that DEF or LEF states by VIARULE; pairs are x, y. */
struct generated_via {
    uint16_t layer[3]; /* bottom, cut, top */
    int32_t cut_size[2], gap[2], origin[2];
    int32_t enclosure[4]; /* bottom x y, top x y */
    int32_t rows, columns;
    int32_t offset[4];                                 /* bottom x y, top x y */
    bool has_size, has_layers, has_gap, has_enclosure; /* all must be stated */
};

/* Reads one parameter, whose keyword has been read. Reads nothing if the key is no parameter. */
enum status read_via_parameter(struct lefdef_reader *reader, enum keyword key,
                               struct generated_via *via);

/* Appends the rectangles of the via. Errors point to the token `at`. */
enum status make_generated_via(struct lefdef_reader *reader, const struct generated_via *via,
                               struct token at);

/* ---- the two formats ---- */

/* BOTH: PROPERTYDEFINITIONS and statements that both formats have. */
enum lefdef_kind { LEFDEF_NEITHER, LEFDEF_LEF, LEFDEF_DEF, LEFDEF_BOTH };

/* The format of a text, recognised by its first statements, which are read. */
enum lefdef_kind lefdef_recognise(struct lexer *lex);

/* Reads a LEF text to its end (grid/format/lef/lef.c). */
enum status lef_read(struct lefdef_reader *reader);

/* Note ENCLOSURE when all LEF files have been read, and MAXWIDTH when DEF has been read: as
 * NOTE_RULE if a wire could violate it (breakable.c). O(rules * (vias + wires)). */
enum status lef_note_enclosures(struct lefdef_reader *reader);
enum status lef_note_max_widths(struct lefdef_reader *reader);

/* Must be called before the text of a LEF file is freed: keeps the lines of its statements. */
void lef_close(struct lefdef_reader *reader);

/* Called once, when all LEF files are read and DEF's units are known: converts technology and
 * library to the layout's units and sorts the rules by layer. Errors point to the token `at`. */
enum status scale_layout(struct lefdef_reader *reader, struct token at, int64_t dbu);

/* Reads a DEF text to its end (grid/format/def/def.c). */
enum status def_read(struct lefdef_reader *reader);
