/* fault_report: a writer per format over the list of faults. */
#include "router/cli/output/fault_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "grid/text/file/output.h"
#include "grid/text/harmless.h"
#include "router/cli/options/paths.h"

static const char *const SUFFIXES[] = {".lyrdb", ".drc", ".json"};
enum fault_format { FORMAT_LYRDB, FORMAT_DRC, FORMAT_JSON, FORMATS };

static enum fault_format format_of(const char *path)
{
    int format = 0;
    while (format < FORMATS && !path_ends_with(path, SUFFIXES[format]))
        format++;
    return (enum fault_format)format;
}

enum status fault_report_check(const char *path, struct error *error)
{
    return format_of(path) != FORMATS
               ? STATUS_OK
               : error_set(error, STATUS_BAD_INPUT,
                           "--report: expected a name that ends in .lyrdb, .drc or .json, found "
                           "\"%.200s\"",
                           path);
}

static char *copy_of(const char *text)
{
    return text != NULL ? strdup(text) : NULL;
}

void fault_report_add(struct fault_report *report, uint64_t line, const char *text)
{
    static const struct fault_site NOWHERE = {0};
    const struct fault_site *site = report->site != NULL ? report->site : &NOWHERE;
    report->site = NULL;
    THEN(report->status,
         MEM_GROW(report->items, report->capacity, report->count + 1, "faults", NULL));
    if (report->status != STATUS_OK)
        return;
    struct fault_item *item = &report->items[report->count++];
    *item = (struct fault_item){.text = copy_of(text),
                                .rule = copy_of(site->rule),
                                .layer = copy_of(site->layer),
                                .net = copy_of(site->net),
                                .line = line,
                                .has_box = site->has_box};
    memcpy(item->box, site->box, sizeof item->box);
    if (item->text == NULL || (site->rule != NULL && item->rule == NULL) ||
        (site->layer != NULL && item->layer == NULL) || (site->net != NULL && item->net == NULL))
        report->status = STATUS_FAILED;
}

void fault_report_destroy(struct fault_report *report)
{
    for (size_t i = 0; i < report->count; i++)
        MEM_FREE(report->items[i].text, report->items[i].rule, report->items[i].layer,
                 report->items[i].net);
    free(report->items);
    *report = (struct fault_report){0};
}

static const char *rule_of(const struct fault_item *item)
{
    return item->rule != NULL ? item->rule : "fault";
}

/* ---- KLayout's report database -------------------------------------------------------------- */

static void put_xml(FILE *out, const char *text)
{
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '<' || *c == '>' || *c == '&')
            fputs(*c == '<' ? "&lt;" : *c == '>' ? "&gt;" : "&amp;", out);
        else
            fputc((unsigned char)*c < ' ' ? '?' : *c, out);
    }
}

/* A quoted word of a value: its quotes and backslashes are escaped. */
static void put_quoted(FILE *out, const char *text)
{
    fputc('\'', out);
    for (const char *c = text; *c != '\0'; c++) {
        const char one[] = {*c, '\0'};
        if (*c == '\'' || *c == '\\')
            fputc('\\', out);
        put_xml(out, one);
    }
    fputc('\'', out);
}

static void put_element(FILE *out, const char *name, const char *text)
{
    fprintf(out, "<%s>", name);
    put_xml(out, text);
    fprintf(out, "</%s>\n", name);
}

static bool is_first_of_rule(const struct fault_report *report, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp(rule_of(&report->items[k]), rule_of(&report->items[i])) == 0)
            return false;
    return true;
}

