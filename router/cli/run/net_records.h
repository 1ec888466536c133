/* net_records: what became of each net, as CSV (--nets-csv FILE) and in JSON (--json-nets).
 *
 *     net,state,pins,cost,length,vias,bends,x0,y0,x1,y1,least_length,over,searches
 *     clk,routed,2,23,23,0,3,0,0,11,6,11,12,1
 *
 * state is routed, skipped (not asked for) or the reason of the `.routes` format. x0 .. y1 is the
 * box about the net's pins and wires, both corners inside. least_length is a bound that no tree of
 * the net beats: half the way round the box about its pins; over is the length beyond it. searches
 * counts the paths, and whole trees of few pins, that were looked for; it depends on the number of
 * threads, all else does not. Of a layout lengths and boxes are microns, and cost, bends and
 * searches are left out. Names stand as they are, so that who reads them back has the netlist's:
 * one that begins with = is a formula to spreadsheets, which quotes would not change.
 */
#pragma once

#include <stdio.h>

#include "grid/base.h"

struct task_report;

struct net_record {
    const char *net, *state; /* names; the caller's */
    uint64_t pins, cost, vias, bends, searches;
    double length, least_length;
    double box[4]; /* x0, y0, x1, y1 */
    bool routed;
};

/* Where records come from. */
struct net_records {
    uint64_t count;
    void (*fill)(const void *context, uint64_t net, struct net_record *record);
    const void *context;
    bool layout;
};

/* The records of a grid's design; report must stay. */
struct net_records net_records_of(const struct task_report *report);

/* A head and a line a net. Names are quoted where they hold a comma, a quote or a blank. */
void net_records_csv(FILE *out, const struct net_records *records);

/* `"net_records": [...],` and a line end, with this indentation. */
void net_records_json(FILE *out, const struct net_records *records, int indent);
