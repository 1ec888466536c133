/* test_every: every.lef and every.def have each statement that the readers know. What is read of
 * them is every.txt, what the writer makes of their wires is written.def. wrong.txt has a line for
 * each word that may not be `?`: its place, and behind a colon what is said then, the place first
 * where it is another one, or a sum of what is read then. A change that is meant is taken into the
 * files, to be looked through, by
 *
 *     UPDATE=1 out/build/release/tests/format/lefdef/test_every
 */
#include "tests/support/chip_texts.h"

#include "grid/format/chip/chip_text.h"
#include "grid/format/def/def_write.h"

#define FOLDER "tests/format/lefdef/every/"

static char *every_lef, *every_def, *every_txt, *wrong_txt, *written_def, *start;

/* ---- a chip as text ------------------------------------------------------------------------- */

static const char *layer_text(const struct chip *chip, uint16_t layer)
{
    return layer == LAYER_NONE ? "-" : names_text(&chip->tech.layer_names, layer);
}

static void dump_layers(FILE *out, const struct chip *chip)
{
    const struct tech *tech = &chip->tech;
    for (uint16_t i = 0; i < tech->layer_names.count; i++) {
        const struct tech_layer *layer = &tech->layers[i];
        fprintf(out, "layer %s below %s above %s level %d pitch %d %d offset %d %d %d",
                layer_text(chip, i), layer_text(chip, layer->below), layer_text(chip, layer->above),
                layer->level == LAYER_NONE ? -1 : layer->level, layer->pitch_x, layer->pitch_y,
                layer->has_offset, layer->offset_x, layer->offset_y);
        fprintf(out, " max-width %d extension %d\n", layer->max_width, layer->wire_extension);
    }
    for (uint32_t i = 0; i < tech->site_names.count; i++)
        fprintf(out, "site %s %d %d\n", names_text(&tech->site_names, i), tech->sites[i].width,
                tech->sites[i].height);
    for (uint32_t i = 0; i < tech->rule_layer_count; i++)
        fprintf(out, "rule-layer extension %d\n", tech->rule_layers[i].wire_extension);
    fprintf(out, "lef-units %u characters %c%c%c levels %u rounded %llu\n", tech->lef_units,
            tech->bus_open, tech->bus_close, tech->divider, tech->level_count,
            (unsigned long long)tech->rounded);
}

static void dump_vias(FILE *out, const struct chip *chip)
{
    const struct tech *tech = &chip->tech;
    for (uint32_t i = 0; i < tech->via_names.count; i++)
        fprintf(out, "via %s %s %s %s rule %d\n", names_text(&tech->via_names, i),
                layer_text(chip, tech->vias[i].bottom), layer_text(chip, tech->vias[i].cut),
                layer_text(chip, tech->vias[i].top), (int)tech->vias[i].rule);
    for (uint32_t i = 0; i < tech->via_rule_count; i++) {
        const struct tech_via_rule *rule = &tech->via_rules[i];
        fprintf(out, "via-rule %s %d cut %s %d %d %d %d step %d %d\n",
                names_text(&tech->words, rule->name), rule->generate, layer_text(chip, rule->cut),
                rule->cut_rect.x0, rule->cut_rect.y0, rule->cut_rect.x1, rule->cut_rect.y1,
                rule->cut_step_x, rule->cut_step_y);
        for (int k = 0; k < 2; k++)
            fprintf(out, "  metal %s way %d enclosure %d %d width %d %d\n",
                    layer_text(chip, rule->metal[k].layer), (int)rule->metal[k].direction,
                    rule->metal[k].enclosure_x, rule->metal[k].enclosure_y,
                    rule->metal[k].width_min, rule->metal[k].width_max);
    }
}

