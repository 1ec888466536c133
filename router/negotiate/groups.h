/* groups: which nets of a round wait for which.
 *
 * A net's turn reads and changes places in its window only. The map is cut into bins. A unit is
 * what a thread takes at a time: nets that have whole turns one after the other, or a net that
 * takes its steps together with the others of its slice (steps.h). In each bin, the units whose
 * windows touch it follow each other slice by slice: a group is the units of one slice in one bin.
 *
 *     bin 0    | a b   | d   | f |       slices  { a b c }  { d e }  { f }
 *     bin 1    | b c   | e   | f |
 *
 * A unit has a link per bin of its window, to its group there.
 */
#pragma once

#include "grid/grid.h"
#include "grid/workers.h"

struct group_unit {
    struct box window;     /* in bins */
    uint32_t slice;        /* below UINT32_MAX */
    uint32_t first, count; /* its nets, as the subject numbers them: first .. first + count - 1 */
    uint32_t link, links;  /* its links: one per bin of its window */
    uint32_t waits;        /* atomic: links on which the next step waits */
    uint32_t above, below; /* neighbours in a list of units that may take a step */
    uint8_t step;          /* next step */
    bool whole;            /* its nets have whole turns, in order */
};

struct unit_group {
    uint32_t done;         /* atomic: steps that its units have taken */
    uint32_t first, count; /* units: members[first .. first + count) */
};

struct group_bin {
    uint32_t slice;       /* of the last unit so far, + 1 */
    uint32_t links;       /* units that touch the bin */
    uint32_t groups;      /* slices that they belong to */
    uint32_t first;       /* first group; after the last one comes an empty one */
    uint32_t link, group; /* next link, present group */
};

/* Units that may be searched. Threads change it under the lock. */
struct group_ready {
    bool lock;            /* atomic */
    uint32_t top, bottom; /* UINT32_MAX: none */
    char pad[52];         /* a cache line for each list */
};

struct groups {
    uint32_t across, down;    /* bins */
    struct group_bin *bins;   /* [across * down] */
    struct group_unit *units; /* [unit_most] of a round, slice by slice */
    uint32_t unit_count, unit_most;
    struct unit_group *groups;
    uint32_t *group_of;        /* [links] group of a unit's link */
    uint32_t *members;         /* [links] units of the groups */
    struct group_ready *ready; /* [threads + 1] for steps.h */
    unsigned threads;
    size_t groups_capacity, group_of_capacity, members_capacity;
};

/* For rounds of up to `units` units. */
enum status groups_create(struct groups *it, uint32_t across, uint32_t down, uint32_t units,
                          unsigned threads, struct error *error);
void groups_destroy(struct groups *it); /* accepts a zeroed one */
size_t groups_bytes(const struct groups *it);

/* Makes the groups of unit_count units, of which the caller has filled in window, slice, first,
 * count and whole, in the order of their slices. The units of a slice are all whole or all not;
 * windows of whole units of a slice share no bin's place. O(links). */
enum status groups_make(struct groups *it, struct workers *workers, struct error *error);
