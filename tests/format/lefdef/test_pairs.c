/* test_pairs: every.lef and every.def with two things wrong at once: a word and the one behind it
 * wrong, one in the other's place, a word twice, a word wrong and others in later statements (a
 * reader that goes on where it should not, or forgets to, tells other faults then); and a word that
 * begins or ends as the right one does.
 *
 * pairs.txt has a line for each line of a text: how many of these changes are read as if nothing
 * was changed, as something else, and refused, and a sum of all that was read and said.
 * What is behind the sum of a line is printed where LINE has its number. A change that is meant is
 * taken into the file by
 *
 *     UPDATE=1 out/build/release/tests/format/lefdef/test_pairs
 */
#include "tests/support/allocations.h"
#include "tests/support/chip_dump.h"

#define FOLDER "tests/format/lefdef/every/"

enum { BOTH_WRONG, SWAPPED, TWICE, LATER_TOO, BEGUN, LONGER, KINDS };

/* What stands late in each text, and what is wrong there. DEF is read to its end only where all is
 * right that nets rely on. */
static const char *const later[2][2][2] = {
    {{"SLOTS + PUSHDOWN RECT ( 9000", "SLOTS + PUSHDOWN RECT ( ?"},
     {"VBB + ROUTED m1 (", "VBB + ROUTED ? ("}},
    {{"SIZE 1 BY 3", "SIZE ? BY 3"}, {"SIZE 4 BY 4", "SIZE ? BY 4"}}};

static char *every_lef, *every_def, *pairs_txt, *start, *as_it_stands;

static uint32_t sum_of(uint32_t sum, const char *text)
{
    for (; *text != '\0'; text++)
        sum = (sum ^ (unsigned char)*text) * 16777619u; /* FNV-1a */
    return sum;
}

/* What the pairs of one line came to. */
struct line {
    unsigned number, same, other, refused;
    uint32_t sum;
};

/* All errors, in the order in which they are told. */
static void note_errors(struct line *line, const struct error *error, bool shown)
{
    char said[ERROR_TEXT_MAX + 64];
    for (size_t i = 0; i <= error->rest->count; i++) {
        const struct error *one = i == 0 ? error : &error->rest->at[i - 1];
        snprintf(said, sizeof said, "%d %u:%u %s", (int)one->status, (unsigned)one->line,
                 (unsigned)one->column, one->text);
        line->sum = sum_of(line->sum, said);
        if (shown)
            print_message("    %s\n", said);
    }
}

static void try_text(struct line *line, bool of_lef, const char *text, const char *what)
{
    const char *number = getenv("LINE");
    const bool shown = number != NULL && strtoul(number, NULL, 10) == line->number;
    struct chip chip;
    struct error_rest rest = {0};
    struct error error = {.rest = &rest};
    const long live = atomic_load(&allocations_live);
    static const char *const lefs[] = {"t.lef"};
    unlink(of_lef ? "t.lef" : "t.def"); /* the other one stands as it was */
    text_write(of_lef ? "t.lef" : "t.def", text);
    const enum status status = lefdef_read(&chip, "t.def", NULL, lefs, 1, &error);
    if (shown)
        print_message("%s\n", what);
    if (status == STATUS_OK) {
        char *dump = chip_dump(&chip);
        if (strcmp(dump, as_it_stands) == 0)
            line->same++;
        else
            line->other++;
        line->sum = sum_of(line->sum, dump);
        free(dump);
        chip_destroy(&chip);
    } else {
        line->refused++;
        note_errors(line, &error, shown);
    }
    no_more_than(live);
}

