/* Tests of the layout checker: random designs, whose faults are also counted in a bitmap. */
#include "tests/support/picture_judge.h"

struct told {
    const struct drawing *drawing;
    int32_t unit; /* a unit of the drawing, in units of the layout */
    struct tally tally;
};

/* Counts a fault; its place must be metal of its net. */
static void note(void *context, const struct layout_violation *fault)
{
    struct told *told = context;
    const char *distance = strstr(fault->text, " is 0.");
    told->tally.faults[fault->kind]++;
    if (fault->kind == FAULT_OPEN)
        return;
    assert_in_range(fault->net, 0, PICTURE_NETS - 1);
    struct picture net = picture_net(told->drawing, (int)fault->net, true, true);
    if (fault->kind == FAULT_SPACING || fault->kind == FAULT_NOTCH) {
        assert_non_null(distance);
        told->tally.distance[fault->kind] += lround(1000 * told->unit * strtod(distance + 4, NULL));
    }
    struct layout_rect place = {fault->place.x0 / told->unit, fault->place.y0 / told->unit,
                                fault->place.x1 / told->unit, fault->place.y1 / told->unit};
    if (fault->kind != FAULT_AREA && fault->kind != FAULT_LINE_END && fault->kind != FAULT_STEP)
        assert_true(picture_covers(&net, place));
    assert_true(fault->layer == 0 && picture_enters(&net, rect_grow(place, 1)));
}

static struct rules any_rules(struct drawing *drawing, char text[512])
{
    struct rules rules = {.width = dice(drawing, 1, 3), .spacing = dice(drawing, 1, 4)};
    int more = dice(drawing, 1, 2), wide = dice(drawing, 0, 3), end = dice(drawing, 0, 3);
    int at = snprintf(text, 512, " WIDTH 0.%03d ;\n", rules.width);
#define PUT(...) (at += snprintf(text + at, 512 - (size_t)at, __VA_ARGS__))
    if (wide == 1) {
        rules.wide = dice(drawing, 1, 4);
        rules.run = dice(drawing, 1, 4);
        rules.run_spacing = rules.spacing + more;
        rules.wide_spacing = rules.spacing + dice(drawing, 0, more);
        PUT(" SPACINGTABLE PARALLELRUNLENGTH 0 0.%03d WIDTH 0 0.%03d 0.%03d\n"
            "  WIDTH 0.%03d 0.%03d 0.%03d ;\n",
            rules.run, rules.spacing, rules.spacing, rules.wide, rules.wide_spacing,
            rules.run_spacing);
    } else {
        PUT(" SPACING 0.%03d ;\n", rules.spacing);
        if (dice(drawing, 0, 1)) {
            rules.same = dice(drawing, 1, rules.spacing + 1);
            PUT(" SPACING 0.%03d SAMENET ;\n", rules.same);
        }
    }
    if (wide == 2) {
        rules.wide = dice(drawing, 2, 5);
        rules.wide_spacing = rules.spacing + more;
        PUT(" SPACING 0.%03d RANGE 0.%03d 1 ;\n", rules.wide_spacing, rules.wide);
    }
    if (dice(drawing, 0, 1)) {
        rules.area = dice(drawing, 2, 30);
        PUT(" AREA 0.%06d ;\n", rules.area);
    }
    if (dice(drawing, 0, 1)) {
        rules.hole = dice(drawing, 2, 12);
        PUT(" MINENCLOSEDAREA 0.%06d ;\n", rules.hole);
    }
    rules.rectangles = dice(drawing, 0, 3) == 0;
    if (rules.rectangles)
        PUT(" PROPERTY LEF58_RECTONLY \"RECTONLY ;\" ;\n");
    if (end > 0) {
        rules.end = dice(drawing, 2, 4);
        rules.end_within = dice(drawing, 0, 2);
        rules.end_spacing = dice(drawing, 1, 5);
        rules.beside = end > 1 ? dice(drawing, 1, 4) : 0;
        rules.beside_within = dice(drawing, 1, 3);
        rules.two = end > 2;
        PUT(" SPACING 0.%03d ENDOFLINE 0.%03d WITHIN 0.%03d", rules.end_spacing, rules.end,
            rules.end_within);
        if (rules.beside > 0)
            PUT(" PARALLELEDGE 0.%03d WITHIN 0.%03d%s", rules.beside, rules.beside_within,
                rules.two ? " TWOEDGES" : "");
        PUT(" ;\n");
    }
    if (dice(drawing, 0, 1)) {
        static const char *const kinds[] = {"", " INSIDECORNER", " OUTSIDECORNER", " STEP"};
        rules.step = (struct step_rule){dice(drawing, 2, 4), -1, -1, CORNER_ANY};
        rules.step.kind = (enum corner_kind)dice(drawing, 0, 3);
        PUT(" MINSTEP 0.%03d%s", rules.step.length, kinds[rules.step.kind]);
        if (rules.step.kind != CORNER_ANY && dice(drawing, 0, 1))
            PUT(" LENGTHSUM 0.%03d", rules.step.sum = dice(drawing, 1, 9));
        else if (rules.step.kind == CORNER_ANY && dice(drawing, 0, 2))
            PUT(" MAXEDGES %d", rules.step.most = dice(drawing, 0, 3));
        PUT(" ;\n");
    }
#undef PUT
    return rules;
}

