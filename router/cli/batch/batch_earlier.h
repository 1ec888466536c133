/* batch_earlier: what an earlier run of a batch left in batch.json, for the jobs that this run does
 * not touch.
 *
 *     leeway batch nightly.ini --only alu      batch.json: alu anew, all other jobs as they were
 *
 * The file is this program's own: each job's object starts a line with ` {"job": "NAME", `, which
 * no string inside it can fake, because strings hold no line ends. Objects are handed on as they
 * stand, where they are JSON.
 */
#pragma once

#include "grid/base.h"

struct batch_earlier {
    char *text; /* of batch.json; NULL: there is none, or it cannot be read */
};

/* An object of it; text is NULL where there is none. */
struct batch_object {
    const char *text;
    size_t length;
};

/* Reads the file; without it, without memory or where it is longer than 1 GiB it is empty. */
void batch_earlier_read(struct batch_earlier *earlier, const char *path);
void batch_earlier_destroy(struct batch_earlier *earlier); /* accepts a zeroed one */

struct batch_object batch_earlier_find(const struct batch_earlier *earlier, const char *job);

/* The number behind "NAME": in the object, or fallback. */
double batch_object_number(struct batch_object object, const char *name, double fallback);

/* Is its "result" this word? */
bool batch_object_is(struct batch_object object, const char *result);
