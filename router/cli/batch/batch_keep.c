/* batch_keep: see the header. */
#include "router/cli/batch/batch_keep.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grid/text/file/output.h"
#include "router/cli/batch/record/json_check.h"
#include "router/draw/contact.h"

enum status batch_keep_json(struct batch_record *record,
                            void (*write)(FILE *out, const void *report), const void *report,
                            struct error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (memory == NULL)
        return error_set(error, STATUS_FAILED, "out of memory for a report");
    write(memory, report);
    /* Where memory ended in the middle, neither the writes nor the close may have said so. */
    if (fclose(memory) != 0 || text == NULL || !json_is_object(text, size)) {
        free(text);
        return error_set(error, STATUS_FAILED, "out of memory for a report");
    }
    record->payload = (uint8_t *)text;
    record->payload_size = size;
    return STATUS_OK;
}

enum status batch_keep_thumb(const struct batch_state *state, const struct batch_job *job,
                             enum status (*render)(struct canvas *canvas, const void *result,
                                                   const struct picture_options *options,
                                                   struct error *error),
                             const void *result, struct error *error)
{
    const struct picture_options options = {.fit = 3 * CONTACT_THUMB, .bare = true};
    struct canvas canvas = {0};
    char *path = batch_state_path(state, job, "thumb.png", error);
    enum status status = path != NULL ? STATUS_OK : STATUS_FAILED;
    THEN(status, render(&canvas, result, &options, error));
    if (status == STATUS_OK)
        unlink(path); /* a link or a second name of another file is not written through */
    THEN(status, canvas_write(&canvas, path, error));
    if (status == STATUS_OK && !output_sync_file(path))
        status = error_set(error, STATUS_FAILED, "cannot write %s: %s", path, strerror(errno));
    canvas_destroy(&canvas);
    free(path);
    return status == STATUS_OK ? STATUS_OK : STATUS_FAILED;
}
