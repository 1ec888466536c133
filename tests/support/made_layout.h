/* made_layout: cells, and a placed design of them, for a technology of made_tech.
 *
 *     rail ----------------   a cell: rails on m1, pins as upright strips between them, on the
 *          |  A |  B |  Y     lines of no layer where the dice say so, an obstruction now and then;
 *     rail ----------------   a block: pins at its edges on m2 or m3, all else obstructed
 *
 * Rows are flipped in turn. Nets join pins of cells near each other, and some a pin at the die's
 * edge. TRACKS are the layers' own, of both directions where the dice say so.
 */
#pragma once

#include "tests/support/made_tech.h"

enum { MADE_ROWS = 8, MADE_PLACES = 1600 };

/* A placed cell and the net of each of its pins, -1: none. */
struct made_place {
    int cell, x, y, row;
    int net[MADE_PINS];
};

static inline const struct made_layer *made_first(const struct made *made, bool vertical)
{
    return &made->layer[made->layer[0].vertical == vertical ? 0 : 1];
}

/* The width of a pin that takes a via, and the distance of one pin's side to the next one's. */
static inline int made_pin_width(const struct made *made)
{
    const struct made_cut *cut = &made->cut[0];
    return made_larger(made->layer[0].width,
                       cut->size + 2 * made_larger(cut->along, cut->across[0]));
}

static inline void made_core_cell(struct made *made, struct made_cell *cell)
{
    const struct made_layer *low = &made->layer[0];
    int width = made_pin_width(made), step = width + 2 * low->space + low->width;
    int rail = low->width, free = rail + 2 * low->space;
    if (made_once(made, 2)) /* on the columns */
        step = (step + made->site - 1) / made->site * made->site;
    int wanted = made_in(made, 2, 4), room = made->height - 2 * free;
    for (int p = 0; p < wanted; p++) {
        int length = made_in(made, room / 3, room), from = made_in(made, 0, room - length);
        int x = step / 2 + p * step - width / 2, y = free + from;
        x -= x % made->grid;
        y -= y % made->grid;
        length -= length % made->grid;
        if (made_once(made, 8))
            continue;
        cell->pin[cell->pins++] = (struct made_rect){0, x, y, x + width, y + length};
    }
    cell->width = (wanted * step + made->site - 1) / made->site * made->site;
    cell->height = made->height;
}

static inline void made_block_cell(struct made *made, struct made_cell *cell)
{
    int top = made->layers > 3 ? 2 : 1, depth = 6 * made->layer[top].width;
    cell->block = true;
    cell->width = made_in(made, 20, 30) * made->site;
    cell->height = 2 * made->height;
    int y = made->height / 4;
    while (cell->pins < MADE_PINS - 1) {
        int l = made_in(made, 1, top),
            width = made_larger(made->layer[l].width, made_pin_width(made));
        y += made_in(made, 0, 2 * made->layer[top].pitch);
        y -= y % made->grid;
        if (y + width > cell->height - made->height / 4)
            break;
        bool right = made_once(made, 2);
        int x = right ? cell->width - depth : 0;
        cell->pin[cell->pins++] = (struct made_rect){l, x, y, x + depth, y + width};
        y += width + 4 * made->layer[top].pitch;
    }
}

static inline void made_put_obstructions(struct made *made, const struct made_cell *cell)
{
    struct made_text *t = &made->lef;
    int width = made->layer[0].width;
    if (cell->block) {
        int top = made->layers > 3 ? 2 : 1, edge = 10 * made->layer[top].width;
        made_put(t, " OBS\n");
        for (int l = 0; l <= top; l++) {
            made_put(t, "  LAYER m%d ;\n", l + 1);
            made_put_rect(t, made,
                          (struct made_rect){l, edge, 0, cell->width - edge, cell->height});
        }
        made_put(t, " END\n");
    } else if (cell->pins == 2 && made_once(made, 2)) {
        int x = cell->pin[1].x2 + 2 * made->layer[0].space;
        if (x + width > cell->width)
            return;
        made_put(t, " OBS\n  LAYER m1%s ;\n",
                 made_once(made, 3)   ? " SPACING 0"
                 : made_once(made, 3) ? " DESIGNRULEWIDTH 0"
                                      : "");
        made_put_rect(t, made,
                      (struct made_rect){0, x, made->height / 3, x + width, made->height / 2});
        made_put(t, " END\n");
    }
}

