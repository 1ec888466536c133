/* native_plain: reads lines of a netlist in the form in which programs write them, in groups.
 *
 *     net clk 3,4,1 10,20,1 30,4,*
 *
 * A plain line has single spaces, no blanks at its ends, a name of ASCII characters without '#',
 * and pins inside the grid, and is in the scan's buffer as a whole. Names need a slot of a hash
 * table and pins a bit of a bit plane. These random accesses to memory are prefetched while the
 * other lines of a group are read, and used afterwards. */
#pragma once

#include "grid/format/net_builder.h"

/* Adds the nets of plain lines. The scan is at the end of a line, and afterwards at the end of the
 * last line that was read. Stops before a line that is not plain or has a wrong name or pin;
 * nothing of it is added. Pins may not coincide (!design->alone). Fails with STATUS_FAILED if
 * memory is out. About 0.15 us per net. */
enum status native_read_plain(struct net_builder *builder, struct error *error);
