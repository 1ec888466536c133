/* handles: what the handles of leeway.h hold, and how a status leaves the library. */
#pragma once

#include "grid/format/name_table.h"
#include "grid/routes.h"
#include "router/api/engines.h"
#include "router/api/leeway.h"

struct leeway_design {
    struct design design;
    /* Made with the first net that is added: of the first `indexed` nets. */
    struct name_table names;
    uint32_t indexed;
    uint64_t *taken; /* a bit plane as the grid's: cells that are pins; NULL with design.alone */
    bool borrowed;   /* the grid's weights are the caller's */
};

struct leeway_routes {
    struct routes routes;
    uint32_t width, height, layers; /* of the design's grid */
    struct leeway_net *nets;        /* [routes.net_count] */
    uint32_t *wires;                /* [6 * wire_count], net by net */
    size_t wire_count;
    uint32_t *blockers; /* [blocker_count], net by net */
    size_t blocker_count;
    struct leeway_report report;
};

/* Ends a call of the library: copies the record (error may be NULL) and returns the status. A
 * status of a finished run without a text leaves an empty text. */
enum leeway_status api_end(struct leeway_error *error, enum status status,
                           const struct error *record);

/* STATUS_BAD_INPUT and a message where the argument of this name is NULL. */
static inline enum status api_need(const void *argument, const char *name, struct error *error)
{
    if (argument != NULL)
        return STATUS_OK;
    (void)error_set(error, STATUS_BAD_INPUT, "%s is NULL", name);
    return STATUS_BAD_INPUT; /* here, where static analysis sees it */
}

/* STATUS_BAD_INPUT where no version of a struct of the caller's has this size: from its first
 * member to the most that the library knows, whole pointers. what: the struct's name in leeway.h.
 */
enum status api_check_size(size_t size, size_t most, const char *what, struct error *error);

/* STATUS_BAD_INPUT where the text is no word of 1..most bytes, as files write names. what names it
 * in the message: "the name of a net". */
enum status api_check_name(const char *name, const char *what, size_t most, struct error *error);

/* Routes of the design, or STATUS_BAD_INPUT: as many nets and the same size. */
enum status api_check_routes(const struct leeway_design *design, const struct leeway_routes *routes,
                             const char *what, struct error *error);

/* The caller's options (may be NULL) over the defaults, checked but for skip and keep. */
enum status api_take_options(const struct leeway_options *given, struct leeway_options *options,
                             struct error *error);

/* The engines that the library has. */
struct engines api_engines(void);

/* A handle of the design's grid without a result; NULL without memory. */
struct leeway_routes *api_routes_create(const struct leeway_design *design, struct error *error);

/* Fills the flat arrays from routes->routes. O(wires). */
enum status api_routes_fill(struct leeway_routes *routes, struct error *error);
