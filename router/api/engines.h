/* engines: chooses the engine that routes a design, for the command line and the library.
 *
 *     auto       the first of these that is usable and supports the design: GPU and CPU together
 *                (engine_pair.h), the GPU, the CPU
 *     cpu, gpu   that engine, or an error
 *
 * Large, sparse grids are routed by the CPU's threads whatever is named, because no GPU does it in
 * less time (gpu/NOTES.md); the note says so.
 *
 * If the options ask for devices (engine/devices.h), the GPU is engine_several.h over them: `gpu`
 * needs all of them, `auto` takes the usable ones. */
#pragma once

#include "router/route/route.h"

enum { ENGINES_MAX = 4, ENGINES_NOTE_MAX = 512 };

/* All engines in the order in which `auto` prefers them. The last, the CPU, is always usable. */
struct engines {
    const struct engine_ops *engine[ENGINES_MAX];
    size_t count; /* at least 1 */
};

struct engine_choice {
    const char *engine;          /* "cpu", "gpu", "gpu+cpu": static */
    char note[ENGINES_NOTE_MAX]; /* the engine that `auto` chose, or that routed in place of the
                                    named one, and why, in one line; else "" */
    bool only;                   /* `auto` had no choice: no GPU is here, or none in this build */
};

/* Routes the design with the engine of this name, or "auto". what: name of the option in messages,
 * such as "--engine". Fills the engines in the options and *choice. Returns what route_design
 * returns, or STATUS_FAILED if the named engine does not exist or is not usable. */
enum status engines_route(const struct engines *engines, const char *name, const char *what,
                          const struct design *design, struct route_options *options,
                          struct routes *routes, struct route_report *report,
                          struct engine_choice *choice, struct error *error);

/* Opens this engine for a field, with "auto" the first one that is usable and supports it. */
enum status engines_open(const struct engines *engines, const char *name, const char *what,
                         const struct field *field, struct engine_options *options,
                         struct engine **engine, struct error *error);

/* For work that one GPU or the CPU does: true if the engine of this name, or what "auto" chooses,
 * is the GPU. wanted: `auto` takes a usable GPU. Fails as engines_route does for a named engine. */
enum status engines_use_gpu(const struct engines *engines, const char *name, const char *what,
                            bool wanted, bool *use, struct error *error);

/* CPU threads that this process may use, 1 .. 1024. */
unsigned cores_available(void);
