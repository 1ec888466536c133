/* harmless: looks code points up in a table of ranges; printable ASCII takes one comparison. */
#include "grid/text/harmless.h"

#include "grid/text/utf8.h"

enum {
    STAND_IN = '?',   /* replacement character */
    LINE_USUAL = 768, /* bytes of a line that need no allocation */
};

/* Ranges of harmful code points, ascending. */
static const struct {
    uint32_t first, last;
} HARMFUL[] = {
    {0x00, 0x1F},     {0x7F, 0x9F},     {0x061C, 0x061C}, {0x200E, 0x200F},   {0x2028, 0x202E},
    {0x2066, 0x2069}, {0xFFF9, 0xFFFB}, {0xFFFE, 0xFFFF}, {0xE0000, 0xE007F},
};

static bool is_harmful(uint32_t code)
{
    for (size_t i = 0; i < sizeof HARMFUL / sizeof *HARMFUL; i++)
        if (code <= HARMFUL[i].last)
            return code >= HARMFUL[i].first;
    return false;
}

size_t harmless_step(const char *text, size_t length, bool *fine)
{
    assert(length > 0);
    unsigned char first = (unsigned char)text[0];
    *fine = first >= 0x20 && first < 0x7F;
    if (first < 0x80)
        return 1;
    size_t size = utf8_length(text, length);
    *fine = size > 0 && !is_harmful(utf8_code(text, size));
    return size > 0 ? size : 1;
}

size_t harmless_bytes(char *text, size_t length)
{
    size_t to = 0;
    for (size_t from = 0; from < length;) {
        bool fine = false;
        size_t size = harmless_step(text + from, length - from, &fine);
        if (fine)
            memmove(text + to, text + from, size);
        else
            text[to] = text[from] == '\t' ? ' ' : STAND_IN;
        to += fine ? size : 1;
        from += size;
    }
    return to;
}

char *harmless(char *text)
{
    text[harmless_bytes(text, strlen(text))] = '\0';
    return text;
}

void harmless_print(FILE *out, const char *text)
{
    size_t length = text != NULL ? strlen(text) : 0;
    while (length > 0) {
        bool fine = false;
        size_t size = harmless_step(text, length, &fine);
        if (fine)
            fwrite(text, 1, size, out);
        else
            fputc(text[0] == '\t' ? ' ' : STAND_IN, out);
        text += size;
        length -= size;
    }
}

void harmless_line(FILE *out, const char *format, ...)
{
    assert(out != NULL && format != NULL);
    char usual[LINE_USUAL], *text = usual;
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(usual, sizeof usual, format, args);
    if (length >= LINE_USUAL && (text = malloc((size_t)length + 1)) != NULL)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(args);
    if (length >= 0) {
        harmless_print(out, text != NULL ? text : usual);
        fputc('\n', out);
    }
    if (text != usual)
        free(text);
}

/* Writes a character as \uXXXX, or as a surrogate pair; a byte that is not UTF-8 as U+FFFD. */
static void json_escape(FILE *out, const char *text, size_t left)
{
    size_t length = utf8_length(text, left);
    uint32_t code = length > 0 ? utf8_code(text, length) : 0xFFFD;
    if (code > 0xFFFF) {
        fprintf(out, "\\u%04" PRIx32, 0xD800 + ((code - 0x10000) >> 10));
        code = 0xDC00 + (code & 0x3FF);
    }
    fprintf(out, "\\u%04" PRIx32, code);
}

void harmless_json(FILE *out, const char *text)
{
    assert(text != NULL);
    fputc('"', out);
    size_t left = strlen(text);
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0';) {
        bool fine = false;
        size_t length = harmless_step((const char *)c, left, &fine);
        if (*c == '"' || *c == '\\')
            fprintf(out, "\\%c", *c);
        else if (fine)
            fwrite(c, 1, length, out);
        else
            json_escape(out, (const char *)c, left);
        c += length;
        left -= length;
    }
    fputc('"', out);
}

void harmless_member(FILE *out, const char *before, const char *name, const char *text)
{
    fprintf(out, "%s\"%s\": ", before, name);
    harmless_json(out, text);
}
