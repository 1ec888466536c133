/* plot: see the header for the picture. Lengths are pixels. */
#include "router/bench/show/plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "router/bench/show/span.h"
#include "router/draw/canvas/canvas.h"
#include "router/draw/canvas/font.h"

enum {
    TEXT = 2,
    TITLE = 3,
    LINE = TEXT * FONT_HEIGHT,
    MARGIN = 28,
    AXIS_WIDTH = 860,
    CASE_HEIGHT = 30,
    HEAD_HEIGHT = 2 * LINE + 26, /* of a panel: its title and the axis' labels */
    PANEL_GAP = 34,
    RADIUS = 8,
    WAVES_MAX = 24,
};

/* A wave's name and colour, the same on both engines. */
struct hue {
    const char *wave;
    uint8_t colour;
    bool cpu; /* it has a ring */
};

/* Behind the layers' hues: magenta, dark and middle grey; then darker shades of the hues. */
static uint8_t colour_of(size_t index)
{
    static const uint8_t MORE[] = {COLOUR_UNROUTED, COLOUR_INK, COLOUR_GREY + PALETTE_GREYS / 2};
    if (index < PALETTE_HUES)
        return palette_wire((uint32_t)index, 0);
    index -= PALETTE_HUES;
    return index < sizeof MORE ? MORE[index] : palette_wire((uint32_t)(index - sizeof MORE), 1);
}

struct plot {
    struct canvas canvas;
    const struct bench_row *rows;
    size_t count;
    struct hue hues[WAVES_MAX];
    size_t hue_count;
    bool cpu, gpu, slow, floors, automatic; /* what the legend must explain */
    bool searches, threads;                 /* what is compared: waves, numbers of threads */
    int64_t left;                           /* of the axes */
    int64_t y;                              /* of what comes next */
    int low, high;                          /* decades of the panel's axis, in log10 of seconds */
};

/* ---- waves and their colours ----------------------------------------------------------------- */

static uint8_t hue_of(const struct plot *plot, const char *wave)
{
    for (size_t i = 0; i < plot->hue_count; i++)
        if (strcmp(plot->hues[i].wave, wave) == 0)
            return plot->hues[i].colour;
    return COLOUR_FAINT;
}

static void gather(struct plot *plot)
{
    for (size_t i = 0; i < plot->count; i++) {
        const struct bench_row *row = &plot->rows[i];
        bool gpu = strcmp(row->engine, "gpu") == 0;
        size_t known = 0;
        plot->gpu |= gpu;
        plot->cpu |= !gpu;
        plot->slow |= row->state == BENCH_SLOW;
        plot->floors |= row->floor > 0;
        plot->threads |= row->item.suite == BENCH_ROUNDS;
        plot->searches |= row->item.suite != BENCH_ROUNDS;
        if (bench_is_auto(row)) {
            plot->automatic = true;
            continue;
        }
        while (known < plot->hue_count && strcmp(plot->hues[known].wave, row->wave) != 0)
            known++;
        if (known == WAVES_MAX)
            continue;
        if (known == plot->hue_count)
            plot->hues[plot->hue_count++] = (struct hue){row->wave, colour_of(known), false};
        plot->hues[known].cpu |= !gpu;
    }
}

/* ---- the axis ------------------------------------------------------------------------------- */

/* The decades that hold all times of these rows, and the floors that are shown. */
static void fit_axis(struct plot *plot, size_t first, size_t end)
{
    double low = 1e300, high = 0;
    for (size_t i = first; i < end; i = bench_end_of_case(plot->rows, plot->count, i)) {
        struct bench_span span =
            bench_span_of(plot->rows, i, bench_end_of_case(plot->rows, plot->count, i));
        if (span.fastest == NULL)
            continue;
        double floor = bench_shown(span.fastest, span.fastest->floor);
        low = fmin(low, floor > 0 ? fmin(floor, span.low) : span.low);
        high = fmax(high, span.high);
    }
    if (high <= 0)
        low = high = 1;
    plot->low = (int)floor(log10(fmax(low, 1e-9)));
    plot->high = (int)ceil(log10(fmax(high, 1e-9)));
    if (plot->high == plot->low)
        plot->high++;
}

static int64_t x_of(const struct plot *plot, double seconds)
{
    assert(plot->high > plot->low);
    double place = (log10(fmax(seconds, 1e-12)) - plot->low) / (plot->high - plot->low);
    return plot->left + (int64_t)lround(fmin(fmax(place, 0), 1) * AXIS_WIDTH);
}

