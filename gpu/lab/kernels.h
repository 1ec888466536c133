/* kernels: the table of the lab. One entry per kernel: the identifier that its file passes to
 * LAB_KERNEL and the name that a user types. The printed table has the same order. A
 * build without CUDA reads the names from here too. */
#pragma once

#define LAB_KERNELS(X) X(advance, "advance-filter") X(persistent, "persistent")
