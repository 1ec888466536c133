/* emit_many: threads format the text of pieces of PIECE items; one thread writes the pieces. */
#include "grid/text/emit_many.h"

#include "grid/workers.h"

enum {
    PIECE = 2048, /* items per piece */
    PIECES = 64,  /* maximum number of pieces that are held in memory */
};

/* The text of a piece; NULL if there was no memory for it. */
struct emit_piece {
    char *text;
    size_t size;
};

struct emit_pieces {
    size_t first, count; /* first item of pieces[0]; number of all items */
    emit_item *put;
    const void *context;
    struct emit_piece *pieces;
};

static size_t end_of_piece(size_t count, size_t first)
{
    assert(first <= count);
    return count - first < PIECE ? count : first + PIECE;
}

static void make_pieces(void *context, size_t first, size_t end)
{
    const struct emit_pieces *it = context;
    struct emit emit;
    for (size_t i = first; i < end; i++) {
        struct emit_piece *piece = &it->pieces[i];
        const size_t from = it->first + i * PIECE;
        FILE *stream = open_memstream(&piece->text, &piece->size);
        if (stream == NULL)
            continue;
        emit_open(&emit, stream);
        for (size_t item = from; item < end_of_piece(it->count, from); item++)
            it->put(it->context, item, &emit);
        emit_flush(&emit);
        if (fclose(stream) != 0 || emit.failed) {
            free(piece->text);
            piece->text = NULL;
        }
    }
}

/* Writes up to PIECES pieces from the item `first` on; returns the item after them. */
static size_t write_pieces(struct emit_pieces *it, unsigned threads, struct emit *emit)
{
    struct emit_piece made[PIECES] = {0};
    size_t first = it->first;
    const size_t left = (it->count - first + PIECE - 1) / PIECE;
    const size_t pieces = left < PIECES ? left : PIECES;
    it->pieces = made;
    workers_fork(threads, make_pieces, it, pieces, 1);
    emit_flush(emit);
    for (size_t i = 0; i < pieces; i++, first = end_of_piece(it->count, first)) {
        for (size_t item = first; made[i].text == NULL && item < end_of_piece(it->count, first);
             item++)
            it->put(it->context, item, emit);
        if (made[i].text == NULL) {
            emit_flush(emit);
            continue;
        }
        emit->failed |= fwrite(made[i].text, 1, made[i].size, emit->stream) != made[i].size;
        free(made[i].text);
    }
    return first;
}

void emit_many(struct emit *emit, size_t count, unsigned threads, emit_item *put,
               const void *context)
{
    struct emit_pieces it = {.count = count, .put = put, .context = context};
    assert(put != NULL && threads >= 1);
    while (threads > 1 && count - it.first > PIECE)
        it.first = write_pieces(&it, threads, emit);
    for (; it.first < count; it.first++)
        put(context, it.first, emit);
}
