/* chip_reader: what the parts of the reader of chips share. */
#pragma once

#include "grid/format/chip/wiring.h"

/* Where a rectangle belongs to: the statement that was read last. */
enum holder { HOLDER_NONE, HOLDER_VIA, HOLDER_PIN, HOLDER_OBS, HOLDER_PORT };

struct chip_reader {
    struct scan *scan;
    struct chip *chip;
    struct error *error;
    int stage; /* of the statement read last: they stand in the order of stages */
    enum holder holder;
    bool has_units, has_layer, has_rule, has_cell, has_net;
};

/* Makes room for one more element of an array. */
#define CHIP_ROOM(r, array, capacity, count, what)                                                 \
    MEM_GROW(array, (capacity), (size_t)(count) + 1, what, (r)->error)

/* The next word is a new name: its number. */
enum status chip_reader_new_name(struct chip_reader *r, const char *what, struct names *names,
                                 uint32_t *number);
enum status chip_reader_layer(struct chip_reader *r, uint16_t *layer);

/* A whole number in low .. high. */
enum status chip_reader_number(struct chip_reader *r, const char *what, int64_t low, int64_t high,
                               int32_t *value);

/* A statement whose first word has been read. */
typedef enum status chip_statement(struct chip_reader *r);

/* chip_read_tech.c */
chip_statement chip_read_units, chip_read_snap, chip_read_wide_obstructions,
    chip_read_larger_corners, chip_read_layer, chip_read_range, chip_read_line_end,
    chip_read_cut_space, chip_read_hole, chip_read_step, chip_read_cuts, chip_read_runs,
    chip_read_row, chip_read_pair, chip_read_ignored, chip_read_via, chip_read_rule,
    chip_read_on_layer, chip_read_use;
/* Finds what joins the layers; before the first via. */
enum status chip_read_link(struct chip_reader *r);

/* chip_read_place.c */
chip_statement chip_read_cell, chip_read_pin, chip_read_obs, chip_read_rect, chip_read_die,
    chip_read_lines, chip_read_place, chip_read_port, chip_read_block, chip_read_net, chip_read_on,
    chip_read_on_port;
/* `wire`, `via-at`, `patch`; *known is false for another word. */
enum status chip_read_wiring(struct chip_reader *r, const struct word *word, bool *known);
