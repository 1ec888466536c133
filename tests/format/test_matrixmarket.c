/* test_matrixmarket: every kind of matrix that is accepted, every message, and random matrices. */
#include "tests/support/read_files.h"

#include <unistd.h>

#include "tests/support/random_graphs.h"
#include "tests/support/temporary.h"

static char path[TEMPORARY_SIZE];

static void write_text(const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* Reads the text and compares the graph's edges, row by row, with a list of pairs. */
static void accept(const char *text, bool undirected, uint32_t vertices, const uint32_t *pairs,
                   uint32_t count)
{
    struct csr_graph graph;
    struct error error = {0};
    write_text(text);
    if (matrixmarket_read(&graph, path, undirected, &error) != STATUS_OK)
        fail_msg("%llu:%llu: %s", (unsigned long long)error.line, (unsigned long long)error.column,
                 error.text);
    assert_int_equal(graph.vertex_count, vertices);
    assert_int_equal(graph.edge_count, count);
    assert(graph.row_start != NULL);
    uint32_t edge = 0;
    for (uint32_t v = 0; v < vertices; v++) {
        for (uint32_t e = graph.row_start[v]; e < graph.row_start[v + 1]; e++, edge++) {
            if (edge >= count) {
                fail_msg("row %u goes on after the last of %u edges", v, count);
                return;
            }
            assert_int_equal(pairs[2 * (size_t)edge], v + 1);
            assert_int_equal(pairs[2 * (size_t)edge + 1], graph.target[e] + 1);
        }
    }
    csr_graph_destroy(&graph);
}

/* The text must be rejected at this line with a message that contains these words. */
static void refuse(const char *text, uint64_t line, const char *words)
{
    struct csr_graph graph;
    struct error error = {0};
    write_text(text);
    assert_int_equal(matrixmarket_read(&graph, path, false, &error), STATUS_BAD_INPUT);
    if (strstr(error.text, words) == NULL || error.line != line)
        fail_msg("line %llu: %s", (unsigned long long)error.line, error.text);
    assert_null(graph.row_start);
}

#define GENERAL "%%MatrixMarket matrix coordinate real general\n"

static void test_accepted(void **state)
{
    (void)state;
    const uint32_t three[] = {1, 2, 2, 3, 2, 3};
    accept(GENERAL "% a comment\n%\n\n3 3 3\n1 2 1.5\n2 3 0\n2 3 -1e-3\n", false, 3, three, 3);
    accept("3 3 3\n1 2 1\n2 3 .5\n2 3 1D+2\n", false, 3, three, 3);
    accept("%no banner, a comment\n3 3 3\n1 2 1\n2 3 2\n2 3 2\n", false, 3, three, 3);
    accept("%%matrixmarket MATRIX Coordinate Pattern General\n3 3 3\n1 2\n2 3\n2 3\n", false, 3,
           three, 3);
    accept("%%MatrixMarket matrix coordinate integer general\r\n3 3 3\r\n1 2 7\r\n2 3 -7\r\n2 3 0",
           false, 3, three, 3);
    accept("%%MatrixMarket matrix coordinate integer general\n3 3 3\n1 2 +7\n% between\n2 3 "
           "-99999999999999999999999\n  % indented\n2 3 0\n% behind\n",
           false, 3, three, 3);
    accept(
        "\n% above\n%%MatrixMarket matrix coordinate pattern general\n%%\n3 3 3\n1 2\n2 3\n2 3\n",
        false, 3, three, 3);
    accept("%%MatrixMarketplace\n%caf\xe9, in any encoding\n3 3 3\n1 2 1\n2 3 1\n2 3 1\n", false, 3,
           three, 3);
    accept(
        "%%MatrixMarket matrix coordinate unsigned-integer general\n3 3 3\n1 2 7\n2 3 1\n2 3 0\n",
        false, 3, three, 3);
    accept(GENERAL "3 3 3\n1 2 nan\n2 3 -Inf\n2 3 1e999\n", false, 3, three, 3);
    accept(GENERAL "3 3 3\n1 2 1e-999\n2 3 -NaN\n2 3 1."
                   "00000000000000000000000000000000000000000000000000000000000000000001d-3\n",
           false, 3, three, 3);
    accept(
        "%%MatrixMarket matrix coordinate complex general\n3 3 3\n1 2 1 0\n2 3 0 -1\n2 3 nan 1\n",
        false, 3, three, 3);
    const uint32_t mirrored[] = {1, 1, 1, 2, 2, 1};
    accept("%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 4\n2 1 3\n", false, 2,
           mirrored, 3);
    accept("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 2\n1 1 4\n2 1 3\n", false, 2,
           mirrored, 3);
    accept(GENERAL "2 2 2\n1 1 4\n2 1 3\n", true, 2, mirrored, 3);
    accept("%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 4\n2 1 3\n", false, 2,
           mirrored, 3);
    accept("%%MatrixMarket matrix coordinate complex hermitian\n2 2 2\n1 1 4 0\n2 1 3 1\n", false,
           2, mirrored, 3);
    accept("%%MatrixMarket matrix coordinate real symmetric\n% matrix array\n2 2 2\n% MatrixMarke\n"
           "1 1 4\n2 1 3\n",
           false, 2, mirrored, 3);
    accept(GENERAL "2 2 0\n", false, 2, NULL, 0);
}

/* Edges alone, without a banner and a size line. */
static void test_lists(void **state)
{
    (void)state;
    const uint32_t edges[] = {1, 2, 2, 3, 4, 3}, mirrored[] = {1, 2, 2, 1, 2, 3, 3, 2, 3, 4, 4, 3};
    accept("1 2\n2 3\n4 3\n", false, 4, edges, 3);
    accept("# a comment\n\n% another\n\n1\t2\n2 3\n\n  4  3", false, 4, edges, 3);
    accept("1 2\n2 3\n4 3\n", true, 4, mirrored, 6);
    accept("% asym unweighted\n% 3 4 4\n1 2\n2 3\n4 3\n", false, 4, edges, 3);
    accept("% asym weighted\n1 2 4\n2 3 -1 1167609600\n4 3\n", false, 4, edges, 3);
    accept("% sym positive\n1 2 4 1\n2 3 1\n4 3\n", false, 4, mirrored, 6);
    refuse("0 1\n", 1, "the number of rows, or a vertex");
    refuse("1 0\n", 1, "the number of columns, or a vertex");
    refuse("1 -2\n", 1, "the number of columns, or a vertex");
    refuse("1 2\n2 3\n0 1\n", 3, "the entry's row");
    refuse("1 2\n2 -3\n", 2, "the entry's column");
    refuse("1 2\n2 3 1\n", 2, "the end of the line");
    refuse("1 2\n2\n", 2, "the entry's column");
    refuse("1,2\n", 1, "the number of rows, or a vertex");
    refuse("% bip unweighted\n1 1\n", 1, "one set of vertices");
    refuse("% asym weighted\n1 2 4 5 6\n", 2, "the end of the line");
    refuse("% asym weighted\n1 2 x\n", 2, "the entry's value");
    refuse("% asym weighted\n1 2\n3 4 5 6 7\n", 3, "the end of the line");
    refuse("1 2\n%MatrixMarket matrix coordinate real general\n", 2, "one banner");
}

/* A comment that resembles the banner. */
static void test_misspelt_banners(void **state)
{
    (void)state;
    static const char *const heads[] = {
        "%%MatrxMarket matrix coordinate real symmetric",
        "%%MatrixMarkte",
        "%MtrxMrket x",
        "%% MatrixMarket matrix coordinate real general",
        "%%%MatrixMarket",
        "%%Matrix-Market",
        "%%SparseMatrix MATRIX  coordinate real general",
        "% a matrix\tarray",
        "##MatrixMarket matrix coordinate real general",
        "#%matrixmarket",
    };
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        char text[256];
        snprintf(text, sizeof text, "%s\n2 2 1\n2 1 1\n", heads[i]);
        refuse(text, 1, "expected the banner %%MatrixMarket");
    }
    refuse("% made by hand\n%%MatrixMarkt matrix coordinate real symmetric\n2 2 1\n2 1 1\n", 2,
           "expected the banner %%MatrixMarket");
    const uint32_t edge[] = {2, 1};
    accept("% Matrix of a market, no array\n% a matrix array\n2 2 1\n2 1 1\n", false, 2, edge, 1);
}

