/* memory_text: a stream of open_memstream. Without memory fclose may succeed and leave no bytes. */
#include "grid/text/file/memory_text.h"

#include <stdlib.h>

static enum status fail(const struct memory_text *it, struct error *error)
{
    return error_set(error, STATUS_FAILED, "out of memory for %s", it->what);
}

enum status memory_text_open(struct memory_text *it, const char *what, struct error *error)
{
    *it = (struct memory_text){.what = what};
    it->out = open_memstream(&it->text, &it->size);
    return it->out != NULL ? STATUS_OK : fail(it, error);
}

enum status memory_text_end(struct memory_text *it, enum status status, struct error *error)
{
    assert(it->out != NULL);
    const bool whole = fflush(it->out) == 0 && !ferror(it->out);
    if ((fclose(it->out) != 0 || !whole || it->text == NULL) && status == STATUS_OK)
        status = fail(it, error);
    it->out = NULL;
    if (status == STATUS_OK)
        return status;
    free(it->text);
    it->text = NULL;
    return status;
}
