/* path: the parts of a path, paths made of others, and the files and folders that they name. */
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

/* The path of the file in the folder of `path` with the nearest name (nearest.h), or NULL. Free it
 * with free(). O(files of the folder). */
char *path_nearest(const char *path);

/* True if path can be opened for reading. */
bool path_is_readable(const char *path);

/* True for a regular file, which can be read twice; false for "-". */
bool path_is_regular(const char *path);

/* True for a relative name of which no part is empty or starts with a dot. */
bool path_is_confined(const char *name);

/* Makes the folder and those above it that do not exist. STATUS_FAILED if one cannot be made. */
enum status path_make_folders(const char *path, struct error *error);

/* Returns STATUS_OK if the file is inside the folder after all links are followed, else
 * STATUS_BAD_INPUT with the target of the link. The file's own folder must exist. */
enum status path_check_inside(const char *folder, const char *path, struct error *error);

/* Syncs the folder of this path to the disk. */
void path_sync_folder(const char *path);
