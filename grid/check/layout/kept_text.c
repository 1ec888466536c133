/* kept_text: compares the text of the placed DEF with that of the routed DEF, statement by
 * statement, except wiring of NETS, new VIAS and HISTORY, so that properties, regions, groups and
 * extensions are checked too. Hashes of the words of each statement are sorted and compared. The
 * order of statements, the order of pins and properties in a net, and trailing zeros of numbers do
 * not matter. */
#include "grid/check/layout/inspect.h"

#include <ctype.h>
#include <strings.h>

#include "grid/hash.h"

struct kept_statement {
    uint64_t hash;
    uint64_t at; /* where it starts in the text */
    bool via;    /* of VIAS: may be added */
};

struct kept_word {
    const char *at;
    size_t length;
};

/* The tokenizer of a text. */
struct kept_scan {
    const char *text, *at, *end;
};

static struct kept_word next_word(struct kept_scan *scan)
{
    const char *p = scan->at, *end = scan->end;
    assert(scan->text <= p && p <= end);
    while (p < end && (isspace((unsigned char)*p) || *p == '#')) {
        if (*p == '#')
            while (p < end && *p != '\n')
                p++;
        else
            p++;
    }
    struct kept_word word = {p, 0};
    if (p < end && *p == '"') {
        for (p++; p < end && *p != '"'; p++) {
        }
        p += p < end;
    } else {
        while (p < end && !isspace((unsigned char)*p))
            p++;
        if (p - word.at > 1 && p[-1] == ';' && p[-2] != '\\')
            p--;
    }
    word.length = (size_t)(p - word.at);
    scan->at = p;
    return word;
}

/* True if the word is this keyword, in any letter case. */
static bool is_word(struct kept_word word, const char *text)
{
    return strlen(text) == word.length && strncasecmp(word.at, text, word.length) == 0;
}

static bool is_one_of(struct kept_word word, const char *const *texts)
{
    for (; *texts != NULL; texts++)
        if (is_word(word, *texts))
            return true;
    return false;
}

/* Adds a word to an FNV-1a hash, without backslashes and trailing zeros of a decimal number. */
static uint64_t add_word(uint64_t hash, struct kept_word word)
{
    size_t length = word.length;
    if (memchr(word.at, '.', length) != NULL && strspn(word.at, "+-.0123456789") >= length) {
        while (length > 1 && word.at[length - 1] == '0')
            length--;
        length -= length > 0 && word.at[length - 1] == '.';
    }
    for (size_t i = 0; i <= length; i++) {
        unsigned char c = i < length ? (unsigned char)word.at[i] : ' ';
        if (c != '\\')
            hash = hash_bytes(hash, &c, 1);
    }
    return hash;
}

/* The hash of a statement of NETS after its `-`, without wiring: the sum of its parts. */
static uint64_t read_net(struct kept_scan *scan)
{
    static const char *const wiring[] = {"ROUTED", "FIXED", "COVER", "NOSHIELD", NULL};
    static const char *const in_wiring[] = {"SHAPE", "STYLE", "MASK", NULL};
    uint64_t sum = 0, hash = HASH_START;
    bool wires = false;
    for (struct kept_word word = next_word(scan); word.length > 0 && !is_word(word, ";");
         word = next_word(scan)) {
        if (is_word(word, "+")) {
            struct kept_scan ahead = *scan;
            struct kept_word key = next_word(&ahead);
            if (wires && is_one_of(key, in_wiring))
                continue;
            wires = is_one_of(key, wiring);
        }
        if (wires)
            continue;
        if (is_word(word, "+") || is_word(word, "(")) {
            sum += hash * (hash | 1);
            hash = HASH_START;
        }
        hash = add_word(hash, word);
    }
    return sum + hash * (hash | 1);
}

static int compare(const void *a, const void *b)
{
    const struct kept_statement *p = a, *q = b;
    return p->hash != q->hash ? (p->hash > q->hash) - (p->hash < q->hash)
                              : (p->at > q->at) - (p->at < q->at);
}

enum status inspect_statements(struct statements *list, const struct layout *layout,
                               struct error *error)
{
    const struct placed *placed = &layout->placed;
    static const char *const sections[] = {
        "VIAS",        "STYLES",        "NONDEFAULTRULES", "REGIONS", "COMPONENTS",
        "PINS",        "PINPROPERTIES", "BLOCKAGES",       "SLOTS",   "FILLS",
        "SPECIALNETS", "NETS",          "SCANCHAINS",      "GROUPS",  NULL};
    struct kept_scan scan = {placed->text, placed->text, placed->text + placed->text_size};
    struct kept_word section = {"", 0};
    for (;;) {
        struct kept_word word = next_word(&scan);
        if (word.length == 0)
            break;
        if (is_word(word, ";"))
            continue; /* an empty statement */
        bool net = is_word(section, "NETS") && is_word(word, "-"), via = is_word(section, "VIAS");
        uint64_t hash = add_word(add_word(HASH_START, section), word);
        if (is_word(word, "END")) {
            struct kept_word what = next_word(&scan);
            section = (struct kept_word){"", 0};
            if (is_word(what, "DESIGN"))
                break;
            continue;
        }
        if (net) {
            hash += read_net(&scan);
        } else {
            bool extension = is_word(word, "BEGINEXT"), old = is_word(word, "HISTORY");
            bool start = section.length == 0 && is_one_of(word, sections);
            for (struct kept_word w = next_word(&scan);
                 w.length > 0 && !is_word(w, extension ? "ENDEXT" : ";"); w = next_word(&scan))
                hash = add_word(hash, w);
            if (start)
                section = word;
            if (start || old)
                continue; /* the reader has checked the count of a section */
        }
        TRY(MEM_GROW(list->at, list->capacity, list->count + 1, "statements", error));
        list->at[list->count++] =
            (struct kept_statement){hash, (uint64_t)(word.at - placed->text), via};
    }
    if (list->count > 0)
        qsort(list->at, list->count, sizeof *list->at, compare);
    return STATUS_OK;
}

/* Reports a statement by its first words. */
static void report(struct inspection *it, const char *what, const struct placed *placed,
                   const struct kept_statement *statement)
{
    assert(statement->at < placed->text_size);
    char text[61];
    size_t length = 0;
    struct kept_scan scan = {placed->text, placed->text + statement->at,
                             placed->text + placed->text_size};
    for (struct kept_word word = next_word(&scan); word.length > 0 && !is_word(word, ";");
         word = next_word(&scan)) {
        if (length + word.length + 1 >= sizeof text)
            break;
        memcpy(text + length, word.at, word.length);
        length += word.length;
        text[length++] = ' ';
    }
    text[length > 0 ? length - 1 : 0] = '\0';
    inspect_report(it, FAULT_KEPT, "%s: %s", what, text);
}

void inspect_kept_text(struct inspection *it)
{
    const struct statements *old = &it->statements[0], *now = &it->statements[1];
    for (size_t i = 0, k = 0; i < old->count || k < now->count;) {
        bool gone = k == now->count || (i < old->count && old->at[i].hash < now->at[k].hash);
        bool added = i == old->count || (k < now->count && now->at[k].hash < old->at[i].hash);
        assert(!gone || !added); /* or neither index would advance */
        if (gone)
            report(it, "missing or changed", &it->placed->placed, &old->at[i]);
        if (added && !now->at[k].via)
            report(it, "added or changed", &it->layout->placed, &now->at[k]);
        i += !added;
        k += !gone;
    }
}
