/* detour_levels: sweeps rows in the order of a wavefront over (row, level), so that several levels
 * are under way at once; a level stops at idle rows. */
#include "router/wave/detour/detour_levels.h"

enum { ROW_WORK = 4 }; /* work of looking at an idle row, in words */

/* Makes cell (word, bit) of a row a seed of the next sweep. The seeds of a sweep are the cells one
 * step away from the cells in N, so this puts the cell one step nearer to t into N, which the sweep
 * overwrites. For the last bit of a part that is the first bit of the padding. */
static void add_seed(const struct detour_levels *levels, struct detour_row *row, uint32_t word,
                     uint32_t bit)
{
    const struct detour_planes *planes = &levels->planes;
    DEBUG_ASSERT(word < planes->plane_words && bit < 64);
    uint32_t before = word + (bit + 1) / 64;
    row->reached[before] |= (uint64_t)1 << (bit + 1) % 64;
    row->touched |= (uint64_t)1 << (word >> planes->group_shift);
    if (before < planes->words)
        row->touched |= (uint64_t)1 << (before >> planes->group_shift);
}

/* Seeds the sources of row y in this level, m columns left or right of t's. (The only other own
 * cell of such a row can be t itself.) */
static void add_sources(const struct detour_levels *levels, struct detour_row *row, uint32_t y,
                        uint32_t distance, uint32_t level)
{
    const struct detour_planes *planes = &levels->planes;
    const uint64_t *own = planes->own + y * planes->field->grid->row_words;
    uint32_t f = levels->f_min + level;
    if (f < distance)
        return;
    uint32_t m = f - distance;
    if (m <= planes->tx - planes->window.x0) {
        uint32_t x = planes->tx - m;
        if ((own[x / 64] >> x % 64 & 1) != 0)
            add_seed(levels, row, planes_left_word(planes, x), x % 64);
    }
    if (m <= planes->window.x1 - planes->tx && planes->right_word != 0) {
        uint32_t x = planes->tx + m;
        if ((own[x / 64] >> x % 64 & 1) != 0)
            add_seed(levels, row, planes_right_word(planes, x), 63 - x % 64);
    }
}

/* Makes both copies of t's column agree after a sweep. Returns the group that it changed. */
static uint64_t join_parts(const struct detour_levels *levels, struct detour_row *row)
{
    const struct detour_planes *planes = &levels->planes;
    DEBUG_ASSERT(planes->words <= planes->plane_words);
    const uint32_t words[2] = {planes->left_words - 1, planes->words - 1};
    const uint32_t bits[2] = {planes->tx % 64, 63 - planes->tx % 64};
    uint64_t in_left = row->reached[words[0]] >> bits[0] & 1;
    uint64_t in_right = row->reached[words[1]] >> bits[1] & 1;
    if (in_left == in_right)
        return 0;
    int missing = in_left != 0 ? 1 : 0;
    uint32_t word = words[missing];
    uint64_t bit = (uint64_t)1 << bits[missing];
    row->reached[word] |= bit;
    row->open[word] &= ~bit;
    for (int i = 0; i < 2; i++)
        if (row->label[i] != NULL)
            row->label[i][word] |= bit;
    return (uint64_t)1 << (word >> planes->group_shift);
}

/* Sets the row at y, or zeros if it is not built, as one that steps into this row. */
static void add_neighbour(const struct detour_levels *levels, struct detour_row *row, int slot,
                          int64_t y, uint32_t level)
{
    const struct detour_planes *planes = &levels->planes;
    DEBUG_ASSERT(slot >= 0);
    row->in[slot] = planes->zero;
    int64_t distance = y > planes->ty ? y - planes->ty : planes->ty - y;
    if (y < planes->window.y0 || y > planes->window.y1 || distance > planes->reach)
        return;
    row->in[slot] =
        planes_row(planes, (uint32_t)y, level % 2 == 0 ? PLANE_REACHED : PLANE_REACHED_ODD);
    row->touched |= *planes_mask(planes, (uint32_t)y, level % 2);
}

