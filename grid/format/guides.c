/* guides: reads the boxes of each net word by word; each net's boxes are a slice of one array. */
#include "grid/format/guides.h"

#include "grid/text/scan.h"

struct guides_reader {
    struct guides *guides;
    const struct layout *layout;
    struct scan *scan;
    struct error *error;
    bool *seen; /* [nets] nets that have been read */
};

static enum status read_coordinate(struct guides_reader *r, const struct word *word, int32_t *place)
{
    int64_t value = 0, most = PLACE_MAX / r->layout->placed.scale;
    TRY(scan_word_int(r->scan, word, "a coordinate in database units", -most, most, &value,
                      r->error));
    *place = (int32_t)value * r->layout->placed.scale;
    return STATUS_OK;
}

/* `x0 y0 x1 y1 layer`, whose first word has been read. */
static enum status read_box(struct guides_reader *r, struct word word, uint32_t net)
{
    assert(net < r->layout->placed.net_names.count);
    struct guides *guides = r->guides;
    struct guide_box box;
    int32_t *place[] = {&box.rect.x0, &box.rect.y0, &box.rect.x1, &box.rect.y1};
    for (int i = 0; i < 4; i++) {
        if (i > 0)
            TRY(scan_word_anywhere(r->scan, &word, r->error));
        TRY(read_coordinate(r, &word, place[i]));
    }
    if (box.rect.x0 >= box.rect.x1 || box.rect.y0 >= box.rect.y1)
        return scan_fail(r->scan, &word, r->error,
                         "expected a box whose second corner is above and right of the first");
    TRY(scan_word_anywhere(r->scan, &word, r->error));
    box.layer = tech_find_layer(&r->layout->tech, word.text, word.length);
    if (box.layer == LAYER_NONE || r->layout->tech.layers[box.layer].kind != LAYER_ROUTING)
        return scan_expected(r->scan, &word, r->error, "a routing layer");
    assert(guides->nets[net].first + guides->nets[net].count == guides->count);
    guides->nets[net].count++;
    return MEM_APPEND(guides->boxes, guides->capacity, guides->count, box, "guides", r->error);
}

static enum status read_net(struct guides_reader *r, const struct word *name)
{
    struct word word;
    const uint32_t net = names_find_either(&r->layout->placed.net_names, name->text, name->length);
    if (net == NAME_NONE)
        return scan_expected(r->scan, name, r->error, "a net of %.200s", r->layout->placed.design);
    if (r->seen[net])
        return scan_expected(r->scan, name, r->error, "the guides of each net once");
    r->seen[net] = true;
    r->guides->nets[net] = (struct slice){r->guides->count, 0};
    TRY(scan_word_anywhere(r->scan, &word, r->error));
    if (!word_is(&word, "("))
        return scan_expected(r->scan, &word, r->error, "( before the boxes of the net");
    for (;;) {
        TRY(scan_word_anywhere(r->scan, &word, r->error));
        if (word_is(&word, ")"))
            return STATUS_OK;
        if (word.length == 0)
            return scan_expected(r->scan, &word, r->error, ") behind the boxes of the net");
        TRY(read_box(r, word, net));
    }
}

enum status guides_read(struct guides *guides, const struct layout *layout, const char *path,
                        struct error *error)
{
    assert(layout->placed.scale > 0); /* it has been read */
    struct scan scan = {0};
    struct guides_reader r = {.guides = guides, .layout = layout, .scan = &scan, .error = error};
    uint32_t nets = layout->placed.net_names.count;
    *guides = (struct guides){.nets = mem_alloc(nets, sizeof *guides->nets, "guides", error)};
    r.seen = mem_alloc(nets, 1, "guides", error);
    enum status status = guides->nets != NULL && r.seen != NULL ? STATUS_OK : STATUS_FAILED;
    THEN(status, scan_open(&scan, path, error));
    while (status == STATUS_OK) {
        struct word word = {0};
        status = scan_word_anywhere(&scan, &word, error);
        if (status != STATUS_OK || word.length == 0)
            break;
        status = read_net(&r, &word);
    }
    scan_close(&scan);
    free(r.seen);
    return status;
}

MEM_DESTROY(guides_destroy, guides, it->nets, it->boxes)
