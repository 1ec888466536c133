/* texts: what tests that read and write files share: a folder for them, and random numbers. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "tests/support/splitmix.h"
#include "tests/support/temporary.h"

static char texts_folder[TEMPORARY_SIZE];
static char *texts_start; /* where the tests start: the folder that golden texts are named from */

/* Set-up of a group or a test: makes a folder and goes there. DATA, the folder of real inputs, is
 * relative to where the tests start, so it is made absolute first. */
static inline int texts_set_up(void **state)
{
    (void)state;
    if (texts_start == NULL && (texts_start = getcwd(NULL, 0)) == NULL)
        return -1;
    char *data = getenv("DATA") != NULL ? realpath(getenv("DATA"), NULL) : NULL;
    if (data != NULL)
        setenv("DATA", data, 1);
    free(data);
    return temporary_folder(texts_folder) && chdir(texts_folder) == 0 ? 0 : -1;
}

static inline int texts_tear_down(void **state)
{
    (void)state;
    char command[TEMPORARY_SIZE + 16];
    snprintf(command, sizeof command, "rm -rf '%s'", texts_folder);
    return chdir("/") == 0 ? system(command) : -1;
}

static inline void text_write_bytes(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* Appends `more` to the text, which has `room` bytes. */
static inline void text_add(char *text, size_t room, const char *more)
{
    const size_t used = strlen(text), size = strlen(more) + 1;
    assert_true(used + size <= room);
    memcpy(text + used, more, size);
}

static inline void text_write(const char *path, const char *text)
{
    text_write_bytes(path, text, strlen(text));
}

static inline void text_write_gzip(const char *path, const void *bytes, size_t size)
{
    gzFile file = gzopen(path, "wb1");
    assert_non_null(file);
    assert_int_equal(gzwrite(file, bytes, (unsigned)size), size);
    assert_int_equal(gzclose(file), Z_OK);
}

/* The whole file, with a NUL behind it; to be freed. */
static inline char *text_read(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = NULL;
    size_t room = 0;
    *size = 0;
    do {
        room += 65536;
        char *larger = realloc(text, room + 1);
        assert_non_null(larger);
        text = larger;
        *size += fread(text + *size, 1, room - *size, file);
    } while (*size == room);
    fclose(file);
    text[*size] = '\0';
    return text;
}

/* The file holds just this text. */
static inline void text_expect(const char *path, const char *text)
{
    size_t size;
    char *found = text_read(path, &size);
    assert_string_equal(found, text);
    assert_int_equal(size, strlen(text));
    free(found);
}
