/* tile_graph: makes and frees tile graphs, decides which nets need no wire, and remarks on them. */
#include "grid/capacity/tile_graph.h"

#include "grid/workers.h"

enum { NAMES_PER_RANGE = 4096 /* names that a thread enters at a time */ };

/* The first net, pin, access point and byte of names that a part has in the joined graph. */
struct tile_start {
    uint32_t net, pin, access, name;
};

struct tile_join {
    struct tile_graph *graph;
    const struct tile_graph *part;
    struct tile_start *start; /* of each part */
};

struct tile_names {
    const struct tile_graph *graph;
    bool twice; /* atomic: a name occurs twice */
};

void tile_graph_destroy(struct tile_graph *graph)
{
    if (graph == NULL)
        return;
    grid_destroy(&graph->grid);
    name_index_destroy(&graph->index);
    MEM_CLEAR(graph, graph->capacity, graph->exact, graph->x_length, graph->y_length, graph->nets,
              graph->pin_access, graph->access, graph->names, graph->name, graph->path);
}

enum status tile_graph_create(struct tile_graph *graph, uint32_t width, uint32_t height,
                              uint32_t layers, struct error *error)
{
    memset(graph, 0, sizeof *graph);
    TRY(grid_create(&graph->grid, width, height, layers, error));
    graph->grid.rules.strict = layers == 64 ? UINT64_MAX : ((uint64_t)1 << layers) - 1;
    for (uint32_t z = 0; z < layers; z++) {
        graph->layer[z].file_layer = z;
        tile_graph_set_axis(graph, z, AXIS_NONE);
    }
    graph->tile[0] = graph->tile[1] = 1;
    TRY(MEM_GROW(graph->pin_access, graph->pins_capacity, 1, "pins", error));
    graph->pin_access[0] = 0;
    return MEM_NEW(graph->capacity, grid_cells(&graph->grid), "capacities", error);
}

void tile_graph_set_axis(struct tile_graph *graph, uint32_t z, enum axis axis)
{
    assert(z < graph->grid.layers && axis < AXES);
    const uint64_t bit = (uint64_t)1 << z;
    struct step_rules *rules = &graph->grid.rules;
    rules->horizontal = axis == AXIS_Y ? rules->horizontal & ~bit : rules->horizontal | bit;
    rules->vertical = axis == AXIS_X ? rules->vertical & ~bit : rules->vertical | bit;
}

static struct name_texts texts_of(const struct tile_graph *graph)
{
    return (struct name_texts){graph->names, &graph->nets[0].name, sizeof graph->nets[0]};
}

uint32_t tile_graph_find(const struct tile_graph *graph, const char *name, size_t length)
{
    return graph->net_count > 0 ? name_index_find(&graph->index, texts_of(graph), name, length)
                                : UINT32_MAX;
}

enum status tile_graph_add_net(struct tile_graph *graph, const char *name, size_t length,
                               uint32_t *earlier, struct error *error)
{
    assert(length > 0 && length <= TILE_NAME_MAX && graph->net_count < TILE_NETS_MAX);
    if (graph->names_size + length + 1 > UINT32_MAX)
        return error_refuse(error, "the names of the nets are over 4 GB");
    TRY(MEM_GROW(graph->nets, graph->nets_capacity, (size_t)graph->net_count + 1, "nets", error));
    TRY(MEM_GROW(graph->names, graph->names_capacity, graph->names_size + length + 1,
                 "names of nets", error));
    graph->nets[graph->net_count] = (struct tile_net){.name = (uint32_t)graph->names_size,
                                                      .first_pin = graph->pin_count,
                                                      .width = 1,
                                                      .id = graph->net_count};
    memcpy(graph->names + graph->names_size, name, length);
    graph->names[graph->names_size + length] = '\0';
    *earlier = UINT32_MAX;
    if (!graph->unindexed)
        TRY(name_index_add(&graph->index, texts_of(graph), graph->net_count, earlier, error));
    if (*earlier != UINT32_MAX)
        return STATUS_OK;
    graph->net_count++;
    graph->names_size += length + 1;
    return STATUS_OK;
}

