/* kernels: the table of the lab. One line a kernel: the identifier that its file defines by
 * LAB_KERNEL, the name that a user types, the idea in a line. The order is that of the printed
 * table. A build without CUDA reads the names from here too. */
#pragma once

#define LAB_KERNELS(X)                                                                             \
    X(flags, "flags", "frontier, visited and cost arrays, one thread a vertex")                    \
    X(push, "push", "vertex-centric top-down sweep over CSR")                                      \
    X(pull, "pull", "vertex-centric bottom-up sweep over CSC, early exit")                         \
    X(direction, "direction", "push while the frontier is small, pull while it is large")          \
    X(edge, "edge", "edge-centric sweep over COO")                                                 \
    X(frontier, "frontier", "one global frontier, one atomic add a vertex found")                  \
    X(private_frontier, "private", "a private frontier a block, labels claimed by compare-swap")   \
    X(bqueue, "bqueue", "block queues with overflow, visited marks claimed by exchange")           \
    X(wqueue, "wqueue", "warp queues feeding block queues feeding the global queue")               \
    X(block, "block", "one block a frontier vertex, one thread an edge")                           \
    X(advance_exact, "advance-filter", "scan, load-balanced advance, filter; atomic claims")       \
    X(advance_idempotent, "advance-idempotent", "the same without atomics: the last writer owns")  \
    X(advance_pull, "advance-pull", "pull over the list of unreached vertices, compacted")         \
    X(persistent, "persistent", "block queues in one cooperative launch, a barrier a level")
