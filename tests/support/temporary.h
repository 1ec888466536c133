/* temporary: names of files and folders that a test makes, in $TMPDIR or, without it, /tmp. */
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEMPORARY_SIZE = 256 }; /* of a name, with its end */

static inline bool temporary_name(char *name, const char *suffix)
{
    const char *folder = getenv("TMPDIR");
    int size = snprintf(name, TEMPORARY_SIZE, "%s/leeway-test-XXXXXX%s",
                        folder != NULL && folder[0] != '\0' ? folder : "/tmp", suffix);
    return size < TEMPORARY_SIZE;
}

/* Makes an empty folder; false where that is not possible. */
static inline bool temporary_folder(char *name)
{
    return temporary_name(name, "") && mkdtemp(name) != NULL;
}

/* Makes an empty file whose name ends in the suffix; false where that is not possible. */
static inline bool temporary_file(char *name, const char *suffix)
{
    int file = temporary_name(name, suffix) ? mkstemps(name, (int)strlen(suffix)) : -1;
    return file >= 0 && close(file) == 0;
}
