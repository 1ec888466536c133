/* cmd_generate: `leeway generate KIND WIDTH HEIGHT [LAYERS] -o NAME`: a design to route. */
#include "grid/format/native/native.h"
#include "grid/generate/generate.h"
#include "grid/text/harmless.h"
#include "grid/text/file/path.h"
#include "router/cli/cli.h"
#include "router/cli/output/deliver.h"

static enum status read_kind(const char *text, enum generate_kind *kind, struct error *error)
{
    const char *names[GENERATE_KINDS];
    for (unsigned i = 0; i < GENERATE_KINDS; i++) {
        names[i] = generate_kind_name(i);
        *kind = (enum generate_kind)i;
        if (strcmp(text, names[i]) == 0)
            return STATUS_OK;
    }
    return options_unknown((struct option_place){0}, "generate: KIND", names, GENERATE_KINDS, text,
                           error);
}

static enum status read_size(const char *text, const char *what, uint32_t high, uint32_t *size,
                             struct error *error)
{
    uint64_t value = 0;
    const char *end;
    if (!options_digits(text, &end, &value) || *end != '\0' || value < 1 || value > high)
        return error_refuse(error, "generate: %s must be a whole number in 1..%u, found \"%.60s\"",
                            what, high, text);
    *size = (uint32_t)value;
    return STATUS_OK;
}

static enum status read_options(const struct options *options, struct generate_options *generate,
                                struct error *error)
{
    assert(options->operand_count >= 3);
    *generate = (struct generate_options){
        .nets = (uint32_t)options_number(options, OPT_NETS, 8),
        .pins = (uint32_t)options_number(options, OPT_PINS, 0),
        .density = (uint32_t)options_number(options, OPT_DENSITY, GENERATE_DENSITY_DEFAULT),
        .seed = options_number(options, OPT_SEED, 1),
    };
    enum status status = read_kind(options->operand[0], &generate->kind, error);
    if (!options->value[OPT_DENSITY].given && generate->kind == GENERATE_CAPACITY)
        generate->density = GENERATE_USE_DEFAULT;
    THEN(status, read_size(options->operand[1], "WIDTH", GRID_SIDE_MAX, &generate->width, error));
    THEN(status, read_size(options->operand[2], "HEIGHT", GRID_SIDE_MAX, &generate->height, error));
    if (status == STATUS_OK && options->operand_count > 3)
        status =
            read_size(options->operand[3], "LAYERS", GRID_LAYERS_MAX, &generate->layers, error);
    if (status == STATUS_OK && options->value[OPT_DENSITY].given &&
        generate->kind != GENERATE_RANDOM && generate->kind != GENERATE_CAPACITY)
        status =
            error_refuse(error, "generate: --density is for KIND random or capacity, not for %s",
                         generate_kind_name(generate->kind));
    return status;
}

static enum status write_design(const struct design *design, const char *grid_path,
                                const char *net_path, struct error *error)
{
    struct delivery delivery = {0};
    const char *grid_to = NULL, *net_to = NULL;
    enum status status = deliver_stage(&delivery, grid_path, &grid_to, error);
    THEN(status, deliver_stage(&delivery, net_path, &net_to, error));
    THEN(status, native_write_grid(&design->grid, grid_to, error));
    THEN(status,
         native_write_net(&design->grid, &design->nets, path_name(grid_path), net_to, error));
    return deliver_end(&delivery, status, error);
}

/* The length of NAME without an ending .net or .grid. */
static int stem_length(const char *name)
{
    const size_t length = strlen(name);
    for (const char *const *end = (const char *const[]){".net", ".grid", NULL}; *end != NULL; end++)
        if (length > strlen(*end) && strcmp(name + length - strlen(*end), *end) == 0 &&
            name[length - strlen(*end) - 1] != '/')
            return (int)(length - strlen(*end));
    return (int)length;
}

/* Checks NAME, which the netlist contains as the name of its grid. */
static enum status check_name(const char *name, struct error *error)
{
    if (name == NULL)
        return error_refuse(error, "generate: -o NAME is missing");
    const char *base = path_name(name);
    if (strcmp(name, "-") == 0 || strcmp(base, ".") == 0 || strcmp(base, "..") == 0 ||
        base[0] == '\0' || base[0] == ' ' || base[0] == '\t' || base[strcspn(base, "\r\n")] != '\0')
        return error_refuse(
            error,
            "generate: -o takes the NAME of the files NAME.grid and NAME.net, found \"%.60s\"",
            name);
    return STATUS_OK;
}

enum status cmd_generate(const struct cli *cli, const struct options *options, struct error *error)
{
    const char *name = options_text(options, OPT_OUTPUT, NULL);
    struct generate_options generate;
    struct design design = {0};
    char *grid_path = NULL, *net_path = NULL;
    TRY(read_options(options, &generate, error));
    TRY(check_name(name, error));
    enum status status = path_format(&grid_path, error, "%.*s.grid", stem_length(name), name);
    THEN(status, path_format(&net_path, error, "%.*s.net", stem_length(name), name));
    THEN(status, deliver_check(grid_path, "--output", NULL, NULL, 0, error));
    THEN(status, deliver_check(net_path, "--output", NULL, NULL, 0, error));
    progress_stage(cli->progress, "making %s", net_path);
    THEN(status, generate_design(&design, &generate, error));
    if (status == STATUS_OK)
        progress_stage(cli->progress, "writing %s", net_path);
    THEN(status, write_design(&design, grid_path, net_path, error));
    progress_pause(cli->progress);
    if (status == STATUS_OK)
        harmless_line(cli->talk, "%s: %s %u x %u x %u, %u nets, %u pins", net_path,
                      generate_kind_name(generate.kind), design.grid.width, design.grid.height,
                      design.grid.layers, design.nets.net_count, design.nets.pin_count);
    design_destroy(&design);
    MEM_FREE(grid_path, net_path);
    return status;
}
