/* memory: limits of the machine, and an estimate of a run's memory per cell.
 *
 * Measured 2026-11-23 with three nets across 4000 x 4000 x 2 and 8000 x 8000 x 2 open cells: 8.2
 * bytes per cell with --alone, 28 with negotiation (wave sweep). Large designs of local nets touch
 * only a part of the cells, so they need what a search takes. */
#include "router/cli/output/memory.h"

#include <sys/resource.h>
#include <unistd.h>

enum {
    NEGOTIATION_BYTES = 24, /* bytes per cell while nets negotiate */
    LOCAL_NETS = 10000,     /* least number of nets of a design whose nets are mostly local */
};

/* The number in this file, at most `most`. */
static uint64_t number_in(const char *path, uint64_t most)
{
    unsigned long long number = 0;
    FILE *file = fopen(path, "r");
    bool read = file != NULL && fscanf(file, "%llu", &number) == 1;
    if (file != NULL)
        fclose(file);
    return read && number < most ? number : most;
}

/* The least limit of the process's cgroups (version 2 or 1), from its own up to the root. */
static uint64_t cgroup_limit(uint64_t most)
{
    char line[1024], path[1200];
    FILE *file = fopen("/proc/self/cgroup", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        /* Number, controllers, path; the path may contain colons. */
        char *kinds = strchr(line, ':');
        char *group = kinds != NULL ? strchr(kinds + 1, ':') : NULL;
        bool second = strncmp(line, "0::", 3) == 0;
        if (group == NULL || (!second && strncmp(kinds, ":memory:", 8) != 0))
            continue;
        for (group++;; *strrchr(group, '/') = '\0') {
            snprintf(path, sizeof path,
                     second ? "/sys/fs/cgroup%s/memory.max"
                            : "/sys/fs/cgroup/memory%s/memory.limit_in_bytes",
                     group);
            most = number_in(path, most);
            if (strrchr(group, '/') == NULL)
                break;
        }
    }
    if (file != NULL)
        fclose(file);
    return most;
}

uint64_t memory_limit(const struct options *options)
{
    struct rlimit space;
    if (options->value[OPT_MEMORY_LIMIT].given)
        return options_number(options, OPT_MEMORY_LIMIT, 0);
    uint64_t most = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY &&
        space.rlim_cur < most)
        most = space.rlim_cur;
    return cgroup_limit(most);
}

enum status memory_allow(const char *what, uint64_t need, const struct options *options,
                         struct error *error)
{
    const uint64_t limit = memory_limit(options);
    assert(limit > 0);
    return need <= limit
               ? STATUS_OK
               : error_fail(error, "%s takes about %llu bytes, the limit is %llu (--memory-limit)",
                            what, (unsigned long long)need, (unsigned long long)limit);
}

uint64_t memory_need(const struct design *design, bool negotiates)
{
    const struct grid *grid = &design->grid;
    assert(design->nets.net_count > 0 && grid_cells(grid) > 0);
    const bool many = design->nets.net_count >= LOCAL_NETS;
    const uint64_t bytes = negotiates && !many ? NEGOTIATION_BYTES : MEMORY_SEARCH_BYTES;
    return grid_bytes(grid) + grid_cells(grid) * bytes;
}
