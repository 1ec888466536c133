/* layout_marks: calls the checker and copies its faults. */
#include "grid/check/layout/layout_marks.h"

struct collection {
    struct layout_marks *marks;
    layout_marks_lose *lose;
    void *context;
    struct error *error;
    enum status status;
};

static void collect(void *context, const struct layout_violation *fault)
{
    assert(fault->text != NULL);
    struct collection *it = context;
    struct layout_marks *marks = it->marks;
    const size_t size = strlen(fault->text) + 1;
    char *text = NULL;
    THEN(it->status, MEM_GROW(marks->at, marks->capacity, marks->count + 1, "faults", it->error));
    THEN(it->status, MEM_NEW(text, size, "faults", it->error));
    if (it->status != STATUS_OK)
        return;
    memcpy(text, fault->text, size);
    marks->at[marks->count++] =
        (struct layout_mark){fault->kind, fault->net, fault->layer, fault->place, text};
}

/* Passes on which nets lose their wires, and drops their marks. */
static const bool *lose(void *context)
{
    struct collection *it = context;
    struct layout_marks *marks = it->marks;
    const bool *lost = it->lose(it->context, marks);
    size_t kept = 0;
    for (size_t i = 0; i < marks->count && lost != NULL; i++) {
        if (marks->at[i].net != NET_NONE && lost[marks->at[i].net])
            free(marks->at[i].text);
        else
            marks->at[kept++] = marks->at[i];
    }
    marks->count = lost != NULL ? kept : marks->count;
    return lost;
}

enum status layout_judge(const struct layout *placed, const struct layout *routed,
                         struct layout_marks *marks, layout_marks_lose *lose_of, void *context,
                         unsigned threads, struct error *error)
{
    struct collection it = {marks, lose_of, context, error, STATUS_OK};
    const struct layout_checking how = {.report = collect,
                                        .lose = lose_of != NULL ? lose : NULL,
                                        .context = &it,
                                        .threads = threads};
    assert(marks->count == 0 && !marks->judged);
    struct layout_verdict verdict;
    enum status status = layout_check_all(placed, routed, &how, &verdict, error);
    if (status == STATUS_FAILED || it.status != STATUS_OK)
        return STATUS_FAILED;
    marks->judged = true;
    marks->nets = verdict.nets;
    marks->open = verdict.open;
    marks->length = verdict.length;
    marks->vias = verdict.vias;
    for (size_t i = 0; i < marks->count; i++)
        marks->faults += marks->at[i].kind != FAULT_OPEN;
    return status;
}

void layout_marks_destroy(struct layout_marks *marks)
{
    for (size_t i = 0; i < marks->count; i++)
        free(marks->at[i].text);
    MEM_CLEAR(marks, marks->at);
}
