/* stream: an open file as a FILE whose calls are made again where a signal interrupts them.
 *
 * A stream of the C library takes EINTR for a failure of the disk: what it held is lost. With this
 * one only a write that fails for another reason counts. fileno() knows no number of it.
 */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>

/* Streams to a pipe or terminal that takes nothing are given up a second after this flag is raised:
 * their writes fail with EINTR. For the whole program; NULL, as at first: they wait. */
void stream_give_up(const volatile sig_atomic_t *flag);

/* errno of the last write of this thread that failed; 0: none did. The C library tells a stream's
 * failure late, when errno is another's. */
int stream_failure(void);

/* Takes the descriptor, which fclose closes; mode is "rb" or "wb". NULL without memory: then the
 * descriptor stays the caller's. */
FILE *stream_of(int file, const char *mode);

/* Opens a file to write it from its start, made if it is not there. Waits for the reader of a pipe,
 * as long as a write would. -1, with errno, where it cannot be opened. */
int stream_open_to_write(const char *path);

/* Opens a file without a name to write and to read; *file is its descriptor, which fclose closes.
 * NULL, with errno, where there is none. */
FILE *stream_temporary(int *file);

/* Has the system write an open file or folder to the disk. False, with errno, where that fails;
 * what cannot be written this way, say a pipe, is well. */
bool stream_sync(int file);

/* Opens a plain file to read; NULL, with errno, where that fails or it is none (EINVAL): a pipe
 * might never answer. */
FILE *stream_read(const char *path);
