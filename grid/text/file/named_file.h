/* named_file: files that another file names, as a netlist names its grid. */
#pragma once

#include "grid/base.h"

/* The path of a file that the file `other` names: `name` (length bytes) as it is where it is
 * absolute or `other` has no folder, else in the folder of `other`. Free it with free(); NULL
 * without memory (in *error). */
char *named_file_beside(const char *other, const char *name, size_t length, struct error *error);

/* The path of the file in the folder of `path` whose name is nearest to its name (nearest.h); NULL
 * where there is none, or no folder. Free it with free(). O(files of the folder). */
char *named_file_nearest(const char *path);

/* True where path can be opened for reading. */
bool named_file_exists(const char *path);
