/* path: the parts of a path, and paths made of others. */
#pragma once

#include "grid/base.h"

/* Length of "a/b/" in "a/b/c"; 0 without a folder. */
size_t path_folder_length(const char *path);

/* "c" of "a/b/c". */
const char *path_name(const char *path);

/* True if the text ends with `end`; false for NULL. */
bool path_ends_with(const char *text, const char *end);

/* Makes a string of printf-like text, which the caller frees. *path is NULL without memory. */
enum status path_format(char **path, struct error *error, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* The same: the name of `length` bytes in the folder of the file `beside`, unless it is absolute.
 */
enum status path_beside(char **path, const char *beside, const char *name, size_t length,
                        struct error *error);

/* The folder of a file, with its slash; "." without one. The caller frees it; NULL without memory.
 */
char *path_folder(const char *path);
