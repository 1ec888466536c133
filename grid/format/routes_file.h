/* routes_file: reads and writes results, in the native format (native/native.h) or as a result
 * file of the course (course/course_result.h).
 */
#pragma once

#include "grid/routes.h"

/* Writes the native .routes, or the course's result file where the path ends in ".out" (course
 * designs only, else STATUS_BAD_INPUT). The file appears whole or not at all. */
enum status routes_write(const struct routes *routes, const struct design *design, const char *path,
                         struct error *error);

/* The same; up to so many threads make the text of a large native one. */
enum status routes_write_with(unsigned threads, const struct routes *routes,
                              const struct design *design, const char *path, struct error *error);

/* Reads either for this design; the first word tells which. Only the syntax, names and cell ranges
 * are checked here (STATUS_BAD_INPUT), the meaning is check.h's. The numbers of each net are as
 * written. On failure *routes is all zero. */
enum status routes_read(struct routes *routes, const struct design *design, const char *path,
                        struct error *error);
