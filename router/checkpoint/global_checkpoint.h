/* global_checkpoint: the state of a global routing run between two passes, as bytes (codec.h).
 *
 *     magic, hash of the design and the effort, state, history, routes, best routes
 *
 * As in checkpoint.h, it is for the same program on the same machine, and reading checks all of it.
 * Uses and prices are not stored: they follow from the routes. */
#pragma once

#include "router/checkpoint/codec.h"
#include "router/global/global.h"

/* Makes the words of the state and the routes. *words must be NULL; the caller frees it. */
enum status global_checkpoint_write(const struct tile_graph *graph, enum global_effort effort,
                                    const struct tile_routes *routes, struct global_state *state,
                                    uint64_t **words, size_t *count, struct error *error);

/* Reads what global_checkpoint_write has made. routes must have an entry per net and none routed.
 * STATUS_BAD_INPUT if the bytes are not of this design and effort. Free state->history and
 * state->best in any case, unless global_route has taken them. */
enum status global_checkpoint_read(const struct tile_graph *graph, enum global_effort effort,
                                   const uint8_t *bytes, size_t size, struct tile_routes *routes,
                                   struct global_state *state, struct error *error);