static inline void made_put_cell(struct made *made, const struct made_cell *cell)
{
    struct made_text *t = &made->lef;
    int rail = made->layer[0].width;
    made_put(t, "MACRO %s\n CLASS %s ;\n ORIGIN 0 0 ;\n SIZE %f BY %f ;\n", cell->name,
             cell->block ? "BLOCK" : "CORE", made_um(made, cell->width),
             made_um(made, cell->height));
    for (int p = 0; p < cell->pins; p++) {
        made_put(t, " PIN P%d\n  DIRECTION INOUT ;\n  USE SIGNAL ;\n  PORT\n  LAYER m%d ;\n", p,
                 cell->pin[p].layer + 1);
        made_put_rect(t, made, cell->pin[p]);
        made_put(t, "  END\n END P%d\n", p);
    }
    for (int p = 0; p < 2 && !cell->block; p++) {
        int y = p ? cell->height : 0;
        made_put(t, " PIN %s\n  DIRECTION INOUT ;\n  USE %s ;\n  PORT\n  LAYER m1 ;\n",
                 p ? "VDD" : "VSS", p ? "POWER" : "GROUND");
        made_put_rect(t, made, (struct made_rect){0, 0, y - rail, cell->width, y + rail});
        made_put(t, "  END\n END %s\n", p ? "VDD" : "VSS");
    }
    made_put_obstructions(made, cell);
    made_put(t, "END %s\n", cell->name);
}

static inline void made_cells(struct made *made)
{
    const struct made_layer *flat = made_first(made, false);
    made->site = made_first(made, true)->pitch;
    made->height = made_in(made, 9, 14) * flat->pitch;
    if (made_once(made, 4)) /* rows whose pins lie elsewhere each time */
        made->height += made_even(made, flat->pitch / 3);
    made->cells = MADE_CELLS;
    for (int c = 0; c < made->cells; c++) {
        struct made_cell *cell = &made->cell[c];
        snprintf(cell->name, sizeof cell->name, "CELL%d", c);
        if (c == MADE_CELLS - 1)
            made_block_cell(made, cell);
        else
            made_core_cell(made, cell);
        made_put_cell(made, cell);
    }
    made_put(&made->lef, "END LIBRARY\n");
}

/* ---- the design ----------------------------------------------------------------------------- */

/* Rows of cells with gaps, a block in the middle of two rows. Returns how many there are. */
static inline int made_place(struct made *made, struct made_place *places, int width, int rows)
{
    int count = 0,
        block = made->layers > 3 && rows > 4 && !made->straight ? made_in(made, 1, rows - 3) : -9;
    const struct made_cell *big = &made->cell[MADE_CELLS - 1];
    int at = width / 2 - width / 2 % made->site;
    for (int row = 0; row < rows; row++) {
        if (row == block)
            places[count++] = (struct made_place){MADE_CELLS - 1, at, row * made->height, 0, {0}};
        for (int x = 8 * made->site; count + 1 < MADE_PLACES;) {
            int c = made_in(made, 0, MADE_CELLS - 2);
            if ((row == block || row == block + 1) &&
                x + made->cell[c].width > at - 8 * made->site &&
                x < at + big->width + 8 * made->site)
                x = at + big->width + 8 * made->site;
            if (x + made->cell[c].width > width - 8 * made->site)
                break;
            places[count++] = (struct made_place){c, x, row * made->height, row, {0}};
            x += made->cell[c].width + made_in(made, 0, 5) * made->site;
        }
    }
    for (int i = 0; i < count; i++)
        for (int p = 0; p < MADE_PINS; p++)
            places[i].net[p] = -1;
    return count;
}

/* Joins pins of cells that stand near each other; returns the number of nets. */
static inline int made_nets(struct made *made, struct made_place *places, int count)
{
    int nets = 0;
    for (int i = 0; i < count; i++) {
        for (int p = 0; p < made->cell[places[i].cell].pins; p++) {
            if (places[i].net[p] >= 0 || made_once(made, 6) ||
                (made->layers < (made->straight ? 6 : 3) && !made_once(made, 4)))
                continue;
            int more = made_in(made, 1, 4) / 2 + 1, joined = 0;
            for (int k = 0; k < 12 && joined < more; k++) {
                int other = i + made_in(made, -30, 30);
                if (other < 0 || other >= count || other == i)
                    continue;
                int pins = made->cell[places[other].cell].pins;
                int pin = pins > 0 ? made_in(made, 0, pins - 1) : 0;
                if (pins == 0 || places[other].net[pin] >= 0)
                    continue;
                places[other].net[pin] = nets;
                joined++;
            }
            if (joined > 0)
                places[i].net[p] = nets++;
        }
    }
    return nets;
}