static void test_refused(void **state)
{
    (void)state;
    refuse("", 1, "size line");
    refuse("%%MatrixMarket vector coordinate real general\n", 1, "expected matrix");
    refuse("%%MatrixMarket matrix array real general\n", 1, "coordinate");
    refuse("%%MatrixMarket matrix coordinate colour general\n", 1, "real or complex");
    refuse("%%MatrixMarket matrix coordinate real hermit\n", 1, "general, symmetric");
    refuse("%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1\n", 3, "value");
    refuse("%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 2 3\n", 3, "the end");
    refuse("%MatrixMarket matrix array real general\n", 1, "coordinate");
    refuse("%%MatrixMarket matrix coordinate real\n", 1, "the end of the line");
    refuse(GENERAL GENERAL "1 1 0\n", 2, "one banner");
    refuse("1 1 0\n" GENERAL, 2, "one banner");
    refuse("%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 -\n", 3, "an integer");
    refuse("%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1\n", 3, "an integer");
    refuse(GENERAL "3 4 1\n1 1 1\n", 2, "square");
    refuse(GENERAL "0 0 0\n", 2, "the number of rows");
    refuse(GENERAL "3 0 1\n", 2, "the number of columns");
    refuse(GENERAL "0 3 1\n", 2, "the number of rows");
    refuse(GENERAL "3 3\n", 2, "the number of entries");
    refuse(GENERAL "3 3 1 1\n", 2, "the end of the line");
    refuse(GENERAL "3 3 99999999999\n", 2, "the number of entries");
    refuse(GENERAL "3 3 1\n4 1 1\n", 3, "the entry's row");
    refuse(GENERAL "3 3 1\n0 1 1\n", 3, "the entry's row");
    refuse(GENERAL "3 3 1\n1 4 1\n", 3, "the entry's column");
    refuse(GENERAL "3 3 1\n1 1\n", 3, "the entry's value");
    refuse(GENERAL "3 3 1\n1 1 x\n", 3, "the entry's value");
    refuse(GENERAL "3 3 1\n1 1 \001\n", 3, "control character");
    refuse(GENERAL "3 3 1\n1 1 nanny\n", 3, "the entry's value");
    refuse(GENERAL "3 3 1\n1 1 0x1\n", 3, "the entry's value");
    refuse(GENERAL "3 3 1\n1 1 1D\n", 3, "the entry's value");
    refuse(GENERAL "3 3 1\n1 1 --1\n", 3, "the entry's value");
    refuse(GENERAL "3 3 1\n1 1 1 1\n", 3, "the end of the line");
    refuse("%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 1.5\n", 3, "value");
    refuse("%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1 1\n", 3,
           "end of the line");
    refuse(GENERAL "3 3 1\n1 1 1\n2 2 2\n", 4, "after 1 entries");
    refuse(GENERAL "3 3 3\n1 1 1\n2 2 2\n", 5, "expected 3 entries");
}