enum status tile_graph_add_pin(struct tile_graph *graph, const cell_t *access, size_t count,
                               struct error *error)
{
    const size_t used = graph->pin_access[graph->pin_count];
    assert(count > 0 && graph->net_count > 0 && graph->pin_count < TILE_PINS_MAX);
    if (used + count > UINT32_MAX)
        return error_refuse(error, "over 2^32 access points of pins");
    TRY(MEM_GROW(graph->access, graph->access_capacity, used + count, "access points", error));
    TRY(MEM_GROW(graph->pin_access, graph->pins_capacity, (size_t)graph->pin_count + 2, "pins",
                 error));
    memcpy(graph->access + used, access, count * sizeof *access);
    graph->pin_access[++graph->pin_count] = (uint32_t)(used + count);
    graph->nets[graph->net_count - 1].pin_count++;
    return STATUS_OK;
}

/* Copies the nets of a part behind those of the parts before it. */
static void join_parts(void *context, size_t first, size_t end)
{
    struct tile_join *join = context;
    struct tile_graph *graph = join->graph;
    for (size_t i = first; i < end; i++) {
        const struct tile_graph *part = &join->part[i];
        const struct tile_start at = join->start[i];
        for (uint32_t n = 0; n < part->net_count; n++) {
            struct tile_net *net = &graph->nets[at.net + n];
            *net = part->nets[n];
            net->name += at.name;
            net->first_pin += at.pin;
            net->id += at.net;
        }
        for (uint32_t pin = 1; pin <= part->pin_count; pin++)
            graph->pin_access[at.pin + pin] = part->pin_access[pin] + at.access;
        if (part->pin_count > 0)
            memcpy(graph->access + at.access, part->access,
                   part->pin_access[part->pin_count] * sizeof *part->access);
        if (part->names_size > 0)
            memcpy(graph->names + at.name, part->names, part->names_size);
    }
}

enum status tile_graph_join(struct tile_graph *graph, const struct tile_graph *part, size_t count,
                            unsigned threads, struct error *error)
{
    struct tile_join join = {graph, part, NULL};
    uint64_t nets = 0, pins = 0, access = 0, names = 0;
    assert(graph->net_count == 0 && graph->index.used == 0);
    TRY(MEM_NEW(join.start, count, "parts of a text", error));
    for (size_t i = 0; i < count; i++) {
        assert(part[i].pin_access != NULL);
        join.start[i] =
            (struct tile_start){(uint32_t)nets, (uint32_t)pins, (uint32_t)access, (uint32_t)names};
        nets += part[i].net_count;
        pins += part[i].pin_count;
        access += part[i].pin_access[part[i].pin_count];
        names += part[i].names_size;
        graph->slacks += part[i].slacks;
    }
    enum status status = STATUS_OK;
    if (nets > TILE_NETS_MAX || pins > TILE_PINS_MAX || access > UINT32_MAX || names > UINT32_MAX)
        status = error_refuse(error, "at most %d nets, %d pins and 4 GB of names", TILE_NETS_MAX,
                              TILE_PINS_MAX);
    THEN(status, MEM_GROW(graph->nets, graph->nets_capacity, nets, "nets", error));
    THEN(status, MEM_GROW(graph->pin_access, graph->pins_capacity, pins + 1, "pins", error));
    THEN(status, MEM_GROW(graph->access, graph->access_capacity, access, "access points", error));
    THEN(status, MEM_GROW(graph->names, graph->names_capacity, names, "names of nets", error));
    if (status == STATUS_OK) {
        workers_fork(threads, join_parts, &join, count, 1);
        graph->net_count = (uint32_t)nets;
        graph->pin_count = (uint32_t)pins;
        graph->names_size = names;
    }
    free(join.start);
    return status;
}

static void enter_names(void *context, size_t first, size_t end)
{
    enum { AHEAD = 8 }; /* names whose slots are fetched in advance */
    struct tile_names *names = context;
    const struct tile_graph *graph = names->graph;
    for (size_t n = first; n < end; n++) {
        if (n + AHEAD < end) {
            const char *next = tile_net_name(graph, (uint32_t)n + AHEAD);
            (void)name_index_expect(&graph->index, next, strlen(next));
        }
        if (!name_index_share(&graph->index, texts_of(graph), (uint32_t)n))
            __atomic_store_n(&names->twice, true, __ATOMIC_RELAXED);
    }
}

enum status tile_graph_index(struct tile_graph *graph, unsigned threads, bool *unique,
                             struct error *error)
{
    struct tile_names names = {.graph = graph};
    *unique = true;
    if (graph->net_count == 0)
        return STATUS_OK;
    TRY(name_index_reserve(&graph->index, graph->net_count, error));
    workers_fork(threads, enter_names, &names, graph->net_count, NAMES_PER_RANGE);
    *unique = !names.twice;
    return STATUS_OK;
}

