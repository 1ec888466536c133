/* join: adds pins to nets that do not list them: I/O pins of which only PINS states the net, and
 * pins that LEF's MUSTJOIN names to the nets of their partners. */
#include "grid/format/def/parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct added_pin {
    uint32_t net, pin;
};

struct added_pins {
    struct added_pin *at;
    size_t count, capacity;
};

/* Gives pins of a component the net of the pins with which they must be joined. */
static enum status join_pins(struct def *def, uint32_t component, struct added_pins *added)
{
    struct placed *placed = def->placed;
    const struct placed_component *at = &placed->components[component];
    const struct slice pins = def->library->macros[at->macro].pins;
    uint32_t *net = placed->pin_net + at->first_pin;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < pins.count; i++) {
            const uint32_t name = def->library->pins[pins.first + i].must_join;
            const uint32_t k =
                name == NAME_NONE ? TECH_NONE : library_find_pin(def->library, at->macro, name);
            if (k == TECH_NONE || (net[i] == NET_NONE) == (net[k] == NET_NONE))
                continue;
            const uint32_t bare = net[i] == NET_NONE ? i : k, from = net[i] == NET_NONE ? k : i;
            if (!placed->nets[net[from]].regular)
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
    return p->net != q->net ? (p->net > q->net) - (p->net < q->net)
                            : (p->pin > q->pin) - (p->pin < q->pin);
}

/* Appends the added pins to the lists of their nets. */
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
            list[count++] = placed->net_pins[pins->first + i];
        for (; a < added->count && added->at[a].net == n; a++)
            list[count++] = added->at[a].pin;
        *pins = (struct slice){first, count - first};
    }
    assert(count == room);
    free(placed->net_pins);
    placed->net_pins = list;
    placed->net_pin_count = count;
    placed->capacity.net_pins = room;
    return STATUS_OK;
}

/* PINS states another net of the pin than the one that lists it: an error for a net that is routed.
 */
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

/* I/O pins whose net in PINS does not list them. */
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

enum status def_join_pins(struct def *def)
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
    free(added.at);
    return status;
}
