/* named_file: finds files named in other files, such as the grid of a netlist. */
#pragma once

#include "grid/base.h"

/* The path of the file in the folder of `path` with the nearest name (nearest.h), or NULL. Free it
 * with free(). O(files of the folder). */
char *named_file_nearest(const char *path);

/* True if path can be opened for reading. */
bool named_file_exists(const char *path);

/* True for a regular file, which can be read twice; false for "-". */
bool named_file_is_regular(const char *path);
