/* test_native_plain: plain lines, read in groups, give the same nets and messages as the reader of
 * statements. */
#include "grid/format/design_file.h"
#include "tests/support/texts.h"

#include "grid/format/native/native_plain.h"

enum { NETS = 400, SIDE = 90, LAYERS = 3, LINE = 8192, WAYS = 28 };

enum { MANY = 40000, MANY_PINS = 10, MANY_ROWS = 60000 };

static char lines[NETS][LINE];

/* A pin on a cell of its own: cell number `pin` of the plane, in one of three ways. */
static int put_pin(char *text, uint32_t pin, uint64_t *seed)
{
    const uint32_t x = pin % SIDE, y = 1 + pin / SIDE; /* row 0 is free */
    switch (splitmix_below(seed, 3)) {
    case 0:
        return sprintf(text, " %u,%u", x, y);
    case 1:
        return sprintf(text, " %u,%u,*", x, y);
    default:
        return sprintf(text, " %u,%u,%u", x, y, 1 + splitmix_below(seed, LAYERS));
    }
}

static void make_lines(uint64_t *seed)
{
    uint32_t pin = 0;
    for (uint32_t net = 0; net < NETS; net++) {
        int length = sprintf(lines[net], "net n%u", net);
        uint32_t pins = net == NETS / 2 ? 700 : 1 + splitmix_below(seed, 6);
        for (; pins > 0; pins--)
            length += put_pin(lines[net] + length, pin++, seed);
    }
    assert_true(pin < SIDE * (SIDE - 1));
}

/* Writes the lines. odd: not as plain lines; 1: with a blank at the end, so that columns are the
 * same; 2: in any way. */
static void write_lines(const char *path, int odd, uint64_t *seed)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs("grid p.grid\n", file);
    for (uint32_t net = 0; net < NETS; net++) {
        const uint32_t way = odd == 2 ? splitmix_below(seed, 6) : (uint32_t)odd;
        static const char *const before[] = {"", "", " ", "# c\n", "", "\n\t"};
        static const char *const behind[] = {"\n", " \n", "\n", "\n", "\r\n", "\t# c\n"};
        fprintf(file, "%s%s%s", before[way], lines[net], behind[way]);
    }
    assert_int_equal(fclose(file), 0);
}

static void assert_same_nets(const struct netlist *a, const struct netlist *b)
{
    assert_int_equal(a->net_count, b->net_count);
    assert_int_equal(a->pin_count, b->pin_count);
    assert_int_equal(a->names_size, b->names_size);
    assert_memory_equal(a->names, b->names, a->names_size);
    assert_memory_equal(a->nets, b->nets, a->net_count * sizeof *a->nets);
    for (uint32_t i = 0; i < a->pin_count; i++) {
        assert_int_equal(a->pins[i].cell, b->pins[i].cell);
        assert_int_equal(a->pins[i].all_layers, b->pins[i].all_layers);
    }
}

static void test_same_nets(void **state)
{
    (void)state;
    uint64_t seed = splitmix_seed(7);
    text_write("p.grid", "size 90 97 3\n");
    for (int round = 0; round < 8; round++) {
        struct design plain, odd;
        make_lines(&seed);
        write_lines("plain.net", 0, &seed);
        write_lines("odd.net", 2, &seed);
        assert_int_equal(design_read(&plain, "plain.net", NULL), STATUS_OK);
        assert_int_equal(design_read(&odd, "odd.net", NULL), STATUS_OK);
        assert_int_equal(plain.nets.net_count, NETS);
        assert_same_nets(&plain.nets, &odd.nets);
        design_destroy(&plain);
        design_destroy(&odd);
    }
}

/* Writes more than a scan buffers, in lines that look complete where the buffer ends. end: text
 * behind each line. */
static void write_many(const char *path, const char *end)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs("grid many.grid\n", file);
    for (uint32_t net = 0; net < MANY; net++) {
        fprintf(file, "net n%u", net);
        for (uint32_t x = 0; x < MANY_PINS; x++)
            fprintf(file, " %u,%u", x, MANY_ROWS - 1 - net);
        fputs(end, file);
    }
    assert_true(ftell(file) > 3L * SCAN_BUFFER);
    assert_int_equal(fclose(file), 0);
}

/* A line that is only partly in the buffer is not read as a complete one. */
static void test_many_nets(void **state)
{
    (void)state;
    struct design plain, odd;
    text_write("many.grid", "size 10 60000 1\n");
    write_many("plain.net", "\n");
    write_many("odd.net", " \n");
    assert_int_equal(design_read(&plain, "plain.net", NULL), STATUS_OK);
    assert_int_equal(design_read(&odd, "odd.net", NULL), STATUS_OK);
    assert_int_equal(plain.nets.net_count, MANY);
    assert_same_nets(&plain.nets, &odd.nets);
    design_destroy(&plain);
    design_destroy(&odd);
}

