/* fields: the optional words of a statement, and reading of lengths, rectangles, choices and names.
 * Members of all sizes are converted to int64_t, so that one loop serves all fields. */
#include "grid/format/layout/fields.h"

#include "grid/text/nearest.h"

static int64_t get(const struct record_field *field, const void *record)
{
    const void *at = (const char *)record + field->at;
    switch (field->size) {
    case 1:
        return *(const uint8_t *)at;
    case 2:
        return *(const uint16_t *)at;
    case 4:
        return *(const int32_t *)at;
    default:
        assert(field->size == sizeof(int64_t));
        return *(const int64_t *)at;
    }
}

static void set(const struct record_field *field, void *record, int64_t value)
{
    void *at = (char *)record + field->at;
    switch (field->size) {
    case 1:
        *(uint8_t *)at = (uint8_t)value;
        break;
    case 2:
        *(uint16_t *)at = (uint16_t)value;
        break;
    case 4:
        *(int32_t *)at = (int32_t)value;
        break;
    default:
        assert(field->size == sizeof(int64_t));
        *(int64_t *)at = value;
    }
}

static const struct names *names_of(const struct record_field *field, const struct tech *tech)
{
    return field->kind == FIELD_LAYER  ? &tech->layer_names
           : field->kind == FIELD_RULE ? &tech->rule_names
                                       : NULL;
}

static enum status unknown_word(const struct record_field *fields, struct scan *scan,
                                const struct word *word, struct error *error)
{
    const char *words[FIELDS_MAX];
    size_t count = 0;
    for (; fields[count].word != NULL; count++)
        words[count] = fields[count].word;
    const char *near = nearest_word(word->text, word->length, words, count);
    return scan_expected(scan, word, error, "%s", near != NULL ? near : "the end of the line");
}

static enum status read_value(const struct record_field *field, void *record,
                              const struct tech *tech, struct scan *scan, struct error *error)
{
    const struct names *names = names_of(field, tech);
    int64_t value = 1;
    int32_t index = 0;
    uint32_t number = 0;
    if (field->kind == FIELD_WORD) {
        TRY(scan_choice(scan, field->words, &index, error));
        value = index;
    } else if (names != NULL) {
        TRY(scan_name(scan, field->word, names, &number, error));
        value = number;
    } else if (field->kind != FIELD_FLAG) {
        TRY(scan_int(scan, field->word, field->low,
                     field->kind == FIELD_AREA ? INT64_MAX : COORD_MAX, &value, error));
    }
    set(field, record, value);
    return STATUS_OK;
}

enum status fields_read(const struct record_field *fields, void *record, const struct tech *tech,
                        struct scan *scan, struct error *error)
{
    bool seen[FIELDS_MAX] = {false};
    for (const struct record_field *field = fields; field->word != NULL; field++) {
        assert(field - fields < FIELDS_MAX);
        set(field, record, field->absent);
    }
    for (;;) {
        struct word word;
        size_t i = 0;
        TRY(scan_word(scan, &word, error));
        if (word.length == 0)
            return STATUS_OK;
        while (fields[i].word != NULL && !word_is(&word, fields[i].word))
            i++;
        if (fields[i].word == NULL)
            return unknown_word(fields, scan, &word, error);
        if (seen[i])
            return scan_expected(scan, &word, error, "%s once", fields[i].word);
        seen[i] = true;
        TRY(read_value(&fields[i], record, tech, scan, error));
    }
}

enum status scan_length(struct scan *scan, int32_t limit, int32_t *value, struct error *error)
{
    assert(limit > 0);
    int64_t number = 0;
    TRY(scan_int(scan, "a length", -(int64_t)limit, limit, &number, error));
    *value = (int32_t)number;
    return STATUS_OK;
}

enum status scan_rect(struct scan *scan, int32_t limit, struct layout_rect *rect,
                      struct error *error)
{
    int32_t *const sides[] = {&rect->x0, &rect->y0, &rect->x1, &rect->y1};
    for (int i = 0; i < 4; i++)
        TRY(scan_length(scan, limit, sides[i], error));
    if (rect->x0 > rect->x1 || rect->y0 > rect->y1)
        return scan_fail(scan, NULL, error,
                         "expected the lower left corner before the upper right one");
    return STATUS_OK;
}

enum status scan_choice(struct scan *scan, const char *const *words, int32_t *index,
                        struct error *error)
{
    struct word word;
    char list[160] = "";
    TRY(scan_word(scan, &word, error));
    for (*index = 0; words[*index] != NULL; ++*index)
        if (word_is(&word, words[*index]))
            return STATUS_OK;
    for (int32_t i = 0; words[i] != NULL; i++)
        text_append(list, sizeof list, "%s%s", i > 0 ? " or " : "", words[i]);
    *index = 0;
    return scan_expected(scan, &word, error, "%s", list);
}

enum status scan_name(struct scan *scan, const char *what, const struct names *names,
                      uint32_t *number, struct error *error)
{
    struct word word;
    TRY(scan_word(scan, &word, error));
    *number = word.length > 0 ? names_find(names, word.text, word.length) : NAME_NONE;
    if (*number == NAME_NONE)
        return scan_expected(scan, &word, error, "the name of %s that is described above", what);
    return STATUS_OK;
}

void fields_write(const struct record_field *fields, const void *record, const struct tech *tech,
                  struct emit *emit)
{
    for (const struct record_field *field = fields; field->word != NULL; field++) {
        const int64_t value = get(field, record);
        const struct names *names = names_of(field, tech);
        if (value == field->absent)
            continue;
        emit_format(emit, " %s", field->word);
        if (field->kind == FIELD_WORD || names != NULL)
            emit_format(emit, " %s",
                        names == NULL ? field->words[value] : names_text(names, (uint32_t)value));
        else if (field->kind != FIELD_FLAG)
            emit_format(emit, " %ld", value);
    }
    emit_char(emit, '\n');
}
