/* film: how a design was routed, step by step, as a GIF or an HTML page. For each step film_net
 * records the wires of all nets (only changes are kept), and film_step ends the step. At most
 * FILM_FRAMES_MAX steps are written, first and last included. At least half of them are steps up to
 * the end of negotiation, in which conflicts fall. Nets that share cells are marked and counted.
 * Steps do not depend on time, so the same run gives the same bytes. */
#pragma once

#include "router/draw/scene/picture.h"

enum {
    FILM_FRAMES_MAX = 300,   /* frames of a film */
    FILM_WIDTH = 720,        /* default width of a GIF in pixels */
    FILM_WIRES_MAX = 1 << 24 /* wires kept; later changes are left out */
};

/* A net's wires from one step to another, both included. */
struct film_version {
    uint32_t net, from, to;
    size_t first, count; /* in wires */
};

struct film {
    const struct design *design;
    struct film_version *versions;
    size_t version_count, version_capacity;
    size_t *now; /* [nets] version + 1 of each net, 0: none */
    struct wire *wires;
    size_t wire_count, wire_capacity;
    struct film_caption {
        const char *phase; /* a static string */
        uint32_t iteration;
    } * steps; /* [step_count] */
    size_t step_count, step_capacity;
    bool changed; /* since the last step */
};

enum status film_open(struct film *film, const struct design *design, struct error *error);
void film_close(struct film *film); /* accepts a zeroed one */

/* The wires that a net has now, perhaps none. film: a struct film, as the context of a callback. */
enum status film_net(void *film, uint32_t net, const struct wire *wires, size_t count,
                     struct error *error);

/* Ends a step; it is dropped if nothing changed. phase: a static string. */
enum status film_step(void *film, const char *phase, uint32_t iteration, struct error *error);

/* Fails with STATUS_BAD_INPUT unless the path ends in .html or, in a build with giflib, in .gif. */
enum status film_check(const char *path, enum paint_format *format, struct error *error);

enum status film_write(const struct film *film, const struct picture_options *options,
                       const char *path, struct error *error);
