/* handles: the structs behind the handles of leeway.h, and the checks and the end of each call. */
#pragma once

#include "grid/format/name_table.h"
#include "router/api/engines.h"
#include "router/api/leeway_layout.h"
#include "router/route/layout_global.h"

struct leeway_design {
    struct design design;
    struct name_table names; /* of the first `indexed` nets; made with the first net added */
    uint32_t indexed;
    uint64_t *taken; /* bit plane of the grid: cells that are pins; NULL with design.alone */
    bool borrowed;   /* the caller owns the grid's weights */
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

struct leeway_layout {
    struct layout_run run; /* the layout is run.placed; run.marks is set if it has wires */
    bool shares;           /* while a result is made: placed and lefs belong to another handle */
    bool laid;             /* its wires are not those of its DEF text */
    struct leeway_layout_report report;
    struct leeway_layout_net *nets; /* [report.net_count] */
};

/* Ends a call: copies the record to error, which may be NULL, and returns the status. */
enum leeway_status api_end(struct leeway_error *error, enum status status,
                           const struct error *record);

/* Defines a function of leeway.h with these parameters and the error record last. call: an
 * expression that fills `record` and gives the status. */
#define API_CALL(name, call, ...)                                                                  \
    enum leeway_status name(__VA_ARGS__, struct leeway_error *error)                               \
    {                                                                                              \
        struct error record = {0};                                                                 \
        return api_end(error, call, &record);                                                      \
    }

/* The same with the body after it. arguments: the names of the parameters, in parentheses. */
#define API_BODY(name, arguments, ...)                                                             \
    static enum status name##_body(__VA_ARGS__, struct error *error);                              \
    API_CALL(name, name##_body(API_LIST arguments, &record), __VA_ARGS__)                          \
    static enum status name##_body(__VA_ARGS__, struct error *error)
#define API_LIST(...) __VA_ARGS__

/* Defines an accessor: `count` elements of an array of the handle `it`, which may be NULL. */
#define API_ARRAY(name, handle, element, array, length)                                            \
    const element *name(const struct handle *it, size_t *count)                                    \
    {                                                                                              \
        if (count != NULL)                                                                         \
            *count = it != NULL ? (length) : 0;                                                    \
        return it != NULL ? (array) : NULL;                                                        \
    }

static inline enum status api_need(const void *argument, const char *name, struct error *error)
{
    if (argument != NULL)
        return STATUS_OK;
    (void)error_refuse(error, "%s is NULL", name);
    return STATUS_BAD_INPUT; /* a constant, so that static analysis sees it */
}

/* Stores NULL at the place of a new handle; fails if the place, the argument `name`, is NULL. */
static inline enum status api_make(void *place, const char *name, struct error *error)
{
    TRY(api_need(place, name, error));
    memset(place, 0, sizeof(void *)); /* the place of any pointer */
    return STATUS_OK;
}

static inline bool api_is_cell(const struct grid *grid, const uint32_t xyz[3])
{
    return xyz[0] < grid->width && xyz[1] < grid->height && xyz[2] < grid->layers;
}

/* STATUS_BAD_INPUT if no version of the struct `what` of leeway.h has this size: a multiple of the
 * pointer size, at most `most`. */
enum status api_check_size(size_t size, size_t most, const char *what, struct error *error);

/* Stores the index of the word among `words`, which end in NULL; STATUS_BAD_INPUT, with all of them
 * in the message, for another word. what: name of the argument. */
enum status api_find_word(const char *word, const char *what, const char *const *words,
                          unsigned *index, struct error *error);

/* STATUS_BAD_INPUT unless the name is a word of 1..most bytes. what: "the name of a net". */
enum status api_check_name(const char *name, const char *what, size_t most, struct error *error);

/* STATUS_BAD_INPUT unless the number of nets and the size of the grid are those of the design. */
enum status api_check_routes(const struct leeway_design *design, const struct leeway_routes *routes,
                             const char *what, struct error *error);

/* Copies the caller's options (may be NULL) over the defaults and checks all but skip and keep. */
enum status api_take_options(const struct leeway_options *given, struct leeway_options *options,
                             struct error *error);

/* Copies options->skip, of `nets` elements, as flags that the caller frees; or *skip is NULL. */
enum status api_take_skip(const struct leeway_options *options, uint32_t nets, bool **skip,
                          struct error *error);

struct api_run {
    const struct leeway_options *options;
    volatile sig_atomic_t *stop; /* the caller's, or own_stop */
    volatile sig_atomic_t own_stop;
};

/* Calls options->progress, if there is one; raises the stop flag if it returns other than 0. */
void api_progress(struct api_run *run, const struct leeway_progress *progress);
enum route_effort api_effort(const struct leeway_options *options);
enum layout_global_mode api_global(const struct leeway_options *options);

struct engines api_engines(void);

/* Passes the faults of a check to the caller's function and keeps the first one for the error. */
struct api_faults {
    void (*report)(void *context, const char *fault); /* or NULL */
    void *context;
    char first[ERROR_TEXT_MAX];
};

void api_fault(void *context, uint64_t line, const char *text);

/* The error of a check that found `count` faults. */
enum status api_fail_check(const struct api_faults *faults, uint64_t count, struct error *error);

/* An empty result for the design's grid; NULL without memory. */
struct leeway_routes *api_routes_create(const struct leeway_design *design, struct error *error);

/* Fills the empty flat arrays from routes->routes. O(wires). */
enum status api_routes_fill(struct leeway_routes *routes, struct error *error);
