/* kernels: the table of the lab. One line per kernel: the identifier that its file passes to
 * LAB_KERNEL, the name that a user types, and its idea. The printed table has the same order. A
 * build without CUDA reads the names from here too. */
#pragma once

#define LAB_KERNELS(X)                                                                             \
    X(advance, "advance-filter", "scan, load-balanced advance, filter; atomic claims")             \
    X(persistent, "persistent", "block queues in one cooperative launch, one barrier per level")