static void dump_cells(FILE *out, const struct chip *chip)
{
    const struct library *library = &chip->library;
    for (uint32_t m = 0; m < library->macro_names.count; m++) {
        const struct cell_macro *macro = &library->macros[m];
        fprintf(out, "macro %s origin %d %d pins", names_text(&library->macro_names, m),
                macro->origin_x, macro->origin_y);
        for (uint32_t p = macro->pins.first; p < macro->pins.first + macro->pins.count; p++) {
            const struct cell_pin *pin = &library->pins[p];
            fprintf(out, " %s(", names_text(&library->pin_names, pin->name));
            for (uint32_t i = pin->ports.first; i < pin->ports.first + pin->ports.count; i++)
                fprintf(out, " %u", library->ports[i].shapes.count);
            fprintf(out, " )%s%s", pin->must_join != NAME_NONE ? " with " : "",
                    pin->must_join != NAME_NONE ? names_text(&library->pin_names, pin->must_join)
                                                : "");
        }
        fprintf(out, "\n");
    }
    fprintf(out, "slanted %llu\n", (unsigned long long)library->slanted);
}

static void dump_design(FILE *out, const struct chip *chip)
{
    const struct placed *placed = &chip->placed;
    const struct rect box = placed->die_box;
    fprintf(out, "die-box %d %d %d %d\n", box.x0, box.y0, box.x1, box.y1);
    for (uint32_t i = 0; i < placed->row_count; i++) {
        const struct placed_row *row = &placed->rows[i];
        fprintf(out, "row %d %d %d %d count %d %d step %d %d\n", (int)row->site, (int)row->orient,
                row->x, row->y, row->count_x, row->count_y, row->step_x, row->step_y);
    }
    for (uint32_t i = 0; i < placed->gcell_count; i++) {
        const struct placed_gcells *cells = &placed->gcells[i];
        fprintf(out, "gcells %d %d %d %d\n", cells->vertical, cells->start, cells->step,
                cells->count);
    }
    for (uint32_t i = 0; i < placed->blockage_count; i++) {
        const struct placed_blockage *b = &placed->blockages[i];
        fprintf(out, "blockage %s %d fills %d slots %d\n", layer_text(chip, b->layer), b->rect.x0,
                b->fills, b->slots);
    }
    for (uint32_t i = 0; i < placed->port_names.count; i++)
        fprintf(out, "port %s net %d\n", names_text(&placed->port_names, i),
                (int)placed->ports[i].net);
    fprintf(out, "subnets %u vpins %u first-port %u pins %u regular %u\n", placed->subnet_count,
            placed->vpin_count, placed->first_port, placed->pin_count, placed->regular_count);
}

/* Where the writer finds what it replaces: the first letters of each place. */
static void dump_text(FILE *out, const struct placed *placed)
{
    const uint64_t at[] = {placed->nets_at, placed->vias_at, placed->vias_end};
    for (int i = 0; i < 3; i++)
        fprintf(out, "text \"%.8s\"\n", placed->text + at[i]);
    for (uint32_t i = 0; i < placed->net_names.count; i++) {
        const struct placed_net *net = &placed->nets[i];
        if (!net->regular)
            continue;
        fprintf(out, "net %s \"%.4s\" \"%.4s\"\n", names_text(&placed->net_names, i),
                placed->text + net->text_at, placed->text + net->text_end);
        for (uint32_t s = net->spans.first; s < net->spans.first + net->spans.count; s++)
            fprintf(out, "  span \"%.12s\" to \"%.9s\"\n", placed->text + placed->spans[s].from,
                    placed->text + placed->spans[s].to);
    }
    for (uint32_t i = 0; i < placed->special_wire_count; i++) {
        const struct placed_wire *wire = &placed->special_wires[i];
        fprintf(out, "special %d status %d layer %d\n", wire->kind, wire->status, wire->layer);
    }
}

/* All of it; to be freed. */
static char *dump(const struct chip *chip)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    struct error error = {0};
    assert_non_null(out);
    if (chip_text_write(out, chip, &error) != STATUS_OK)
        fprintf(out, "%s\n", error.text);
    dump_layers(out, chip);
    dump_vias(out, chip);
    dump_cells(out, chip);
    dump_design(out, chip);
    dump_text(out, &chip->placed);
    assert_int_equal(fclose(out), 0);
    return text;
}

/* ---- wrong words ---------------------------------------------------------------------------- */

