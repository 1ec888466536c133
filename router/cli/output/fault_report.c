/* fault_report: collects faults, and writes the list by one function per format. */
#include "router/cli/output/fault_report.h"

#include "grid/text/file/output.h"
#include "grid/text/harmless.h"
#include "grid/text/file/path.h"

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
    return format_of(path) != FORMATS ? STATUS_OK
                                      : error_refuse(error,
                                                     "--report: expected a name that ends in "
                                                     ".lyrdb, .drc or .json, found \"%.200s\"",
                                                     path);
}

static void add_word(struct fault_report *report, struct names *words, const char *text,
                     uint32_t *number)
{
    *number = NAME_NONE;
    if (text != NULL)
        THEN(report->status, names_add(words, text, strlen(text), number, NULL));
}

void fault_report_add(struct fault_report *report, uint64_t line, const char *text)
{
    static const struct fault_site NOWHERE = {0};
    const struct fault_site *site = report->site != NULL ? report->site : &NOWHERE;
    struct fault_item item = {.line = line, .has_box = site->has_box};
    memcpy(item.box, site->box, sizeof item.box);
    add_word(report, &report->rules, site->rule != NULL ? site->rule : "fault", &item.rule);
    add_word(report, &report->words, text, &item.text);
    add_word(report, &report->words, site->layer, &item.layer);
    add_word(report, &report->words, site->net, &item.net);
    THEN(report->status,
         MEM_APPEND(report->items, report->capacity, report->count, item, "faults", NULL));
    report->site = NULL;
}

void fault_report_destroy(struct fault_report *report)
{
    names_destroy(&report->rules);
    names_destroy(&report->words);
    MEM_CLEAR(report, report->items);
}

static const char *rule_of(const struct fault_report *report, const struct fault_item *item)
{
    return names_text(&report->rules, item->rule);
}

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

static void write_lyrdb(const struct fault_report *report, const char *design, const char *file,
                        FILE *out)
{
    fputs("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<report-database>\n", out);
    put_element(out, "description", "faults and open nets");
    put_element(out, "original-file", file);
    put_element(out, "generator", "leeway " LEEWAY_VERSION);
    put_element(out, "top-cell", design);
    fputs("<tags/>\n<categories>\n", out);
    for (uint32_t rule = 0; rule < report->rules.count; rule++) {
        fputs("<category>\n", out);
        put_element(out, "name", names_text(&report->rules, rule));
        fputs("<description/><categories/>\n</category>\n", out);
    }
    fputs("</categories>\n<cells>\n<cell>\n", out);
    put_element(out, "name", design);
    fputs("<variant/><references/>\n</cell>\n</cells>\n<items>\n", out);
    for (size_t i = 0; i < report->count; i++) {
        const struct fault_item *item = &report->items[i];
        fputs("<item>\n<tags/>\n<category>", out);
        put_quoted(out, rule_of(report, item));
        fputs("</category>\n", out);
        put_element(out, "cell", design);
        fputs("<visited>false</visited>\n<multiplicity>1</multiplicity>\n<values>\n", out);
        if (item->has_box)
            fprintf(out, "<value>box: (%.10g,%.10g;%.10g,%.10g)</value>\n", item->box[0],
                    item->box[1], item->box[2], item->box[3]);
        fputs("<value>text: ", out);
        put_quoted(out, names_text(&report->words, item->text));
        fputs("</value>\n</values>\n</item>\n", out);
    }
    fputs("</items>\n</report-database>\n", out);
}

/* Writes only the faults with a layer and a box. */
static void write_drc(const struct fault_report *report, FILE *out)
{
    for (size_t i = 0; i < report->count; i++) {
        const struct fault_item *item = &report->items[i];
        if (!item->has_box || item->layer == NAME_NONE)
            continue;
        harmless_line(out, "violation type: %s", rule_of(report, item));
        fputs("\tsrcs:", out);
        if (item->net != NAME_NONE) {
            fputs(" net:", out);
            harmless_print(out, names_text(&report->words, item->net));
        }
        fprintf(out, "\n\tbbox = (%.10g, %.10g) - (%.10g, %.10g) on Layer ", item->box[0],
                item->box[1], item->box[2], item->box[3]);
        harmless_line(out, "%s", names_text(&report->words, item->layer));
    }
}

static void put_word(FILE *out, const struct fault_report *report, const char *name, uint32_t word)
{
    if (word != NAME_NONE)
        harmless_member(out, ", ", name, names_text(&report->words, word));
}

static void write_json(const struct fault_report *report, const char *design, const char *file,
                       FILE *out)
{
    fputs("{\"version\": 1", out);
    harmless_member(out, ", ", "design", design);
    harmless_member(out, ", ", "file", file);
    fprintf(out, "%s%s, \"faults\": [", report->more != NULL ? ",\n " : "",
            report->more != NULL ? report->more : "");
    for (size_t i = 0; i < report->count; i++) {
        const struct fault_item *item = &report->items[i];
        harmless_member(out, i > 0 ? ",\n {" : "\n {", "rule", rule_of(report, item));
        put_word(out, report, "layer", item->layer);
        put_word(out, report, "net", item->net);
        if (item->has_box)
            fprintf(out, ", \"box\": [%.10g, %.10g, %.10g, %.10g]", item->box[0], item->box[1],
                    item->box[2], item->box[3]);
        if (item->line > 0)
            fprintf(out, ", \"line\": %" PRIu64, item->line);
        put_word(out, report, "text", item->text);
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
        return error_fail(error, "out of memory for a report of faults");
    TRY(output_open(&output, report->path, error));
    if (format == FORMAT_LYRDB)
        write_lyrdb(report, design, file, output.stream);
    else if (format == FORMAT_DRC)
        write_drc(report, output.stream);
    else
        write_json(report, design, file, output.stream);
    return output_commit(&output, error);
}
