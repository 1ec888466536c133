/* tile_file: detects the format of a tile graph and reads its files. */
#include "grid/format/tile_file.h"

#include "grid/format/ispd/ispd.h"
#include "grid/format/native/native_tiles.h"
#include "grid/text/file/path.h"
#include "grid/text/harmless.h"
#include "grid/text/scan_whole.h"

/* Counts the words of the rest of the line, up to 4, that are numbers; 0 if one is none. */
static int count_numbers(struct scan *scan)
{
    struct word word;
    int64_t value;
    int count = 0;
    assert(scan->buffer != NULL);
    while (scan_word(scan, &word, NULL) == STATUS_OK && word.length > 0 && count < 4) {
        if (scan_word_int(scan, &word, "", 0, INT64_MAX, &value, NULL) != STATUS_OK)
            return 0;
        count++;
    }
    return count;
}

/* True if the grid file, relative to `netlist`, has a capacity statement before a map. */
static bool has_capacity(const char *netlist, const struct word *name)
{
    struct scan scan;
    struct word word = {0};
    bool found = false;
    char *path;
    if (path_beside(&path, netlist, name->text, name->length, NULL) == STATUS_OK &&
        path_is_regular(path) && scan_open(&scan, path, NULL) == STATUS_OK) {
        while (!found && scan_first_word(&scan, &word, NULL) == STATUS_OK && word.length > 0 &&
               !word_is(&word, "map")) {
            found = word_is(&word, "capacity");
            while (word.length > 0 && scan_word(&scan, &word, NULL) == STATUS_OK)
                ;
            if (word.length > 0)
                break;
        }
        scan_close(&scan);
    }
    free(path);
    return found;
}

static enum tile_file_kind kind_of(struct scan *scan, const char *path)
{
    struct word word = {0}, name = {0};
    int64_t value;
    if (scan_first_word(scan, &word, NULL) != STATUS_OK || word.length == 0)
        return TILE_FILE_NONE;
    if (scan_word_int(scan, &word, "", 0, INT64_MAX, &value, NULL) == STATUS_OK)
        return count_numbers(scan) == 2 ? TILE_FILE_CAP : TILE_FILE_NONE;
    if (!word_is(&word, "grid") || scan_rest(scan, &name, NULL) != STATUS_OK || name.length == 0)
        return TILE_FILE_NONE;
    char *beside;
    const bool is_file = path_beside(&beside, path, name.text, name.length, NULL) == STATUS_OK &&
                         path_is_readable(beside);
    free(beside);
    if (is_file || !scan_whole_is_digit(name.text[0]))
        return has_capacity(path, &name) ? TILE_FILE_NATIVE : TILE_FILE_NONE;
    struct scan line;
    if (scan_open_bytes(&line, path, name.text, name.length, NULL) != STATUS_OK)
        return TILE_FILE_NONE;
    const int count = count_numbers(&line);
    scan_close(&line);
    return count == 2 || count == 3 ? TILE_FILE_GR : TILE_FILE_NONE;
}

enum tile_file_kind tile_file_kind(const char *path)
{
    struct scan scan;
    assert(path != NULL);
    if (!path_is_regular(path) || scan_open(&scan, path, NULL) != STATUS_OK)
        return TILE_FILE_NONE;
    const enum tile_file_kind kind = kind_of(&scan, path);
    scan_close(&scan);
    return kind;
}

/* The .net or .net.gz beside a .cap or .cap.gz, whichever exists. NULL in *net if there is none. */
static enum status find_net(const char *path, char **net, struct error *error)
{
    static const char *const endings[] = {".net", ".net.gz"};
    size_t stem = strlen(path);
    stem -= stem > 3 && strcmp(path + stem - 3, ".gz") == 0 ? 3 : 0;
    stem -= stem > 4 && strncmp(path + stem - 4, ".cap", 4) == 0 ? 4 : 0;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        TRY(path_format(net, error, "%.*s%s", (int)stem, path, endings[i]));
        if (path_is_readable(*net))
            return STATUS_OK;
        free(*net);
        *net = NULL;
    }
    return error_set_at(error, STATUS_BAD_INPUT, path, 0, 0,
                        "expected its nets in %.*s.net beside it; name another file with "
                        "--netlist-cap FILE",
                        (int)stem, path);
}

static enum status read_nets(struct tile_graph *graph, const char *path, const char *netlist,
                             unsigned threads, struct error *error)
{
    struct scan scan;
    TRY(netlist == NULL ? find_net(path, &graph->path, error)
                        : path_format(&graph->path, error, "%s", netlist));
    TRY(scan_open_whole(&scan, graph->path, threads, error));
    const enum status status = ispd_read_net(graph, &scan, threads, error);
    scan_close(&scan);
    return status;
}

static enum status read_files(struct tile_graph *graph, const char *path, const char *netlist,
                              enum tile_rules rules, unsigned threads, struct error *error)
{
    struct scan scan;
    const enum tile_file_kind kind = tile_file_kind(path);
    if (kind == TILE_FILE_NATIVE)
        return native_read_tiles(graph, path, error);
    if (kind == TILE_FILE_NONE)
        return error_set_at(error, STATUS_BAD_INPUT, path, 0, 0, "expected a tile graph");
    TRY(scan_open_whole(&scan, path, threads, error));
    enum status status = kind == TILE_FILE_GR ? ispd_read_gr(graph, rules, &scan, error)
                                              : ispd_read_cap(graph, &scan, threads, error);
    scan_close(&scan);
    if (kind == TILE_FILE_CAP)
        THEN(status, read_nets(graph, path, netlist, threads, error));
    if (status == STATUS_OK && graph->net_count == 0)
        status = error_set_at(error, STATUS_BAD_INPUT, path, 0, 0, "expected at least one net");
    return status;
}

enum status tile_file_read(struct tile_graph *graph, const char *path, const char *netlist,
                           enum tile_rules rules, unsigned threads, struct error *error)
{
    assert(rules == TILES_2007 || rules == TILES_2008);
    *graph = (struct tile_graph){0};
    enum status status = read_files(graph, path, netlist, rules, threads, error);
    THEN(status, path_format(&graph->name, error, "%s", path_name(path)));
    if (status == STATUS_OK)
        harmless(graph->name);
    else
        tile_graph_destroy(graph);
    return status;
}
