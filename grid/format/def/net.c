/* net: reads the items of NETS and SPECIALNETS of DEF: names, pins and options. wire.c reads the
 * wiring. */
#include "grid/format/def/parts.h"

enum status def_number_pins(struct def *def)
{
    if (def->numbered)
        return STATUS_OK;
    TRY(layout_number_pins(def->reader->layout, def->reader->error));
    def->numbered = true;
    return STATUS_OK;
}

/* The number of a pin's name, which is also searched for with LEF's bus brackets. */
static uint32_t find_pin_name(struct def *def, struct token name)
{
    const struct tech *tech = def->tech;
    uint32_t number = names_find(&def->library->pin_names, name.text, name.length);
    if (number != NAME_NONE || tech->bus_open == '\0' || def->bus_open == tech->bus_open ||
        memchr(name.text, def->bus_open, name.length) == NULL)
        return number;
    char text[LEX_NAME_MAX];
    for (size_t i = 0; i < name.length; i++)
        text[i] = name.text[i] == def->bus_open    ? tech->bus_open
                  : name.text[i] == def->bus_close ? tech->bus_close
                                                   : name.text[i];
    return names_find(&def->library->pin_names, text, name.length);
}

static enum status note_twice(struct def *def, uint32_t net, struct token token)
{
    return reader_remark(def->reader, "%s: %.80s lists the pin %.*s twice",
                         section_words[def->section].name, names_text(&def->placed->net_names, net),
                         (int)(token.length < 80 ? token.length : 80), token.text);
}

/* Adds the pin to the net, and to the list of pins of a regular net. */
static enum status add_pin(struct def *def, uint32_t net, uint32_t pin, bool special,
                           struct token token)
{
    assert(net < def->placed->net_names.count && pin < def->placed->pin_count);
    struct placed *placed = def->placed;
    uint32_t known = placed->pin_net[pin];
    if (known != NET_NONE && known != net)
        return lex_fail(def->lex, token, "expected a pin of one net, found it in %s as well",
                        names_text(&placed->net_names, known));
    placed->pin_net[pin] = net;
    const bool both = placed->nets[net].special && placed->nets[net].regular;
    if (known == net && !both)
        return note_twice(def, net, token);
    if (special)
        return STATUS_OK;
    struct slice *pins = &placed->nets[net].pins;
    for (uint32_t i = pins->count; i > 0 && known == net; i--)
        if (placed->net_pins[pins->first + i - 1] == pin)
            return note_twice(def, net, token);
    assert(pins->first + pins->count == placed->net_pin_count); /* only the last net grows */
    pins->count++;
    return LAYOUT_APPEND(placed, net_pins, net_pin_count, pin, "pins of nets", def->reader->error);
}

static enum status read_port_name(struct def *def, uint32_t net, bool special)
{
    struct token token, name;
    TRY(lex_next_name(def->lex, "an I/O pin", &token, &name));
    const uint32_t port = def_find_name(&def->placed->port_names, token, name);
    char text[81];
    snprintf(text, sizeof text, "%.*s", (int)(name.length < 80 ? name.length : 80), name.text);
    if (port == NAME_NONE && special)
        return reader_remark(def->reader,
                             "SPECIALNETS: %.80s has the pin %.80s, which is not in PINS",
                             names_text(&def->placed->net_names, net), text);
    if (port == NAME_NONE)
        return lex_expected(def->lex, token, "an I/O pin that PINS defines");
    return add_pin(def, net, def->placed->first_port + port, special, token);
}

enum status def_note_wildcard(struct def *def, uint32_t net, struct token token, uint32_t found,
                              uint32_t others)
{
    const char *name = names_text(&def->placed->net_names, net);
    const int length = (int)(token.length < 80 ? token.length : 80);
    if (found == 0)
        return reader_remark(def->reader, "%.80s lists ( * %.*s ), a pin that no component has",
                             name, length, token.text);
    if (others == 0)
        return STATUS_OK;
    return reader_remark(def->reader, "%.80s lists ( * %.*s ), of which other nets list %u", name,
                         length, token.text, others);
}

