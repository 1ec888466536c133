/* show: prints rows as aligned text and as CSV. */
#include "router/bench/measure/show.h"

#include "grid/text/file/output.h"

void bench_table_head(FILE *out)
{
    fprintf(out, "%-*s %-15s %9s %12s %14s %11s %9s\n", BENCH_TABLE_NAME, "case", "wave", "nets",
            "ms per net", "nets/s", "bytes/cell", "speed-up");
}

/* A number with about three significant digits; a dash if it is unknown. */
static const char *number(char text[24], double value)
{
    if (value <= 0)
        snprintf(text, 24, "-");
    else
        snprintf(text, 24, "%.*f", value < 10 ? 2 : value < 100 ? 1 : 0, value);
    return text;
}

/* The parts of a run of the suite `chip`. */
static void put_parts(FILE *out, const struct bench_parts *parts)
{
    const struct route_parts *route = &parts->route;
    fprintf(out,
            "  ms: prepare %.1f, first round %.1f, later rounds %.1f, refine %.1f, wires %.1f, "
            "rest %.1f",
            route->prepare * 1e3, route->first_round * 1e3, route->rounds * 1e3,
            route->refine * 1e3, route->wires * 1e3, parts->rest * 1e3);
    if (parts->check > 0)
        fprintf(out, "; check %.1f", parts->check * 1e3);
    fputc('\n', out);
}

void bench_table_row(FILE *out, const struct bench_row *row)
{
    assert(row->state != BENCH_UNSUPPORTED);
    char wave[48], speed[24], bytes[24], ratio[24];
    double per_second = bench_row_nets_per_second(row);
    snprintf(wave, sizeof wave, "%s/%s", row->engine, row->wave);
    if (row->state == BENCH_SLOW) {
        fprintf(out, "%-*s %-15s over the time limit", BENCH_TABLE_NAME, row->item.name, wave);
    } else {
        fprintf(out, "%-*s %-15s %9u %12.*f %14s %11s %9s", BENCH_TABLE_NAME, row->item.name, wave,
                row->nets, per_second > 1e3 ? 6 : 3, per_second > 0 ? 1e3 / per_second : 0,
                number(speed, per_second), number(bytes, bench_row_bytes_a_cell(row)),
                number(ratio, row->speed_up));
    }
    fputc('\n', out);
    if (row->parts.route.first_round > 0)
        put_parts(out, &row->parts);
    fflush(out);
}

/* Writes a text as one field, without commas, quotes and ends of lines. */
static void put_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++)
        if (*text != ',' && *text != '"' && *text != '\n')
            fputc(*text, out);
    fputc(',', out);
}

/* Writes numbers, or nothing for those that are 0 (unknown), each with a comma before it. */
static void put_numbers(FILE *out, const double *numbers, size_t count, double unit)
{
    for (size_t i = 0; i < count; i++)
        fprintf(out, numbers[i] > 0 ? ",%.6g" : ",", numbers[i] * unit);
}

static void put_row(FILE *out, const struct bench_row *row)
{
    const double speed = bench_row_nets_per_second(row), bytes = bench_row_bytes_a_cell(row);
    const double each = speed > 0 ? 1 / speed : 0;
    const double seconds[] = {row->seconds, row->least, row->most, row->open_seconds, each};
    const struct route_parts *route = &row->parts.route;
    const double parts[] = {route->prepare, route->first_round, route->rounds,   route->refine,
                            route->wires,   row->parts.rest,    row->parts.check};
    assert(row->state != BENCH_UNSUPPORTED);
    put_text(out, bench_suite_name(row->item.suite));
    put_text(out, row->item.name);
    fprintf(out, "%u,%u,%u,%u,", row->item.side, row->item.side, row->item.layers,
            row->item.window);
    put_text(out, row->engine);
    put_text(out, row->device);
    put_text(out, row->wave);
    fprintf(out, "%u,%u,%u,%s,%u", row->threads, row->nets, row->routed,
            row->state == BENCH_TIMED ? "timed" : "slow", row->repeats);
    put_numbers(out, seconds, sizeof seconds / sizeof *seconds, 1e3);
    put_numbers(out, &speed, 1, 1);
    fprintf(out, ",%zu,%zu", row->host_bytes, row->device_bytes);
    put_numbers(out, &bytes, 1, 1);
    fprintf(out, ",%s", row->yardstick);
    put_numbers(out, &row->speed_up, 1, 1);
    put_numbers(out, parts, sizeof parts / sizeof *parts, 1e3);
    fputc('\n', out);
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
    return output_commit(&output, error);
}
