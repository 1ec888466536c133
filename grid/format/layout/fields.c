/* fields: the optional words of a statement, and reading of lengths, rectangles, choices and names.
 * Values of all types are converted to int64_t, so that one loop serves all fields. */
#include "grid/format/layout/fields.h"

#include <string.h>

#include "grid/text/nearest.h"

static struct record_field *add(struct fields *fields, const char *word, enum field_kind kind,
                                void *at)
{
    assert(fields->count < FIELDS_MAX && word != NULL && at != NULL);
    struct record_field *field = &fields->list[fields->count++];
    *field = (struct record_field){.word = word, .kind = kind, .at = at, .high = COORD_MAX};
    return field;
}

void fields_int(struct fields *fields, const char *word, int32_t *at, int32_t absent, int32_t low)
{
    assert(low <= COORD_MAX);
    struct record_field *field = add(fields, word, FIELD_INT, at);
    field->absent = absent;
    field->low = low;
}

void fields_area(struct fields *fields, const char *word, int64_t *at)
{
    add(fields, word, FIELD_AREA, at)->high = INT64_MAX;
}

void fields_flag(struct fields *fields, const char *word, bool *at)
{
    add(fields, word, FIELD_FLAG, at);
}

void fields_word(struct fields *fields, const char *word, int32_t *at, const char *const *words)
{
    assert(words != NULL && words[0] != NULL);
    add(fields, word, FIELD_WORD, at)->words = words;
}

void fields_name(struct fields *fields, const char *word, uint32_t *at, const struct names *names)
{
    assert(names != NULL);
    struct record_field *field = add(fields, word, FIELD_NAME, at);
    field->absent = NAME_NONE;
    field->names = names;
}

static int64_t get(const struct record_field *field)
{
    switch (field->kind) {
    case FIELD_AREA:
        return *(const int64_t *)field->at;
    case FIELD_FLAG:
        return *(const bool *)field->at;
    case FIELD_NAME:
        return *(const uint32_t *)field->at;
    default:
        return *(const int32_t *)field->at;
    }
}

static void set(const struct record_field *field, int64_t value)
{
    switch (field->kind) {
    case FIELD_AREA:
        *(int64_t *)field->at = value;
        break;
    case FIELD_FLAG:
        *(bool *)field->at = value != 0;
        break;
    case FIELD_NAME:
        *(uint32_t *)field->at = (uint32_t)value;
        break;
    default:
        *(int32_t *)field->at = (int32_t)value;
        break;
    }
}

/* ---- reading -------------------------------------------------------------------------------- */

static enum status unknown_word(const struct fields *fields, struct scan *scan,
                                const struct word *word, struct error *error)
{
    const char *words[FIELDS_MAX];
    for (size_t i = 0; i < fields->count; i++)
        words[i] = fields->list[i].word;
    const char *near = nearest_word(word->text, word->length, words, fields->count);
    if (near != NULL)
        return scan_expected(scan, word, error, "%s", near);
    return scan_expected(scan, word, error, "the end of the line");
}

static enum status read_value(const struct record_field *field, struct scan *scan,
                              struct error *error)
{
    int64_t value = 1;
    int32_t index = 0;
    uint32_t number = 0;
    switch (field->kind) {
    case FIELD_FLAG:
        break;
    case FIELD_WORD:
        TRY(scan_choice(scan, field->words, &index, error));
        value = index;
        break;
    case FIELD_NAME:
        TRY(scan_name(scan, field->word, field->names, &number, error));
        value = number;
        break;
    default:
        TRY(scan_int(scan, field->word, field->low, field->high, &value, error));
        break;
    }
    set(field, value);
    return STATUS_OK;
}

enum status fields_read(const struct fields *fields, struct scan *scan, struct error *error)
{
    assert(fields->count > 0 && fields->count <= FIELDS_MAX);
    bool seen[FIELDS_MAX] = {false};
    for (size_t i = 0; i < fields->count; i++)
        set(&fields->list[i], fields->list[i].absent);
    for (;;) {
        struct word word;
        size_t i = 0;
        TRY(scan_word(scan, &word, error));
        if (word.length == 0)
            return STATUS_OK;
        while (i < fields->count && !word_is(&word, fields->list[i].word))
            i++;
        if (i == fields->count)
            return unknown_word(fields, scan, &word, error);
        if (seen[i])
            return scan_expected(scan, &word, error, "%s once", fields->list[i].word);
        seen[i] = true;
        TRY(read_value(&fields->list[i], scan, error));
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

/* ---- writing -------------------------------------------------------------------------------- */

void emit_number(struct emit *emit, int64_t number)
{
    emit_char(emit, ' ');
    if (number < 0)
        emit_char(emit, '-');
    emit_uint(emit, number < 0 ? (uint64_t)0 - (uint64_t)number : (uint64_t)number);
}

void emit_rect(struct emit *emit, struct layout_rect rect)
{
    emit_number(emit, rect.x0);
    emit_number(emit, rect.y0);
    emit_number(emit, rect.x1);
    emit_number(emit, rect.y1);
}

void fields_write(const struct fields *fields, struct emit *emit)
{
    for (size_t i = 0; i < fields->count; i++) {
        const struct record_field *field = &fields->list[i];
        int64_t value = get(field);
        if (value == field->absent)
            continue;
        emit_char(emit, ' ');
        emit_text(emit, field->word);
        if (field->kind == FIELD_WORD || field->kind == FIELD_NAME) {
            emit_char(emit, ' ');
            emit_text(emit, field->kind == FIELD_WORD ? field->words[value]
                                                      : names_text(field->names, (uint32_t)value));
        } else if (field->kind != FIELD_FLAG) {
            emit_number(emit, value);
        }
    }
    emit_char(emit, '\n');
}