/* "10 us" of a decade. */
static void decade_text(int decade, char text[16])
{
    static const char *const UNITS[] = {"ns", "us", "ms", "s"};
    int unit = decade < -6 ? 0 : decade < -3 ? 1 : decade < 0 ? 2 : 3;
    int power = decade - 3 * (unit - 3);
    snprintf(text, 16, "%.*s %s", power < 4 ? power + 1 : 5, "10000", UNITS[unit]);
}

static void draw_axis(struct plot *plot, int64_t top, int64_t height)
{
    for (int decade = plot->low; decade <= plot->high; decade++) {
        char text[16];
        int64_t x = x_of(plot, pow(10, decade));
        decade_text(decade, text);
        canvas_rect(&plot->canvas, x - 1, top, 2, height, COLOUR_LINE);
        font_draw(&plot->canvas, x - font_width(text, TEXT) / 2, top - LINE - 4, text, TEXT,
                  COLOUR_FAINT);
        for (int i = 2; i < 10 && decade < plot->high; i++)
            canvas_rect(&plot->canvas, x_of(plot, i * pow(10, decade)), top - 1, 1, 5,
                        COLOUR_FAINT);
    }
    canvas_rect(&plot->canvas, plot->left, top - 1, AXIS_WIDTH, 1, COLOUR_FAINT);
}

/* ---- a line ---------------------------------------------------------------------------------- */

static void draw_mark(struct plot *plot, int64_t x, int64_t y, bool gpu, uint8_t colour)
{
    canvas_disc(&plot->canvas, 2 * x + 1, 2 * y + 1, 2 * ((int64_t)RADIUS + 2), COLOUR_WHITE);
    canvas_disc(&plot->canvas, 2 * x + 1, 2 * y + 1, 2 * (int64_t)RADIUS, colour);
    if (!gpu)
        canvas_disc(&plot->canvas, 2 * x + 1, 2 * y + 1, 2 * (int64_t)RADIUS - 7, COLOUR_WHITE);
}

/* A dot in the mark of the wave that `auto` took, if it chose the fastest. */
static void draw_auto(struct plot *plot, int64_t x, int64_t y)
{
    canvas_disc(&plot->canvas, 2 * x + 1, 2 * y + 1, 2 * (int64_t)RADIUS - 9, COLOUR_INK);
}

static void draw_cross(struct plot *plot, int64_t x, int64_t y, uint8_t colour)
{
    canvas_line(&plot->canvas, 2 * x - 10, 2 * y - 10, 2 * x + 10, 2 * y + 10, 3, 0, 0, colour);
    canvas_line(&plot->canvas, 2 * x - 10, 2 * y + 10, 2 * x + 10, 2 * y - 10, 3, 0, 0, colour);
}

/* The line between the fastest and the slowest mark, and the fastest wave's floor. */
static void draw_span(struct plot *plot, const struct bench_span *span, int64_t y)
{
    int64_t x = x_of(plot, span->low);
    canvas_rect(&plot->canvas, x, y - 1, x_of(plot, span->high) - x + 1, 3, COLOUR_GREY + 3);
    if (span->fastest->floor > 0)
        canvas_rect(&plot->canvas, x_of(plot, bench_shown(span->fastest, span->fastest->floor)) - 1,
                    y - 8, 3, 17, COLOUR_GREY + 5);
}

/* "detour 62 x": the fastest wave, and how much faster than its engine's yardstick it is. */
static void draw_best(struct plot *plot, const struct bench_row *best, int64_t y)
{
    char text[96];
    int64_t x = plot->left + AXIS_WIDTH + 40, top = y - TEXT * FONT_ASCENT / 2;
    draw_mark(plot, x, y, strcmp(best->engine, "gpu") == 0, hue_of(plot, best->wave));
    snprintf(text, sizeof text, "%s", best->wave);
    if (best->speed_up > 0 && strcmp(best->wave, best->yardstick) != 0)
        snprintf(text, sizeof text, "%s  %.*f x", best->wave, best->speed_up < 10 ? 1 : 0,
                 best->speed_up);
    font_draw(&plot->canvas, x + RADIUS + 8, top, text, TEXT, COLOUR_INK);
}

