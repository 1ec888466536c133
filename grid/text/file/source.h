/* source: reads the bytes of a file, plain or gzipped.
 *
 * A gzip file (RFC 1952) is detected by its first two bytes; it can have several members, and
 * nothing may follow the last. Interrupted system calls are repeated. While it waits for a pipe,
 * and between the parts of a long file, a source checks the watch of its thread (watch.h). */
#pragma once

#include "grid/base.h"

enum { SOURCE_PART = 1 << 17 }; /* bytes of a gzip file that are read at a time */

struct source {
    int file;             /* descriptor; -1 if all bytes are in memory */
    const uint8_t *input; /* bytes of the file */
    size_t at, end;       /* the unread part of input */
    uint8_t *buffer;      /* SOURCE_PART bytes for input; NULL for bytes in memory */
    void *unpacker;       /* zlib's stream; NULL for a plain file */
    bool regular;         /* a regular file, which never waits */
    bool ended;           /* the file has no more bytes */
    bool between;         /* a gzip member has ended and the next has not begun */
};

/* Opens a file; "-" is standard input. Fails with STATUS_BAD_INPUT if it cannot be opened or read
 * or is a folder (*error names the file), with STATUS_FAILED without memory or file descriptors,
 * and like source_read. Call source_close in any case. */
enum status source_open(struct source *source, const char *path, struct error *error);

/* The same for bytes in memory, which the caller keeps. */
enum status source_open_bytes(struct source *source, const void *bytes, size_t size,
                              struct error *error);

/* Reads at most room (at least 1) bytes; *got is 0 only at the end. Fails with STATUS_BAD_INPUT for
 * a gzip file that is truncated, damaged or followed by other bytes, and if the system cannot read
 * (*error has no place), with STATUS_FAILED without memory, and like watch_check. */
enum status source_read(struct source *source, void *to, size_t room, size_t *got,
                        struct error *error);

void source_close(struct source *source); /* accepts a zeroed or partly opened one */
