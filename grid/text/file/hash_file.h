/* hash_file: the hash of a file's bytes. */
#pragma once

#include "grid/hash.h"

/* Continues *hash with the bytes of a regular file, whose number becomes *size. Of other files,
 * which cannot be read twice, *size is UINT64_MAX. Fails with STATUS_BAD_INPUT if the file cannot
 * be read, and if the thread's watch ends the reading. */
enum status hash_file(uint64_t *hash, const char *path, uint64_t *size, struct error *error);