/* The word at `first` and the one at `second`, changed in each way. */
static void try_pair(struct line *line, bool of_lef, const char *text, const char *first,
                     const char *second)
{
    const int a = (int)strcspn(first, " \n"), b = (int)strcspn(second, " \n");
    const char *gap = first + a, *rest = second + b;
    const int blanks = (int)(second - gap);
    for (int kind = 0; kind < KINDS; kind++) {
        char new[512], *edited = NULL;
        switch (kind) {
        case BOTH_WRONG:
            snprintf(new, sizeof new, "?%.*s?", blanks, gap);
            break;
        case SWAPPED:
            snprintf(new, sizeof new, "%.*s%.*s%.*s", b, second, blanks, gap, a, first);
            break;
        case TWICE:
            snprintf(new, sizeof new, "%.*s %.*s", a, first, (int)(rest - first), first);
            break;
        case LATER_TOO:
            snprintf(new, sizeof new, "?%.*s", (int)(rest - gap), gap);
            break;
        case BEGUN:
            snprintf(new, sizeof new, "-%.*s", (int)(rest - first), first);
            break;
        default:
            snprintf(new, sizeof new, "%.*sx%.*s", a, first, (int)(rest - gap), gap);
        }
        assert_true(asprintf(&edited, "%.*s%s%s", (int)(first - text), text, new, rest) > 0);
        for (int i = 0; i < 2 && kind == LATER_TOO; i++)
            if (strstr(edited, later[of_lef][i][0]) != NULL) {
                char *more = text_edit(edited, later[of_lef][i][0], later[of_lef][i][1]);
                free(edited);
                edited = more;
            }
        try_text(line, of_lef, edited, new);
        free(edited);
    }
}

/* The next word from `p` on that belongs to no comment; NULL at the end of the text. */
static const char *next_word(const char *text, const char *p)
{
    for (;;) {
        p += strspn(p, " \n");
        if (*p == '#' && (p == text || p[-1] == '\n'))
            p += strcspn(p, "\n");
        else
            return *p != '\0' ? p : NULL;
    }
}

static void print_line(FILE *out, const struct line *line)
{
    if (line->same + line->other + line->refused > 0)
        fprintf(out, "%u: %u same, %u other, %u refused, %08x\n", line->number, line->same,
                line->other, line->refused, line->sum);
}

static void try_pairs(FILE *out, bool of_lef)
{
    const char *text = of_lef ? every_lef : every_def, *seen = text, *second;
    struct line line = {.number = 1, .sum = 2166136261u};
    fputs(of_lef ? "lef\n" : "def\n", out);
    text_write("t.lef", every_lef);
    text_write("t.def", every_def);
    for (const char *word = next_word(text, text); word != NULL; word = second) {
        second = next_word(text, word + strcspn(word, " \n"));
        unsigned lines = 0;
        for (; seen < word; seen++)
            lines += *seen == '\n';
        if (lines > 0) {
            print_line(out, &line);
            line = (struct line){.number = line.number + lines, .sum = 2166136261u};
        }
        if (second != NULL)
            try_pair(&line, of_lef, text, word, second);
    }
    print_line(out, &line);
}

static void test_pairs(void **state)
{
    (void)state;
    struct chip chip;
    char *text = NULL, path[1024];
    size_t size = 0;
    chip_read(&chip, every_lef, every_def);
    as_it_stands = chip_dump(&chip);
    chip_destroy(&chip);
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    try_pairs(out, true);
    try_pairs(out, false);
    assert_int_equal(fclose(out), 0);
    snprintf(path, sizeof path, "%s/" FOLDER "pairs.txt", start);
    if (getenv("UPDATE") != NULL)
        text_write(path, text);
    else if (strcmp(text, pairs_txt) != 0) {
        size_t i = 0;
        while (text[i] == pairs_txt[i])
            i++;
        while (i > 0 && text[i - 1] != '\n')
            i--;
        fail_msg("pairs.txt: expected \"%.*s\", found \"%.*s\"", (int)strcspn(pairs_txt + i, "\n"),
                 pairs_txt + i, (int)strcspn(text + i, "\n"), text + i);
    }
    free(text);
    free(as_it_stands);
}

static int set_up(void **state)
{
    size_t size;
    start = getcwd(NULL, 0);
    every_lef = text_read(FOLDER "every.lef", &size);
    every_def = text_read(FOLDER "every.def", &size);
    pairs_txt =
        access(FOLDER "pairs.txt", F_OK) == 0 ? text_read(FOLDER "pairs.txt", &size) : calloc(1, 1);
    return chip_set_up(state);
}

static int tear_down(void **state)
{
    free(every_lef);
    free(every_def);
    free(pairs_txt);
    free(start);
    return chip_tear_down(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pairs)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
