/* devices: parses --gpus and divides the usable devices among the processes that share them. */
#include "router/engine/devices.h"

#include <ctype.h>

/* Reads a decimal number of at most two digits; false if there is none. */
static bool read_number(const char **text, unsigned *number)
{
    const char *c = *text;
    *number = 0;
    for (; isdigit((unsigned char)*c) && c < *text + 2; c++)
        *number = *number * 10 + (unsigned)(*c - '0');
    const bool is_number = c > *text && !isdigit((unsigned char)*c);
    *text = c;
    return is_number;
}

/* Reads numbers separated by commas; a comma may follow the last. */
static bool read_list(const char *text, uint64_t *list)
{
    unsigned number;
    *list = 0;
    while (*text != '\0') {
        if (!read_number(&text, &number) || number >= DEVICES_MAX || (*list >> number & 1) != 0 ||
            (*text != ',' && *text != '\0'))
            return false;
        *list |= UINT64_C(1) << number;
        text += *text == ',';
    }
    return *list != 0;
}

bool devices_parse(const char *text, struct engine_devices *devices)
{
    devices->list = 0;
    devices->count = 0;
    devices->every = strcmp(text, "all") == 0;
    if (devices->every)
        return true;
    if (strchr(text, ',') != NULL)
        return read_list(text, &devices->list);
    return read_number(&text, &devices->count) && *text == '\0' && devices->count >= 1 &&
           devices->count <= DEVICES_MAX;
}

bool devices_asked(const struct engine_devices *devices)
{
    return devices->list != 0 || devices->count > 0 || devices->every;
}

/* The usable ones of the selected devices, as a bit set. */
static uint64_t asked_for(const struct engine_devices *devices)
{
    if (devices->list != 0 || devices->every)
        return devices->usable & (devices->every ? ~UINT64_C(0) : devices->list);
    uint64_t left = devices->usable;
    for (unsigned i = devices->count > 0 ? devices->count : 1; i > 0; i--)
        left &= left - 1;
    return devices->usable & ~left;
}

void devices_choose(const struct engine_devices *devices, uint64_t *own, uint64_t *reserve)
{
    const uint64_t asked = asked_for(devices);
    const unsigned all = devices_count(asked), of = devices->of > 0 ? devices->of : 1;
    const unsigned share = all < of ? all : of; /* processes with a device of their own */
    unsigned rank = 0;
    assert(share > 0 || asked == 0);
    *own = 0;
    for (uint64_t rest = asked; rest != 0; rest &= rest - 1, rank++)
        if (rank % share == devices->turn % share)
            *own |= rest & (~rest + 1);
    *reserve = asked & ~*own;
}

const char *devices_missing(const struct engine_devices *devices, char *text, size_t size)
{
    const uint64_t absent = devices->list & ~devices->usable;
    const unsigned there = devices_count(devices->usable);
    text[0] = '\0';
    if (absent != 0)
        snprintf(text, size, "GPU %u is not usable", devices_first(absent));
    else if (devices->count > there)
        snprintf(text, size, "%u are asked for, %u %s usable", devices->count, there,
                 there == 1 ? "is" : "are");
    return text;
}
