/* calls: shared by the tests of leeway.h: designs, refused calls, a temporary folder. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "router/api/leeway_layout.h"

/* The error of the last call. */
static struct leeway_error error;

/* Pins of two nets on a grid of 12 x 8 cells. */
static const uint32_t CLK[] = {0, 0, 0, 11, 0, 0}, D0[] = {0, 7, 0, 5, 7, 0, 11, 7, 0};

static inline struct leeway_design *make(uint32_t width, uint32_t height, uint32_t layers)
{
    struct leeway_design *design;
    assert_int_equal(leeway_design_create(&design, "made", width, height, layers, &error),
                     LEEWAY_OK);
    assert_non_null(design);
    return design;
}

static inline void add(struct leeway_design *design, const char *name, const uint32_t *pins,
                       size_t count)
{
    assert_int_equal(leeway_design_add_net(design, name, pins, count, &error), LEEWAY_OK);
}

/* A grid of 12 x 8 cells with the nets clk and d0. */
static inline struct leeway_design *make_first(void)
{
    struct leeway_design *design = make(12, 8, 1);
    add(design, "clk", CLK, 2);
    add(design, "d0", D0, 3);
    return design;
}

/* Checks that the call was refused with this text in its message. */
static inline void refused(enum leeway_status status, const char *says)
{
    assert_int_equal(status, LEEWAY_BAD_INPUT);
    assert_int_equal(error.status, LEEWAY_BAD_INPUT);
    if (strstr(error.text, says) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", error.text, says);
    memset(&error, 0xFF, sizeof error); /* the next call must overwrite it */
}

enum { PATH_SIZE = 300 };

/* A new folder for temporary files, and the path of a file in it. */
static inline void make_folder(char folder[PATH_SIZE - 20])
{
    const char *parent = getenv("TMPDIR");
    snprintf(folder, PATH_SIZE - 20, "%s/leeway-XXXXXX", parent != NULL ? parent : "/tmp");
    assert_non_null(mkdtemp(folder));
}
