/* layout_reader: words that many statements hold; see the header. */
#include "grid/format/layout/layout_reader.h"

enum status layout_reader_new_name(struct layout_reader *r, const char *what, struct names *names,
                                   uint32_t *number)
{
    struct word word;
    uint32_t known = names->count;
    TRY(scan_word(r->scan, &word, r->error));
    if (word.length == 0)
        return scan_expected(r->scan, &word, r->error, "the name of %s", what);
    TRY(names_add(names, word.text, word.length, number, r->error));
    if (*number < known)
        return scan_expected(r->scan, &word, r->error, "%s of a new name", what);
    return STATUS_OK;
}

enum status layout_reader_layer(struct layout_reader *r, uint16_t *layer)
{
    uint32_t number = 0;
    TRY(scan_name(r->scan, "a layer", &r->layout->tech.layer_names, &number, r->error));
    assert(number < TECH_LAYERS_MAX);
    *layer = (uint16_t)number;
    return STATUS_OK;
}

enum status layout_reader_number(struct layout_reader *r, const char *what, int64_t low,
                                 int64_t high, int32_t *value)
{
    assert(low <= high && low >= INT32_MIN && high <= INT32_MAX);
    int64_t number = 0;
    TRY(scan_int(r->scan, what, low, high, &number, r->error));
    *value = (int32_t)number;
    return STATUS_OK;
}
