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

/* One has been, and no other will be waited for. */
bool stream_gave_up(void);

/* Takes the descriptor, which fclose closes; mode is "rb" or "wb". NULL without memory: then the
 * descriptor stays the caller's. */
FILE *stream_of(int file, const char *mode);

/* Opens a file without a name to write and to read; *file is its descriptor, which fclose closes.
 * NULL, with errno, where there is none. */
FILE *stream_temporary(int *file);

/* Has the system write an open file or folder to the disk. False, with errno, where that fails;
 * what cannot be written this way, say a pipe, is well. */
bool stream_sync(int file);

/* Opens a plain file to read; NULL, with errno, where that fails or it is none (EINVAL): a pipe
 * might never answer. */
FILE *stream_read(const char *path);
