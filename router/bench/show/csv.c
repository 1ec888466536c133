/* csv: see the header for the columns. */
#include "router/bench/show/csv.h"

#include <inttypes.h>
#include <stdio.h>

#include "grid/text/file/output.h"

/* A text as one field: without what would end it. */
static void put_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++)
        if (*text != ',' && *text != '"' && *text != '\n')
            fputc(*text, out);
    fputc(',', out);
}

/* A number that is not known where it is 0. */
static void put_number(FILE *out, double number, const char *end)
{
    if (number > 0)
        fprintf(out, "%.6g", number);
    fputs(end, out);
}

static void put_row(FILE *out, const struct bench_row *row)
{
    double speed = bench_row_nets_per_second(row);
    put_text(out, bench_suite_name(row->item.suite));
    put_text(out, row->item.name);
    fprintf(out, "%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",", row->item.side, row->item.side,
            row->item.layers, row->item.window);
    put_text(out, row->engine);
    put_text(out, row->device);
    put_text(out, row->wave);
    fprintf(out, "%u,%" PRIu32 ",%" PRIu32 ",%s,%u,", row->threads, row->nets, row->routed,
            row->state == BENCH_TIMED ? "timed" : "slow", row->repeats);
    put_number(out, row->seconds * 1e3, ",");
    put_number(out, row->least * 1e3, ",");
    put_number(out, row->most * 1e3, ",");
    put_number(out, row->open_seconds * 1e3, ",");
    put_number(out, speed > 0 ? 1e3 / speed : 0, ",");
    put_number(out, speed, ",");
    fprintf(out, "%zu,%zu,", row->host_bytes, row->device_bytes);
    put_number(out, bench_row_bytes_a_cell(row), ",");
    put_text(out, row->yardstick);
    put_number(out, row->speed_up, ",");
    put_number(out, row->parts.prepare * 1e3, ",");
    put_number(out, row->parts.first_round * 1e3, ",");
    put_number(out, row->parts.rounds * 1e3, ",");
    put_number(out, row->parts.refine * 1e3, ",");
    put_number(out, row->parts.wires * 1e3, ",");
    put_number(out, row->parts.rest * 1e3, ",");
    put_number(out, row->parts.check * 1e3, "\n");
}

enum status bench_csv_write(const struct bench_row *rows, size_t count, const char *path,
                            struct error *error)
{
    struct output output = {0};
    TRY(output_open(&output, path, error));
    fputs("suite,case,width,height,layers,window,engine,device,wave,threads,nets,routed,state,"
          "repeats,ms,ms_least,ms_most,ms_open,ms_a_net,nets_a_second,bytes_host,bytes_device,"
          "bytes_a_cell,yardstick,speed_up,ms_prepare,ms_first_round,ms_rounds,ms_refine,ms_wires,"
          "ms_rest,ms_check\n",
          output.stream);
    for (size_t i = 0; i < count; i++)
        put_row(output.stream, &rows[i]);
    enum status status = output_commit(&output, error);
    output_abandon(&output);
    return status;
}
