/* layout_read: reads a native layout (layout_text.h). A table lists the statements with their
 * readers and their stage in the order of the text: a new statement is a row. */
#include "grid/format/layout/layout_reader.h"
#include "grid/format/layout/layout_text.h"
#include "grid/text/nearest.h"

/* clang-format off */
enum { STAGE_HEAD, STAGE_LAYER, STAGE_VIA, STAGE_RULE, STAGE_CELL, STAGE_DIE, STAGE_PLACE,
       STAGE_PORT, STAGE_BLOCK, STAGE_NET, STAGE_ANY };
/* clang-format on */

struct statement {
    const char *word;
    int stage;
    layout_statement *read;
};

/* The most frequent statements come first. */
static const struct statement statements[] = {
    {"rect", STAGE_ANY, layout_read_rect},
    {"on", STAGE_NET, layout_read_on},
    {"net", STAGE_NET, layout_read_net},
    {"place", STAGE_PLACE, layout_read_place},
    {"on-port", STAGE_NET, layout_read_on_port},
    {"port", STAGE_PORT, layout_read_port},
    {"block", STAGE_BLOCK, layout_read_block},
    {"cell", STAGE_CELL, layout_read_cell},
    {"pin", STAGE_CELL, layout_read_pin},
    {"obs", STAGE_CELL, layout_read_obs},
    {"units", STAGE_HEAD, layout_read_units},
    {"snap", STAGE_HEAD, layout_read_snap},
    {"wide-obstructions", STAGE_HEAD, layout_read_wide_obstructions},
    {"larger-corners", STAGE_HEAD, layout_read_larger_corners},
    {"not-modelled", STAGE_HEAD, layout_read_not_modelled},
    {"layer", STAGE_LAYER, layout_read_layer},
    {"range", STAGE_LAYER, layout_read_of_layer},
    {"line-end", STAGE_LAYER, layout_read_of_layer},
    {"cut-space", STAGE_LAYER, layout_read_of_layer},
    {"hole", STAGE_LAYER, layout_read_of_layer},
    {"step", STAGE_LAYER, layout_read_of_layer},
    {"cuts", STAGE_LAYER, layout_read_of_layer},
    {"runs", STAGE_LAYER, layout_read_runs},
    {"row", STAGE_LAYER, layout_read_row},
    {"pair", STAGE_LAYER, layout_read_pair},
    {"ignored", STAGE_LAYER, layout_read_ignored},
    {"antenna", STAGE_LAYER, layout_read_antenna},
    {"antenna-defaults", STAGE_CELL, layout_read_antenna_defaults},
    {"antenna-pin", STAGE_CELL, layout_read_antenna_pin},
    {"stack", STAGE_VIA, layout_read_stack},
    {"via", STAGE_VIA, layout_read_via},
    {"rule", STAGE_RULE, layout_read_rule},
    {"on-layer", STAGE_RULE, layout_read_on_layer},
    {"use", STAGE_RULE, layout_read_use},
    {"die", STAGE_DIE, layout_read_die},
    {"lines", STAGE_DIE, layout_read_lines},
};
enum { STATEMENTS = sizeof statements / sizeof *statements };

/* Checks the order of statements, and does what is needed once between two stages. */
static enum status enter_stage(struct layout_reader *r, const struct word *word, int stage)
{
    assert(stage >= STAGE_HEAD && stage <= STAGE_ANY && r->stage < STAGE_ANY);
    if (stage == STAGE_ANY)
        stage = r->stage;
    if (stage < r->stage)
        return scan_fail(r->scan, word, r->error,
                         "expected this statement earlier: the order is units, layer, via, "
                         "rule, cell, die, place, port, block, net");
    if (stage > STAGE_HEAD && !r->has_units)
        return scan_expected(r->scan, word, r->error, "units before all other statements");
    if (stage > STAGE_LAYER && r->stage <= STAGE_LAYER)
        TRY(layout_read_link(r));
    if (stage == STAGE_NET && r->stage < STAGE_NET)
        TRY(layout_number_pins(r->layout, r->error));
    r->stage = stage;
    return STATUS_OK;
}

static enum status unknown_statement(struct layout_reader *r, const struct word *word)
{
    const char *words[STATEMENTS];
    for (size_t i = 0; i < STATEMENTS; i++)
        words[i] = statements[i].word;
    const char *near = nearest_word(word->text, word->length, words, STATEMENTS);
    return scan_expected(r->scan, word, r->error, "%s",
                         near != NULL ? near : "a statement of a layout");
}

static enum status read_statement(struct layout_reader *r, const struct word *word)
{
    bool known = false;
    for (size_t i = 0; i < STATEMENTS; i++) {
        if (!word_is(word, statements[i].word))
            continue;
        TRY(enter_stage(r, word, statements[i].stage));
        r->word = statements[i].word;
        return statements[i].read(r);
    }
    if (!r->has_net)
        return unknown_statement(r, word);
    TRY(layout_read_wiring(r, word, &known));
    return known ? STATUS_OK : unknown_statement(r, word);
}

static enum status read_head(struct layout_reader *r)
{
    assert(r->placed->design == NULL && r->stage == STAGE_HEAD);
    struct word word;
    TRY(scan_first_word(r->scan, &word, r->error));
    if (!word_is(&word, "chip"))
        return scan_expected(r->scan, &word, r->error, "chip NAME as the first statement");
    TRY(scan_word(r->scan, &word, r->error));
    if (word.length == 0)
        return scan_expected(r->scan, &word, r->error, "the design's name");
    TRY(MEM_NEW(r->placed->design, word.length + 1, "name", r->error));
    TRY(MEM_NEW(r->placed->text, 1, "text", r->error));
    memcpy(r->placed->design, word.text, word.length);
    r->tech->obs_min_spacing = true;
    return STATUS_OK;
}

/* Checks that the design has a die and a net. */
static enum status check_whole(struct layout_reader *r)
{
    r->placed->first_lef_track = r->placed->track_count;
    const char *missing = r->placed->die_count == 0         ? "a die"
                          : r->placed->net_names.count == 0 ? "a net"
                                                            : NULL;
    return missing == NULL ? STATUS_OK
                           : scan_fail(r->scan, NULL, r->error, "expected %s, found none", missing);
}

enum status layout_text_read(struct layout *layout, struct scan *scan, struct error *error)
{
    struct layout_reader r = {.scan = scan,
                              .layout = layout,
                              .tech = &layout->tech,
                              .library = &layout->library,
                              .placed = &layout->placed,
                              .error = error};
    memset(layout, 0, sizeof *layout);
    enum status status = read_head(&r);
    while (status == STATUS_OK) {
        struct word word = {0};
        status = scan_first_word(scan, &word, error);
        if (status != STATUS_OK || word.length == 0)
            break;
        status = read_statement(&r, &word);
    }
    THEN(status, check_whole(&r));
    if (status != STATUS_OK)
        layout_destroy(layout);
    DEBUG_ASSERT(status != STATUS_OK || layout_is_sound(layout));
    return status;
}
