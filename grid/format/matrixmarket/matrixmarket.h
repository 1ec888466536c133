/* matrixmarket: a sparse matrix in the Matrix Market exchange format (Boisvert, Pozo and
 * Remington 1996) read as a graph: the entry "i j value" is an edge from vertex i to vertex j.
 *
 *     %%MatrixMarket matrix coordinate real general     the banner, words in any case
 *     % comments                                        any number, anywhere
 *     4 4 3                                             rows, columns, entries
 *     1 2 0.5                                           row and column count from 1
 *     2 4 0                                             a zero is an edge like any other
 *     1 2 -1e3                                          and so is a repeated entry
 *
 * Accepted: coordinate; pattern, integer or real; general, symmetric or skew-symmetric (the entries
 * off the diagonal are mirrored). A file without a banner is coordinate real general; one banner
 * may stand anywhere above the size line. Values are checked and dropped. Refused with a message: a
 * second banner, dense (array) and complex matrices, matrices that are not square, entries outside
 * the matrix, values that are no finite numbers, too few or too many entries. Plain or gzipped.
 *
 * In the graph, vertices count from 0; files and messages count from 1.
 */
#pragma once

#include "grid/graph.h"
#include "grid/text/scan.h"

/* Reads the matrix at path ("-" is standard input). undirected adds the reverse edges of a general
 * matrix. On failure *graph is all zero and *error tells file, line and column (STATUS_BAD_INPUT),
 * or that memory is out (STATUS_FAILED). Time O(bytes + vertices), memory 16 bytes an entry while
 * reading, 4 bytes an edge and a vertex after. */
enum status matrixmarket_read(struct csr_graph *graph, const char *path, bool undirected,
                              struct error *error);

/* The same from an open text, which the caller closes. */
enum status matrixmarket_read_scan(struct csr_graph *graph, struct scan *scan, bool undirected,
                                   struct error *error);
