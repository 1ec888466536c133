/* heaviest: see the header. */
#include "router/draw/frame/heaviest.h"

#include <stdlib.h>

#include "router/draw/frame/frame.h"

enum { NAMED = 6 };

static int by_weight(const void *a, const void *b)
{
    const struct net_weight *x = a, *y = b;
    if (x->weight != y->weight)
        return x->weight < y->weight ? 1 : -1;
    return x->net < y->net ? -1 : x->net > y->net;
}

void heaviest_list(char *text, size_t room, struct net_weight *nets, uint32_t count,
                   const char *(*name)(const void *context, uint32_t net), const void *context,
                   const char *format, uint64_t whole)
{
    qsort(nets, count, sizeof *nets, by_weight);
    for (uint32_t i = 0; i < count && i < NAMED && nets[i].weight > 0; i++) {
        text_append(text, room, "%s%.40s", i > 0 ? ", " : "", name(context, nets[i].net));
        text_append(text, room, format, nets[i].weight, whole);
    }
}
