/* Tests of the layout checker: random paths and vias, checked again by a direct reading of the
 * rules: lengths, the die, the manufacturing grid, tracks, cuts, hard spacing, connections. */
#include "tests/support/layout_paths.h"

static const enum layout_fault kinds[] = {FAULT_DIE,  FAULT_GRID,    FAULT_SHAPE,   FAULT_CUT,
                                          FAULT_OPEN, FAULT_SPACING, FAULT_FLOATING};

/* ---- the judge ------------------------------------------------------------------------------ */

struct tally {
    int faults[LAYOUT_FAULTS], length, vias, nets;
};

/* In halves of units. */
static bool is_inside(const struct paths_design *d, int x, int y)
{
    int side = 2 * (PICTURE_SIDE - 6);
    return x >= 10 && y >= 10 && x <= side && y <= side &&
           (x <= 2 * d->corner_x || y <= 2 * d->corner_y);
}

static void judge_item(const struct paths_design *d, const struct item *item, struct tally *tally)
{
    int x = 2 * item->x0, y = 2 * item->y0, outside = 0;
    bool start = is_inside(d, x, y), end = is_inside(d, 2 * item->x1, 2 * item->y1);
    tally->faults[FAULT_DIE] += !start;
    if (item->via >= 0) {
        tally->vias++;
        return;
    }
    tally->faults[FAULT_DIE] += !end;
    while (x != 2 * item->x1 || y != 2 * item->y1) {
        x += (2 * item->x1 > x) - (2 * item->x1 < x);
        y += (2 * item->y1 > y) - (2 * item->y1 < y);
        outside += !is_inside(d, x, y);
    }
    tally->faults[FAULT_DIE] += start && end && outside > 0;
    tally->length += abs(item->x1 - item->x0) + abs(item->y1 - item->y0);
    bool on_track = item->y0 == 11;
    for (int i = 0; i < d->track_count; i++)
        on_track = on_track || item->y0 == d->track_start[0] + i * d->track_step;
    tally->faults[FAULT_SHAPE] += item->layer == M1 && item->y0 == item->y1 && !on_track;
}

static int gap(int a0, int a1, int b0, int b1)
{
    return (a0 > b0 ? a0 : b0) - (a1 < b1 ? a1 : b1);
}

static bool meets(struct layout_rect a, struct layout_rect b)
{
    int x = gap(a.x0, a.x1, b.x0, b.x1), y = gap(a.y0, a.y1, b.y0, b.y1);
    return x <= 0 && y <= 0 && x + y < 0;
}

static bool is_near(struct layout_rect a, struct layout_rect b, int spacing)
{
    int x = gap(a.x0, a.x1, b.x0, b.x1), y = gap(a.y0, a.y1, b.y0, b.y1);
    x = x > 0 ? x : 0;
    y = y > 0 ? y : 0;
    return x * x + y * y < spacing * spacing;
}

/* True if the rule applies to this cut: it is large enough and has enough neighbours. */
static bool is_spoken_of(const struct paths_design *d, int cut)
{
    struct layout_rect r = d->flat[cut].rect;
    int others = 0;
    for (int i = 0; i < d->flats; i++)
        others +=
            i != cut && d->flat[i].layer == V1 && is_near(r, d->flat[i].rect, d->words.within);
    return (r.x1 - r.x0) * (r.y1 - r.y0) >= d->words.area && others >= d->words.adjacent;
}

static void judge_cuts(const struct paths_design *d, int i, int k, struct tally *tally)
{
    const struct words *w = &d->words;
    struct layout_rect a = d->flat[i].rect, b = d->flat[k].rect;
    bool same = d->flat[i].net == d->flat[k].net;
    int spacing = same && d->same > 0 ? d->same : d->spacing;
    int x = abs(a.x0 + a.x1 - b.x0 - b.x1), y = abs(a.y0 + a.y1 - b.y0 - b.y1);
    if (d->flat[i].item == d->flat[k].item || (same && memcmp(&a, &b, sizeof a) == 0))
        return;
    bool overlap = gap(a.x0, a.x1, b.x0, b.x1) < 0 && gap(a.y0, a.y1, b.y0, b.y1) < 0;
    tally->faults[FAULT_CUT] += overlap || is_near(a, b, spacing);
    if ((w->same && !same) || (!is_spoken_of(d, i) && !is_spoken_of(d, k)) ||
        (w->parallel && gap(a.x0, a.x1, b.x0, b.x1) >= 0 && gap(a.y0, a.y1, b.y0, b.y1) >= 0))
        return;
    tally->faults[FAULT_CUT] +=
        w->centres ? x * x + y * y < 4 * w->spacing * w->spacing : is_near(a, b, w->spacing);
}

/* Hard spacing of a wire. */
static bool is_hard(const struct paths_design *d, const struct flat *flat)
{
    return flat->item >= 0 && flat->layer == M1 && d->hard_net[flat->net] &&
           !d->item[flat->item].taper;
}

