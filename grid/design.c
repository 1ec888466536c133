/* design: see the header for the contract. */
#include "grid/design.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "grid/format/course.h"
#include "grid/format/movingai.h"
#include "grid/format/native/native.h"
#include "grid/format/grid_file.h"

static enum status read_by_content(struct design *design, struct scan *scan, struct error *error)
{
    struct word word = {0};
    enum status status = scan_first_word(scan, &word, error);
    if (status != STATUS_OK)
        return status;
    if (word_is(&word, "size") || word_is(&word, "type"))
        return scan_expected(scan, &word, error, "grid FILE: a netlist that names this grid");
    bool number = word.length > 0 && word.text[0] >= '0' && word.text[0] <= '9';
    if (!number && !word_is(&word, "grid") && !word_is(&word, "version"))
        return scan_expected(scan, &word, error,
                             "a netlist: grid FILE, or a MovingAI version, or a course netlist's "
                             "number of nets");
    scan_back(scan, &word);
    if (number) {
        design->format = FORMAT_COURSE;
        return course_read_nl(design, scan, error);
    }
    if (word.text[0] == 'v') {
        design->format = FORMAT_MOVINGAI;
        return movingai_read_scen(design, scan, error);
    }
    design->format = FORMAT_NATIVE;
    return native_read_net(design, scan, error);
}

enum status design_read_scan(struct design *design, struct scan *scan, const char *path,
                             struct error *error)
{
    memset(design, 0, sizeof *design);
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    design->name = mem_alloc(strlen(name) + 1, 1, "netlist's name", error);
    if (design->name != NULL)
        memcpy(design->name, name, strlen(name));
    enum status status =
        design->name != NULL ? read_by_content(design, scan, error) : STATUS_FAILED;
    if (status != STATUS_OK)
        design_destroy(design);
    return status;
}

enum status design_read(struct design *design, const char *path, struct error *error)
{
    struct scan scan;
    memset(design, 0, sizeof *design);
    enum status status = scan_open(&scan, path, error);
    if (status == STATUS_OK)
        status = design_read_scan(design, &scan, path, error);
    scan_close(&scan);
    return status;
}

enum status design_read_grid(struct grid *grid, const char *path, struct error *error)
{
    return grid_file_read(grid, path, error);
}

void design_destroy(struct design *design)
{
    if (design == NULL)
        return;
    grid_destroy(&design->grid);
    netlist_destroy(&design->nets);
    free(design->name);
    free(design->grid_path);
    memset(design, 0, sizeof *design);
}

cost_t design_shown_cost(const struct design *design, uint32_t net, cost_t cost)
{
    assert(net < design->nets.net_count);
    if (design->format != FORMAT_COURSE)
        return cost;
    struct pin root = design->nets.pins[design->nets.nets[net].first_pin];
    return cost + grid_weight(&design->grid, root.cell);
}
