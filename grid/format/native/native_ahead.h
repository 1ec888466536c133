/* native_ahead: asks early for the memory that nets further on in the text will need.
 *
 * A name's slot in the table of names and a pin's bit in the plane of pins lie anywhere. Where nets
 * are many each waits for memory, unless that was asked for some nets before. Reading ahead changes
 * nothing and refuses nothing: what is not as expected is passed over.
 */
#pragma once

#include "grid/format/net_builder.h"

/* Looks at the text some hundred bytes on from where the scan stands, and at each byte once:
 * *seen, 0 at first, is the offset in the text up to which it has looked. */
void native_look_ahead(const struct net_builder *builder, uint64_t *seen);