/* `* pin`: in a regular net, this pin of all components. In a special net it is only recorded. */
static enum status read_wildcard(struct def *def, uint32_t net, bool special)
{
    struct placed *placed = def->placed;
    struct token token, name;
    TRY(lex_next_name(def->lex, "a pin", &token, &name));
    uint32_t pin_name = find_pin_name(def, name), found = 0, others = 0;
    if (special && pin_name != NAME_NONE)
        return MEM_APPEND(def->wildcards, def->wildcard_capacity, def->wildcard_count,
                          ((struct wildcard){pin_name, net}), "nets", def->reader->error);
    for (uint32_t c = 0; c < placed->component_names.count && pin_name != NAME_NONE; c++) {
        uint32_t pin = library_find_pin(def->library, placed->components[c].macro, pin_name);
        if (pin == TECH_NONE)
            continue;
        pin += placed->components[c].first_pin;
        found++;
        others += placed->pin_net[pin] != NET_NONE && placed->pin_net[pin] != net;
        if (placed->pin_net[pin] == NET_NONE)
            TRY(add_pin(def, net, pin, special, token));
    }
    return def_note_wildcard(def, net, token, found, others);
}

/* `component pin [+ SYNTHESIZED] )` after the bracket. */
static enum status read_net_pin(struct def *def, uint32_t net, bool special)
{
    struct placed *placed = def->placed;
    struct token token, name, word;
    TRY(lex_next_name(def->lex, "a component", &token, &name));
    if (lex_keyword(def->lex, token) == KEY_PIN) {
        TRY(read_port_name(def, net, special));
    } else if (token_is_char(token, '*')) {
        TRY(read_wildcard(def, net, special));
    } else {
        uint32_t component = def_find_name(&placed->component_names, token, name);
        def->reader->unknown_name = component == NAME_NONE;
        if (component == NAME_NONE)
            return lex_expected(def->lex, token, "a component that is placed");
        TRY(lex_next_name(def->lex, "a pin", &token, &name));
        const struct placed_component *at = &placed->components[component];
        uint32_t pin_name = find_pin_name(def, name);
        uint32_t pin =
            pin_name != NAME_NONE ? library_find_pin(def->library, at->macro, pin_name) : TECH_NONE;
        if (pin == TECH_NONE)
            return lex_expected(def->lex, token, "a pin of the macro %s",
                                names_text(&def->library->macro_names, at->macro));
        const struct slice pins = def->library->macros[at->macro].pins;
        if (special && !use_is_power(def->library->pins[pins.first + pin].use))
            TRY(reader_remark(def->reader,
                              "SPECIALNETS: %.80s has the signal pin %.80s of %.80s, which is not "
                              "routed",
                              names_text(&placed->net_names, net),
                              names_text(&def->library->pin_names, pin_name),
                              names_text(&placed->component_names, component)));
        TRY(add_pin(def, net, at->first_pin + pin, special, token));
    }
    for (;;) {
        word = lex_next(def->lex);
        if (token_is_char(word, ')'))
            return STATUS_OK;
        if (!token_is_char(word, '+'))
            return lex_expected(def->lex, word, ")");
        word = lex_next(def->lex);
        if (!token_is_word(word, "SYNTHESIZED"))
            return lex_expected(def->lex, word, "SYNTHESIZED");
    }
}

/* MUSTJOIN ( component pin ): makes a name of both. Reads only the word MUSTJOIN. */
static enum status name_must_join(struct def *def, struct token *token, uint32_t *number)
{
    char text[LEX_NAME_MAX + 1];
    const char *from = def->lex->at;
    struct token pin;
    TRY(lex_char(def->lex, '('));
    TRY(def_value(def, token));
    TRY(def_value(def, &pin));
    def->lex->at = from;
    const int length = snprintf(text, sizeof text, "MUSTJOIN(%.*s/%.*s)", (int)token->length,
                                token->text, (int)pin.length, pin.text);
    if ((size_t)length >= sizeof text)
        return lex_expected(def->lex, *token, "shorter names");
    return names_add(&def->placed->net_names, text, (size_t)length, number, def->reader->error);
}

