/* routes_file: reads and writes results, in the native format (native/native.h) or as a result
 * file of the course (course/course.h). */
#pragma once

#include "grid/routes.h"

/* Writes the native .routes, or the course's result file if the path ends in ".out" (designs of the
 * course only, otherwise STATUS_BAD_INPUT). At most `threads` threads format a large native file.
 * On failure there is no file. */
enum status routes_write(const struct routes *routes, const struct design *design, unsigned threads,
                         const char *path, struct error *error);

/* Reads a result of this design; the first word determines the format. Only syntax, names and cell
 * ranges are checked (STATUS_BAD_INPUT); grid/check/check.h checks the rest. The numbers of each
 * net are those of the file. On failure *routes is all zero. */
enum status routes_read(struct routes *routes, const struct design *design, const char *path,
                        struct error *error);
