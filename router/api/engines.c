/* engines: `auto` tries engines in turn until one does not refuse the design. */
#include "router/api/engines.h"

#include <sched.h>
#include <unistd.h>

#include "router/engine/devices.h"
#include "router/engine/engine_pair.h"
#include "router/engine/engine_several.h"

enum { CORES_MAX = 1024 }; /* CPU threads of a run */

unsigned cores_available(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) < cores)
        cores = CPU_COUNT(&set);
#endif
    return cores < 1 ? 1 : cores > CORES_MAX ? CORES_MAX : (unsigned)cores;
}

/* Finds the engine of this name for the devices that the user asked for, which must be usable. */
static enum status find_named(const struct engines *engines, const char *name, const char *what,
                              struct engine_options *options, const struct engine_ops **engine,
                              struct error *error)
{
    char missing[80];
    for (size_t i = 0; i < engines->count; i++) {
        const struct engine_ops *named = engines->engine[i];
        if (strcmp(named->name, name) != 0)
            continue;
        const char *why = named->unusable();
        if (why != NULL)
            return error_fail(error, "%s %s: not usable: %s", what, name, why);
        *engine = engine_several_of(named, options);
        if (*engine != named && devices_asked(&options->devices) &&
            devices_missing(&options->devices, missing, sizeof missing)[0] != '\0')
            return error_fail(error, "%s %s: not usable: %s (see `leeway devices`)", what, name,
                              missing);
        return STATUS_OK;
    }
    return error_fail(error, "%s %s: this program has no such engine", what, name);
}

enum status engines_use_gpu(const struct engines *engines, const char *name, const char *what,
                            bool wanted, bool *use, struct error *error)
{
    struct engine_options options = {0};
    const struct engine_ops *engine = NULL;
    if (strcmp(name, "auto") == 0) {
        *use = wanted && engines->count > 1 && engines->engine[0]->unusable() == NULL;
        return STATUS_OK;
    }
    TRY(find_named(engines, name, what, &options, &engine, error));
    *use = engine != engines->engine[engines->count - 1];
    return STATUS_OK;
}

/* An engine that `auto` tries. */
struct tried {
    const struct engine_ops *engine;
    const char *unusable; /* the reason why it is not usable, or NULL */
};

/* Lists the engines that `auto` tries, best first: the pair, if the first engine is usable, then
 * all engines. Fills host and accelerator in the options. */
static size_t candidates(const struct engines *engines, struct engine_options *options,
                         struct tried tried[ENGINES_MAX + 1])
{
    size_t count = 0;
    const bool two = engines->count > 1 && engines->engine[0]->unusable() == NULL;
    options->host = engines->engine[engines->count - 1];
    options->accelerator =
        two ? engine_several_of(engines->engine[0], options) : engines->engine[0];
    if (two)
        tried[count++] = (struct tried){&engine_pair, NULL};
    for (size_t i = 0; i < engines->count; i++) {
        const struct engine_ops *engine = engines->engine[i];
        tried[count++] =
            (struct tried){i == 0 && two ? options->accelerator : engine, engine->unusable()};
    }
    assert(count >= 1 && count <= ENGINES_MAX + 1);
    return count;
}

/* Routes with the first usable engine that supports it; the last one decides the status. */
static enum status route_auto(const struct engines *engines, const struct design *design,
                              struct route_options *options, struct routes *routes,
                              struct route_report *report, struct engine_choice *choice,
                              struct error *error)
{
    struct tried tried[ENGINES_MAX + 1] = {0};
    const size_t count = candidates(engines, &options->engine_options, tried);
    char why[400] = "", missing[80] = "";
    if (tried[0].engine == &engine_pair)
        devices_missing(&options->engine_options.devices, missing, sizeof missing);
    for (size_t i = 0;; i++) {
        const struct engine_ops *engine = tried[i].engine;
        const char *unusable = tried[i].unusable;
        const bool last = i + 1 == count;
        struct error refusal = {0};
        if (unusable == NULL || last) {
            options->engine = engine;
            enum status status = route_design(design, options, routes, report, &refusal);
            if (engine == &engine_pair)
                snprintf(why, sizeof why, "each search by the one expected to finish first%s%s",
                         missing[0] != '\0' ? "; " : "", missing);
            if (last || (status != STATUS_BAD_INPUT && status != STATUS_FAILED)) {
                choice->only = last && tried[0].unusable != NULL;
                snprintf(choice->note, sizeof choice->note, "engine: %s%s%s%s", engine->name,
                         why[0] != '\0' ? " (" : "", why, why[0] != '\0' ? ")" : "");
                if (error != NULL && refusal.text[0] != '\0')
                    *error = refusal;
                return status;
            }
            routes_destroy(routes);
        }
        snprintf(why, sizeof why, "%s: %.300s", engine->name,
                 unusable != NULL ? unusable : refusal.text);
    }
}

enum status engines_route(const struct engines *engines, const char *name, const char *what,
                          const struct design *design, struct route_options *options,
                          struct routes *routes, struct route_report *report,
                          struct engine_choice *choice, struct error *error)
{
    assert(engines->count >= 1 && engines->count <= ENGINES_MAX);
    *choice = (struct engine_choice){.engine = ""};
    const bool any = strcmp(name, "auto") == 0;
    const char *wave = options->engine_options.wave;
    const bool home =
        (wave == NULL || strcmp(wave, "auto") == 0) && route_is_of_rounds(design, options);
    const struct engine_ops *engine = engines->engine[0];
    enum status status = STATUS_OK;
    if (!any)
        TRY(find_named(engines, name, what, &options->engine_options, &engine, error));
    if (any && !home) {
        status = route_auto(engines, design, options, routes, report, choice, error);
    } else {
        options->engine = home ? engines->engine[engines->count - 1] : engine;
        choice->only = home && any;
        if (options->engine != engine)
            snprintf(choice->note, sizeof choice->note,
                     "engine: %s (faster than %s for this design)", options->engine->name,
                     engine->name);
        status = route_design(design, options, routes, report, error);
    }
    if (options->engine != NULL)
        choice->engine = options->engine->name;
    return status;
}

enum status engines_open(const struct engines *engines, const char *name, const char *what,
                         const struct field *field, struct engine_options *options,
                         struct engine **engine, struct error *error)
{
    struct tried tried[ENGINES_MAX + 1] = {0};
    assert(engines->count >= 1 && engines->count <= ENGINES_MAX);
    if (strcmp(name, "auto") != 0) {
        TRY(find_named(engines, name, what, options, &tried[0].engine, error));
        assert(tried[0].engine != NULL);
        return tried[0].engine->open(engine, field, options, error);
    }
    const size_t count = candidates(engines, options, tried);
    for (size_t i = 0; i + 1 < count; i++)
        if (tried[i].unusable == NULL &&
            tried[i].engine->open(engine, field, options, NULL) == STATUS_OK)
            return STATUS_OK;
    return tried[count - 1].engine->open(engine, field, options, error);
}
