/* parts: divides a loop of the checker into parts for several threads. A part works on a copy of
 * the inspection with its own scratch memory and holds its faults, which are then reported part by
 * part. */
#include "grid/check/layout/inspect.h"

#include "grid/fork.h"

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
    struct part_fault *faults; /* held */
    size_t fault_count, fault_room;
    enum status status;
    struct error error;
};

struct inspect_division {
    const struct inspect_loop *loop;
    struct inspect_part *parts;
    uint32_t range; /* elements of a part */
};

static enum status run_range(struct inspection *it, const struct inspect_loop *loop, uint32_t first,
                             uint32_t end, struct error *error)
{
    for (uint32_t i = first; i < end; i++) {
        if (inspect_is_stopped(it))
            return STATUS_INTERRUPTED;
        TRY(loop->body(it, loop->whole, i, error));
    }
    return STATUS_OK;
}

static bool stop_part(void *context)
{
    return inspect_is_stopped(((const struct inspect_part *)context)->whole);
}

static void hold_fault(void *context, const struct layout_violation *fault)
{
    struct inspect_part *part = context;
    const size_t size = strlen(fault->text) + 1;
    assert(fault->kind != FAULT_OPEN); /* all of these are reported */
    char *text = mem_alloc(size, 1, "faults", &part->error);
    if (text == NULL || MEM_GROW(part->faults, part->fault_room, part->fault_count + 1, "faults",
                                 &part->error) != STATUS_OK) {
        free(text);
        part->status = STATUS_FAILED;
        return;
    }
    memcpy(text, fault->text, size);
    part->faults[part->fault_count] = (struct part_fault){*fault, text};
    part->faults[part->fault_count++].it.text = text;
}

static void run_parts(void *context, size_t first, size_t end)
{
    const struct inspect_division *it = context;
    for (size_t p = first; p < end; p++) {
        struct inspect_part *part = &it->parts[p];
        const uint32_t from = (uint32_t)p * it->range, left = it->loop->count - from;
        assert(from < it->loop->count && part->it.context == part);
        const enum status status = run_range(
            &part->it, it->loop, from, from + (left < it->range ? left : it->range), &part->error);
        part->status = part->status != STATUS_OK ? part->status : status;
    }
}

/* Reports the faults of a part and joins what it found. */
static enum status join_part(struct inspection *it, const struct inspect_loop *loop,
                             struct inspect_part *part, struct error *error)
{
    for (int kind = 0; kind < LAYOUT_FAULTS; kind++)
        it->verdict->faults[kind] += part->verdict.faults[kind];
    for (size_t f = 0; f < part->fault_count; f++)
        if (++it->reported[part->faults[f].it.kind] <= it->reports_max)
            it->report(it->context, &part->faults[f].it);
    if (part->status == STATUS_FAILED && error != NULL)
        *error = part->error;
    TRY(part->status);
    return loop->join == NULL ? STATUS_OK : loop->join(it, loop->whole, &part->it.found, error);
}

static void destroy_part(struct inspect_part *part)
{
    for (size_t f = 0; f < part->fault_count; f++)
        free(part->faults[f].text);
    free(part->faults);
    inspect_scratch_destroy(&part->it);
}

void inspect_scratch_destroy(struct inspection *it)
{
    polygon_destroy(&it->polygon);
    MEM_FREE(it->outline.at, it->cuts.at, it->spare.at, it->found.rects.at, it->found.pieces.at,
             it->found.numbers.at);
    it->outline = it->cuts = it->spare = (struct rects){0};
    it->found = (struct inspect_found){0};
}

enum status inspect_each(struct inspection *it, const struct inspect_loop *loop,
                         struct error *error)
{
    const uint32_t least = loop->least > 0 ? loop->least : ELEMENTS_A_PART;
    const uint32_t most = it->threads > 1 ? it->threads * PARTS_PER_THREAD : 1;
    assert(loop->body != NULL);
    inspect_scratch_destroy(it); /* parts begin without */
    struct inspect_division all = {.loop = loop, .range = loop->count / most + 1};
    all.range = all.range > least ? all.range : least;
    const uint32_t count = (loop->count + all.range - 1) / all.range;
    enum status status = STATUS_OK;
    if (count < 2) {
        status = run_range(it, loop, 0, loop->count, error);
        if (loop->join != NULL)
            THEN(status, loop->join(it, loop->whole, &it->found, error));
        inspect_scratch_destroy(it);
        return status;
    }
    TRY(MEM_NEW(all.parts, count, "threads", error));
    for (uint32_t p = 0; p < count; p++) {
        struct inspect_part *part = &all.parts[p];
        part->whole = it;
        part->it = *it;
        part->it.verdict = &part->verdict;
        part->it.context = part;
        part->it.stop = stop_part;
        part->it.report = it->report != NULL ? hold_fault : NULL;
        memset(part->it.reported, 0, sizeof part->it.reported);
    }
    fork_loop(it->threads, run_parts, &all, count, 1);
    for (uint32_t p = 0; p < count; p++) {
        THEN(status, join_part(it, loop, &all.parts[p], error));
        destroy_part(&all.parts[p]);
    }
    free(all.parts);
    return status;
}
