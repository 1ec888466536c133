/* native_plain: lines of a netlist as programs write them, several at a time.
 *
 *     net clk 3,4,1 10,20,1 30,4,*
 *
 * A plain line has single spaces, nothing before and behind its words, a name of ASCII characters
 * but '#', and pins inside the grid. It is held whole by the scan. A name's slot in the table of
 * names and a pin's bit in the plane of pins lie anywhere in memory, so they are asked for while
 * the other lines of a group are read, and entered when they have come.
 */
#pragma once

#include "grid/format/net_builder.h"

/* Enters the nets of plain lines that follow the line where the scan stands at its end, and leaves
 * the scan at the end of the last. Stops before a line that is not plain or that is wrong, by its
 * name or its pins: nothing of it is entered then. The design is not one of queries, which may
 * share pins (!design->alone). Fails with STATUS_FAILED without memory. About 0.15 us a net. */
enum status native_read_plain(struct net_builder *builder, struct error *error);
