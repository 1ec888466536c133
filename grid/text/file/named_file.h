/* named_file: finds files named in other files, such as the grid of a netlist. */
#pragma once

#include "grid/base.h"

/* The path of a file `name` (length bytes) that the file `other` names: relative to the folder of
 * `other`, unless it is absolute. Free it with free(); NULL without memory (in *error). */
char *named_file_beside(const char *other, const char *name, size_t length, struct error *error);

/* The path of the file in the folder of `path` with the nearest name (nearest.h), or NULL. Free it
 * with free(). O(files of the folder). */
char *named_file_nearest(const char *path);

/* True if path can be opened for reading. */
bool named_file_exists(const char *path);