static void write_lyrdb(const struct fault_report *report, const char *design, const char *file,
                        FILE *out)
{
    fputs("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<report-database>\n", out);
    put_element(out, "description", "faults and open nets");
    put_element(out, "original-file", file);
    put_element(out, "generator", "leeway " LEEWAY_VERSION);
    put_element(out, "top-cell", design);
    fputs("<tags/>\n<categories>\n", out);
    for (size_t i = 0; i < report->count; i++)
        if (is_first_of_rule(report, i)) {
            fputs("<category>\n", out);
            put_element(out, "name", rule_of(&report->items[i]));
            fputs("<description/><categories/>\n</category>\n", out);
        }
    fputs("</categories>\n<cells>\n<cell>\n", out);
    put_element(out, "name", design);
    fputs("<variant/><references/>\n</cell>\n</cells>\n<items>\n", out);
    for (size_t i = 0; i < report->count; i++) {
        const struct fault_item *item = &report->items[i];
        fputs("<item>\n<tags/>\n<category>", out);
        put_quoted(out, rule_of(item));
        fputs("</category>\n", out);
        put_element(out, "cell", design);
        fputs("<visited>false</visited>\n<multiplicity>1</multiplicity>\n<values>\n", out);
        if (item->has_box)
            fprintf(out, "<value>box: (%.10g,%.10g;%.10g,%.10g)</value>\n", item->box[0],
                    item->box[1], item->box[2], item->box[3]);
        fputs("<value>text: ", out);
        put_quoted(out, item->text);
        fputs("</value>\n</values>\n</item>\n", out);
    }
    fputs("</items>\n</report-database>\n", out);
}

/* ---- text and JSON -------------------------------------------------------------------------- */

/* Faults with a box alone. */
static void write_drc(const struct fault_report *report, FILE *out)
{
    for (size_t i = 0; i < report->count; i++) {
        const struct fault_item *item = &report->items[i];
        if (!item->has_box)
            continue;
        harmless_line(out, "violation type: %s", rule_of(item));
        fputs("\tsrcs:", out);
        if (item->net != NULL) {
            fputs(" net:", out);
            harmless_print(out, item->net);
        }
        fprintf(out, "\n\tbbox = (%.10g, %.10g) - (%.10g, %.10g) on Layer ", item->box[0],
                item->box[1], item->box[2], item->box[3]);
        harmless_line(out, "%s", item->layer != NULL ? item->layer : "-");
    }
}

static void put_member(FILE *out, const char *name, const char *text)
{
    if (text == NULL)
        return;
    fprintf(out, ", \"%s\": ", name);
    harmless_json(out, text);
}

static void write_json(const struct fault_report *report, const char *design, const char *file,
                       FILE *out)
{
    fputs("{\"version\": 1", out);
    put_member(out, "design", design);
    put_member(out, "file", file);
    fputs(", \"faults\": [", out);
    for (size_t i = 0; i < report->count; i++) {
        const struct fault_item *item = &report->items[i];
        fprintf(out, "%s\n {\"rule\": ", i > 0 ? "," : "");
        harmless_json(out, rule_of(item));
        put_member(out, "layer", item->layer);
        put_member(out, "net", item->net);
        if (item->has_box)
            fprintf(out, ", \"box\": [%.10g, %.10g, %.10g, %.10g]", item->box[0], item->box[1],
                    item->box[2], item->box[3]);
        if (item->line > 0)
            fprintf(out, ", \"line\": %" PRIu64, item->line);
        put_member(out, "text", item->text);
        fputc('}', out);
    }
    fputs("\n]}\n", out);
}

enum status fault_report_write(const struct fault_report *report, const char *design,
                               const char *file, struct error *error)
{
    struct output output = {0};
    const enum fault_format format = format_of(report->path);
    assert(format != FORMATS);
    if (report->status != STATUS_OK)
        return error_set(error, STATUS_FAILED, "out of memory for a report of faults");
    TRY(output_open(&output, report->path, error));
    if (format == FORMAT_LYRDB)
        write_lyrdb(report, design, file, output.stream);
    else if (format == FORMAT_DRC)
        write_drc(report, output.stream);
    else
        write_json(report, design, file, output.stream);
    return output_commit(&output, error);
}
