/* layout_marks: calls the checker and copies its faults. */
#include "grid/check/layout/layout_marks.h"

struct collection {
    struct layout_marks *marks;
    struct error *error;
    enum status status;
};

static void collect(void *context, const struct layout_violation *fault)
{
    assert(fault->text != NULL);
    struct collection *it = context;
    struct layout_marks *marks = it->marks;
    THEN(it->status, MEM_GROW(marks->at, marks->capacity, marks->count + 1, "faults", it->error));
    if (it->status != STATUS_OK)
        return;
    size_t size = strlen(fault->text) + 1;
    char *text = mem_alloc(size, 1, "faults", it->error);
    if (text == NULL) {
        it->status = STATUS_FAILED;
        return;
    }
    memcpy(text, fault->text, size);
    marks->at[marks->count++] = (struct layout_mark){fault->net, fault->layer, fault->place, text};
}

enum status layout_judge(const struct layout *placed, const struct layout *routed,
                         struct layout_marks *marks, bool *kept, unsigned threads,
                         struct error *error)
{
    struct collection it = {.marks = marks, .error = error};
    assert(marks->count == 0 && !marks->judged);
    struct layout_verdict verdict;
    enum status status =
        layout_check_all(placed, routed, collect, NULL, &it, threads, &verdict, error);
    if (status == STATUS_FAILED || it.status != STATUS_OK)
        return STATUS_FAILED;
    marks->judged = true;
    marks->nets = verdict.nets;
    marks->open = verdict.open;
    marks->length = verdict.length;
    marks->vias = verdict.vias;
    for (int kind = 0; kind < LAYOUT_FAULTS; kind++)
        marks->faults += kind != FAULT_OPEN ? verdict.faults[kind] : 0;
    if (kept != NULL)
        *kept = verdict.faults[FAULT_KEPT] == 0;
    return status;
}

void layout_marks_destroy(struct layout_marks *marks)
{
    for (size_t i = 0; i < marks->count; i++)
        free(marks->at[i].text);
    free(marks->at);
    memset(marks, 0, sizeof *marks);
}
