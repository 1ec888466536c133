/* native_plain: reads a group of lines, then adds their nets. Loops over the characters of a word
 * end at the NUL after the scan's buffer at the latest. */
#include "grid/format/native/native_plain.h"

enum {
    LINES = 32, /* maximum number of lines of a group */
    PINS = 512, /* maximum number of pins of a group */
    DIGITS = 9, /* maximum number of digits of a number */
};

/* A pin and its bit in the bit plane, on the lowest layer if it has all layers. */
struct plain_place {
    struct pin pin;
    size_t word;
    uint64_t bit;
};

struct line {
    const char *name, *end; /* end: the line end after the pins */
    size_t name_length;
    uint32_t hash; /* of the name */
    uint32_t first_pin, pin_count;
};

struct group {
    struct line line[LINES];
    struct plain_place place[PINS];
    uint32_t lines, pins;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool read_number(const char **at, uint32_t *number)
{
    const char *first = *at;
    *number = 0;
    for (; is_digit(**at) && *at - first < DIGITS; ++*at)
        *number = *number * 10 + (uint32_t)(**at - '0');
    return *at > first && !is_digit(**at);
}

/* X,Y,N or X,Y or X,Y,* */
static bool read_place(const struct grid *grid, const char **at, struct plain_place *place)
{
    uint32_t x, y, layer = 1;
    if (!read_number(at, &x) || *(*at)++ != ',' || !read_number(at, &y))
        return false;
    const bool all_layers = **at == ',' && (*at)[1] == '*';
    if (all_layers)
        *at += 2;
    else if (**at == ',' && (++*at, !read_number(at, &layer)))
        return false;
    if (x >= grid->width || y >= grid->height || layer - 1 >= grid->layers)
        return false;
    const size_t row = (size_t)(layer - 1) * grid->height + y;
    *place = (struct plain_place){.pin = {(cell_t)(row * grid->width + x), all_layers},
                                  .word = row * grid->row_words + x / 64,
                                  .bit = (uint64_t)1 << x % 64};
    return true;
}

/* Reads the line at `at` into the group. False if it is not plain or the group is full. */
static bool read_line(const struct net_builder *builder, const char *at, struct group *group)
{
    struct line *line = &group->line[group->lines];
    if (strncmp(at, "net ", 4) != 0)
        return false;
    *line = (struct line){.name = at + 4, .first_pin = group->pins};
    for (at = line->name; *at > ' ' && *at < 127 && *at != '#'; at++)
        ;
    line->name_length = (size_t)(at - line->name);
    if (line->name_length == 0 || line->name_length > NET_NAME_MAX || *at != ' ')
        return false;
    for (; *at == ' '; line->pin_count++) {
        const uint32_t pin = line->first_pin + line->pin_count;
        at++;
        if (pin == PINS || !read_place(&builder->design->grid, &at, &group->place[pin]))
            return false;
        __builtin_prefetch(&builder->taken[group->place[pin].word], 1);
    }
    at += at[0] == '\r' && at[1] == '\n';
    if (*at != '\n')
        return false;
    line->end = at;
    line->hash = name_index_expect(&builder->names.index, line->name, line->name_length);
    group->lines++;
    group->pins += line->pin_count;
    return true;
}

/* Sets the bits of a pin. If one is set already, returns false and sets none. */
static bool set_pin(struct net_builder *builder, const struct plain_place *place)
{
    const struct grid *grid = &builder->design->grid;
    const size_t layer = grid->row_words * grid->height;
    const uint32_t layers = place->pin.all_layers ? grid->layers : 1;
    for (uint32_t z = 0; z < layers; z++)
        if ((builder->taken[place->word + z * layer] & place->bit) != 0)
            return false;
    for (uint32_t z = 0; z < layers; z++)
        builder->taken[place->word + z * layer] |= place->bit;
    return true;
}

static void clear_pins(struct net_builder *builder, const struct plain_place *places,
                       uint32_t count)
{
    const struct grid *grid = &builder->design->grid;
    const size_t layer = grid->row_words * grid->height;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t z = 0; z < (places[i].pin.all_layers ? grid->layers : 1); z++)
            builder->taken[places[i].word + z * layer] &= ~places[i].bit;
}

/* Adds a net. *good is false, and nothing is added, if its name or one of its pins is used. */
static enum status add_net(struct net_builder *builder, const struct group *group,
                           const struct line *line, bool *good, struct error *error)
{
    const struct plain_place *places = &group->place[line->first_pin];
    struct netlist *nets = &builder->design->nets;
    const uint32_t net = nets->net_count;
    struct pin pins[PINS];
    assert(line->pin_count <= PINS);
    uint32_t earlier = UINT32_MAX;
    *good = false;
    for (uint32_t i = 0; i < line->pin_count; i++) {
        if (!set_pin(builder, &places[i])) {
            clear_pins(builder, places, i);
            return STATUS_OK;
        }
        pins[i] = places[i].pin;
    }
    TRY(netlist_add_net(nets, line->name, line->name_length, error));
    TRY(name_index_enter(&builder->names.index, name_table_texts(nets), net, line->name_length,
                         line->hash, &earlier, error));
    if (earlier != UINT32_MAX) {
        netlist_drop_net(nets);
        clear_pins(builder, places, line->pin_count);
        return STATUS_OK;
    }
    TRY(MEM_GROW(builder->lines, builder->lines_capacity, nets->net_count, "lines", error));
    builder->lines[net] = ++builder->scan->line;
    *good = true;
    return netlist_add_pins(nets, pins, line->pin_count, error);
}

static bool has_room(const struct netlist *nets)
{
    return nets->net_count <= NETLIST_NETS_MAX - LINES &&
           nets->pin_count <= NETLIST_PINS_MAX - PINS &&
           nets->names_size <= (size_t)NETLIST_NAMES_MAX - (size_t)LINES * (NET_NAME_MAX + 1);
}

enum status native_read_plain(struct net_builder *builder, struct error *error)
{
    struct scan *scan = builder->scan;
    struct group group;
    assert(builder->taken != NULL);
    for (bool good = true; good;) {
        const char *at = scan->buffer + scan->at;
        group.lines = group.pins = 0;
        if (*at != '\n' || builder->names.index.slots == 0 || !has_room(&builder->design->nets))
            return STATUS_OK;
        while (group.lines < LINES && read_line(builder, at + 1, &group))
            at = group.line[group.lines - 1].end;
        good = group.lines > 0;
        for (uint32_t i = 0; i < group.lines && good; i++) {
            TRY(add_net(builder, &group, &group.line[i], &good, error));
            if (!good)
                break;
            scan->line_at = scan->at + 1;
            scan->at = (size_t)(group.line[i].end - scan->buffer);
            scan->line_skipped = 0;
        }
    }
    return STATUS_OK;
}
