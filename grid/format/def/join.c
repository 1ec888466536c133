/* join: adds pins to nets that do not list them: pins that match a wildcard, power pins by name,
 * I/O pins whose net only PINS states, and pins that LEF's MUSTJOIN joins to a pin of the net. */
#include "grid/format/def/parts.h"

struct added_pin {
    uint32_t net, pin;
};

struct added_pins {
    struct added_pin *at;
    size_t count, capacity;
};

/* The pins i and k of a component, which must be joined, are in two nets. If MUSTJOIN names one of
 * them, its pin becomes a pin of the other net. */
static enum status merge_nets(struct def *def, const struct placed_component *at, uint32_t i,
                              uint32_t k, struct added_pins *added)
{
    struct placed *placed = def->placed;
    uint32_t *pin_net = placed->pin_net + at->first_pin;
    const uint32_t lost = placed->nets[pin_net[i]].must_join ? i : k, kept = i + k - lost;
    const struct placed_net *from = &placed->nets[pin_net[lost]];
    const char *name = names_text(&placed->net_names, pin_net[kept]);
    if (!from->must_join || !placed->nets[pin_net[kept]].regular)
        return reader_remark(def->reader,
                             "%.80s and %.80s have pins of one cell that MUSTJOIN joins",
                             names_text(&placed->net_names, pin_net[lost]), name);
    if (from->wires.count > 0) {
        def->lex->at = def->lex->text + from->text_at;
        return lex_fail(def->lex, lex_next(def->lex),
                        "expected MUSTJOIN without wiring: LEF joins the pin with %.80s", name);
    }
    pin_net[lost] = pin_net[kept];
    return MEM_APPEND(added->at, added->capacity, added->count,
                      ((struct added_pin){pin_net[kept], at->first_pin + lost}), "pins",
                      def->reader->error);
}

/* Gives pins of a component the net of the pins with which they must be joined. */
static enum status join_pins(struct def *def, uint32_t component, struct added_pins *added)
{
    const struct placed_component *at = &def->placed->components[component];
    const struct slice pins = def->library->macros[at->macro].pins;
    uint32_t *net = def->placed->pin_net + at->first_pin;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < pins.count; i++) {
            const uint32_t name = def->library->pins[pins.first + i].must_join;
            const uint32_t k =
                name == NAME_NONE ? TECH_NONE : library_find_pin(def->library, at->macro, name);
            if (k == TECH_NONE || net[i] == net[k])
                continue;
            if (net[i] != NET_NONE && net[k] != NET_NONE) {
                TRY(merge_nets(def, at, i, k, added));
                changed |= net[i] == net[k];
                continue;
            }
            const uint32_t bare = net[i] == NET_NONE ? i : k, from = net[i] == NET_NONE ? k : i;
            if (!def->placed->nets[net[from]].regular)
                continue;
            net[bare] = net[from];
            changed = true;
            TRY(MEM_APPEND(added->at, added->capacity, added->count,
                           ((struct added_pin){net[from], at->first_pin + bare}), "pins",
                           def->reader->error));
        }
    }
    return STATUS_OK;
}

static int by_net(const void *a, const void *b)
{
    const struct added_pin *p = a, *q = b;
    return by_numbers((int64_t[]){p->net, p->pin}, (int64_t[]){q->net, q->pin}, 2);
}

/* Appends the added pins to the lists of their nets, and removes pins that are in other nets. */
static enum status list_added(struct placed *placed, struct added_pins *added, struct error *error)
{
    uint32_t *list, count = 0;
    const size_t room = placed->net_pin_count + added->count;
    size_t a = 0;
    TRY(MEM_NEW(list, room, "pins of nets", error));
    qsort(added->at, added->count, sizeof *added->at, by_net);
    for (uint32_t n = 0; n < placed->net_names.count; n++) {
        struct slice *pins = &placed->nets[n].pins;
        const uint32_t first = count;
        for (uint32_t i = 0; i < pins->count; i++)
            if (placed->pin_net[placed->net_pins[pins->first + i]] == n)
                list[count++] = placed->net_pins[pins->first + i];
        for (; a < added->count && added->at[a].net == n; a++)
            if (placed->pin_net[added->at[a].pin] == n)
                list[count++] = added->at[a].pin;
        *pins = (struct slice){first, count - first};
    }
    assert(count <= room);
    free(placed->net_pins);
    placed->net_pins = list;
    placed->net_pin_count = count;
    placed->capacity.net_pins = room;
    return STATUS_OK;
}

