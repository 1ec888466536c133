/* batch_record: what a batch writes down about a job, as text and a payload.
 *
 *     leeway-batch-2
 *     key 0123456789abcdef             status 0
 *     nets 12 12                       numbers 340 25 365      (nets, routed; length, vias, cost)
 *     micros 1234567                   outputs fedcba9876543210
 *     grid 9 alu.grid.                 bytes 431
 *     ...431 bytes: a JSON object (JOB.done), or a checkpoint (JOB.checkpoint)
 *     sum 0011223344556677
 *
 * each field on a line of its own. Nothing of it is believed unread: the sum has to fit, every
 * number has to lie in its range, and a finished job's payload has to be one JSON object that tells
 * of the same result in the members that a run writes, because it becomes a part of batch.json, and
 * names as many unrouted nets as there are. The sum notices damage. Who can write into the folder
 * can make a new sum, so what is read may still be untrue (batch_proof.h compares it with the
 * result); it is never out of range.
 */
#pragma once

#include "grid/base.h"

enum batch_record_kind {
    RECORD_DONE,       /* finished: status 0 or 1, the payload a JSON object */
    RECORD_CHECKPOINT, /* under way: status 0, the payload whole words */
};

struct batch_record {
    uint64_t key;
    char *grid; /* the grid's path, "" where the netlist names none */
    enum status status;
    uint32_t nets, routed;
    uint64_t length, vias, cost;
    double seconds;   /* below 1e9; less than 0 is written as 0 */
    uint64_t outputs; /* hash of the outputs' bytes */
    uint8_t *payload; /* [payload_size], a NUL behind it */
    size_t payload_size;
};

/* Start of every hash of a batch, and the hash of more bytes: FNV-1a with 64 bits (Fowler, Noll,
 * Vo 1991). It has to notice changes, not to withstand an attacker. */
#define BATCH_HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t batch_hash(uint64_t hash, const void *bytes, size_t size);

/* With this every record begins. */
#define BATCH_RECORD_START "leeway-batch-2\n"

/* The record as bytes, with malloc: *bytes is NULL without memory (STATUS_FAILED). */
enum status batch_record_pack(const struct batch_record *record, uint8_t **bytes, size_t *size,
                              struct error *error);

/* True where a record of so many bytes starts with those that are held. O(1) but for the grid's
 * path. */
bool batch_record_announces(const uint8_t *bytes, size_t held, size_t size);

/* Reads a record from its bytes; false where they are none of this kind, or memory is out. Then
 * *record is zero. batch_record_destroy it. O(size). */
bool batch_record_unpack(struct batch_record *record, enum batch_record_kind kind,
                         const uint8_t *bytes, size_t size);

void batch_record_destroy(struct batch_record *record); /* accepts a zeroed one */
