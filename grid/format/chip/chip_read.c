/* chip_read: the order of statements and the dispatch; see chip_text.h. */
#include <stdlib.h>
#include <string.h>

#include "grid/format/chip/chip_reader.h"
#include "grid/format/chip/chip_text.h"
#include "grid/text/nearest.h"

enum {
    STAGE_HEAD,
    STAGE_LAYER,
    STAGE_VIA,
    STAGE_RULE,
    STAGE_CELL,
    STAGE_DIE,
    STAGE_PLACE,
    STAGE_PORT,
    STAGE_BLOCK,
    STAGE_NET,
    STAGE_ANY
};

struct statement {
    const char *word;
    int stage;
    chip_statement *read;
};

static const struct statement statements[] = {
    {"rect", STAGE_ANY, chip_read_rect},
    {"on", STAGE_NET, chip_read_on},
    {"net", STAGE_NET, chip_read_net},
    {"place", STAGE_PLACE, chip_read_place},
    {"on-port", STAGE_NET, chip_read_on_port},
    {"port", STAGE_PORT, chip_read_port},
    {"block", STAGE_BLOCK, chip_read_block},
    {"cell", STAGE_CELL, chip_read_cell},
    {"pin", STAGE_CELL, chip_read_pin},
    {"obs", STAGE_CELL, chip_read_obs},
    {"units", STAGE_HEAD, chip_read_units},
    {"snap", STAGE_HEAD, chip_read_snap},
    {"wide-obstructions", STAGE_HEAD, chip_read_wide_obstructions},
    {"larger-corners", STAGE_HEAD, chip_read_larger_corners},
    {"layer", STAGE_LAYER, chip_read_layer},
    {"range", STAGE_LAYER, chip_read_range},
    {"line-end", STAGE_LAYER, chip_read_line_end},
    {"cut-space", STAGE_LAYER, chip_read_cut_space},
    {"hole", STAGE_LAYER, chip_read_hole},
    {"step", STAGE_LAYER, chip_read_step},
    {"cuts", STAGE_LAYER, chip_read_cuts},
    {"runs", STAGE_LAYER, chip_read_runs},
    {"row", STAGE_LAYER, chip_read_row},
    {"pair", STAGE_LAYER, chip_read_pair},
    {"ignored", STAGE_LAYER, chip_read_ignored},
    {"via", STAGE_VIA, chip_read_via},
    {"rule", STAGE_RULE, chip_read_rule},
    {"on-layer", STAGE_RULE, chip_read_on_layer},
    {"use", STAGE_RULE, chip_read_use},
    {"die", STAGE_DIE, chip_read_die},
    {"lines", STAGE_DIE, chip_read_lines},
};
enum { STATEMENTS = sizeof statements / sizeof *statements };

/* What is done once between stages. */
static enum status enter_stage(struct chip_reader *r, const struct word *word, int stage)
{
    assert(stage >= STAGE_HEAD && stage <= STAGE_ANY && r->stage < STAGE_ANY);
    if (stage == STAGE_ANY)
        stage = r->stage;
    if (stage < r->stage)
        return scan_fail(
            r->scan, word, r->error,
            "expected this statement further up: they stand in the order units, layer, "
            "via, rule, cell, die, place, port, block, net");
    if (stage > STAGE_HEAD && !r->has_units)
        return scan_expected(r->scan, word, r->error, "units before all other statements");
    if (stage > STAGE_LAYER && r->stage <= STAGE_LAYER)
        TRY(chip_read_link(r));
    if (stage == STAGE_NET && r->stage < STAGE_NET)
        TRY(chip_number_pins(r->chip, r->error));
    r->stage = stage;
    return STATUS_OK;
}

static enum status unknown_statement(struct chip_reader *r, const struct word *word)
{
    const char *words[STATEMENTS];
    for (size_t i = 0; i < STATEMENTS; i++)
        words[i] = statements[i].word;
    const char *near = nearest_word(word->text, word->length, words, STATEMENTS);
    return scan_expected(r->scan, word, r->error, "%s",
                         near != NULL ? near : "a statement of chips");
}

static enum status read_statement(struct chip_reader *r, const struct word *word)
{
    bool known = false;
    for (size_t i = 0; i < STATEMENTS; i++) {
        if (!word_is(word, statements[i].word))
            continue;
        TRY(enter_stage(r, word, statements[i].stage));
        return statements[i].read(r);
    }
    if (!r->has_net)
        return unknown_statement(r, word);
    TRY(chip_read_wiring(r, word, &known));
    return known ? STATUS_OK : unknown_statement(r, word);
}

static enum status read_head(struct chip_reader *r)
{
    assert(r->chip->placed.design == NULL && r->stage == STAGE_HEAD);
    struct word word;
    struct placed *placed = &r->chip->placed;
    TRY(scan_first_word(r->scan, &word, r->error));
    if (!word_is(&word, "chip"))
        return scan_expected(r->scan, &word, r->error, "chip NAME as the first statement");
    TRY(scan_word(r->scan, &word, r->error));
    if (word.length == 0)
        return scan_expected(r->scan, &word, r->error, "the design's name");
    placed->design = mem_alloc(word.length + 1, 1, "name", r->error);
    placed->text = mem_alloc(1, 1, "text", r->error);
    if (placed->design == NULL || placed->text == NULL)
        return STATUS_FAILED;
    memcpy(placed->design, word.text, word.length);
    r->chip->tech.obs_min_spacing = true;
    return STATUS_OK;
}

/* What a design cannot do without. */
static enum status check_whole(struct chip_reader *r)
{
    const struct placed *placed = &r->chip->placed;
    const struct word *here = NULL;
    if (placed->die_count == 0)
        return scan_fail(r->scan, here, r->error, "expected a die, found none");
    if (placed->track_count == 0)
        return scan_fail(r->scan, here, r->error, "expected lines of a layer, found none");
    if (placed->net_names.count == 0)
        return scan_fail(r->scan, here, r->error, "expected a net, found none");
    return STATUS_OK;
}

enum status chip_text_read(struct chip *chip, struct scan *scan, struct error *error)
{
    struct chip_reader r = {.scan = scan, .chip = chip, .error = error};
    memset(chip, 0, sizeof *chip);
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
        chip_destroy(chip);
    DEBUG_ASSERT(status != STATUS_OK || chip_is_sound(chip));
    return status;
}
