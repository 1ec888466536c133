/* targets: the functions that `make fuzz` runs, one per reader. test_corpus runs the same functions
 * over the inputs in tests/fuzz/corpus/NAME.tar.gz.
 *
 * Nothing is read from disk: memory_files.c replaces the functions that open files. A target calls
 * abort() if a reader breaks its contract (another status than good or bad input, bad input without
 * a message) or if two waves differ.
 */
#pragma once

#include "grid/base.h"

struct fuzz_target {
    const char *name;
    void (*run)(const uint8_t *data, size_t size);
};

/* All targets; the last name is NULL. */
extern const struct fuzz_target fuzz_targets[];

/* ---- the targets ---- */

void fuzz_grid(const uint8_t *data, size_t size);
void fuzz_matrix(const uint8_t *data, size_t size);

/* Texts with a line @@@ between them: a netlist, its grid, and perhaps a result, which is judged.
 */
void fuzz_netlist(const uint8_t *data, size_t size);

/* The same: a .gr, ISPD 1998 text, .cap or native netlist; its nets or grid; perhaps a result. */
void fuzz_tiles(const uint8_t *data, size_t size);

void fuzz_routes(const uint8_t *data, size_t size);  /* a result of two designs of the target */
void fuzz_lef(const uint8_t *data, size_t size);     /* with a small DEF */
void fuzz_def(const uint8_t *data, size_t size);     /* with a small LEF */
void fuzz_layout(const uint8_t *data, size_t size);  /* a layout in words of our own */
void fuzz_wires(const uint8_t *data, size_t size);   /* the result of a small layout */
void fuzz_guides(const uint8_t *data, size_t size);  /* of a small layout */
void fuzz_ini(const uint8_t *data, size_t size);     /* any INI file */
void fuzz_batch(const uint8_t *data, size_t size);   /* the INI file of a batch, lists of options */
void fuzz_options(const uint8_t *data, size_t size); /* arguments, one per line */
void fuzz_record(const uint8_t *data, size_t size);  /* a record, as it is and with a new sum */

/* Changes to a checkpoint of a run, which is then resumed. Three bytes per change: word, operation,
 * operand. */
void fuzz_checkpoint(const uint8_t *data, size_t size);

/* A field and a search made of the bytes: every wave of the CPU answers as dijkstra does. */
void fuzz_waves(const uint8_t *data, size_t size);

/* ---- what they share ---- */

/* Sets the files of the next run: `first` is the text of the file IN_NAME, `second` that of every
 * other file. */
#define IN_NAME "in/in.nl"
struct fuzz_text {
    const void *bytes;
    size_t size;
};
void fuzz_files(struct fuzz_text first, struct fuzz_text second);

/* The same of terminated texts. */
void fuzz_file_texts(const char *first, const char *second);

/* Cuts the part up to the next line @@@ off the text. */
struct fuzz_text fuzz_cut(struct fuzz_text *text);

/* Called before every run: limits grids to FUZZ_CELLS, since larger arrays take most of the time
 * and more memory than libFuzzer allows. */
enum { FUZZ_CELLS = 1 << 20 };
void fuzz_start(void);

/* A record with room for all errors of one reader, as in the program. The next call reuses it. */
struct error fuzz_error(void);

/* abort() unless the status is good without a message, bad input with a message per error, or too
 * large for the memory. */
void fuzz_expect(enum status status, const struct error *error);