/* The sum of numbers made of the lines: of two texts, it differs by those of the lines that do. */
static uint32_t sum_of_lines(const char *text)
{
    uint32_t sum = 0;
    while (*text != '\0') {
        uint32_t hash = 2166136261u; /* FNV-1a */
        for (; *text != '\0' && *text != '\n'; text++)
            hash = (hash ^ (unsigned char)*text) * 16777619u;
        text += *text == '\n';
        sum += hash;
    }
    return sum;
}

/* What reading says of a word that is wrong: of the text that becomes of it, or the place and the
 * message, and the places of more. To be freed. */
static char *outcome(const char *lef, const char *def, unsigned line, unsigned column)
{
    struct chip chip;
    struct error_rest rest = {0};
    struct error error = {.rest = &rest};
    char *text = NULL, *whole;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    const enum status status = chip_read_texts(&chip, lef, def, &error);
    if (status == STATUS_OK) {
        whole = dump(&chip);
        if (strcmp(whole, every_txt) != 0)
            fprintf(out, "%08x", sum_of_lines(whole) - sum_of_lines(every_txt));
        free(whole);
        chip_destroy(&chip);
    } else {
        if (status != STATUS_BAD_INPUT)
            fprintf(out, "status %d ", (int)status);
        if (error.line != line || error.column != column)
            fprintf(out, "%u:%u ", (unsigned)error.line, (unsigned)error.column);
        const char *found = strstr(error.text, ", found \"?\"");
        fprintf(out, "%.*s", (int)(found != NULL ? found - error.text : ERROR_TEXT_MAX),
                error.text);
        for (size_t i = 0; i < rest.count; i++)
            fprintf(out, ", %u:%u", (unsigned)rest.at[i].line, (unsigned)rest.at[i].column);
    }
    assert_int_equal(fclose(out), 0);
    return text;
}

/* Writes `?` in the place of each word in turn, and a line for each of which that is noticed. */
static void try_words(FILE *out, bool of_lef)
{
    const char *text = of_lef ? every_lef : every_def;
    unsigned line = 1, column = 1;
    fputs(of_lef ? "lef\n" : "def\n", out);
    for (const char *p = text; *p != '\0';) {
        if (*p == '#' && column == 1) {
            p = strchr(p, '\n');
        } else if (*p == ' ' || *p == '\n') {
            column = *p == '\n' ? 1 : column + 1;
            line += *p == '\n';
            p++;
        } else {
            const int length = (int)strcspn(p, " \n");
            char *edited = NULL;
            assert_true(asprintf(&edited, "%.*s?%s", (int)(p - text), text, p + length) > 0);
            char *said =
                outcome(of_lef ? edited : every_lef, of_lef ? every_def : edited, line, column);
            if (said[0] != '\0')
                fprintf(out, "%u:%u %.*s: %s\n", line, column, length, p, said);
            free(said);
            free(edited);
            p += length;
            column += (unsigned)length;
        }
    }
}

/* Ends a text in front of each of its words: LEF may end between two statements, DEF may not. */
static void try_ends(bool of_lef)
{
    const char *text = of_lef ? every_lef : every_def;
    char *cut = strdup(text);
    for (size_t end = strlen(cut); end-- > 0;) {
        if ((cut[end] != ' ' && cut[end] != '\n') || end == strlen(text) - 1)
            continue;
        struct chip chip;
        struct error error = {0};
        cut[end] = '\0';
        const enum status status =
            chip_read_texts(&chip, of_lef ? cut : every_lef, of_lef ? every_def : cut, &error);
        if (status != STATUS_BAD_INPUT && !(of_lef && status == STATUS_OK))
            fail_msg("%zu bytes: status %d: %s", end, (int)status, error.text);
        assert_true(status == STATUS_OK || error.text[0] != '\0');
        chip_destroy(&chip);
    }
    free(cut);
}

/* ---- tests ---------------------------------------------------------------------------------- */

