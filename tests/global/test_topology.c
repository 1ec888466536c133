/* test_topology: Steiner trees against a search of all sets of branchings, and what any tree must
 * be: connected, with each pin once. */
#include "router/global/tree/topology.h"
#include "tests/support/texts.h"

enum { MOST = 2000 };

static void random_points(uint64_t *seed, int32_t *x, int32_t *y, uint32_t count, uint32_t side)
{
    for (uint32_t i = 0; i < count; i++) {
        bool again = true;
        while (again) {
            x[i] = (int32_t)splitmix_below(seed, side);
            y[i] = (int32_t)splitmix_below(seed, side);
            again = false;
            for (uint32_t j = 0; j < i; j++)
                again |= x[i] == x[j] && y[i] == y[j];
        }
    }
}

static enum status build(struct topology *tree, const int32_t *x, const int32_t *y, uint32_t count)
{
    static struct maze_spot spots[MOST];
    for (uint32_t i = 0; i < count; i++)
        spots[i] = (struct maze_spot){.x = (uint16_t)x[i], .y = (uint16_t)y[i]};
    return topology_build(tree, spots, count, NULL);
}

static uint64_t topology_length(const struct topology *tree)
{
    uint64_t length = 0;
    for (uint32_t i = 1; i < tree->count; i++) {
        const struct topology_node *node = &tree->nodes[i], *parent = &tree->nodes[node->parent];
        length += (uint64_t)(abs(node->x - parent->x) + abs(node->y - parent->y));
    }
    return length;
}

/* Length of a shortest spanning tree (R. C. Prim 1957). */
static int64_t spanning_length(const int32_t *x, const int32_t *y, uint32_t count)
{
    static int32_t far[MOST];
    static bool in[MOST];
    int64_t length = 0;
    for (uint32_t i = 0; i < count; i++) {
        far[i] = i == 0 ? 0 : INT32_MAX;
        in[i] = false;
    }
    for (uint32_t round = 0; round < count; round++) {
        uint32_t best = count;
        for (uint32_t i = 0; i < count; i++)
            if (!in[i] && (best == count || far[i] < far[best]))
                best = i;
        assert(best < count);
        in[best] = true;
        length += far[best];
        for (uint32_t i = 0; i < count; i++) {
            const int32_t d = abs(x[i] - x[best]) + abs(y[i] - y[best]);
            far[i] = d < far[i] ? d : far[i];
        }
    }
    return length;
}

/* The least spanning length over all sets of at most `left` crossings added from `from` on. */
static int64_t with_branchings(int32_t *x, int32_t *y, uint32_t pins, uint32_t count, uint32_t left,
                               uint32_t from)
{
    int64_t best = spanning_length(x, y, count);
    for (uint32_t at = from; left > 0 && at < pins * pins; at++) {
        x[count] = x[at / pins];
        y[count] = y[at % pins];
        const int64_t length = with_branchings(x, y, pins, count + 1, left - 1, at + 1);
        best = length < best ? length : best;
    }
    return best;
}

static void check_tree(const struct topology *tree, const int32_t *x, const int32_t *y,
                       uint32_t count)
{
    static bool seen[MOST];
    uint32_t pins = 0;
    memset(seen, 0, sizeof seen);
    assert_int_equal(tree->nodes[0].parent, TOPOLOGY_NONE);
    for (uint32_t i = 0; i < tree->count; i++) {
        const struct topology_node *node = &tree->nodes[i];
        assert_true(i == 0 || node->parent < i);
        if (node->pin == TOPOLOGY_NONE)
            continue;
        assert_true(node->pin < count && !seen[node->pin]);
        assert_true(node->x == x[node->pin] && node->y == y[node->pin]);
        seen[node->pin] = true;
        pins++;
    }
    assert_int_equal(pins, count);
}

/* Edges on the way from the root to a node. */
static uint32_t depth_of(const struct topology *tree, uint32_t node)
{
    return node == 0 ? 0 : 1 + depth_of(tree, tree->nodes[node].parent);
}

/* The root is in the middle: two nodes in different branches are as far from it as it is deep, or
 * one edge less. */
static void assert_middle(const struct topology *tree)
{
    uint32_t deepest = 0, other = 0, branch = 0;
    for (int turn = 0; turn < 2; turn++)
        for (uint32_t node = 1; node < tree->count; node++) {
            uint32_t top = node;
            while (tree->nodes[top].parent != 0)
                top = tree->nodes[top].parent;
            const uint32_t depth = depth_of(tree, node);
            if (turn == 0 && depth > deepest) {
                deepest = depth;
                branch = top;
            } else if (turn == 1 && top != branch && depth > other) {
                other = depth;
            }
        }
    assert_true(deepest <= other + 1);
}

static void test_shortest(void **state)
{
    (void)state;
    struct topology tree = {0};
    int32_t x[16], y[16];
    uint64_t seed = 1;
    for (uint32_t round = 0; round < 240; round++) {
        const uint32_t count = 1 + round % 5;
        random_points(&seed, x, y, count, round % 2 == 0 ? 4 : 40);
        assert_int_equal(build(&tree, x, y, count), STATUS_OK);
        check_tree(&tree, x, y, count);
        const int64_t best = with_branchings(x, y, count, count, count > 2 ? count - 2 : 0, 0);
        assert_int_equal(topology_length(&tree), best);
    }
    topology_destroy(&tree);
}

/* Trees of more pins: at most as long as a spanning tree, and on average a tenth shorter, as
 * shortest trees are; turned and mirrored points have trees of the same length up to nine pins. */
static void test_many(void **state)
{
    (void)state;
    struct topology tree = {0};
    static int32_t x[MOST], y[MOST];
    uint64_t seed = 2;
    int64_t sum = 0, spanning_sum = 0;
    for (uint32_t round = 0; round < 120; round++) {
        const uint32_t count = round == 0 ? MOST : 6 + round % 60;
        random_points(&seed, x, y, count, round % 3 == 0 ? 60 : 5000);
        assert_int_equal(build(&tree, x, y, count), STATUS_OK);
        check_tree(&tree, x, y, count);
        assert_middle(&tree);
        const int64_t length = (int64_t)topology_length(&tree);
        const int64_t spanning = spanning_length(x, y, count);
        assert_true(length <= spanning);
        sum += length;
        spanning_sum += spanning;
        for (uint32_t i = 0; i < count; i++) {
            const int32_t swap = x[i];
            x[i] = y[i];
            y[i] = 5000 - swap;
        }
        assert_int_equal(build(&tree, x, y, count), STATUS_OK);
        if (count <= EXACT_POINTS)
            assert_int_equal(topology_length(&tree), length);
    }
    assert_true(sum * 1000 < spanning_sum * 906);
    topology_destroy(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shortest),
        cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
