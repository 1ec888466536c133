/* cmd_devices: `leeway devices`: the engines of this program, and what they run on. */
#include "grid/text/file/output.h"
#include "grid/text/harmless.h"
#include "router/cli/cli.h"

static void print_json(const struct cli *cli, FILE *out)
{
    fputs("{\"version\": 1, \"engines\": [", out);
    for (size_t i = 0; i < cli->engines.count; i++) {
        const struct engine_ops *engine = cli->engines.engine[i];
        const char *why = engine->unusable(), *(*wave)(size_t) = engine->wave_at;
        fprintf(out, "%s{\"engine\": \"%s\", \"usable\": %s, \"why\": ", i > 0 ? ", " : "",
                engine->name, why == NULL ? "true" : "false");
        harmless_json(out, why != NULL ? why : "");
        fputs(", \"waves\": [", out);
        for (size_t w = 0; wave != NULL && wave(w) != NULL; w++)
            fprintf(out, "%s\"%s\"", w > 0 ? ", " : "", wave(w));
        fputs("]}", out);
    }
    fprintf(out, "], \"threads\": %u, \"gpus\": [", cores_available());
    if (cli->list_devices != NULL)
        cli->list_devices(out, true);
    fputs("]}\n", out);
}

enum status cmd_devices(const struct cli *cli, const struct options *options, struct error *error)
{
    const char *json = options_text(options, OPT_JSON, "none");
    struct output output = {0};
    if (strcmp(json, "none") != 0) {
        TRY(output_open(&output, json, error));
        print_json(cli, output.stream);
        return output_commit(&output, error);
    }
    for (size_t i = 0; i < cli->engines.count; i++) {
        const struct engine_ops *engine = cli->engines.engine[i];
        const char *why = engine->unusable();
        fprintf(cli->out, "engine %s: %s%s", engine->name, why != NULL ? "not usable: " : "usable",
                why != NULL ? why : "");
        const char *(*wave)(size_t) = engine->wave_at;
        for (size_t w = 0; wave != NULL && wave(w) != NULL; w++)
            fprintf(cli->out, "%s %s", w == 0 ? "; waves:" : ",", wave(w));
        fputc('\n', cli->out);
    }
    fprintf(cli->out, "cpu: %u threads\n", cores_available());
    if (cli->list_devices != NULL)
        cli->list_devices(cli->out, false);
    return STATUS_OK;
}
