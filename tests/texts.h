/* texts: what the tests of the readers share: a folder for their files, and random numbers. */
#ifndef LEEWAY_TESTS_TEXTS_H
#define LEEWAY_TESTS_TEXTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

static char texts_folder[] = "/tmp/leeway-test-XXXXXX";

/* Group set-up: makes a folder and goes there. */
static inline int texts_set_up(void **state)
{
    (void)state;
    return mkdtemp(texts_folder) != NULL && chdir(texts_folder) == 0 ? 0 : -1;
}

static inline int texts_tear_down(void **state)
{
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", texts_folder);
    return chdir("/") == 0 ? system(command) : -1;
}

static inline void text_write_bytes(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
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

/* splitmix64 (Steele, Lea, Flood 2014). */
static inline uint64_t text_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static inline uint32_t text_random_below(uint64_t *state, uint32_t n)
{
    assert(n > 0);
    return (uint32_t)(text_random(state) % n);
}

/* SEED in the environment, or the given value; printed. */
static inline uint64_t text_seed(uint64_t otherwise)
{
    const char *text = getenv("SEED");
    uint64_t seed = text != NULL ? strtoull(text, NULL, 10) : otherwise;
    print_message("SEED=%llu\n", (unsigned long long)seed);
    return seed;
}

#endif
