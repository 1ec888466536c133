/* api: checks arguments and converts errors, for all calls of leeway.h. */
#include "grid/text/harmless.h"
#include "grid/text/utf8.h"
#include "router/api/handles.h"

static_assert((int)LEEWAY_OK == (int)STATUS_OK && (int)LEEWAY_UNROUTED == (int)STATUS_UNROUTED &&
                  (int)LEEWAY_BAD_INPUT == (int)STATUS_BAD_INPUT &&
                  (int)LEEWAY_FAILED == (int)STATUS_FAILED &&
                  (int)LEEWAY_INTERRUPTED == (int)STATUS_INTERRUPTED,
              "statuses have the same numbers");
static_assert(LEEWAY_SIDE_MAX == GRID_SIDE_MAX && LEEWAY_LAYERS_MAX == GRID_LAYERS_MAX &&
                  LEEWAY_CELLS_MAX == GRID_CELLS_MAX && LEEWAY_COST_MAX == COST_WEIGHT_MAX &&
                  LEEWAY_COST_MAX == COST_EXTRA_MAX && LEEWAY_NAME_MAX == NET_NAME_MAX &&
                  LEEWAY_NETS_MAX == NETLIST_NETS_MAX && LEEWAY_PINS_MAX == NETLIST_PINS_MAX &&
                  LEEWAY_PAIRS_MAX == INT32_MAX,
              "the header has the same limits");
static_assert(sizeof((struct leeway_error *)0)->text == ERROR_TEXT_MAX &&
                  sizeof((struct leeway_error *)0)->file == ERROR_FILE_MAX &&
                  sizeof((struct leeway_error *)0)->excerpt == ERROR_EXCERPT_MAX,
              "texts of records have the same sizes");

const char *leeway_version(void)
{
    return LEEWAY_VERSION;
}

enum leeway_status api_end(struct leeway_error *error, enum status status,
                           const struct error *record)
{
    static const char UNKNOWN[] = "failed for an unknown reason";
    assert(record != NULL);
    if (error != NULL) {
        error->status = (enum leeway_status)status;
        error->excerpt_column = record->excerpt_column;
        error->line = record->line;
        error->column = record->column;
        memcpy(error->text, record->text, sizeof error->text);
        memcpy(error->file, record->file, sizeof error->file);
        memcpy(error->excerpt, record->excerpt, sizeof error->excerpt);
        harmless(error->text);
        harmless(error->file);
        harmless(error->excerpt);
        if ((status == STATUS_BAD_INPUT || status == STATUS_FAILED) && error->text[0] == '\0')
            memcpy(error->text, UNKNOWN, sizeof UNKNOWN);
    }
    return (enum leeway_status)status;
}

enum status api_check_size(size_t size, size_t most, const char *what, struct error *error)
{
    if (size >= sizeof size && size <= most && size % sizeof(void *) == 0)
        return STATUS_OK;
    return error_refuse(error, "%s: the size is %zu, expected one set by leeway_%s_init", what,
                        size, what);
}

enum status api_find_word(const char *word, const char *what, const char *const *words,
                          unsigned *index, struct error *error)
{
    char list[200] = "";
    TRY(api_need(word, what, error));
    for (*index = 0; words[*index] != NULL; ++*index) {
        if (strcmp(words[*index], word) == 0)
            return STATUS_OK;
        text_append(list, sizeof list, "%s%s", *index > 0 ? ", " : "", words[*index]);
    }
    return error_refuse(error, "%s: expected one of %s, found \"%.60s\"", what, list, word);
}

enum status api_check_name(const char *name, const char *what, size_t most, struct error *error)
{
    assert(name != NULL && most > 0);
    size_t length = strnlen(name, most + 1);
    bool fine = length >= 1 && length <= most && utf8_is_valid(name, length);
    for (size_t i = 0; i < length && fine; i++)
        fine = (unsigned char)name[i] > ' ' && name[i] != '#' && name[i] != 127;
    return fine ? STATUS_OK
                : error_refuse(error,
                               "%s: expected 1..%zu bytes of UTF-8 without blanks, control "
                               "characters and '#', found \"%.60s\"",
                               what, most, name);
}

enum status api_check_routes(const struct leeway_design *design, const struct leeway_routes *routes,
                             const char *what, struct error *error)
{
    assert(design != NULL && routes != NULL);
    const struct grid *grid = &design->design.grid;
    if (routes->routes.net_count == design->design.nets.net_count && routes->width == grid->width &&
        routes->height == grid->height && routes->layers == grid->layers)
        return STATUS_OK;
    return error_refuse(
        error, "%s are of another design: %u nets on %u x %u x %u cells, not %u on %u x %u x %u",
        what, routes->routes.net_count, routes->width, routes->height, routes->layers,
        design->design.nets.net_count, grid->width, grid->height, grid->layers);
}
