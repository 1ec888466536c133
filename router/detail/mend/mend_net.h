/* mend_net: the patches and faults of one net. */
#pragma once

#include "router/detail/mend/mend.h"

/* Adds the patches and faults of a net to those of the mender; its metal stays as it is. Threads
 * may call it with menders of their own that share one metal. */
enum status mend_net(struct mender *mender, const struct net_tree *tree, uint32_t net,
                     struct error *error);