/* Runs one level through one row; true if it reaches t. */
static bool sweep(struct detour_levels *levels, uint32_t y, uint32_t distance, uint32_t level)
{
    const struct detour_planes *planes = &levels->planes;
    uint64_t *mask = planes_mask(planes, y, level % 2);
    struct detour_row row = {.touched = *mask | *mask >> 1};
    add_neighbour(levels, &row, 0, (int64_t)y + 1, level);
    add_neighbour(levels, &row, 1, (int64_t)y - 1, level);
    levels->work += ROW_WORK;
    bool seeded = levels->seeded[y - planes->window.y0] != 0;
    if (row.touched == 0 && !seeded)
        return false;
    row.reached = planes_row(planes, y, level % 2 == 0 ? PLANE_REACHED : PLANE_REACHED_ODD);
    if (seeded)
        add_sources(levels, &row, y, distance, level);
    if (row.touched == 0)
        return false;
    row.open = planes_row(planes, y, PLANE_OPEN);
    row.label[0] = level % 2 != 0 ? planes_row(planes, y, PLANE_LABEL_0) : NULL;
    row.label[1] = level / 2 % 2 != 0 ? planes_row(planes, y, PLANE_LABEL_1) : NULL;
    row.words = planes->words;
    row.group_shift = planes->group_shift;
    *mask = levels->sweep(&row);
    row.reached[planes->left_words] = 0; /* add_seed may have used the padding */
    row.reached[planes->words] = 0;
    if (planes->right_word != 0)
        *mask |= join_parts(levels, &row);
    levels->work += row.work;
    levels->gained += row.gained;
    return distance == 0 && (row.reached[planes->left_words - 1] >> planes->tx % 64 & 1) != 0;
}

/* Runs one level through the row or two rows at this distance. */
static bool sweep_pair(struct detour_levels *levels, uint32_t distance, uint32_t level)
{
    const struct detour_planes *planes = &levels->planes;
    bool hit = false;
    if (distance <= planes->window.y1 - planes->ty)
        hit = sweep(levels, planes->ty + distance, distance, level);
    if (distance > 0 && distance <= planes->ty - planes->window.y0)
        sweep(levels, planes->ty - distance, distance, level);
    return hit;
}

/* True if the level has no new cells at this distance that could enter the next row. */
static bool row_is_idle(const struct detour_levels *levels, uint32_t distance, uint32_t level)
{
    const struct detour_planes *planes = &levels->planes;
    uint64_t mask = 0;
    if (distance <= planes->window.y1 - planes->ty)
        mask |= *planes_mask(planes, planes->ty + distance, level % 2);
    if (distance <= planes->ty - planes->window.y0)
        mask |= *planes_mask(planes, planes->ty - distance, level % 2);
    return mask == 0;
}

/* low[i]: level first + i - 2 reaches no row nearer to t than this. A level ends when its row is
 * idle and neither its previous level nor a source is nearer to t. */
bool detour_levels_run(struct detour_levels *levels, uint32_t first, uint32_t count,
                       uint32_t distance, uint32_t *level)
{
    uint32_t stride = levels->planes.mixed ? 1 : 2;
    assert(count >= 1 && count <= DETOUR_BATCH_MAX && distance <= levels->planes.reach);
    uint32_t low[DETOUR_BATCH_MAX + 2] = {levels->low[0], levels->low[1]};
    uint64_t over = 0;
    for (uint32_t step = 0; step < distance + count; step++) {
        uint32_t behind = step > distance ? step - distance : 0;
        behind += behind % stride;
        for (; behind < count && behind <= step; behind += stride) {
            uint32_t at = distance + behind - step;
            if ((over >> behind & 1) != 0)
                continue;
            *level = first + behind;
            if (sweep_pair(levels, at, *level))
                return true;
            uint32_t nearest = low[behind] < levels->nearest ? low[behind] : levels->nearest;
            if (at <= nearest && row_is_idle(levels, at, *level)) {
                over |= (uint64_t)1 << behind;
                low[behind + 2] = at;
            } else {
                low[behind + 2] = 0;
            }
        }
    }
    levels->low[0] = low[count];
    levels->low[1] = low[count + 1];
    return false;
}