static void test_missing_file(void **state)
{
    (void)state;
    struct csr_graph graph, none = {0};
    struct error error = {0};
    memset(&graph, 7, sizeof graph);
    assert_int_equal(matrixmarket_read(&graph, "no/such/file.mtx", false, &error),
                     STATUS_BAD_INPUT);
    assert_memory_equal(&graph, &none, sizeof graph);
    assert_true(error.text[0] != '\0');
}

static void test_random_round_trips(void **state)
{
    (void)state;
    for (int round = 0; round < 50; round++) {
        uint32_t vertices = 1 + random_below(20), edges = random_below(60);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fprintf(file, "%u %u %u\n", vertices, vertices, edges);
        uint32_t from[60], to[60];
        for (uint32_t e = 0; e < edges; e++) {
            from[e] = random_below(vertices);
            to[e] = random_below(vertices);
            fprintf(file, " %u\t%u %u.%u\n", from[e] + 1, to[e] + 1, random_below(100),
                    random_below(100));
        }
        assert_int_equal(fclose(file), 0);
        struct csr_graph graph, expected;
        assert_int_equal(matrixmarket_read(&graph, path, false, NULL), STATUS_OK);
        assert_int_equal(csr_graph_build(&expected, vertices, from, to, edges, false, NULL),
                         STATUS_OK);
        assert_memory_equal(graph.row_start, expected.row_start, (vertices + 1) * sizeof *from);
        assert_memory_equal(graph.target, expected.target, edges * sizeof *from);
        csr_graph_destroy(&graph);
        csr_graph_destroy(&expected);
    }
}

/* The matrix of a BFS exercise, without a banner. */
static void test_real_matrix(void **state)
{
    (void)state;
    const char *data = getenv("DATA");
    char file[4096];
    if (data == NULL)
        skip();
    snprintf(file, sizeof file, "%s/graphs/cavity02.mtx", data);
    struct csr_graph graph;
    assert_int_equal(matrixmarket_read(&graph, file, false, NULL), STATUS_OK);
    assert_int_equal(graph.vertex_count, 317);
    assert_int_equal(graph.edge_count, 7327);
    csr_graph_destroy(&graph);
}

int main(void)
{
    random_start(317);
    if (!temporary_file(path, ""))
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accepted),     cmocka_unit_test(test_refused),
        cmocka_unit_test(test_lists),        cmocka_unit_test(test_misspelt_banners),
        cmocka_unit_test(test_missing_file), cmocka_unit_test(test_random_round_trips),
        cmocka_unit_test(test_real_matrix),
    };
    int failed = cmocka_run_group_tests_name("matrixmarket", tests, NULL, NULL);
    remove(path);
    return failed;
}
