/* batch_record: a file in which a batch keeps the state of a job: a head, a payload and a checksum.
 *
 *     leeway-batch-4
 *     done                             or checkpoint, or report
 *     key 81985529216486895            hash of the job's inputs (batch_state.h)
 *     outputs 18364758544493064720     hash of the bytes of its outputs
 *     grid 8 alu.grid                  path of the grid, empty if the netlist names none
 *     bytes 431
 *     ...431 bytes: a run_record (output/record.h), a checkpoint, or a report (batch_report.c)
 *     sum 0011223344556677
 *
 * Every field is validated when read. The sum detects damage, not forgery: a program that can write
 * into the folder can make a new sum. So the result is compared with the record (subject.proves).
 */
#pragma once

#include "grid/hash.h"

enum batch_record_kind {
    RECORD_DONE,       /* the job is finished: status 0 or 1 */
    RECORD_CHECKPOINT, /* the job is running; the payload is whole 64-bit words */
    RECORD_REPORT,     /* the jobs of batch.json */
    RECORD_KINDS
};

struct batch_record {
    uint64_t key, outputs;
    char *grid;       /* owned */
    uint8_t *payload; /* owned: [payload_size], followed by a NUL if the record was read */
    size_t payload_size;
};

#define BATCH_RECORD_START "leeway-batch-4\n"

/* Writes the record. Write errors show in the stream. Fails without memory. */
enum status batch_record_write(FILE *out, enum batch_record_kind kind,
                               const struct batch_record *record, struct error *error);

/* Reads a record from `size` bytes allocated by malloc, which it owns or frees in any case. Returns
 * false, with *record empty, unless they are a record of this kind, and without memory. O(size). */
bool batch_record_read(struct batch_record *record, enum batch_record_kind kind, uint8_t *bytes,
                       size_t size);

void batch_record_destroy(struct batch_record *record); /* accepts a zeroed one */
