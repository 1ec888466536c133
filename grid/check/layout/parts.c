/* parts: divides a loop of the checker into parts for several threads. A part works on a copy of
 * the inspection with its own scratch memory and holds its faults, which are then reported part by
 * part. */
#include "grid/check/layout/inspect.h"

enum {
    PARTS_PER_THREAD = 8,  /* parts of a loop per thread: the last ones end at about one time */
    ELEMENTS_A_PART = 256, /* elements of a part, at least */
};

struct part_fault {
    struct layout_violation it;
    char *text;
};

struct inspect_part {
    struct inspection it;
    struct layout_verdict verdict;
    const struct inspection *whole;
    const struct inspect_loop *loop;
    uint32_t first, end;       /* its elements */
    struct part_fault *faults; /* held */
    size_t fault_count, fault_room;
    enum status status;
    struct error error;
};

static bool stop_part(void *context)
{
    return inspect_is_stopped(((const struct inspect_part *)context)->whole);
}

static void hold_fault(void *context, const struct layout_violation *fault)
{
    struct inspect_part *part = context;
    const size_t size = strlen(fault->text) + 1, count = part->fault_count;
    THEN(part->status, MEM_GROW(part->faults, part->fault_room, count + 1, "faults", &part->error));
    THEN(part->status, MEM_NEW(part->faults[count].text, size, "faults", &part->error));
    if (part->status != STATUS_OK)
        return;
    memcpy(part->faults[count].text, fault->text, size);
    part->faults[count].it = *fault;
    part->faults[count].it.text = part->faults[count].text;
    part->fault_count++;
}

static enum status run_range(struct inspection *it, const struct inspect_loop *loop, uint32_t first,
                             uint32_t end, struct error *error)
{
    for (uint32_t i = first; i < end; i++) {
        if (inspect_is_stopped(it))
            return STATUS_INTERRUPTED;
        TRY(loop->body(it, i, error));
    }
    return STATUS_OK;
}

static void run_parts(void *context, size_t first, size_t end)
{
    for (size_t p = first; p < end; p++) {
        struct inspect_part *part = (struct inspect_part *)context + p;
        assert(part->first < part->end && part->it.how.context == part);
        const enum status status =
            run_range(&part->it, part->loop, part->first, part->end, &part->error);
        THEN(part->status, status);
    }
}

/* Reports the faults of a part and joins what it found. */
static enum status join_part(struct inspection *it, struct inspect_part *part, struct error *error)
{
    for (int kind = 0; kind < LAYOUT_FAULTS; kind++)
        it->verdict->faults[kind] += part->verdict.faults[kind];
    it->verdict->nets += part->verdict.nets;
    it->verdict->length += part->verdict.length;
    it->verdict->vias += part->verdict.vias;
    for (size_t f = 0; f < part->fault_count; f++)
        if (inspect_may_report(it, part->faults[f].it.kind))
            it->how.report(it->how.context, &part->faults[f].it);
    if (part->status == STATUS_FAILED && error != NULL)
        *error = part->error;
    TRY(part->status);
    return part->loop->join == NULL ? STATUS_OK : part->loop->join(it, &part->it.found, error);
}

void inspect_scratch_destroy(struct inspection *it)
{
    polygon_destroy(&it->polygon);
    MEM_FREE(it->outline.at, it->cuts.at, it->spare.at, it->found.rects.at, it->found.pieces.at,
             it->found.numbers.at, it->pairs.at);
    it->outline = it->cuts = it->spare = (struct rects){0};
    memset(&it->pairs, 0, sizeof it->pairs);
    it->found = (struct inspect_found){0};
}

enum status inspect_each(struct inspection *it, const struct inspect_loop *loop,
                         struct error *error)
{
    const uint32_t least = loop->least > 0 ? loop->least : ELEMENTS_A_PART;
    const uint32_t share = loop->count / (workers_count(it->workers) * PARTS_PER_THREAD) + 1;
    const uint32_t range = workers_count(it->workers) < 2 ? loop->count
                           : share > least                ? share
                                                          : least;
    enum status status = STATUS_OK;
    assert(loop->body != NULL);
    inspect_scratch_destroy(it); /* parts begin without */
    it->whole = loop->whole;
    if (loop->count <= range) {
        status = run_range(it, loop, 0, loop->count, error);
        if (loop->join != NULL)
            THEN(status, loop->join(it, &it->found, error));
        inspect_scratch_destroy(it);
        return status;
    }
    const uint32_t count = (loop->count + range - 1) / range;
    struct inspect_part *parts;
    TRY(MEM_NEW(parts, count, "threads", error));
    for (uint32_t p = 0; p < count; p++) {
        const uint32_t first = p * range, left = loop->count - first;
        parts[p] = (struct inspect_part){.it = *it,
                                         .whole = it,
                                         .loop = loop,
                                         .first = first,
                                         .end = first + (left < range ? left : range)};
        parts[p].it.verdict = &parts[p].verdict;
        parts[p].it.how.context = &parts[p];
        parts[p].it.how.stop = stop_part;
        parts[p].it.how.report = it->how.report != NULL ? hold_fault : NULL;
        memset(parts[p].it.reported, 0, sizeof parts[p].it.reported);
    }
    workers_run(it->workers, run_parts, parts, count, 1);
    for (uint32_t p = 0; p < count; p++) {
        THEN(status, join_part(it, &parts[p], error));
        for (size_t f = 0; f < parts[p].fault_count; f++)
            free(parts[p].faults[f].text);
        free(parts[p].faults);
        inspect_scratch_destroy(&parts[p].it);
    }
    free(parts);
    return status;
}
