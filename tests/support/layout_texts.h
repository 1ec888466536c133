/* layout_texts: what tests of layouts share: the technology and the counter of netlists/, edited.
 */
#pragma once

#include "tests/support/texts.h"

#include "grid/layout/shape.h"
#include "tests/support/read_files.h"

static char *quad_lef, *counter_def; /* the texts, NUL behind them */

/* Set-up of a group: reads the two texts where the tests start, then goes to a folder of its own.
 */
static inline int layout_set_up(void **state)
{
    size_t size;
    quad_lef = text_read("netlists/quad.lef", &size);
    counter_def = text_read("netlists/counter.def", &size);
    return texts_set_up(state);
}

static inline int layout_tear_down(void **state)
{
    free(quad_lef);
    free(counter_def);
    return texts_tear_down(state);
}

/* The text with the first `old` replaced by `new`; to be freed. */
static inline char *text_edit(const char *text, const char *old, const char *new)
{
    const char *at = strstr(text, old);
    if (at == NULL) {
        fail_msg("the text has no \"%s\"", old);
        abort();
    }
    size_t before = (size_t)(at - text), length = strlen(text) - strlen(old) + strlen(new);
    char *edited = malloc(length + 1);
    assert_non_null(edited);
    memcpy(edited, text, before);
    memcpy(edited + before, new, strlen(new));
    strcpy(edited + before + strlen(new), at + strlen(old));
    return edited;
}

/* Reads a LEF and a DEF text through files. A new file each time: some systems write one to the
 * disk at once that is cut to nothing and written again. */
static inline enum status layout_read_texts(struct layout *layout, const char *lef, const char *def,
                                            struct error *error)
{
    static const char *const lefs[] = {"t.lef"};
    unlink("t.lef");
    unlink("t.def");
    text_write("t.lef", lef);
    text_write("t.def", def);
    return lefdef_read(layout, "t.def", NULL, lefs, 1, error);
}

/* Reads them and expects that they are right. */
static inline void layout_read(struct layout *layout, const char *lef, const char *def)
{
    struct error error = {0};
    if (layout_read_texts(layout, lef, def, &error) != STATUS_OK)
        fail_msg("%s:%llu:%llu: %s", error.file, (unsigned long long)error.line,
                 (unsigned long long)error.column, error.text);
}

/* The file, line and column of the first `at` in the text, as a message shows it. */
static inline void text_place(const char *text, const char *at, uint64_t *line, uint64_t *column)
{
    const char *found = strstr(text, at), *start = text;
    assert_non_null(found);
    *line = 1;
    for (const char *p = text; p < found; p++)
        if (*p == '\n') {
            ++*line;
            start = p + 1;
        }
    *column = (uint64_t)(found - start) + 1;
}

/* Names of the layout. */
static inline uint32_t find_net(const struct layout *layout, const char *name)
{
    uint32_t net = names_find(&layout->placed.net_names, name, strlen(name));
    assert_int_not_equal(net, NAME_NONE);
    return net;
}

static inline uint16_t find_layer(const struct layout *layout, const char *name)
{
    uint16_t layer = tech_find_layer(&layout->tech, name, strlen(name));
    assert_int_not_equal(layer, LAYER_NONE);
    return layer;
}

static inline uint32_t find_via(const struct layout *layout, const char *name)
{
    uint32_t via = names_find(&layout->tech.via_names, name, strlen(name));
    assert_int_not_equal(via, NAME_NONE);
    return via;
}
