/* report: what a run prints: summary line, unrouted nets, JSON object, table of nets. */
#pragma once

#include "router/cli/output/record.h"

enum { REPORT_UNROUTED = 10 }; /* unrouted nets that are printed by default */

/* Prints one line: nets routed of nets, length, vias, cost, seconds, engine and wave. Of a layout
 * also statements not modelled and nets narrower than their rule. */
void report_summary(FILE *out, const struct run_record *record);

/* Prints why a net has no wires, in words, without a line end. */
typedef void report_reason(void *context, const struct open_record *net, FILE *out);

/* Prints a line for each net without wires, at most `limit` (0: all), then the number of the others
 * and the first of the two files, which name all of them (NULL, "none" and "-": no file). */
void report_unrouted(FILE *out, const struct run_record *record, uint32_t limit,
                     const char *const files[2], report_reason *reason, void *context);

/* Writes a JSON object without the opening brace, which other members may follow. Lines after the
 * first are indented by `indent` blanks; no newline at the end. */
void report_json_members(FILE *out, const struct run_record *record, int indent);

/* Writes record->net as CSV:
 *
 *     net,state,pins,cost,length,vias,bends,x0,y0,x1,y1,least_length,over,searches
 *     clk,routed,2,23,23,0,3,0,0,11,6,11,12,1
 *
 * over is the length beyond least_length. A layout has lengths and boxes in microns, and no cost,
 * bends and searches. Names are quoted if they contain a comma, a quote or a blank, and are
 * otherwise unchanged: a spreadsheet takes a name that begins with = for a formula. */
void report_csv(FILE *out, const struct run_record *record);
