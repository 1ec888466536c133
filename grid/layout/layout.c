/* layout: numbers of pins, copies of a layout, new wiring for its nets, and freeing. */
#include "grid/layout/layout.h"

uint32_t library_find_pin(const struct library *library, uint32_t macro, uint32_t name)
{
    assert(macro < library->macro_names.count);
    struct slice pins = library->macros[macro].pins;
    assert(pins.first + pins.count <= library->pin_count);
    for (uint32_t i = 0; i < pins.count; i++)
        if (library->pins[pins.first + i].name == name)
            return i;
    return TECH_NONE;
}

enum status layout_number_pins(struct layout *layout, struct error *error)
{
    assert(layout->placed.pin_net == NULL); /* called once */
    struct placed *placed = &layout->placed;
    uint64_t pins = 0;
    for (uint32_t c = 0; c < placed->component_names.count; c++) {
        placed->components[c].first_pin = (uint32_t)pins;
        assert(placed->components[c].macro < layout->library.macro_names.count);
        pins += layout->library.macros[placed->components[c].macro].pins.count;
        if (pins > UINT32_MAX / 2)
            return error_refuse(error, "too many pins: at most %u are supported", UINT32_MAX / 2);
    }
    placed->first_port = (uint32_t)pins;
    assert(placed->port_names.count < UINT32_MAX - pins); /* names take at most 4 GiB */
    placed->pin_count = (uint32_t)pins + placed->port_names.count;
    TRY(MEM_NEW(placed->pin_net, placed->pin_count, "pins", error));
    memset(placed->pin_net, 0xFF, placed->pin_count * sizeof *placed->pin_net);
    return STATUS_OK;
}

struct layout_pin layout_pin(const struct layout *layout, uint32_t number)
{
    const struct placed *placed = &layout->placed;
    assert(number < placed->pin_count);
    if (number >= placed->first_port)
        return (struct layout_pin){TECH_NONE, number - placed->first_port};
    /* The last component with first_pin <= number; a component without pins has the first_pin of
     * the next one. */
    uint32_t low = 0, high = placed->component_names.count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (placed->components[middle].first_pin <= number)
            low = middle;
        else
            high = middle;
    }
    const struct placed_component *component = &placed->components[low];
    struct slice pins = layout->library.macros[component->macro].pins;
    assert(component->first_pin <= number && number - component->first_pin < pins.count);
    return (struct layout_pin){low, pins.first + (number - component->first_pin)};
}

const char *layout_pin_name(const struct layout *layout, uint32_t number, char *text, size_t size)
{
    assert(size > 0);
    struct layout_pin pin = layout_pin(layout, number);
    if (pin.component == TECH_NONE)
        snprintf(text, size, "PIN/%s", names_text(&layout->placed.port_names, pin.pin));
    else
        snprintf(text, size, "%s/%s", names_text(&layout->placed.component_names, pin.component),
                 names_text(&layout->library.pin_names, layout->library.pins[pin.pin].name));
    return text;
}

static void library_destroy(struct library *library)
{
    names_destroy(&library->macro_names);
    names_destroy(&library->pin_names);
#define FREE_LIBRARY(array, count) free(library->array);
    LIBRARY_ARRAYS(FREE_LIBRARY)
    memset(library, 0, sizeof *library);
}

/* Length of a jog in track distances: two to the next tracks, one for the pin. */
enum { JOG_PITCHES = 3 };

int32_t placed_least_pitch(const struct placed *placed)
{
    int32_t least = INT32_MAX;
    for (uint32_t i = 0; i < placed->track_count; i++)
        if (placed->tracks[i].step > 0 && placed->tracks[i].step < least)
            least = placed->tracks[i].step;
    return least;
}

static void placed_destroy(struct placed *placed)
{
    names_destroy(&placed->component_names);
    names_destroy(&placed->port_names);
    names_destroy(&placed->net_names);
#define FREE_PLACED(array, count) free(placed->array);
    PLACED_ARRAYS(FREE_PLACED)
    MEM_CLEAR(placed, placed->design, placed->text);
}

void layout_destroy(struct layout *layout)
{
    if (layout == NULL)
        return;
    tech_destroy(&layout->tech);
    library_destroy(&layout->library);
    placed_destroy(&layout->placed);
    notes_destroy(&layout->notes);
}

/* A copy of an array; NULL if from is NULL, after an error or without memory. */
static void *copy(const void *from, size_t count, size_t size, enum status *status,
                  struct error *error)
{
    if (from == NULL || *status != STATUS_OK)
        return NULL;
    void *to = mem_alloc(count, size, "layout", error);
    if (to == NULL)
        *status = STATUS_FAILED;
    else if (count > 0)
        memcpy(to, from, count * size);
    return to;
}

/* Replaces an array pointer in a copied structure by a copy of the array. */
#define COPY(in, array, count)                                                                     \
    (in)->array = copy((in)->array, (count), sizeof *(in)->array, &status, error)

static enum status copy_names(struct names *names, enum status status, struct error *error)
{
    COPY(names, pool, names->pool_used);
    COPY(names, offset, names->count);
    COPY(names, index.slot, names->index.slots);
    names->pool_capacity = names->pool_used;
    names->offset_capacity = names->count;
    return status;
}

