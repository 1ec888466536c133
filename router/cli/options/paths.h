/* paths: names of files and folders, and whether one lies inside another. */
#pragma once

#include "grid/base.h"

/* Length of "a/b/" in "a/b/c"; 0 where there is no folder. */
size_t path_folder_length(const char *path);

/* True if the text ends with `end`; false for NULL. */
bool path_ends_with(const char *text, const char *end);

/* A new string, from printf-like text. NULL and *error where memory is out. */
char *path_format(struct error *error, const char *format, ...) PRINTF_LIKE(2, 3);

/* Name as seen from the file `beside`: unchanged if it is absolute, else in that file's folder.
 * A new string. */
char *path_beside(const char *beside, const char *name, struct error *error);

/* Does the name stay below the folder that it is relative to: not absolute, no "." or "..", no
 * empty part, not hidden (no part starts with a dot). */
bool path_is_confined(const char *name);

/* Makes all missing folders of this path (of the path itself, too). */
enum status path_make_folders(const char *path, struct error *error);

/* STATUS_OK where the file would lie inside the folder with all links followed; the file's own
 * folder must exist. STATUS_BAD_INPUT names the link's target. */
enum status path_check_inside(const char *folder, const char *path, struct error *error);
