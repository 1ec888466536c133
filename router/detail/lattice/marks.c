/* marks: makes, empties and frees the tables of pages and blocks. */
#include "router/detail/lattice/marks.h"

enum status marks_create(struct marks *m, const struct lattice *lattice, struct error *error)
{
    const size_t blocks = lattice->node_count / MARKS_BLOCK;
    assert(lattice->node_count % MARKS_BLOCK == 0);
    *m = (struct marks){.count = 1};
    m->page = pages_make(blocks, sizeof *m->page, true, "searches", error);
    m->block = pages_make(blocks + 1, sizeof *m->block, true, "searches", error);
    m->flags = pages_make(marks_room(lattice), sizeof *m->flags, true, "searches", error);
    return m->page != NULL && m->block != NULL && m->flags != NULL ? STATUS_OK : STATUS_FAILED;
}

void marks_destroy(struct marks *m)
{
    pages_free(m->page, true);
    pages_free(m->block, true);
    pages_free(m->flags, true);
    *m = (struct marks){0};
}

size_t marks_leave(struct marks *m)
{
    const size_t used = (size_t)m->count * MARKS_BLOCK;
    for (; m->count > 1; m->count--)
        m->page[m->block[m->count - 1]] = 0;
    return used;
}