/* The first line in which the two texts differ. */
static void expect_text(const char *file, const char *found, const char *expected)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s%s", start, FOLDER, file);
    if (getenv("UPDATE") != NULL)
        text_write(path, found);
    else if (strcmp(found, expected) != 0) {
        size_t i = 0;
        unsigned line = 1;
        for (; found[i] == expected[i]; i++)
            line += found[i] == '\n';
        while (i > 0 && found[i - 1] != '\n')
            i--;
        fail_msg("%s:%u: expected \"%.*s\", found \"%.*s\"", file, line,
                 (int)strcspn(expected + i, "\n"), expected + i, (int)strcspn(found + i, "\n"),
                 found + i);
    }
}

static void test_read(void **state)
{
    (void)state;
    struct chip chip;
    chip_read(&chip, every_lef, every_def);
    char *text = dump(&chip);
    chip_destroy(&chip);
    expect_text("every.txt", text, every_txt);
    free(every_txt);
    every_txt = text;
}

/* The wires that were read, written again. */
static void test_written(void **state)
{
    (void)state;
    struct chip chip;
    struct error error = {0};
    chip_read(&chip, every_lef, every_def);
    const struct placed *placed = &chip.placed;
    uint32_t *first = calloc(placed->net_names.count + 1, sizeof *first), count = 0;
    struct placed_wire *wires = calloc(placed->wire_count, sizeof *wires);
    assert_true(first != NULL && wires != NULL);
    for (uint32_t net = 0; net < placed->net_names.count; net++) {
        const struct slice slice = placed->nets[net].wires;
        for (uint32_t i = 0; i < slice.count; i++)
            wires[count++] = placed->wires[slice.first + i];
        first[net + 1] = count;
    }
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    const struct def_wiring wiring = {wires, first, NULL};
    assert_int_equal(def_write(out, &chip, &wiring, &error), STATUS_OK);
    assert_int_equal(fclose(out), 0);
    expect_text("written.def", text, written_def);
    free(text);
    free(wires);
    free(first);
    chip_destroy(&chip);
}

/* The chip in words of our own, read from them: the same words. */
static void test_own_words(void **state)
{
    (void)state;
    struct chip chip, again;
    struct error error = {0};
    struct scan scan;
    chip_read(&chip, every_lef, every_def);
    char *text[2] = {NULL, NULL};
    size_t size[2];
    for (int i = 0; i < 2; i++) {
        FILE *out = open_memstream(&text[i], &size[i]);
        assert_non_null(out);
        assert_int_equal(chip_text_write(out, i == 0 ? &chip : &again, &error), STATUS_OK);
        assert_int_equal(fclose(out), 0);
        if (i == 0) {
            assert_int_equal(scan_open_bytes(&scan, "t.net", text[0], size[0], &error), STATUS_OK);
            assert_int_equal(chip_text_read(&again, &scan, &error), STATUS_OK);
            scan_close(&scan);
        }
    }
    assert_string_equal(text[0], text[1]);
    free(text[0]);
    free(text[1]);
    chip_destroy(&chip);
    chip_destroy(&again);
}

static void test_wrong_words(void **state)
{
    (void)state;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    try_words(out, true);
    try_words(out, false);
    assert_int_equal(fclose(out), 0);
    expect_text("wrong.txt", text, wrong_txt);
    free(text);
}

static void test_ends(void **state)
{
    (void)state;
    try_ends(true);
    try_ends(false);
}

static int set_up(void **state)
{
    size_t size;
    start = getcwd(NULL, 0);
    every_lef = text_read(FOLDER "every.lef", &size);
    every_def = text_read(FOLDER "every.def", &size);
    every_txt = text_read(FOLDER "every.txt", &size);
    wrong_txt = text_read(FOLDER "wrong.txt", &size);
    written_def = text_read(FOLDER "written.def", &size);
    return chip_set_up(state);
}

static int tear_down(void **state)
{
    free(every_lef);
    free(every_def);
    free(every_txt);
    free(wrong_txt);
    free(written_def);
    free(start);
    return chip_tear_down(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),      cmocka_unit_test(test_written),
        cmocka_unit_test(test_own_words), cmocka_unit_test(test_wrong_words),
        cmocka_unit_test(test_ends),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
