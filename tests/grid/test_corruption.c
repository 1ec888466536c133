/* Corrupted result files: a correct result is written, its text is changed in one place, and it is
 * read and checked again. The reader or the checker must reject the change unless the oracle
 * accepts the file (another order of branches, a run in two pieces, no change).
 */
#include <unistd.h>

#include "grid/format/routes_file.h"
#include "tests/support/oracle.h"
#include "tests/support/temporary.h"

enum { TEXT_MAX = 1 << 16, LINES_MAX = 2048, KINDS = 12, ROUNDS = 3000 };

struct text {
    char line[LINES_MAX][128];
    size_t count;
};

static char path[TEMPORARY_SIZE];

static void load(struct text *text)
{
    FILE *stream = fopen(path, "r");
    assert_non_null(stream);
    text->count = 0;
    while (text->count < LINES_MAX - 1 && fgets(text->line[text->count], 128, stream) != NULL) {
        char *line = text->line[text->count++];
        line[strcspn(line, "\n")] = '\0';
    }
    fclose(stream);
}

static void save(const struct text *text)
{
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    for (size_t i = 0; i < text->count; i++)
        fprintf(stream, "%s\n", text->line[i]);
    assert_int_equal(fclose(stream), 0);
}

static void swap_lines(struct text *text, size_t a, size_t b)
{
    char held[128];
    memcpy(held, text->line[a], sizeof held);
    memcpy(text->line[a], text->line[b], sizeof held);
    memcpy(text->line[b], held, sizeof held);
}

/* The start of the n-th number of a line, or NULL. */
static char *number_at(char *line, uint32_t n)
{
    for (char *c = line; *c != '\0'; c++) {
        bool starts = *c >= '0' && *c <= '9' && (c == line || c[-1] < '0' || c[-1] > '9');
        if (starts && n-- == 0)
            return c;
    }
    return NULL;
}

/* Adds delta to a number of the line. */
static void nudge(char *line, uint32_t n, int delta)
{
    char *at = number_at(line, n), *end = NULL, rest[128], changed[160];
    if (at == NULL)
        return;
    long value = strtol(at, &end, 10) + delta;
    memcpy(rest, end, strlen(end) + 1);
    *at = '\0';
    snprintf(changed, sizeof changed, "%s%ld%s", line, value, rest);
    changed[127] = '\0';
    memcpy(line, changed, 128);
}

static void change(struct text *text, struct rng *rng, uint32_t kind)
{
    size_t i = rng_below(rng, (uint32_t)text->count), j = rng_below(rng, (uint32_t)text->count);
    char *line = text->line[i];
    size_t length = strlen(line);
    switch (kind) {
    case 0: /* a line is lost */
        memmove(text->line[i], text->line[i + 1], (text->count - i - 1) * sizeof *text->line);
        text->count--;
        break;
    case 1: /* the rest is lost */
        text->count = i;
        break;
    case 2: /* a line twice */
        memmove(text->line[i + 1], text->line[i], (text->count - i) * sizeof *text->line);
        text->count++;
        break;
    case 3:
        swap_lines(text, i, j);
        break;
    case 4:
        swap_lines(text, i, i + 1 < text->count ? i + 1 : 0);
        break;
    case 5: /* one number a little off */
    case 6:
        nudge(line, rng_below(rng, 6), rng_below(rng, 2) ? 1 : -1);
        break;
    case 7: { /* both cells of a wire by one */
        uint32_t n = rng_below(rng, 3);
        int delta = rng_below(rng, 2) ? 1 : -1;
        nudge(line, n, delta);
        nudge(line, n + 3, delta);
        break;
    }
    case 8: /* one letter */
        if (length > 0)
            line[rng_below(rng, (uint32_t)length)] = " ,#0123456789abw"[rng_below(rng, 16)];
        break;
    case 9: /* a letter is lost */
        if (length > 0) {
            char *c = line + rng_below(rng, (uint32_t)length);
            memmove(c, c + 1, strlen(c));
        }
        break;
    case 10: /* a wire reversed */
        if (strncmp(line, "wire ", 5) == 0) {
            char from[48], to[48];
            assert_int_equal(sscanf(line, "wire %47s %47s", from, to), 2);
            snprintf(line, 128, "wire %s %s", to, from);
        }
        break;
    default: /* the header claims something else */
        snprintf(text->line[0], 128, "%s",
                 rng_below(rng, 2) ? "routes random.net alone" : "routes other.net");
        break;
    }
}

static bool same_result(const struct routes *a, const struct routes *b)
{
    bool same = a->net_count == b->net_count && a->alone == b->alone;
    for (uint32_t net = 0; same && net < a->net_count; net++) {
        struct route r = a->nets[net], s = b->nets[net];
        same = r.wire_count == s.wire_count &&
               (r.wire_count == 0 || memcmp(a->wires + r.first_wire, b->wires + s.first_wire,
                                            r.wire_count * sizeof *a->wires) == 0);
        same = same && r.state == s.state && r.cost == s.cost && r.length == s.length &&
               r.vias == s.vias && r.bends == s.bends && r.blocker_count == s.blocker_count;
    }
    return same;
}

static void test_corrupted_files(void **state)
{
    (void)state;
    struct rng rng = rng_seeded(5);
    unsigned by_reader = 0, by_check = 0, unharmed = 0, still_right = 0;
    static struct text text;
    for (int round = 0; round < ROUNDS; round++) {
        struct design design;
        struct routes routes, damaged;
        struct error error = {0};
        random_result(&design, &routes, &rng);
        assert_int_equal(routes_write(&routes, &design, 1, path, NULL), STATUS_OK);
        load(&text);
        change(&text, &rng, (uint32_t)round % KINDS);
        save(&text);
        enum status status = routes_read(&damaged, &design, path, &error);
        if (status != STATUS_OK) {
            assert_int_equal(status, STATUS_BAD_INPUT);
            assert_true(error.text[0] != '\0' && strcmp(error.file, path) == 0);
            by_reader++;
        } else {
            status = check_routes(1, &design, &damaged, false, NULL, NULL, NULL, &error);
            bool same = same_result(&routes, &damaged);
            bool right = !damaged.alone && oracle_wires_are_right(&design, &damaged);
            for (uint32_t net = 0; net < damaged.net_count; net++)
                assert_int_equal(damaged.nets[net].state, ROUTE_ROUTED);
            if (status != (same || right ? STATUS_OK : STATUS_BAD_INPUT))
                fail_msg("round %d: same %d, right %d, but check says %d; see %s", round, same,
                         right, status, path);
            by_check += !same && !right;
            unharmed += same;
            still_right += !same && right;
        }
        routes_destroy(&damaged);
        random_result_free(&design, &routes);
    }
    print_message("refused: %u by the reader, %u by the checker; %u unharmed, %u right in "
                  "another way\n",
                  by_reader, by_check, unharmed, still_right);
    assert_true(by_reader >= 1000 && by_check >= 1000);
}

static int set_up(void **state)
{
    (void)state;
    return temporary_file(path, "") ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    return remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_corrupted_files)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
