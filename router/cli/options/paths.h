/* paths: whether a file is inside a folder, and folders made. */
#pragma once

#include "grid/text/file/path.h"

/* True for a relative name of which no part is empty or starts with a dot. */
bool path_is_confined(const char *name);
enum status path_make_folders(const char *path, struct error *error);

/* Returns STATUS_OK if the file is inside the folder after all links are followed, else
 * STATUS_BAD_INPUT with the target of the link. The file's own folder must exist. */
enum status path_check_inside(const char *folder, const char *path, struct error *error);
