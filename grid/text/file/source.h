/* source: the bytes of a file, plain or gzipped, as they come.
 *
 * The first two bytes tell a gzip file (RFC 1952), which may have several members and nothing
 * behind the last. An interrupted system call is repeated. While a pipe gives nothing, and between
 * the parts of a long file, the thread's watch is looked at (watch.h), ten times a second.
 */
#pragma once

#include "grid/base.h"

enum { SOURCE_PART = 1 << 17 }; /* bytes read of a gzip file at a time */

struct source {
    int file;             /* descriptor; -1 where all bytes are in memory */
    const uint8_t *input; /* bytes read, as they stand in the file ... */
    size_t at, end;       /* ... those that are left */
    uint8_t *buffer;      /* SOURCE_PART bytes that input points to; NULL for bytes in memory */
    void *unpacker;       /* zlib's stream; NULL: plain */
    bool regular;         /* a file that can be read without waiting */
    bool ended;           /* the file has no more bytes */
    bool between;         /* a gzip member is over, none has begun since */
};

/* Opens a file; "-" is standard input. Fails with STATUS_BAD_INPUT where it cannot be opened or
 * read or is a folder (the file is named in *error), STATUS_FAILED without memory or with as many
 * files open as the system allows, and as source_read does. source_close in any case. */
enum status source_open(struct source *source, const char *path, struct error *error);

/* The same of bytes in memory, which the caller keeps. */
enum status source_open_bytes(struct source *source, const void *bytes, size_t size,
                              struct error *error);

/* Reads at most room (at least 1) bytes; *got is 0 at the end only. Fails with STATUS_BAD_INPUT for
 * a gzip file that is truncated, damaged or followed by other bytes, and where the system cannot
 * read (*error has no place in a file); STATUS_FAILED without memory; and as watch_look does. */
enum status source_read(struct source *source, void *to, size_t room, size_t *got,
                        struct error *error);

void source_close(struct source *source); /* accepts a zeroed or half-opened one */
