/* fuzz_memory: a libFuzzer target for readers that are fed from memory. The first byte chooses.
 *
 *     make fuzz TIME=60
 */
#include <stdint.h>
#include <stdlib.h>

#include "grid/format/grid_file.h"
#include "grid/format/matrixmarket/matrixmarket.h"
#include "router/cli/batch/record/batch_record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_text(unsigned which, const uint8_t *data, size_t size)
{
    struct scan scan;
    struct grid grid = {0};
    struct csr_graph graph = {0};
    struct error error = {0};
    enum status status = scan_open_bytes(&scan, "input", data, size, &error);
    if (status == STATUS_OK)
        status = which == 0 ? grid_file_read_scan(&grid, &scan, &error)
                            : matrixmarket_read_scan(&graph, &scan, false, &error);
    if (status != STATUS_OK && status != STATUS_BAD_INPUT)
        abort();
    if (status == STATUS_BAD_INPUT && error.text[0] == '\0')
        abort();
    scan_close(&scan);
    grid_destroy(&grid);
    csr_graph_destroy(&graph);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct batch_record record;
    if (size < 1)
        return 0;
    if (data[0] % 4 < 2) {
        read_text(data[0] % 4, data + 1, size - 1);
        return 0;
    }
    enum batch_record_kind kind = data[0] % 4 == 2 ? RECORD_DONE : RECORD_CHECKPOINT;
    if (batch_record_unpack(&record, kind, data + 1, size - 1) && record.routed > record.nets)
        abort();
    batch_record_destroy(&record);
    return 0;
}
