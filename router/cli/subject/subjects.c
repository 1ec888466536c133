/* subjects: the list of all subjects. A new subject is a line here, before the grid. */
#include "router/cli/subject/subject.h"

/* The last one takes every file. */
static const struct subject *const SUBJECTS[] = {&subject_layout, &subject_global, &subject_grid};
enum { SUBJECT_COUNT = sizeof SUBJECTS / sizeof(const struct subject *) };

const struct subject *subject_of(const char *netlist, const struct options *options)
{
    assert(netlist != NULL && options != NULL);
    size_t i = 0;
    while (i + 1 < SUBJECT_COUNT && !SUBJECTS[i]->is(netlist, options))
        i++;
    return SUBJECTS[i];
}
