/* names: see the header. */
#include "grid/layout/names.h"

#include <stdlib.h>
#include <string.h>

static struct name_texts texts_of(const struct names *names)
{
    return (struct name_texts){names->pool, names->offset, sizeof *names->offset};
}

enum status names_add(struct names *names, const char *text, size_t length, uint32_t *number,
                      struct error *error)
{
    assert(text != NULL || length == 0);
    if (names->pool_used + length + 1 > UINT32_MAX || names->count == NAME_NONE - 1)
        return error_set(error, STATUS_BAD_INPUT, "too many names: at most 4 GiB are supported");
    TRY(MEM_GROW(names->offset, names->offset_capacity, (size_t)names->count + 1, "names", error));
    TRY(mem_grow((void **)&names->pool, &names->pool_capacity, names->pool_used + length + 1, 1,
                 "names", error));
    assert(names->pool_used <= UINT32_MAX);
    names->offset[names->count] = (uint32_t)names->pool_used;
    memcpy(names->pool + names->pool_used, text, length);
    names->pool[names->pool_used + length] = '\0';
    TRY(name_index_add(&names->index, texts_of(names), names->count, number, error));
    if (*number != NAME_NONE)
        return STATUS_OK;
    names->pool_used += length + 1;
    *number = names->count++;
    return STATUS_OK;
}

uint32_t names_find(const struct names *names, const char *text, size_t length)
{
    return name_index_find(&names->index, texts_of(names), text, length);
}

void names_destroy(struct names *names)
{
    if (names == NULL)
        return;
    MEM_FREE(names->pool, names->offset);
    name_index_destroy(&names->index);
    memset(names, 0, sizeof *names);
}