/* Handles a pin for which PINS states another net than the one that lists it: an error if one of
 * the nets is routed. */
static enum status contradiction(struct def *def, uint32_t port, uint32_t net)
{
    struct lexer *lex = def->lex;
    const struct placed *placed = def->placed;
    const struct placed_net *at = &placed->nets[net];
    uint64_t line = 1;
    for (uint64_t i = 0; i < at->text_at; i++)
        line += lex->text[i] == '\n';
    lex->at = lex->text + def->port_at[port];
    const struct token token = lex_next(lex);
    if (!at->regular) /* power is not routed */
        return reader_remark(
            def->reader, "SPECIALNETS: %.80s lists the pin %.80s, PINS do otherwise",
            names_text(&placed->net_names, net), names_text(&placed->port_names, port));
    return lex_expected(lex, token, "%.80s, the net that lists the pin %.80s in line %" PRIu64,
                        names_text(&placed->net_names, net), names_text(&placed->port_names, port),
                        line);
}

/* Gives each I/O pin its net: the one that lists it, else the one that PINS states. */
static enum status find_port_nets(struct def *def)
{
    struct placed *placed = def->placed;
    for (uint32_t port = 0; port < placed->port_names.count; port++) {
        uint32_t *net = &placed->pin_net[placed->first_port + port];
        uint32_t named = def->port_net[port];
        if (named != NAME_NONE) {
            const char *text = names_text(&def->port_nets, named);
            const struct token word = {text, strlen(text)};
            struct token name;
            TRY(lex_name(def->lex, word, &name));
            const uint32_t found = def_find_name(&placed->net_names, word, name);
            if (*net == NET_NONE && found == NAME_NONE)
                TRY(reader_remark(def->reader,
                                  "PINS: the pin %.80s is of the net %.80s, which no "
                                  "section has",
                                  names_text(&placed->port_names, port), text));
            if (*net != NET_NONE && *net != found)
                TRY(contradiction(def, port, *net));
            if (*net == NET_NONE && found != NAME_NONE)
                *net = found;
            else
                def->port_net[port] = NAME_NONE; /* listed, or of no net */
        }
        placed->ports[port].net = *net;
    }
    return STATUS_OK;
}

/* Adds the I/O pins to the net that PINS states, if it does not list them. */
static enum status join_ports(struct def *def, struct added_pins *added)
{
    const struct placed *placed = def->placed;
    for (uint32_t port = 0; port < placed->port_names.count; port++) {
        const uint32_t net = placed->ports[port].net;
        if (def->port_net[port] == NAME_NONE || net == NET_NONE || !placed->nets[net].regular)
            continue;
        TRY(MEM_APPEND(added->at, added->capacity, added->count,
                       ((struct added_pin){net, placed->first_port + port}), "pins",
                       def->reader->error));
        TRY(reader_remark(def->reader, "PINS: the net %.80s does not list its pin %.80s",
                          names_text(&placed->net_names, net),
                          names_text(&placed->port_names, port)));
    }
    return STATUS_OK;
}

static enum status join_all(struct def *def)
{
    struct added_pins added = {0};
    bool any = false;
    TRY(find_port_nets(def));
    enum status status = join_ports(def, &added);
    for (uint32_t p = 0; p < def->library->pin_count && !any; p++)
        any = def->library->pins[p].must_join != NAME_NONE;
    for (uint32_t c = 0; any && c < def->placed->component_names.count && status == STATUS_OK; c++)
        status = join_pins(def, c, &added);
    if (added.count > 0)
        THEN(status, list_added(def->placed, &added, def->reader->error));
    for (uint32_t n = 0; n < def->placed->net_names.count && status == STATUS_OK; n++)
        if (def->placed->nets[n].must_join && def->placed->nets[n].pins.count == 1)
            status = reader_remark(def->reader, "%.80s: LEF joins the pin with no other",
                                   names_text(&def->placed->net_names, n));
    free(added.at);
    return status;
}

