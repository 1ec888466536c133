/* engines: which engine routes a design: the one that was named, or the best that can.
 *
 * Both front ends stand on it, the command line and the library.
 *
 *     auto   the first of these that is usable and supports the design:
 *            a GPU and the CPU together (engine_pair.h), the GPU, the CPU
 *     cpu    that one, or an error: a named engine never gives way to another
 *
 * Where the options ask for devices (engine/devices.h), the GPU is engine_several.h over them. All
 * of them must be usable where `gpu` was named; `auto` takes those that are.
 */
#pragma once

#include "router/route/route.h"

enum { ENGINES_MAX = 4, ENGINES_NOTE_MAX = 512 };

/* The engines that there are, as `auto` prefers them. The last one, the CPU's, is always usable. */
struct engines {
    const struct engine_ops *engine[ENGINES_MAX];
    size_t count; /* at least 1 */
    /* Who routes large grids as a whole on the devices of the engines before the last one; NULL:
     * nobody. */
    const struct maze_device_ops *rounds;
};

/* How a design came to be routed. */
struct engine_choice {
    const char *engine;          /* "cpu", "gpu", "gpu+cpu": static */
    char note[ENGINES_NOTE_MAX]; /* which engine `auto` took, and why: one line without its end;
                                    "" where the engine was named */
};

/* Routes the design by the engine of this name, or "auto". what names the choice in messages:
 * "--engine". The function fills in options' engine, rounds, home and away. Returns what
 * route_design returns (router/route/route.h), and STATUS_FAILED where the named engine is not
 * usable or does not exist. *choice and, with the statuses that say so, *routes and *report are
 * filled. */
enum status engines_route(const struct engines *engines, const char *name, const char *what,
                          const struct design *design, struct route_options *options,
                          struct routes *routes, struct route_report *report,
                          struct engine_choice *choice, struct error *error);

/* Opens the engine of this name for a field, or with "auto" the first that is usable and supports
 * it; what, and the failures, as above. The function fills in options' home and away. */
enum status engines_open(const struct engines *engines, const char *name, const char *what,
                         const struct field *field, struct engine_options *options,
                         struct engine **engine, struct error *error);

/* CPU threads that this process may use, 1 .. 1024. */
unsigned cores_available(void);