static void draw_case(struct plot *plot, size_t first, size_t end, int64_t y)
{
    const char *name = plot->rows[first].item.name;
    font_draw(&plot->canvas, plot->left - 20 - font_width(name, TEXT), y - TEXT * FONT_ASCENT / 2,
              name, TEXT, COLOUR_INK);
    struct bench_span span = bench_span_of(plot->rows, first, end);
    if (span.fastest != NULL)
        draw_span(plot, &span, y);
    int64_t end_of_axis = plot->left + AXIS_WIDTH;
    for (size_t i = first; i < end; i++) {
        const struct bench_row *row = &plot->rows[i];
        bool gpu = strcmp(row->engine, "gpu") == 0;
        if (bench_is_auto(row)) {
            if (row->state == BENCH_TIMED)
                draw_auto(plot, x_of(plot, bench_shown(row, row->seconds)), y);
        } else if (row->state == BENCH_SLOW) {
            draw_cross(plot, end_of_axis, y, hue_of(plot, row->wave));
            end_of_axis -= 2 * (int64_t)RADIUS;
        } else {
            draw_mark(plot, x_of(plot, bench_shown(row, row->seconds)), y, gpu,
                      hue_of(plot, row->wave));
        }
    }
    if (span.fastest != NULL)
        draw_best(plot, span.fastest, y);
}

/* ---- the picture ------------------------------------------------------------------------------
 */

static const char *panel_title(enum bench_suite suite)
{
    assert(suite < BENCH_SUITES);
    static const char *const TITLES[BENCH_SUITES] = {
        "One net corner to corner, or random pairs; 20 %: cells blocked (single): time for a net",
        "Many nets in small windows (batch): time for a net",
        "Four layers with vias, directions and congestion (weighted): time for a net",
        "Layers, walls, costs, several targets (features): time for a net",
        "Whole designs with rip-up and reroute (route): time for a design",
        "Designs of chip size (chip): time for a design",
    };
    return TITLES[suite];
}

static int64_t draw_panel(struct plot *plot, size_t first)
{
    size_t end = bench_end_of_suite(plot->rows, plot->count, first);
    int64_t lines = 0, top = plot->y + HEAD_HEIGHT;
    for (size_t i = first; i < end; i = bench_end_of_case(plot->rows, plot->count, i))
        lines++;
    fit_axis(plot, first, end);
    font_draw(&plot->canvas, MARGIN, plot->y, panel_title(plot->rows[first].item.suite), TEXT,
              COLOUR_INK);
    for (int64_t line = 0; line < lines; line += 2)
        canvas_rect(&plot->canvas, MARGIN, top + line * CASE_HEIGHT,
                    (int64_t)plot->canvas.width - 2 * (int64_t)MARGIN, CASE_HEIGHT, COLOUR_GREY);
    draw_axis(plot, top, lines * CASE_HEIGHT);
    int64_t y = top + CASE_HEIGHT / 2;
    for (size_t i = first; i < end;
         i = bench_end_of_case(plot->rows, plot->count, i), y += CASE_HEIGHT)
        draw_case(plot, i, bench_end_of_case(plot->rows, plot->count, i), y);
    plot->y = top + lines * CASE_HEIGHT + PANEL_GAP;
    return (int64_t)end;
}

enum mark { MARK_CPU, MARK_GPU, MARK_AUTO, MARK_FLOOR, MARK_SLOW };

struct plot_entry {
    enum mark mark;
    uint8_t colour;
    const char *text;
};

/* What the legend explains; the number of entries. */
static size_t list_entries(const struct plot *plot,
                           struct plot_entry entries[WAVES_MAX + MARK_SLOW + 1])
{
    size_t count = 0;
    for (size_t i = 0; i < plot->hue_count; i++)
        entries[count++] = (struct plot_entry){plot->hues[i].cpu ? MARK_CPU : MARK_GPU,
                                               plot->hues[i].colour, plot->hues[i].wave};
    if (plot->automatic)
        entries[count++] = (struct plot_entry){MARK_AUTO, COLOUR_INK, "chosen by --wave auto"};
    if (plot->cpu && plot->gpu) {
        entries[count++] = (struct plot_entry){MARK_CPU, COLOUR_INK, "CPU"};
        entries[count++] = (struct plot_entry){MARK_GPU, COLOUR_INK, "GPU"};
    }
    if (plot->floors)
        entries[count++] =
            (struct plot_entry){MARK_FLOOR, COLOUR_INK, "least time possible for the fastest"};
    if (plot->slow)
        entries[count++] =
            (struct plot_entry){MARK_SLOW, COLOUR_FAINT, "stopped at the time limit"};
    return count;
}