static void judge_hard(const struct paths_design *d, int i, int k, struct tally *tally)
{
    const struct flat *a = &d->flat[i], *b = &d->flat[k];
    bool power = (a->net == 0 || b->net == 0) && d->power;
    bool excepted = (a->net < 0 || b->net < 0) && d->except && power;
    tally->faults[FAULT_SPACING] += (is_hard(d, a) || is_hard(d, b)) && a->net != b->net &&
                                    a->layer == b->layer && !excepted && !meets(a->rect, b->rect) &&
                                    is_near(a->rect, b->rect, d->hard);
}

/* Counts open pins and floating metal, net by net; root: the lowest shape connected to each. */
static void judge_parts(const struct paths_design *d, struct tally *tally)
{
    int root[SHAPES], pins[NETS] = {0}, first[NETS] = {-1, -1, -1};
    bool held[SHAPES] = {false}, open[NETS] = {false};
    for (int i = 0; i < d->flats; i++)
        root[i] = i;
    for (bool moved = true; moved;) {
        moved = false;
        for (int i = 0; i < d->flats; i++)
            for (int k = 0; k < d->flats; k++) {
                const struct flat *a = &d->flat[i], *b = &d->flat[k];
                bool via = a->item >= 0 && a->item == b->item;
                if (root[k] >= root[i] || a->net != b->net || a->net < 0 ||
                    !(via || (a->layer == b->layer && a->layer != V1 && meets(a->rect, b->rect))))
                    continue;
                root[i] = root[k];
                moved = true;
            }
    }
    for (int i = 0; i < d->flats; i++)
        if (d->flat[i].pin >= 0) {
            int net = d->flat[i].net;
            held[root[i]] = true;
            pins[net]++;
            first[net] = first[net] < 0 ? root[i] : first[net];
            open[net] = open[net] || root[i] != first[net];
        }
    for (int i = 0; i < d->flats; i++)
        if (d->flat[i].item >= 0 && !held[root[i]]) {
            held[root[i]] = true;
            tally->faults[FAULT_FLOATING]++;
        }
    for (int net = 0; net < NETS; net++) {
        tally->nets += pins[net] > 1;
        tally->faults[FAULT_OPEN] += open[net];
    }
}

/* Wires of nets with hard spacing do not touch pins of their nets, so that all of their metal
 * counts. */
static bool is_off_pins(const struct paths_design *d)
{
    for (int i = 0; i < d->flats; i++)
        for (int k = 0; k < d->flats; k++)
            if (is_hard(d, &d->flat[i]) && d->flat[k].pin >= 0 &&
                d->flat[i].net == d->flat[k].net && d->flat[k].layer == M1 &&
                meets(d->flat[i].rect, d->flat[k].rect))
                return false;
    return true;
}

static void judge_design(const struct paths_design *d, struct tally *tally)
{
    *tally = (struct tally){0};
    for (int i = 0; i < d->items; i++)
        judge_item(d, &d->item[i], tally);
    for (int i = 0; i < d->flats; i++) {
        struct layout_rect r = d->flat[i].rect;
        tally->faults[FAULT_GRID] +=
            d->flat[i].item >= 0 && (r.x0 % d->grid != 0 || r.x1 % d->grid != 0 ||
                                     r.y0 % d->grid != 0 || r.y1 % d->grid != 0);
        for (int k = 0; k < i; k++) {
            judge_hard(d, i, k, tally);
            if (d->flat[i].layer == V1 && d->flat[k].layer == V1)
                judge_cuts(d, i, k, tally);
        }
    }
    judge_parts(d, tally);
}

static void judge_seed(uint64_t seed, struct tally *sum)
{
    char lef[PICTURE_TEXT], def[PICTURE_TEXT];
    struct paths_design d;
    struct tally tally;
    struct layout layout;
    struct layout_verdict verdict;
    struct error error = {0};
    make_design(&d, seed);
    put_lef(&d, lef);
    put_def(&d, def);
    layout_read(&layout, lef, def);
    layout_check_all(&layout, &layout, &(struct layout_checking){0}, &verdict, &error);
    judge_design(&d, &tally);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i] == FAULT_SPACING && !is_off_pins(&d))
            continue;
        sum->faults[kinds[i]] += tally.faults[kinds[i]];
        if (verdict.faults[kinds[i]] != (uint64_t)tally.faults[kinds[i]])
            fail_msg("seed %llu: %s: %llu, and %d are right\n%s%s", (unsigned long long)seed,
                     layout_fault_name(kinds[i]), (unsigned long long)verdict.faults[kinds[i]],
                     tally.faults[kinds[i]], lef, def);
    }
    assert_int_equal(verdict.length, tally.length * (int)(layout.tech.units_per_micron / 1000));
    assert_int_equal(verdict.vias, tally.vias);
    assert_int_equal(verdict.nets, tally.nets);
    layout_destroy(&layout);
}

static void test_paths(void **state)
{
    (void)state;
    struct tally sum = {0};
    uint64_t seed = splitmix_seed(1);
    for (uint64_t i = 0; i < 600; i++)
        judge_seed(1000 * seed + i, &sum);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        assert_in_range(sum.faults[kinds[i]], 100, 100000); /* the designs have each kind */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_paths)};
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