static inline void made_put_tracks(struct made *made, int width, int height)
{
    for (int l = 0; l < made->layers; l++) {
        const struct made_layer *y = &made->layer[l];
        for (int both = made_once(made, 2); both >= 0; both--) {
            bool vertical = y->vertical != (both == 1);
            int from = y->offset - (both ? y->pitch / 2 / made->grid * made->grid : 0);
            int count = ((vertical ? width : height) - from) / y->pitch + 1;
            made_put(&made->def, "TRACKS %s %d DO %d STEP %d LAYER m%d ;\n", vertical ? "X" : "Y",
                     from, count, y->pitch, l + 1);
        }
    }
}

/* Pins at the left and right edge, on the lowest layer over m1 that runs along x. */
static inline int made_put_ports(struct made *made, int nets, int width, int height)
{
    int l = made->layers > 2 && made->layer[1].vertical ? 2 : made->layer[1].vertical ? 0 : 1;
    const struct made_layer *y = &made->layer[l];
    int step = 6 * y->pitch, count = height / step - 1;
    if (count > nets / 4)
        count = nets / 4;
    if (count > 40)
        count = 40;
    made_put(&made->def, "PINS %d ;\n", count);
    for (int i = 0; i < count; i++) {
        int at = (i + 1) * step + (made->straight || made_once(made, 3) ? y->offset : made->grid);
        bool right = i % 2 == 1;
        made_put(
            &made->def,
            "- io%d + NET n%d + DIRECTION INOUT + USE SIGNAL\n  + LAYER m%d ( %d 0 ) ( %d %d )\n"
            "  + PLACED ( %d %d ) %s ;\n",
            i, 4 * i, l + 1, -y->width / 2, y->width / 2, 4 * y->width, right ? width : 0, at,
            right ? "W" : "E");
    }
    made_put(&made->def, "END PINS\n");
    return count;
}

static inline void made_design(struct made *made)
{
    static struct made_place places[MADE_PLACES];
    static const char *const words[] = {"N", "FS"};
    struct made_text *t = &made->def;
    int rows = made->times * made_in(made, 3, MADE_ROWS);
    int width = made->times * made_in(made, 60, 140) * made->site;
    int height = rows * made->height, count = made_place(made, places, width, rows);
    int nets = made_nets(made, places, count);
    made_put(t, "VERSION 5.8 ;\nDIVIDERCHAR \"/\" ;\nBUSBITCHARS \"[]\" ;\nDESIGN made ;\n");
    made_put(t, "UNITS DISTANCE MICRONS %d ;\nDIEAREA ( 0 0 ) ( %d %d ) ;\n", made->dbu, width,
             height);
    made_put_tracks(made, width, height);
    made_put(t, "COMPONENTS %d ;\n", count);
    for (int i = 0; i < count; i++)
        made_put(t, "- c%d %s + PLACED ( %d %d ) %s ;\n", i, made->cell[places[i].cell].name,
                 places[i].x, places[i].y, words[places[i].row % 2]);
    made_put(t, "END COMPONENTS\n");
    int ports = made_put_ports(made, nets, width, height);
    made_put(t, "SPECIALNETS 2 ;\n- VSS ( * VSS ) + USE GROUND ;\n- VDD ( * VDD ) + USE POWER ;\n");
    made_put(t, "END SPECIALNETS\nNETS %d ;\n", nets);
    for (int n = 0; n < nets; n++) {
        made_put(t, "- n%d", n);
        if (n % 4 == 0 && n / 4 < ports)
            made_put(t, " ( PIN io%d )", n / 4);
        for (int i = 0; i < count; i++)
            for (int p = 0; p < MADE_PINS; p++)
                if (places[i].net[p] == n)
                    made_put(t, " ( c%d P%d )", i, p);
        made_put(t, "%s ;\n", made_has_rule(made) && n % 5 == 1 ? " + NONDEFAULTRULE wide" : "");
    }
    made_put(t, "END NETS\nEND DESIGN\n");
}

/* The texts of a seed, for a die `times` times as wide and high as usual; made_free frees them. */
static inline void made_make_large(struct made *made, uint64_t seed, int times)
{
    *made = (struct made){.state = seed, .number = seed, .times = times};
    made_sizes(made);
    made_tech(made);
    made_cells(made);
    made_design(made);
}

static inline void made_make(struct made *made, uint64_t seed)
{
    made_make_large(made, seed, 1);
}

static inline void made_free(struct made *made)
{
    free(made->lef.at);
    free(made->def.at);
}