static enum status copy_tech(struct tech *tech, enum status status, struct error *error)
{
    struct names *names[] = {&tech->layer_names, &tech->via_names, &tech->rule_names,
                             &tech->site_names, &tech->words};
    for (int i = 0; i < 5; i++)
        status = copy_names(names[i], status, error);
#define COPY_TECH(array, count) COPY(tech, array, tech->count);
    TECH_ARRAYS(COPY_TECH)
    memset(&tech->capacity, 0, sizeof tech->capacity);
    return status;
}

static enum status copy_library(struct library *library, enum status status, struct error *error)
{
    status = copy_names(&library->macro_names, status, error);
    status = copy_names(&library->pin_names, status, error);
#define COPY_LIBRARY(array, count) COPY(library, array, library->count);
    LIBRARY_ARRAYS(COPY_LIBRARY)
    memset(&library->capacity, 0, sizeof library->capacity);
    return status;
}

static enum status copy_placed(struct placed *placed, enum status status, struct error *error)
{
    status = copy_names(&placed->component_names, status, error);
    status = copy_names(&placed->port_names, status, error);
    status = copy_names(&placed->net_names, status, error);
    COPY(placed, design, placed->design != NULL ? strlen(placed->design) + 1 : 0);
    COPY(placed, text, placed->text_size + 1);
#define COPY_PLACED(array, count) COPY(placed, array, placed->count);
    PLACED_ARRAYS(COPY_PLACED)
    memset(&placed->capacity, 0, sizeof placed->capacity);
    return status;
}

enum status layout_copy_cells(struct layout *to, const struct layout *from, struct error *error)
{
    assert(to != from);
    *to = (struct layout){.tech = from->tech, .library = from->library};
    enum status status = copy_tech(&to->tech, STATUS_OK, error);
    status = copy_library(&to->library, status, error);
    THEN(status, notes_copy(&to->notes, &from->notes, error));
    if (status != STATUS_OK)
        layout_destroy(to);
    return status;
}

enum status layout_copy(struct layout *to, const struct layout *from, struct error *error)
{
    TRY(layout_copy_cells(to, from, error));
    to->placed = from->placed;
    enum status status = copy_placed(&to->placed, STATUS_OK, error);
    if (status != STATUS_OK)
        layout_destroy(to);
    DEBUG_ASSERT(status != STATUS_OK || layout_is_sound(to));
    return status;
}

enum status slice_to_end(struct slice *slice, void **array, uint32_t *count, size_t *capacity,
                         size_t size, const char *what, struct error *error)
{
    const struct slice old = *slice;
    assert(old.first + old.count <= *count);
    if (old.first + old.count == *count)
        return STATUS_OK;
    TRY(mem_grow(array, capacity, (size_t)*count + old.count, size, what, error));
    char *elements = *array;
    memcpy(elements + *count * size, elements + old.first * size, old.count * size);
    slice->first = *count;
    *count += old.count;
    return STATUS_OK;
}

enum status layout_lay_wires(struct layout *layout, const struct placed_wire *wires,
                             const uint32_t *first, struct error *error)
{
    struct placed *placed = &layout->placed;
    uint32_t nets = placed->net_names.count, count = 0;
    assert(first != NULL && (wires != NULL || first[nets] == 0));
    size_t room = (size_t)placed->wire_count + first[nets] + 1;
    struct placed_wire *all;
    TRY(MEM_NEW(all, room, "wires", error));
    for (uint32_t net = 0; net < nets; net++) {
        struct slice old = placed->nets[net].wires;
        uint32_t start = count;
        assert(old.first + old.count <= placed->wire_count && first[net] <= first[net + 1]);
        for (uint32_t w = old.first; w < old.first + old.count; w++)
            if (placed->wires[w].status != WIRE_ROUTED)
                all[count++] = placed->wires[w];
        for (uint32_t w = first[net]; w < first[net + 1]; w++)
            all[count++] = wires[w];
        placed->nets[net].wires = (struct slice){start, count - start};
    }
    assert(count < room);
    free(placed->wires);
    placed->wires = all;
    placed->wire_count = count;
    placed->capacity.wires = room;
    DEBUG_ASSERT(layout_is_sound(layout));
    return STATUS_OK;
}

void layout_limit_nets(struct layout *layout, const struct layout *from)
{
    const struct names *names = &from->placed.net_names;
    assert(layout->tech.level_count == from->tech.level_count);
    for (uint32_t n = 0; n < names->count; n++) {
        const struct placed_net *net = &from->placed.nets[n];
        if (net->end_level == 0)
            continue;
        const char *name = names_text(names, n);
        const uint32_t to = names_find(&layout->placed.net_names, name, strlen(name));
        if (to == NAME_NONE)
            continue;
        layout->placed.nets[to].first_level = net->first_level;
        layout->placed.nets[to].end_level = net->end_level;
    }
}

int32_t layout_jog(const struct layout *layout)
{
    const struct tech *tech = &layout->tech;
    int64_t most = 0;
    for (uint32_t i = 0; i < tech->rule_layer_count; i++) {
        const struct tech_rule_layer *rule = &tech->rule_layers[i];
        const int64_t taper = 2 * (int64_t)rule->width + (rule->spacing > 0 ? rule->spacing : 0);
        most = taper > most ? taper : most;
    }
    most += (int64_t)JOG_PITCHES * placed_least_pitch(&layout->placed);
    return most < INT32_MAX ? (int32_t)most : INT32_MAX;
}
