/* format: compares the first word of a text with each row of a table of formats. */
#include "grid/format/format.h"

static bool begins_with(const struct format *format, const struct word *word)
{
    if (format->first != NULL)
        return word_is(word, format->first);
    return word->length > 0 && word->text[0] >= '0' && word->text[0] <= '9';
}

enum status format_find(struct scan *scan, const char *kind, const struct format *formats,
                        size_t count, const struct format **found, struct error *error)
{
    assert(count > 0);
    struct word word = {0};
    char shapes[ERROR_TEXT_MAX / 2] = "";
    TRY(scan_first_word(scan, &word, error));
    for (size_t i = 0; i < count; i++) {
        if (begins_with(&formats[i], &word)) {
            *found = &formats[i];
            scan_back(scan, &word);
            return STATUS_OK;
        }
        text_append(shapes, sizeof shapes, "%s%s", i > 0 ? ", or " : "", formats[i].shape);
    }
    return scan_expected(scan, &word, error, "%s: %s", kind, shapes);
}
