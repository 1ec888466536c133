/* paths: names of files and folders, and whether one is inside another. */
#pragma once

#include "grid/base.h"

/* Length of "a/b/" in "a/b/c"; 0 without a folder. */
size_t path_folder_length(const char *path);

/* True if the text ends with `end`; false for NULL. */
bool path_ends_with(const char *text, const char *end);

/* Makes a string of printf-like text, which the caller frees. *path is NULL without memory. */
enum status path_format(char **path, struct error *error, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* The same: the name relative to the folder of the file `beside`; an absolute name unchanged. */
enum status path_beside(char **path, const char *beside, const char *name, struct error *error);

/* True for a relative name of which no part is empty or starts with a dot. */
bool path_is_confined(const char *name);
enum status path_make_folders(const char *path, struct error *error);

/* Returns STATUS_OK if the file is inside the folder after all links are followed, else
 * STATUS_BAD_INPUT with the target of the link. The file's own folder must exist. */
enum status path_check_inside(const char *folder, const char *path, struct error *error);
