/* stream: an open file as a FILE that repeats system calls interrupted by a signal. A stream of the
 * C library treats EINTR as a write error and loses its buffer. fileno() does not work on these. */
#pragma once

#include <signal.h>

#include "grid/base.h"

/* Sets a stop flag for the whole program: one second after it is raised, a write that still waits
 * for a pipe or terminal fails with EINTR. NULL (the default): writes wait without limit. */
void stream_give_up(const volatile sig_atomic_t *flag);

/* errno of the last failed write of this thread, or 0. The C library reports a failed write late,
 * when errno has changed. */
int stream_failure(void);

/* Makes a stream of a descriptor, at least 0, which fclose closes; mode is "rb" or "wb". NULL
 * without memory: then the caller still owns the descriptor. */
FILE *stream_of(int file, const char *mode);

/* Opens a file for writing, created or truncated. Waits for the reader of a pipe as long as a write
 * does. -1 with errno if it cannot be opened. */
int stream_open_to_write(const char *path);

/* Opens a nameless temporary file for writing and reading; *file is its descriptor, which fclose
 * closes. NULL with errno on failure. */
FILE *stream_temporary(int *file);

/* Syncs an open file or folder to the disk. False with errno on failure; true for what cannot be
 * synced, such as a pipe. */
bool stream_sync(int file);

/* Opens a regular file for reading. NULL with errno on failure; EINVAL for other files, since a
 * pipe might never answer. */
FILE *stream_read(const char *path);
