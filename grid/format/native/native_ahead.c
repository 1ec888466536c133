/* native_ahead: numbers and names of the text to come. */
#include "grid/format/native/native_ahead.h"

#include <string.h>

enum { AHEAD = 512, NUMBERS = 3 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Asks for the bit of the pin X,Y or X,Y,N that stands here. Inline: to a compiler, a function that
 * does nothing else has no effect. */
static inline __attribute__((always_inline)) void ask_for_pin(const struct net_builder *builder,
                                                              const char *at, const char *end)
{
    const struct grid *grid = &builder->design->grid;
    uint32_t number[NUMBERS] = {0, 0, 1};
    for (int i = 0; i < NUMBERS && at < end && is_digit(*at); i++) {
        for (number[i] = 0; at < end && is_digit(*at); at++)
            number[i] = number[i] * 10 + (uint32_t)(*at - '0');
        at += at < end && *at == ',';
    }
    if (builder->taken != NULL && number[0] < grid->width && number[1] < grid->height &&
        number[2] - 1 < grid->layers)
        __builtin_prefetch(builder->taken +
                               ((size_t)(number[2] - 1) * grid->height + number[1]) *
                                   grid->row_words +
                               number[0] / 64,
                           1);
}

void native_look_ahead(const struct net_builder *builder, uint64_t *seen)
{
    const struct scan *scan = builder->scan;
    const uint64_t here = scan->base + scan->at;
    const char *at = scan->buffer + scan->at + (*seen > here ? *seen - here : 0);
    const char *end = scan->buffer + (scan->at + AHEAD < scan->end ? scan->at + AHEAD : scan->end);
    while (at < end) {
        const char *stop = at;
        while (stop < end && *stop != ' ' && *stop != '\n')
            stop++;
        if (stop == end)
            break; /* may be half a word */
        if (is_digit(*at))
            ask_for_pin(builder, at, stop);
        else if (stop - at == 3 && memcmp(at, "net", 3) == 0) {
            const char *name = at = stop + 1;
            while (at < end && *at != ' ')
                at++;
            if (at == end) {
                at = stop - 3;
                break;
            }
            name_index_expect(&builder->names.index, name, (size_t)(at - name));
            stop = at;
        }
        at = stop + 1;
    }
    *seen = scan->base + (uint64_t)(at - scan->buffer);
}
