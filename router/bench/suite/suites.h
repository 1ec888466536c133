/* suites: the suite of a number; what each measures stands in case.h and in its file. */
#pragma once

#include "router/bench/suite/case.h"

/* Appends a suite's cases. many: nets by the million, as a GPU wants them. nets: as many of them in
 * the cases of batch and weighted, 0 for as many as suit the window. */
void bench_list_suite(struct bench_list *list, enum bench_suite suite, enum bench_scale scale,
                      bool many, uint32_t nets);