static enum status open_net(struct def *def, bool special, uint32_t *number)
{
    struct placed *placed = def->placed;
    struct token token, first;
    bool same;
    uint32_t known = placed->net_names.count;
    const bool must_join = !special && lex_accept(def->lex, KEY_MUSTJOIN);
    TRY(must_join ? name_must_join(def, &token, number)
                  : def_new_name(def, &placed->net_names, &def->raw_nets, "the net's name", &token,
                                 number));
    TRY(ROOM(def->reader, placed->nets, placed->capacity.nets, placed->net_names.count, "nets"));
    struct placed_net *net = &placed->nets[*number];
    if (*number == known)
        *net = (struct placed_net){.rule = TECH_NONE};
    TRY(def_state_item(def, *number, token, &first, &same));
    if (first.length > 0)
        return def_twice(def, token, first, "a net, found one of this name twice");
    assert(special ? !net->special : !net->regular);
    if (special) {
        net->special = true;
        net->special_wires = (struct slice){placed->special_wire_count, 0};
        return STATUS_OK;
    }
    net->regular = true;
    net->must_join = must_join;
    net->pins = (struct slice){placed->net_pin_count, 0};
    net->wires = (struct slice){placed->wire_count, 0};
    net->spans = (struct slice){placed->span_count, 0};
    placed->regular_count++;
    return STATUS_OK;
}

/* Records the text of wiring that the writer replaces: from the end of the word before its `+` to
 * the end of its last word. */
static enum status add_span(struct def *def, uint32_t net, const char *from)
{
    struct text_span span = {(uint64_t)(from - def->lex->text),
                             (uint64_t)(def->lex->at - def->lex->text)};
    assert(span.from <= span.to && net < def->placed->net_names.count);
    def->placed->nets[net].spans.count++;
    return LAYOUT_APPEND(def->placed, spans, span_count, span, "nets", def->reader->error);
}

/* Reads an option of a net after its `+`. before: the end of the word in front of the `+`. */
static enum status read_net_option(struct def *def, uint32_t net, bool special, const char *before)
{
    struct placed_net *at = &def->placed->nets[net];
    enum keyword key = KEY_NONE;
    struct token value;
    TRY(def_option(def, &key));
    switch (key) {
    case KEY_ROUTED:
        TRY(def_wiring(def, net, special, WIRE_ROUTED));
        return special ? STATUS_OK : add_span(def, net, before);
    case KEY_FIXED:
        return def_wiring(def, net, special, WIRE_FIXED);
    case KEY_COVER:
        return def_wiring(def, net, special, WIRE_COVER);
    case KEY_NOSHIELD:
        return def_wiring(def, net, special, WIRE_NOSHIELD);
    case KEY_SHIELD:
        TRY(def_value(def, &value)); /* the shielded net */
        return def_wiring(def, net, special, WIRE_SHIELD);
    case KEY_RECT:
    case KEY_POLYGON:
    case KEY_VIA:
        if (!special)
            break;
        TRY(def_net_shape(def, net, key));
        return def_end_option(def);
    case KEY_USE:
        return def_use(def, &at->use);
    case KEY_NONDEFAULTRULE:
        if (special)
            return lex_expected(def->lex, def->option, "an option of a special net");
        TRY(def_rule_name(def, &at->rule));
        return def_end_option(def);
    case KEY_SUBNET:
    case KEY_VPIN:
        ++*(key == KEY_VPIN ? &def->placed->vpin_count : &def->placed->subnet_count);
        TRY(def_values(def, true));
        return def_skip_part(def);
    case KEY_FIXEDBUMP:
        at->fixed_bump = true;
        return def_end_option(def);
    case KEY_SHAPE: /* of the shape after it */
    case KEY_MASK:
    case KEY_STYLE:
        if (!special)
            break;
        TRY(def_values(def, true));
        TRY(def_value(def, &value));
        return def_end_option(def);
    default:
        break;
    }
    return def_skip_option(def);
}

enum status def_net(struct def *def)
{
    const bool special = def->section == SECTION_SPECIAL_NETS;
    uint32_t number = 0;
    struct token dash = def->word;
    TRY(def_number_pins(def));
    TRY(open_net(def, special, &number));
    def->wired = false;
    for (;;) {
        const char *before = def->lex->at;
        struct token word;
        enum keyword key;
        TRY(lex_word(def->lex, "; at the end of the net", &word, &key));
        if (token_is_char(word, ';')) {
            struct placed_net *net = &def->placed->nets[number];
            if (!special) {
                net->text_at = def_offset(def, dash);
                net->text_end = def_offset(def, word);
                assert(net->text_at < net->text_end);
            }
            return STATUS_OK;
        }
        if (token_is_char(word, '('))
            TRY(read_net_pin(def, number, special));
        else if (token_is_char(word, '+'))
            TRY(read_net_option(def, number, special, before));
        else
            return lex_expected(def->lex, word, "( component pin ), + or ;");
    }
}