/* Puts an error in the line of a net; returns which. */
static void spoil(uint32_t net, uint32_t way)
{
    char *line = lines[net];
    char *pins = strchr(line + 4, ' ');
    const size_t end = strlen(line);
    switch (way) {
    case 0: /* a name that another net has */
        memmove(line + 6, pins, strlen(pins) + 1);
        memcpy(line, "net n2", 6);
        break;
    case 1: /* a pin of another net */
        snprintf(line + end, LINE - end, " 0,1,*");
        break;
    case 2: /* its own pin again */
        snprintf(line + end, LINE - end, " 89,89 5,89 89,89,1");
        break;
    case 3:
        snprintf(line + end, LINE - end, " 90,0");
        break;
    case 4:
        snprintf(line + end, LINE - end, " 1,2,0");
        break;
    case 5:
        snprintf(line + end, LINE - end, " 1,2,4");
        break;
    case 6:
        snprintf(line + end, LINE - end, " 1,2,");
        break;
    case 7:
        snprintf(line + end, LINE - end, " 1,2,**");
        break;
    case 8:
        snprintf(line + end, LINE - end, " 4294967297,2");
        break;
    case 9:
        snprintf(line + end, LINE - end, " 3;0");
        break;
    case 10:
        *pins = '\0';
        break;
    case 11:
        line[2] = 'T';
        break;
    case 12: /* a comment inside the name */
        line[5] = '#';
        break;
    case 13: /* a name that is one byte too long */
        memmove(line + 4 + NET_NAME_MAX + 1, pins, strlen(pins) + 1);
        memset(line + 4, 'x', NET_NAME_MAX + 1);
        break;
    case 14: /* a pin below one of all layers */
        text_add(lines[net - 1], LINE, " 88,89,*");
        snprintf(line + end, LINE - end, " 88,89,3");
        break;
    case 15: /* a pin of all layers above one */
        text_add(lines[net - 1], LINE, " 88,89,3");
        snprintf(line + end, LINE - end, " 88,89,*");
        break;
    case 16:
        snprintf(line + end, LINE - end, " 0,97,2");
        break;
    case 17: /* not UTF-8 */
        line[5] = '\xff';
        break;
    case 18:
        line[5] = 127;
        break;
    case 19: /* the rest behind the wrong pin could be a pin */
        snprintf(line + end, LINE - end, " 3  4,0");
        break;
    case 20:
        snprintf(line + end, LINE - end, " 3,0, 4,0");
        break;
    case 21:
        snprintf(line + end, LINE - end, " 3, 4,0");
        break;
    case 22:
        snprintf(line + end, LINE - end, " 90,0 4,0");
        break;
    case 23: /* a star that is no layer */
        snprintf(line + end, LINE - end, " 3,0 *");
        break;
    case 24:
        snprintf(line + end, LINE - end, " 3,0*");
        break;
    case 25:
        snprintf(line + end, LINE - end, " 3,*");
        break;
    case 26: /* no x: 0,0 would be free */
        memcpy(pins, " ,0", sizeof " ,0");
        break;
    default:
        snprintf(line, LINE, "net ");
    }
}

/* Compares two readings; the second text had a blank behind each line. */
static void assert_same_error(const struct error *plain, const struct error *odd)
{
    const bool at_end = strstr(plain->text, "found the end of the line") != NULL;
    assert_true(strlen(plain->text) > 10);
    assert_string_equal(plain->text, odd->text);
    assert_int_equal(plain->line, odd->line);
    assert_int_equal(plain->column + at_end, odd->column); /* behind the blank */
    if (strlen(odd->excerpt) < ERROR_EXCERPT_MAX / 2)
        assert_memory_equal(plain->excerpt, odd->excerpt, strlen(plain->excerpt));
}

static void assert_same_messages(uint64_t *seed)
{
    struct error_rest rests[2] = {{0}};
    struct error errors[2] = {{.rest = &rests[0]}, {.rest = &rests[1]}};
    for (int odd = 0; odd < 2; odd++) {
        struct design design;
        write_lines("x.net", odd, seed);
        assert_int_equal(design_read(&design, "x.net", &errors[odd]), STATUS_BAD_INPUT);
    }
    assert_same_error(&errors[0], &errors[1]);
    assert_int_equal(rests[0].count, rests[1].count);
    for (size_t i = 0; i < rests[0].count; i++)
        assert_same_error(&rests[0].at[i], &rests[1].at[i]);
}

static void test_same_messages(void **state)
{
    (void)state;
    uint64_t seed = splitmix_seed(7);
    text_write("p.grid", "size 90 97 3\n");
    for (uint32_t way = 0; way < WAYS; way++) {
        make_lines(&seed);
        spoil(NETS / 2 + 1 + splitmix_below(&seed, NETS / 2 - 1), way);
        assert_same_messages(&seed);
    }
}

/* A wrong line leaves nothing behind: the pins of a net with a used name are free. */
static void test_nothing_is_left(void **state)
{
    (void)state;
    uint64_t seed = splitmix_seed(7);
    text_write("p.grid", "size 90 97 3\n");
    make_lines(&seed);
    strcpy(lines[NETS - 9], "net n2 80,80,1 81,80,* 82,80");
    strcpy(lines[NETS - 8], "net first 80,80,1 81,80,2");
    strcpy(lines[NETS - 7], "net second 82,80 83,80 82,80");
    strcpy(lines[NETS - 6], "net third 83,80 84,80");
    strcpy(lines[NETS - 5], "net first 85,80");
    assert_same_messages(&seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_nets), cmocka_unit_test(test_many_nets),
        cmocka_unit_test(test_same_messages), cmocka_unit_test(test_nothing_is_left)};
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