static void draw_entry(struct plot *plot, const struct plot_entry *entry, int64_t x, int64_t top)
{
    const int64_t y = top + TEXT * FONT_ASCENT / 2;
    if (entry->mark <= MARK_GPU)
        draw_mark(plot, x, y, entry->mark == MARK_GPU, entry->colour);
    else if (entry->mark == MARK_AUTO)
        draw_auto(plot, x, y);
    else if (entry->mark == MARK_FLOOR)
        canvas_rect(&plot->canvas, x - 1, y - 8, 3, 17, COLOUR_GREY + 5);
    else
        draw_cross(plot, x, y, entry->colour);
    font_draw(&plot->canvas, x + RADIUS + 8, top, entry->text, TEXT, COLOUR_INK);
}

/* The entries, in as many lines as the width makes of them; the height of these. */
static int64_t draw_entries(struct plot *plot, int64_t width, bool draws)
{
    struct plot_entry entries[WAVES_MAX + MARK_SLOW + 1];
    const size_t count = list_entries(plot, entries);
    int64_t x = MARGIN + RADIUS, y = 0;
    for (size_t i = 0; i < count; i++) {
        const int64_t own = RADIUS + 8 + font_width(entries[i].text, TEXT);
        if (i > 0 && x + own > width - MARGIN) {
            x = MARGIN + RADIUS;
            y += LINE + 6;
        }
        if (draws)
            draw_entry(plot, &entries[i], x, plot->y + y);
        x += own + 34;
    }
    return y + LINE + 8;
}

/* Of what the right column says how many times as quick it is. */
static const char *yardsticks(const struct plot *plot)
{
    return !plot->threads ? "and how many times as quick it is as its engine's plain search (CPU: "
                            "bucket, GPU: relax)."
           : plot->searches ? "and how many times as quick it is as its engine's plain search "
                              "(CPU: bucket, GPU: relax) or as one thread."
                            : "and how many times as quick it is as one thread.";
}

static void draw_legend(struct plot *plot)
{
    plot->y += draw_entries(plot, plot->canvas.width, true);
    font_draw(&plot->canvas, MARGIN, plot->y,
              "Each grey line is ten times the time of the one before; left is quicker. At the "
              "right: the quickest,",
              TEXT, COLOUR_FAINT);
    plot->y += LINE + 2;
    font_draw(&plot->canvas, MARGIN, plot->y, yardsticks(plot), TEXT, COLOUR_FAINT);
    plot->y += LINE + PANEL_GAP;
}

/* Width of the longest case's name, height of all panels, width of the right column. */
static void measure(const struct plot *plot, int64_t *names, int64_t *height, int64_t *best)
{
    *names = *best = 0;
    *height = 0;
    for (size_t i = 0; i < plot->count; i = bench_end_of_case(plot->rows, plot->count, i)) {
        int64_t width = font_width(plot->rows[i].item.name, TEXT);
        *names = width > *names ? width : *names;
        *height += CASE_HEIGHT;
    }
    for (size_t i = 0; i < plot->hue_count; i++) {
        int64_t width = font_width(plot->hues[i].wave, TEXT) + font_width("  1000 x", TEXT);
        *best = width > *best ? width : *best;
    }
    for (size_t i = 0; i < plot->count; i = bench_end_of_suite(plot->rows, plot->count, i))
        *height += HEAD_HEIGHT + PANEL_GAP;
}

enum status bench_plot_write(const struct bench_row *rows, size_t count, const char *machine,
                             const char *path, struct error *error)
{
    struct plot plot = {.rows = rows, .count = count};
    const int64_t title = FONT_HEIGHT + 3;
    int64_t names, panels, best;
    gather(&plot);
    measure(&plot, &names, &panels, &best);
    plot.left = MARGIN + names + 28;
    int64_t top = MARGIN + TITLE * title + LINE + 10;
    int64_t width = plot.left + AXIS_WIDTH + 60 + best + MARGIN;
    int64_t legend = draw_entries(&plot, width, false) + 2 * (int64_t)LINE + 2;
    TRY(canvas_create(&plot.canvas, (uint64_t)width, (uint64_t)(top + legend + PANEL_GAP + panels),
                      error));
    font_draw(&plot.canvas, MARGIN, MARGIN,
              plot.searches ? "leeway bench: how long each way of searching takes"
                            : "leeway bench: how long routing takes, by threads",
              TITLE, COLOUR_INK);
    font_draw(&plot.canvas, MARGIN, MARGIN + TITLE * title, machine, TEXT, COLOUR_FAINT);
    plot.y = top;
    draw_legend(&plot);
    for (size_t i = 0; i < count;)
        i = (size_t)draw_panel(&plot, i);
    enum status status = canvas_write(&plot.canvas, path, error);
    canvas_destroy(&plot.canvas);
    return status;
}
