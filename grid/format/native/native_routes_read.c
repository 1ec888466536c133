/* native_routes_read: reads the native `.routes`.
 *
 *     routes NETLIST [alone]
 *     net NAME routed cost C length L vias V bends B
 *     wire X,Y,N X,Y,N
 *     net NAME unrouted no-path | blocked-by NAME... | time-limit | interrupted
 *
 * The first line must name the netlist that the design was read from, so that a result of another
 * design is rejected. A suffix `.gz` is ignored on both sides, and the name `-` (standard input) on
 * either side matches any name.
 *
 * The nets are complete and in the netlist's order, so only `blocked-by` needs a table of names. A
 * wire must be straight and at least one step long; grid/check checks everything else. */
#include "grid/format/name_table.h"
#include "grid/format/native/native.h"
#include "grid/text/place.h"

static bool ends_with(const char *text, size_t length, const char *end)
{
    size_t tail = strlen(end);
    return length >= tail && memcmp(text + length - tail, end, tail) == 0;
}

static size_t length_without_gz(const char *text, size_t length)
{
    return length > 3 && ends_with(text, length, ".gz") ? length - 3 : length;
}

static bool is_nameless(const char *text, size_t length)
{
    return length == 1 && text[0] == '-';
}

bool native_name_fits(const char *text, size_t length, const char *name)
{
    size_t name_length = strlen(name);
    if (length > 0 && (is_nameless(text, length) || is_nameless(name, name_length)))
        return true;
    length = length_without_gz(text, length);
    name_length = length_without_gz(name, name_length);
    return length == name_length && memcmp(text, name, length) == 0;
}

struct routes_reader {
    struct scan *scan;
    struct routes *routes;
    const struct design *design;
    struct name_table names; /* filled for the first `blocked-by` */
    uint32_t net_count;      /* nets read so far */
};

static uint32_t line_of(const struct routes_reader *reader)
{
    return reader->scan->line < UINT32_MAX ? (uint32_t)reader->scan->line : UINT32_MAX;
}

/* True if the text is `NAME` or `NAME alone`. */
static bool header_fits(const char *text, size_t length, const char *name, bool *alone)
{
    size_t before = ends_with(text, length, "alone") ? length - strlen("alone") : 0;
    size_t cut = before;
    while (cut > 0 && (text[cut - 1] == ' ' || text[cut - 1] == '\t'))
        cut--;
    bool could_be_alone = cut > 0 && cut < before;
    *alone = could_be_alone && native_name_fits(text, cut, name);
    bool exactly = !is_nameless(name, strlen(name)) && native_name_fits(text, length, name);
    if (exactly) /* the netlist's name ends with " alone" */
        *alone = false;
    return *alone || native_name_fits(text, length, name);
}

/* Copies the name without blanks at its ends, which a line cannot represent. */
static void without_blanks(const char *name, char text[SCAN_WORD_MAX + 1])
{
    name += strspn(name, " \t");
    snprintf(text, SCAN_WORD_MAX + 1, "%s", name);
    size_t length = strlen(text);
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        text[--length] = '\0';
}

/* `routes NAME [alone]`. A '#' may start a comment or be part of the file name, so the name is
 * compared up to each '#' in turn, the shortest first. */
static enum status read_header(struct routes_reader *reader, struct error *error)
{
    assert(reader->net_count == 0);
    struct word word, rest;
    char name[SCAN_WORD_MAX + 1];
    without_blanks(reader->design->name, name);
    TRY(scan_word(reader->scan, &word, error));
    if (!word_is(&word, "routes"))
        return scan_expected(reader->scan, &word, error,
                             "\"routes NETLIST\" or the number of nets of a course result");
    TRY(scan_rest(reader->scan, &rest, error));
    for (size_t cut = 0; cut <= rest.length; cut++) {
        if (cut < rest.length && rest.text[cut] != '#')
            continue;
        size_t length = cut;
        while (length > 0 && (rest.text[length - 1] == ' ' || rest.text[length - 1] == '\t'))
            length--;
        if (header_fits(rest.text, length, name, &reader->routes->alone))
            return STATUS_OK;
    }
    return scan_expected(reader->scan, &rest, error, "the routes of the netlist %s", name);
}

static enum status read_numbers(struct routes_reader *reader, struct route *route,
                                struct error *error)
{
    route->state = ROUTE_ROUTED;
    route->first_wire = reader->routes->wire_count;
    TRY(scan_named_int(reader->scan, "cost", &route->cost, error));
    TRY(scan_named_int(reader->scan, "length", &route->length, error));
    TRY(scan_named_int(reader->scan, "vias", &route->vias, error));
    return scan_named_int(reader->scan, "bends", &route->bends, error);
}

/* Finds a net by name. The first call makes the table. */
static enum status find_net(struct routes_reader *reader, const struct word *name, uint32_t *net,
                            struct error *error)
{
    const struct netlist *nets = &reader->design->nets;
    uint32_t earlier, count = reader->names.index.slot == NULL ? nets->net_count : 0;
    for (uint32_t each = 0; each < count; each++)
        TRY(name_table_add(&reader->names, nets, each, &earlier, error));
    *net = name_table_find(&reader->names, nets, name->text, name->length);
    if (*net == UINT32_MAX)
        return scan_expected(reader->scan, name, error, "a net of %s", reader->design->name);
    return STATUS_OK;
}

