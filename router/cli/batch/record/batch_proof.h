/* batch_proof: does the result of a finished job say what its record says?
 *
 * A record's sum notices damage, and its hash that an output is another one; but whoever copies
 * records by hand, or writes them, can make both anew. A job that is kept is told as routed and
 * looked at no more, so its numbers have to be those of its `.routes`. */
#pragma once

#include "router/cli/batch/record/batch_record.h"

/* True where the native `.routes` has as many routed nets as the record and as much length and
 * vias; costs no more (a course's design also counts the cells of pins); and names no more nets,
 * unless some were skipped. Its wires are not looked at. False where it cannot be read, too; true
 * where it is of another format, as a result of the course. One pass over the file, 1 MB of
 * memory. */
bool batch_proof_fits(const struct batch_record *record, const char *routes, bool skips);
