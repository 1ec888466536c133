/* matrixmarket: reads a sparse matrix in the Matrix Market exchange format (Boisvert, Pozo and
 * Remington 1996) as a graph. The entry "i j value" is an edge from vertex i to vertex j.
 *
 *     %%MatrixMarket matrix coordinate real general     the banner, words in any case
 *     % comments                                        any number, anywhere
 *     4 4 3                                             rows, columns, entries
 *     1 2 0.5                                           row and column count from 1
 *     2 4 0                                             a zero is an edge like any other
 *     1 2 -1e3                                          and so is a repeated entry
 *
 * Accepted: coordinate; pattern, integer or real; general, symmetric or skew-symmetric (entries off
 * the diagonal are mirrored). A file without a banner is coordinate real general. The banner must
 * come before the size line. Values are checked but not used. Rejected: a second banner, dense
 * (array) and complex matrices, matrices that are not square, entries outside the matrix, values
 * that are not finite numbers, a wrong number of entries. Plain or gzipped.
 *
 * Vertices count from 0 in the graph, from 1 in files and messages.
 */
#pragma once

#include "grid/graph.h"
#include "grid/text/scan.h"

/* Reads a matrix from an open text, which the caller closes. undirected adds the reverse edges of a
 * general matrix. On failure *graph is all zero and *error has file, line and column
 * (STATUS_BAD_INPUT), or memory is out (STATUS_FAILED). Time O(bytes + vertices), memory 16 bytes
 * per entry while reading, then 4 bytes per edge and vertex. */
enum status matrixmarket_read_scan(struct csr_graph *graph, struct scan *scan, bool undirected,
                                   struct error *error);
