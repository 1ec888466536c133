/* engines: see the header for the contract. */
#include "router/api/engines.h"

#include <assert.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "router/engine/engine_pair.h"

enum { CORES_MAX = 1024 };

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

/* The engine of this name, where it is usable. */
static enum status find_named(const struct engines *engines, const char *name, const char *what,
                              const struct engine_ops **engine, struct error *error)
{
    for (size_t i = 0; i < engines->count; i++) {
        *engine = engines->engine[i];
        if (strcmp((*engine)->name, name) != 0)
            continue;
        const char *why = (*engine)->unusable();
        return why == NULL
                   ? STATUS_OK
                   : error_set(error, STATUS_FAILED, "%s %s: not usable: %s", what, name, why);
    }
    return error_set(error, STATUS_FAILED, "%s %s: this program has no such engine", what, name);
}

static enum status route_named(const struct engines *engines, const char *name, const char *what,
                               const struct design *design, struct route_options *options,
                               struct routes *routes, struct route_report *report,
                               struct error *error)
{
    const struct engine_ops *engine;
    TRY(find_named(engines, name, what, &engine, error));
    options->engine = engine;
    return route_design(design, options, routes, report, error);
}

/* What auto tries, best first: where another engine is usable, that one and the last together. */
static size_t candidates(const struct engines *engines,
                         const struct engine_ops *engine[ENGINES_MAX + 1])
{
    size_t count = 0;
    if (engines->count > 1 && engines->engine[0]->unusable() == NULL)
        engine[count++] = engine_pair();
    for (size_t i = 0; i < engines->count; i++)
        engine[count++] = engines->engine[i];
    return count;
}

/* The first usable engine that can route this design. What the last one says is the answer. */
static enum status route_auto(const struct engines *engines, const struct design *design,
                              struct route_options *options, struct routes *routes,
                              struct route_report *report, struct engine_choice *choice,
                              struct error *error)
{
    const struct engine_ops *tried[ENGINES_MAX + 1] = {0};
    const size_t count = candidates(engines, tried);
    char why[400] = "";
    for (size_t i = 0;; i++) {
        const struct engine_ops *engine = tried[i];
        const char *unusable = engine->unusable();
        const bool last = i + 1 == count;
        struct error refusal = {0};
        if (unusable == NULL || last) {
            options->engine = engine;
            enum status status = route_design(design, options, routes, report, &refusal);
            if (engine == engine_pair())
                snprintf(why, sizeof why, "each search by the one that is done first");
            if (last || (status != STATUS_BAD_INPUT && status != STATUS_FAILED)) {
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
    options->engine_options.away = engines->engine[0];
    options->engine_options.home = engines->engine[engines->count - 1];
    *choice = (struct engine_choice){.engine = ""};
    enum status status =
        strcmp(name, "auto") == 0
            ? route_auto(engines, design, options, routes, report, choice, error)
            : route_named(engines, name, what, design, options, routes, report, error);
    if (options->engine != NULL)
        choice->engine = options->engine->name;
    return status;
}

enum status engines_open(const struct engines *engines, const char *name, const char *what,
                         const struct field *field, struct engine_options *options,
                         struct engine **engine, struct error *error)
{
    const struct engine_ops *tried[ENGINES_MAX + 1] = {0};
    assert(engines->count >= 1 && engines->count <= ENGINES_MAX);
    options->away = engines->engine[0];
    options->home = engines->engine[engines->count - 1];
    if (strcmp(name, "auto") != 0) {
        TRY(find_named(engines, name, what, &tried[0], error));
        return tried[0]->open(engine, field, options, error);
    }
    const size_t count = candidates(engines, tried);
    for (size_t i = 0; i + 1 < count; i++)
        if (tried[i]->unusable() == NULL &&
            tried[i]->open(engine, field, options, NULL) == STATUS_OK)
            return STATUS_OK;
    return tried[count - 1]->open(engine, field, options, error);
}
