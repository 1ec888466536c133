/* Random damage to good files: reading any file ends with status 0 or 2, the error has a file and a
 * line, and the sanitizers find no wrong access. ROUNDS in the environment sets the number of
 * damaged files.
 */
#include "grid/format/design_file.h"
#include "tests/support/read_files.h"
#include "tests/support/texts.h"

struct sample {
    const char *name, *text;
};

static const struct sample grids[] = {
    {"a.grid", "# a grid\nsize 9 7 2\nlayer 1 name M1 dir horizontal strict\nlayer 2 dir any\n"
               "cost via 3\ncost bend 2\ncost wrong-way 1\nblock 1 1 3 4\nfree 2 2 2 3 layer 1\n"
               "weight 5 0 0 8 2 layer 2\nwall 0,0,1 0,1,1\nwall 4,4,1 4,4,2\n"},
    {"b.grid", "size 6 3\r\nmap\r\n..#..9\r\n.#1#2.\r\n......\r\nblock 5 2 5 2\r\n"},
    {"c.grid", "4 3 5 10\n1 1 7 -1\n1 1 1 1\n1 -1 -1 1\n1 1 1 1\n2 2 2 2\n1 1 1 -1\n"},
    {"d.map", "type octile\nheight 3\nwidth 5\nmap\n..@..\n.TGO.\nSW...\n"},
};

static const struct sample netlists[] = {
    {"a.net", "grid a.grid # name\nnet a 0,0 8,6,2 3,3,*\nnet b 1,0,1 5,5\n\n# end\nnet c 7,1\n"},
    {"b.net", "grid b.grid\nnet clk 0,0 5,0 2,1\nnet \xC3\xA4 0,2 5,2\n"},
    {"c.nl", "2\n1  1 0 0  2 3 2\n2  1 1 1  1 3 1\n"},
    {"d.scen", "version 1\n0\td.map\t5\t3\t0\t0\t4\t2\t6.5\n1\td.map\t5\t3\t1\t1\t1\t1\t0\n"},
};

enum { GRIDS = sizeof grids / sizeof grids[0], NETLISTS = sizeof netlists / sizeof netlists[0] };

/* Words that get a damaged file deeper into the reader than random bytes do. */
static const char *const pieces[] = {"-1",
                                     "0",
                                     "65536",
                                     "99999999999999999999",
                                     "#",
                                     "\n",
                                     "\r\n",
                                     "\t",
                                     "layer",
                                     "map\n",
                                     "size",
                                     "1,1,1",
                                     "1,1,*",
                                     "grid ",
                                     "net ",
                                     "\0",
                                     "\xFF",
                                     "wall",
                                     "weight 9 0 0 1 1\n",
                                     "."};

/* Changes text of *size bytes in place; it has room for what one change adds. */
static void damage(char *text, size_t *size, uint64_t *seed)
{
    size_t at = splitmix_below(seed, (uint32_t)*size + 1);
    size_t left = *size - at;
    size_t some = left > 0 ? 1 + splitmix_below(seed, left < 12 ? (uint32_t)left : 12) : 0;
    const char *piece = pieces[splitmix_below(seed, (uint32_t)(sizeof pieces / sizeof pieces[0]))];
    size_t length = piece[0] == '\0' ? 1 : strlen(piece);
    switch (splitmix_below(seed, 6)) {
    case 0: /* cut off */
        *size = at;
        break;
    case 1: /* another byte */
        if (left > 0)
            text[at] = (char)splitmix(seed);
        break;
    case 2: /* drop some bytes */
        memmove(text + at, text + at + some, left - some);
        *size -= some;
        break;
    case 3: /* duplicate some bytes */
        memmove(text + at + some, text + at, left);
        *size += some;
        break;
    case 4: /* another digit */
        if (left > 0 && text[at] >= '0' && text[at] <= '9')
            text[at] = (char)('0' + splitmix_below(seed, 10));
        break;
    default: /* a known piece */
        memmove(text + at + length, text + at, left);
        memcpy(text + at, piece, length);
        *size += length;
    }
}

static void check_answer(enum status status, const struct error *error)
{
    assert_true(status == STATUS_OK || status == STATUS_BAD_INPUT);
    if (status == STATUS_OK)
        return;
    assert_true(error->text[0] != '\0' && error->file[0] != '\0');
    assert_true(error->line > 0);
    assert_true(strlen(error->excerpt) + 1 >= error->excerpt_column || error->excerpt_column == 0);
}

static enum status read_sample(const char *name, bool is_grid, struct error *error)
{
    struct design design = {0};
    enum status status =
        is_grid ? grid_file_read(&design.grid, name, error) : design_read(&design, name, error);
    design_destroy(&design);
    return status;
}

static void test_samples_are_good(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRIDS; i++) {
        text_write(grids[i].name, grids[i].text);
        assert_int_equal(read_sample(grids[i].name, true, NULL), STATUS_OK);
    }
    for (size_t i = 0; i < NETLISTS; i++) {
        struct error error = {0};
        text_write(netlists[i].name, netlists[i].text);
        assert_int_equal(read_sample(netlists[i].name, false, &error), STATUS_OK);
    }
}

static void test_mutations(void **state)
{
    (void)state;
    uint64_t seed = splitmix_seed(11);
    const char *rounds_text = getenv("ROUNDS");
    long rounds = rounds_text != NULL ? strtol(rounds_text, NULL, 10) : 6000;
    long good = 0;
    for (long round = 0; round < rounds; round++) {
        size_t which = splitmix_below(&seed, GRIDS + NETLISTS);
        bool is_grid = which < GRIDS;
        const struct sample *sample = is_grid ? &grids[which] : &netlists[which - GRIDS];
        char text[2048], name[32];
        size_t size = strlen(sample->text);
        memcpy(text, sample->text, size);
        for (uint32_t n = 1 + splitmix_below(&seed, 4); n > 0; n--)
            damage(text, &size, &seed);
        /* in the folder of the good ones, where netlists find their grids; c.nl finds its by name
         */
        snprintf(name, sizeof name, "%s", sample->name);
        if (is_grid)
            snprintf(name, sizeof name, "damaged");
        if (splitmix_below(&seed, 8) == 0)
            text_write_gzip(name, text, size);
        else
            text_write_bytes(name, text, size);
        struct error error = {0};
        enum status status = read_sample(name, is_grid, &error);
        check_answer(status, &error);
        good += status == STATUS_OK;
    }
    print_message("%ld of %ld damaged files are good\n", good, rounds);
    assert_true(good > 0 && good < rounds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples_are_good),
        cmocka_unit_test(test_mutations),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
