/* table: see the header for the columns. */
#include "router/bench/show/table.h"

#include <inttypes.h>

void bench_table_head(FILE *out)
{
    fprintf(out, "%-*s %-15s %9s %12s %14s %11s %9s\n", BENCH_TABLE_NAME, "case", "wave", "nets",
            "ms per net", "nets/s", "bytes/cell", "speed-up");
}

/* A number with about three digits that count; a dash where it is not known. */
static const char *number(char text[24], double value)
{
    if (value <= 0)
        snprintf(text, 24, "-");
    else
        snprintf(text, 24, "%.*f", value < 10 ? 2 : value < 100 ? 1 : 0, value);
    return text;
}

/* A design of design size, part by part. */
static void put_parts(FILE *out, const struct bench_parts *parts)
{
    fprintf(
        out,
        "  ms: prepare %.1f, first round %.1f, later rounds %.1f, refine %.1f, wires %.1f, rest "
        "%.1f",
        parts->prepare * 1e3, parts->first_round * 1e3, parts->rounds * 1e3, parts->refine * 1e3,
        parts->wires * 1e3, parts->rest * 1e3);
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
        fprintf(out, "%-*s %-15s %9" PRIu32 " %12.*f %14s %11s %9s", BENCH_TABLE_NAME,
                row->item.name, wave, row->nets, per_second > 1e3 ? 6 : 3,
                per_second > 0 ? 1e3 / per_second : 0, number(speed, per_second),
                number(bytes, bench_row_bytes_a_cell(row)), number(ratio, row->speed_up));
    }
    fputc('\n', out);
    if (row->parts.first_round > 0)
        put_parts(out, &row->parts);
    fflush(out);
}