/* Wires do not touch pins of their nets: then members are complete, and notches can be counted. */
static bool is_off_pins(const struct drawing *drawing)
{
    for (int net = 0; net < PICTURE_NETS; net++) {
        struct picture pins = picture_net(drawing, net, true, false);
        struct picture wires = picture_net(drawing, net, false, true);
        if (picture_meets(&pins, &wires))
            return false;
    }
    return true;
}

static uint64_t judge_drawing(uint64_t seed, struct tally *sum)
{
    char rules_text[512], lef[PICTURE_TEXT], def[PICTURE_TEXT];
    struct drawing drawing;
    draw(&drawing, seed, 3 + (int)(seed % 6));
    struct rules rules = any_rules(&drawing, rules_text);
    drawing_lef(rules_text, lef);
    drawing_def(&drawing, def);
    struct layout layout;
    struct layout_verdict verdict;
    struct error error = {0};
    struct told told = {.drawing = &drawing};
    struct tally tally;
    layout_read(&layout, lef, def);
    told.unit = (int32_t)layout.tech.units_per_micron / 1000;
    layout_check_all(&layout, &layout, &(struct layout_checking){.report = note, .context = &told},
                     &verdict, &error);
    layout_destroy(&layout);
    rules.unit = told.unit;
    judge_picture(&rules, &drawing, &tally);
    bool notches = is_off_pins(&drawing);
    for (int kind = 0; kind < LAYOUT_FAULTS; kind++) {
        bool apart = kind == FAULT_SHORT || kind == FAULT_SPACING || kind == FAULT_NOTCH;
        if ((kind == FAULT_NOTCH && !notches) || (apart && drawing.of_two && rules.wide > 0))
            continue;
        sum->faults[kind] += tally.faults[kind];
        if (verdict.faults[kind] != tally.faults[kind] ||
            told.tally.faults[kind] != tally.faults[kind] ||
            told.tally.distance[kind] != tally.distance[kind])
            fail_msg("seed %llu: %s: %llu, distances %lld; the picture has %llu, %lld\n%s%s",
                     (unsigned long long)seed, layout_fault_name((enum layout_fault)kind),
                     (unsigned long long)verdict.faults[kind], (long long)told.tally.distance[kind],
                     (unsigned long long)tally.faults[kind], (long long)tally.distance[kind],
                     rules_text, def);
    }
    return notches;
}

static void test_pictures(void **state)
{
    (void)state;
    struct tally sum = {0};
    uint64_t seed = splitmix_seed(1), off = 0;
    for (uint64_t i = 0; i < 600; i++)
        off += judge_drawing(1000 * seed + i, &sum);
    assert_in_range(off, 120, 480);
    static const enum layout_fault kinds[] = {
        FAULT_SHORT, FAULT_SPACING, FAULT_NOTCH,    FAULT_AREA,     FAULT_WIDTH,
        FAULT_SHAPE, FAULT_OPEN,    FAULT_LINE_END, FAULT_FLOATING, FAULT_STEP};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        assert_in_range(sum.faults[kinds[i]], 30, 100000); /* the designs have each kind */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pictures)};
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