/* Sets, for each pin name, the special net that has a wildcard for it (wild) and the special net of
 * the same name (by_name), or NET_NONE. */
static void map_names(const struct def *def, uint32_t *wild, uint32_t *by_name)
{
    const struct names *pins = &def->library->pin_names;
    memset(wild, 0xFF, pins->count * sizeof *wild);
    memset(by_name, 0xFF, pins->count * sizeof *by_name);
    for (uint32_t i = def->wildcard_count; i-- > 0;)
        wild[def->wildcards[i].pin_name] = def->wildcards[i].net;
    for (uint32_t net = 0; net < def->placed->net_names.count; net++) {
        if (!def->placed->nets[net].special)
            continue;
        uint32_t same = names_find(pins, names_text(&def->placed->net_names, net),
                                   strlen(names_text(&def->placed->net_names, net)));
        if (same != NAME_NONE)
            by_name[same] = net;
    }
}

/* The special net whose name equals the power pin's in any letter case, or NET_NONE. */
static uint32_t find_caseless(const struct placed *placed, const char *name)
{
    const struct token word = {name, strlen(name)};
    for (uint32_t net = 0; net < placed->net_names.count; net++) {
        const char *text = names_text(&placed->net_names, net);
        if (placed->nets[net].special && token_same_word(word, (struct token){text, strlen(text)}))
            return net;
    }
    return NET_NONE;
}

/* Gives pins of components their nets. *found counts, for each wildcard, the pins of its name. */
static void join_components(struct def *def, const uint32_t *wild, uint32_t *by_name,
                            uint32_t *found)
{
    struct placed *placed = def->placed;
    const struct library *library = def->library;
    for (uint32_t p = 0; p < library->pin_count; p++) {
        const struct cell_pin *pin = &library->pins[p];
        bool power = pin->use == USE_POWER || pin->use == USE_GROUND;
        if (power && by_name[pin->name] == NET_NONE) /* once per name; NET_NONE - 1: no such net */
            by_name[pin->name] = find_caseless(placed, names_text(&library->pin_names, pin->name));
        if (power && by_name[pin->name] == NET_NONE)
            by_name[pin->name] = NET_NONE - 1;
    }
    for (uint32_t c = 0; c < placed->component_names.count; c++) {
        struct slice pins = library->macros[placed->components[c].macro].pins;
        uint32_t *net = placed->pin_net + placed->components[c].first_pin;
        for (uint32_t i = 0; i < pins.count; i++) {
            const struct cell_pin *pin = &library->pins[pins.first + i];
            bool power = pin->use == USE_POWER || pin->use == USE_GROUND;
            found[pin->name]++;
            if (net[i] == NET_NONE)
                net[i] = wild[pin->name];
            if (net[i] == NET_NONE && power && by_name[pin->name] < NET_NONE - 1)
                net[i] = by_name[pin->name];
        }
    }
}

enum status def_finish_nets(struct def *def)
{
    assert(def->ended);
    const struct names *pins = &def->library->pin_names;
    TRY(def_number_pins(def));
    uint32_t *maps;
    TRY(MEM_NEW(maps, 3 * (size_t)pins->count, "pins", def->reader->error));
    uint32_t *found = maps + 2 * (size_t)pins->count; /* zeros */
    map_names(def, maps, maps + pins->count);
    join_components(def, maps, maps + pins->count, found);
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < def->wildcard_count && status == STATUS_OK; i++) {
        const struct wildcard *w = &def->wildcards[i];
        const char *name = names_text(pins, w->pin_name);
        const uint32_t others = maps[w->pin_name] != w->net ? found[w->pin_name] : 0;
        status = def_note_wildcard(def, w->net, (struct token){name, strlen(name)},
                                   found[w->pin_name], others);
    }
    free(maps);
    THEN(status, join_all(def));
    return status;
}
