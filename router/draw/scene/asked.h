/* asked: the nets that a picture is asked about: --highlight, the explained net, or with `failures`
 * the unrouted nets. They are drawn last: thick, in COLOUR_ASKED with a dark casing, their pins
 * ringed and named; the title names them. All other nets are dimmed.
 */
#pragma once

#include "router/draw/scene/scene.h"

enum { ASKED_NAMED = 6 }; /* nets up to which the title names them all and pins have names */

/* Chooses the nets and writes scene->heading. Called after show_prepare. */
enum status asked_prepare(struct scene *scene, struct error *error);

/* Draws the nets above everything else. */
enum status asked_draw(const struct scene *scene, struct error *error);

/* The legend's item, if there are such nets. */
void asked_item(struct text_flow *flow, const struct scene *scene);
