/* batch_proof: see the header for the contract. */
#include "router/cli/batch/record/batch_proof.h"

#include "grid/text/scan.h"

struct sums {
    bool native;
    uint64_t nets, routed, length, vias, cost;
};

/* `length 12`, added to the sum. */
static enum status add(struct scan *scan, const char *name, uint64_t *sum, struct error *error)
{
    struct word word;
    int64_t value = 0;
    TRY(scan_word(scan, &word, error));
    if (!word_is(&word, name))
        return scan_expected(scan, &word, error, "\"%s\"", name);
    TRY(scan_int(scan, name, 0, INT64_MAX, &value, error));
    *sum += (uint64_t)value;
    return STATUS_OK;
}

/* The rest of `net NAME routed ...` or `net NAME unrouted ...`. */
static enum status add_net(struct scan *scan, struct sums *sums, struct error *error)
{
    struct word word;
    TRY(scan_word(scan, &word, error)); /* the name */
    TRY(scan_word(scan, &word, error));
    sums->nets++;
    if (word_is(&word, "unrouted"))
        return scan_rest(scan, &word, error);
    if (!word_is(&word, "routed"))
        return scan_expected(scan, &word, error, "routed or unrouted");
    sums->routed++;
    TRY(add(scan, "cost", &sums->cost, error));
    TRY(add(scan, "length", &sums->length, error));
    TRY(add(scan, "vias", &sums->vias, error));
    return scan_rest(scan, &word, error);
}

static enum status add_all(struct scan *scan, struct sums *sums, struct error *error)
{
    struct word word;
    enum status status = scan_first_word(scan, &word, error);
    sums->native = status == STATUS_OK && word_is(&word, "routes");
    while (status == STATUS_OK && sums->native && word.length > 0) {
        status = word_is(&word, "net") ? add_net(scan, sums, error) : scan_rest(scan, &word, error);
        THEN(status, scan_first_word(scan, &word, error));
    }
    return status;
}

bool batch_proof_fits(const struct batch_record *record, const char *routes, bool skips)
{
    struct sums sums = {0};
    struct scan scan = {0};
    enum status status = scan_open(&scan, routes, NULL);
    THEN(status, add_all(&scan, &sums, NULL));
    scan_close(&scan);
    if (status != STATUS_OK || !sums.native)
        return status == STATUS_OK;
    return sums.routed == record->routed && sums.length == record->length &&
           sums.vias == record->vias && sums.cost <= record->cost && sums.nets >= record->nets &&
           (skips || sums.nets == record->nets);
}