static enum status read_blockers(struct routes_reader *reader, struct route *route,
                                 struct error *error)
{
    assert(route->state == ROUTE_BLOCKED_BY && route->blocker_count == 0);
    struct routes *routes = reader->routes;
    route->first_blocker = routes->blocker_count;
    for (;;) {
        struct word name;
        uint32_t net = 0;
        TRY(scan_word(reader->scan, &name, error));
        if (name.length == 0 && route->blocker_count > 0)
            return STATUS_OK;
        if (name.length == 0 || route->blocker_count >= routes->net_count)
            return scan_expected(reader->scan, &name, error,
                                 route->blocker_count > 0 ? "no more names than there are nets"
                                                          : "the names of the blocking nets");
        TRY(find_net(reader, &name, &net, error));
        TRY(MEM_APPEND(routes->blockers, routes->blockers_capacity, routes->blocker_count, net,
                       "names of nets in the way", error));
        route->blocker_count++;
    }
}

static enum status read_reason(struct routes_reader *reader, struct route *route,
                               struct error *error)
{
    struct word word;
    TRY(scan_word(reader->scan, &word, error));
    for (enum route_state state = ROUTE_NO_PATH; state < ROUTE_STATES; state++)
        if (word_is(&word, route_state_name(state))) {
            route->state = state;
            return state == ROUTE_BLOCKED_BY ? read_blockers(reader, route, error) : STATUS_OK;
        }
    return scan_expected(reader->scan, &word, error,
                         "no-path, blocked-by, time-limit or interrupted");
}

/* `net NAME ...`, which must be the next net of the netlist. */
static enum status read_net(struct routes_reader *reader, struct error *error)
{
    assert(reader->net_count <= reader->design->nets.net_count);
    const struct netlist *nets = &reader->design->nets;
    struct word word;
    TRY(scan_word(reader->scan, &word, error));
    if (reader->net_count == nets->net_count)
        return scan_fail(reader->scan, &word, error,
                         "expected the end of the file after the netlist's %u nets, found one more",
                         nets->net_count);
    if (!word_is(&word, netlist_name(nets, reader->net_count)))
        return scan_expected(reader->scan, &word, error,
                             "net %s (all nets, in the netlist's order)",
                             netlist_name(nets, reader->net_count));
    struct route *route = &reader->routes->nets[reader->net_count];
    reader->routes->net_lines[reader->net_count++] = line_of(reader);
    TRY(scan_word(reader->scan, &word, error));
    if (word_is(&word, "routed"))
        return read_numbers(reader, route, error);
    if (word_is(&word, "unrouted"))
        return read_reason(reader, route, error);
    return scan_expected(reader->scan, &word, error, "routed or unrouted");
}

/* `wire X,Y,N X,Y,N` of the last net. */
static enum status read_wire(struct routes_reader *reader, const struct word *keyword,
                             struct error *error)
{
    struct routes *routes = reader->routes;
    const struct grid *grid = &reader->design->grid;
    struct route *route = reader->net_count > 0 ? &routes->nets[reader->net_count - 1] : NULL;
    if (route == NULL || route->state != ROUTE_ROUTED)
        return scan_fail(reader->scan, keyword, error,
                         "expected a wire only after its net, which must be routed");
    if (route->wire_count >= grid_cells(grid))
        return scan_fail(reader->scan, keyword, error,
                         "expected no more wires of a net than the grid has cells");
    struct word word;
    struct wire wire = {0, 0};
    TRY(scan_word(reader->scan, &word, error));
    TRY(place_read_cell(reader->scan, &word, grid, &wire.from, error));
    TRY(scan_word(reader->scan, &word, error));
    TRY(place_read_cell(reader->scan, &word, grid, &wire.to, error));
    if (wire.from == wire.to || !wire_is_straight(grid, wire))
        return scan_expected(reader->scan, &word, error,
                             "another cell in a straight line with the first one");
    TRY(MEM_GROW(routes->wire_lines, routes->wire_lines_capacity, routes->wire_count + 1,
                 "lines of wires", error));
    routes->wire_lines[routes->wire_count] = line_of(reader);
    route->wire_count++;
    return MEM_APPEND(routes->wires, routes->wires_capacity, routes->wire_count, wire, "wires",
                      error);
}

static enum status read_statements(struct routes_reader *reader, struct error *error)
{
    struct scan *scan = reader->scan;
    TRY(read_header(reader, error));
    for (;;) {
        struct word word = {0};
        struct error *slot = error_slot(error);
        const uint32_t nets = reader->net_count;
        enum status status = scan_first_word(scan, &word, slot);
        if (status == STATUS_OK && word.length == 0)
            break;
        if (status == STATUS_OK && word_is(&word, "wire"))
            status = read_wire(reader, &word, slot);
        else if (status == STATUS_OK && word_is(&word, "net"))
            status = read_net(reader, slot);
        else if (status == STATUS_OK)
            status = scan_expected(scan, &word, slot, "net or wire");
        /* After a net that is not the next of the netlist, all others would be wrong too. */
        const bool lost = word_is(&word, "net") && reader->net_count == nets;
        if (status != STATUS_OK && (!scan_goes_on(scan, status, error, slot) || lost))
            return status;
    }
    if (error_is_set(error))
        return STATUS_BAD_INPUT;
    if (reader->net_count < reader->routes->net_count)
        return scan_fail(scan, NULL, error, "expected net %s, found the end of the file",
                         netlist_name(&reader->design->nets, reader->net_count));
    return STATUS_OK;
}

enum status native_read_routes(struct routes *routes, const struct design *design,
                               struct scan *scan, struct error *error)
{
    assert(routes->net_count == design->nets.net_count);
    struct routes_reader reader = {.scan = scan, .routes = routes, .design = design};
    TRY(MEM_NEW(routes->net_lines, routes->net_count, "lines of nets", error));
    enum status status = read_statements(&reader, error);
    name_table_destroy(&reader.names);
    return status;
}
