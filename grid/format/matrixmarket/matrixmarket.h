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
 * Accepted: coordinate; pattern, integer, unsigned-integer, real or complex; general, symmetric,
 * skew-symmetric or hermitian (entries off the diagonal are mirrored). The banner may begin with
 * one percent sign. A file without a banner is coordinate real general. Values must be numbers, nan
 * or inf; they are not used. Plain or gzipped.
 *
 * Without a banner and a size line, a file is a list of edges "i j"; its vertices end at the
 * greatest one. If the first line is "% sym" (mirrored) or "% asym", as in the collection KONECT,
 * an edge may be followed by up to two values.
 *
 * Rejected: a second banner, a banner below the size line, a first comment that resembles a banner
 * (its first word within three edits of MatrixMarket, or with "matrix coordinate" or "matrix
 * array"), dense (array) matrices, matrices that are not square, bipartite lists ("% bip"), entries
 * outside the matrix, surplus columns, a wrong number of entries.
 *
 * Vertices count from 0 in the graph, from 1 in files and messages. */
#pragma once

#include "grid/graph.h"
#include "grid/text/scan.h"

/* Reads a matrix from an open text, which the caller closes. undirected adds the reverse edges of a
 * general matrix. On failure *graph is all zero and *error has file, line and column
 * (STATUS_BAD_INPUT), or memory is out (STATUS_FAILED). Time O(bytes + vertices), memory 16 bytes
 * per entry while reading, then 4 bytes per edge and vertex. */
enum status matrixmarket_read_scan(struct csr_graph *graph, struct scan *scan, bool undirected,
                                   struct error *error);
