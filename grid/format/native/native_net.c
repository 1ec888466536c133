/* native_net: reads .net: the name of the grid, then the pins of each net.
 *
 *     grid alu.grid
 *     net clk 3,4,1 10,20,1 30,4,*
 */
#include "grid/format/native/native_plain.h"
#include "grid/format/native/native.h"
#include "grid/format/grid_file.h"
#include "grid/text/file/path.h"
#include "grid/text/nearest.h"
#include "grid/text/place.h"

/* The length of a file name without the comment after it. */
static size_t cut_comment(const struct word *name)
{
    assert(name->length > 0);
    for (size_t i = 1; i < name->length; i++) {
        if (name->text[i] != '#' || (name->text[i - 1] != ' ' && name->text[i - 1] != '\t'))
            continue;
        while (i > 0 && (name->text[i - 1] == ' ' || name->text[i - 1] == '\t'))
            i--;
        return i;
    }
    return name->length;
}

/* True for `X Y` or `X Y LAYERS`, which follow the first word of an ISPD global routing file. */
static bool is_ispd_head(const char *text, size_t length)
{
    size_t numbers = 0;
    for (size_t i = 0; i < length; i++) {
        const bool digit = text[i] >= '0' && text[i] <= '9';
        if (!digit && text[i] != ' ' && text[i] != '\t')
            return false;
        numbers += digit && (i == 0 || text[i - 1] == ' ' || text[i - 1] == '\t');
    }
    return numbers == 2 || numbers == 3;
}

static enum status read_grid(struct design *design, struct scan *scan, struct error *error)
{
    struct word name;
    TRY(scan_rest(scan, &name, error));
    if (name.length == 0 || name.text[0] == '#')
        return scan_expected(scan, &(struct word){.offset = name.offset}, error,
                             "the name of the grid's file");
    char *path;
    size_t shorter = cut_comment(&name);
    TRY(path_beside(&path, scan->path, name.text, name.length, error));
    if (shorter < name.length && !path_is_readable(path)) {
        free(path);
        TRY(path_beside(&path, scan->path, name.text, shorter, error));
    }
    if (is_ispd_head(name.text, shorter) && !path_is_readable(path)) {
        free(path);
        return scan_fail(scan, &name, error,
                         "expected grid FILE, found the head of an ISPD global routing file (.gr), "
                         "which is no netlist on a grid");
    }
    return grid_file_read_named(&design->grid, path, &design->grid_path, scan, &name, error);
}

static enum status read_net(struct net_builder *builder, struct error *error)
{
    struct scan *scan = builder->scan;
    struct word word;
    uint32_t pins = 0;
    TRY(scan_word(scan, &word, error));
    TRY(net_builder_net(builder, &word, error));
    for (;; pins++) {
        struct pin pin;
        TRY(scan_word(scan, &word, error));
        if (word.length == 0 && pins > 0)
            return STATUS_OK;
        TRY(place_read_pin(scan, &word, &builder->design->grid, &pin, error));
        TRY(net_builder_pin(builder, &word, pin, error));
    }
}

/* Reads the next statement; *more is false at the end of the file. */
static enum status read_statement(struct net_builder *builder, bool *more, struct error *error)
{
    static const char *const names[] = {"net"};
    struct scan *scan = builder->scan;
    struct word word = {0};
    TRY(scan_first_word(scan, &word, error));
    *more = word.length > 0;
    if (!*more && builder->design->nets.net_count > 0)
        return STATUS_OK;
    if (word_is(&word, "grid"))
        return scan_expected(scan, &word, error, "grid FILE only once, as the first statement");
    if (!word_is(&word, "net")) {
        bool near = nearest_word(word.text, word.length, names, 1) != NULL;
        return scan_expected(scan, &word, error, near ? "net" : "net NAME PIN PIN...");
    }
    return read_net(builder, error);
}

static enum status read_nets(struct net_builder *builder, struct error *error)
{
    for (bool more = true; more;) {
        struct error *slot = error_slot(error);
        enum status status = builder->taken != NULL ? native_read_plain(builder, slot) : STATUS_OK;
        THEN(status, read_statement(builder, &more, slot));
        if (!scan_goes_on(builder->scan, status, error, slot))
            return status;
    }
    return error_is_set(error) ? STATUS_BAD_INPUT : STATUS_OK;
}

enum status native_read_net(struct design *design, struct scan *scan, struct error *error)
{
    assert(design->grid.blocked == NULL && design->nets.net_count == 0);
    struct word word = {0};
    TRY(scan_first_word(scan, &word, error));
    if (!word_is(&word, "grid"))
        return scan_expected(scan, &word, error, "grid FILE as the first statement");
    struct net_builder builder = {0};
    enum status status = read_grid(design, scan, error);
    THEN(status, net_builder_open(&builder, design, scan, error));
    THEN(status, read_nets(&builder, error));
    net_builder_close(&builder);
    return status;
}
