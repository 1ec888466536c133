/* Tests of the layout checker: random designs, rotated and mirrored. The rules of one layer do not
 * depend on directions, so each fault must have the same distance or area at the rotated place.
 * Shapes keep their order. */
#include "tests/support/layout_picture.h"

enum { WAYS = 8, TOLD = 400, LEAST = 30 };

/* Bit 0: mirrored in x, bit 1: in y, bit 2: then x and y exchanged. */
static struct layout_rect turn(struct layout_rect r, int way, int side)
{
    if ((way & 1) != 0)
        r = (struct layout_rect){side - r.x1, r.y0, side - r.x0, r.y1};
    if ((way & 2) != 0)
        r = (struct layout_rect){r.x0, side - r.y1, r.x1, side - r.y0};
    return (way & 4) != 0 ? (struct layout_rect){r.y0, r.x0, r.y1, r.x1} : r;
}

struct fault {
    enum layout_fault kind;
    uint32_t net;
    struct layout_rect place;
    int64_t number; /* a distance or an area, 1e-5 microns */
};

struct told {
    struct fault fault[TOLD];
    size_t count;
    int way, side;
};

/* For other kinds the place depends on an order that rotates. */
static bool has_place(enum layout_fault kind, const char *text)
{
    return kind == FAULT_LINE_END || strstr(text, " hole ") != NULL;
}

static void note(void *context, const struct layout_violation *told)
{
    struct told *it = context;
    assert_true(it->count < TOLD);
    struct fault fault = {.kind = told->kind, .net = told->net};
    const char *is = strstr(told->text, " is 0."), *has = strstr(told->text, " of 0.");
    if (has_place(told->kind, told->text))
        fault.place = turn(told->place, it->way, it->side);
    if (is != NULL || has != NULL)
        fault.number = lround(1e5 * strtod((is != NULL ? is : has) + 4, NULL));
    it->fault[it->count++] = fault;
}

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct fault));
}

/* The faults of a rotated drawing, rotated back. */
static void judge(const struct drawing *drawing, const char *lef, int way, struct told *told)
{
    struct drawing turned = *drawing;
    char def[PICTURE_TEXT];
    struct layout layout;
    struct layout_verdict verdict;
    struct error error = {0};
    for (int i = 0; i < turned.count; i++)
        turned.box[i].rect = turn(turned.box[i].rect, way, PICTURE_SIDE);
    drawing_def(&turned, def);
    layout_read(&layout, lef, def);
    memset(told, 0, sizeof *told);
    /* the inverse of a quarter turn mirrors the other axis first */
    told->way = (way & 4) != 0 ? 4 | (way & 1) << 1 | (way & 2) >> 1 : way;
    told->side = PICTURE_SIDE * (int)layout.tech.units_per_micron / 1000;
    layout_check_all(&layout, &layout, &(struct layout_checking){.report = note, .context = told},
                     &verdict, &error);
    layout_destroy(&layout);
    qsort(told->fault, told->count, sizeof *told->fault, compare);
}

static void any_rules(struct drawing *drawing, char text[512])
{
    int spacing = dice(drawing, 1, 4), at = 0;
#define PUT(...) (at += snprintf(text + at, 512 - (size_t)at, __VA_ARGS__))
    PUT(" WIDTH 0.%03d ;\n SPACING 0.%03d ;\n", dice(drawing, 1, 3), spacing);
    if (dice(drawing, 0, 1))
        PUT(" SPACING 0.%03d RANGE 0.%03d 1 ;\n", spacing + 1, dice(drawing, 2, 5));
    else if (dice(drawing, 0, 1))
        PUT(" SPACING 0.%03d SAMENET ;\n", dice(drawing, 1, spacing + 1));
    if (dice(drawing, 0, 1))
        PUT(" AREA 0.%06d ;\n", dice(drawing, 2, 30));
    if (dice(drawing, 0, 1))
        PUT(" MINENCLOSEDAREA 0.%06d ;\n", dice(drawing, 2, 30));
    if (dice(drawing, 0, 1))
        PUT(" MINSTEP 0.%03d ;\n", dice(drawing, 2, 4));
    if (dice(drawing, 0, 1))
        PUT(" SPACING 0.%03d ENDOFLINE 0.%03d WITHIN 0.%03d ;\n", dice(drawing, 1, 5),
            dice(drawing, 2, 4), dice(drawing, 0, 2));
#undef PUT
}

static void faults_turn_with_the_design(void **state)
{
    (void)state;
    uint64_t seed = splitmix_seed(7);
    size_t sum[LAYOUT_FAULTS] = {0};
    for (uint64_t i = 0; i < 400; i++) {
        char rules[512], lef[PICTURE_TEXT];
        struct drawing drawing;
        static struct told right, told;
        draw(&drawing, 1000 * seed + i, 3 + (int)(i % 6));
        any_rules(&drawing, rules);
        drawing_lef(rules, lef);
        judge(&drawing, lef, 0, &right);
        for (size_t k = 0; k < right.count; k++)
            sum[right.fault[k].kind]++;
        const int way = 1 + (int)(i % (WAYS - 1));
        judge(&drawing, lef, way, &told);
        if (told.count == right.count &&
            memcmp(told.fault, right.fault, right.count * sizeof *right.fault) == 0)
            continue;
        for (size_t k = 0; k < right.count || k < told.count; k++)
            if (k >= right.count || k >= told.count ||
                memcmp(&told.fault[k], &right.fault[k], sizeof *right.fault) != 0)
                fail_msg("seed %llu, way %d: fault %zu of %zu and %zu: %s, %s\n%s",
                         (unsigned long long)(1000 * seed + i), way, k, right.count, told.count,
                         k < right.count ? layout_fault_name(right.fault[k].kind) : "none",
                         k < told.count ? layout_fault_name(told.fault[k].kind) : "none", rules);
    }
    static const enum layout_fault kinds[] = {FAULT_SHORT,    FAULT_SPACING,  FAULT_NOTCH,
                                              FAULT_AREA,     FAULT_WIDTH,    FAULT_OPEN,
                                              FAULT_LINE_END, FAULT_FLOATING, FAULT_STEP};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        assert_in_range(sum[kinds[k]], LEAST, 100000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(faults_turn_with_the_design)};
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