void tile_graph_drop_nets(struct tile_graph *graph)
{
    name_index_destroy(&graph->index);
    graph->net_count = graph->pin_count = 0;
    graph->names_size = 0;
    graph->slacks = 0;
}

/* True if all pins of the net, which have one access point each, are in one column of tiles. */
static bool is_in_one_column(const struct tile_graph *graph, const struct tile_net *net)
{
    assert(net->pin_count > 0);
    const cell_t plane = graph->grid.width * graph->grid.height;
    const cell_t *access = graph->access + graph->pin_access[net->first_pin];
    for (uint32_t i = 1; i < net->pin_count; i++)
        if (access[i] % plane != access[0] % plane)
            return false;
    return true;
}

bool tile_net_has_common_tile(const struct tile_graph *graph, const struct tile_net *net)
{
    assert(net->pin_count > 0);
    const uint32_t *first = graph->pin_access + net->first_pin;
    for (uint32_t a = first[0]; a < first[1]; a++) {
        uint32_t pin = 1;
        for (; pin < net->pin_count; pin++) {
            uint32_t b = first[pin];
            while (b < first[pin + 1] && graph->access[b] != graph->access[a])
                b++;
            if (b == first[pin + 1])
                break;
        }
        if (pin == net->pin_count)
            return true;
    }
    return false;
}

static bool is_idle(const struct tile_graph *graph, const struct tile_net *net)
{
    if (net->pin_count <= 1)
        return true;
    switch (graph->rules) {
    case TILES_2024:
        return false;
    case TILES_NATIVE:
        return tile_net_has_common_tile(graph, net);
    case TILES_2007:
    case TILES_2008:
        if (net->pin_count > TILE_IDLE_PINS)
            return true;
        break;
    case TILES_1998:
        break;
    }
    return is_in_one_column(graph, net);
}

/* The most that net takes of an edge. */
static uint32_t largest_demand(const struct tile_graph *graph, uint32_t net)
{
    uint32_t most = TILE_TRACK;
    for (uint32_t z = 0; z < graph->grid.layers; z++)
        most = tile_demand(graph, net, z) > most ? tile_demand(graph, net, z) : most;
    return most;
}

enum status tile_graph_finish(struct tile_graph *graph, struct error *error)
{
    uint64_t use = 0;
    for (uint32_t n = 0; n < graph->net_count; n++) {
        graph->nets[n].idle = is_idle(graph, &graph->nets[n]);
        use += 2 * (uint64_t)largest_demand(graph, n);
    }
    if (use > TILE_USE_MAX * (uint64_t)2)
        return error_refuse(error, "the widths of the nets sum to over %d tracks",
                            TILE_USE_MAX / TILE_TRACK);
    return STATUS_OK;
}

static bool has_capacity(const struct tile_graph *graph, uint32_t z)
{
    const size_t plane = (size_t)graph->grid.width * graph->grid.height;
    for (size_t i = 0; i < plane; i++)
        if (graph->capacity[z * plane + i] > 0)
            return true;
    return false;
}

void tile_graph_remarks(const struct tile_graph *graph, char *text, size_t room)
{
    const uint32_t first = graph->rules == TILES_2024; /* no wire runs on its layer 0 */
    const char *before = "layers without capacity: ";
    assert(room > 0);
    text[0] = '\0';
    for (uint32_t z = first; z < graph->grid.layers; z++)
        if (!has_capacity(graph, z)) {
            text_append(text, room, "%s%u", before, graph->layer[z].file_layer + 1);
            before = ", ";
        }
    const char *line = before[0] == ',' ? "\n" : "";
    before = "neighbouring layers of one direction: ";
    for (uint32_t z = first; z + 1 < graph->grid.layers; z++)
        if (tile_axis(graph, z) == tile_axis(graph, z + 1) && tile_axis(graph, z) != AXIS_NONE) {
            text_append(text, room, "%s%s%u and %u", line, before, graph->layer[z].file_layer + 1,
                        graph->layer[z + 1].file_layer + 1);
            before = ", ";
            line = "";
        }
    if (graph->slacks > 0)
        text_append(text, room, "%sslacks, which are not used: %" PRIu64,
                    text[0] != '\0' ? "\n" : "", graph->slacks);
    if (graph->no_adjustments)
        text_append(text, room, "%sthe number of adjustments is missing: none is made",
                    text[0] != '\0' ? "\n" : "");
}
