/* targets: what `make fuzz` runs, one function for each reader. test_corpus runs the same functions
 * over the inputs in tests/fuzz/corpus/NAME.tar.gz.
 *
 * Nothing is read from the disk: memory_files.c stands in for the functions that open files. A
 * target ends in abort() where a reader breaks its word: another status than good or bad input, bad
 * input without a message, two waves that differ.
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

void fuzz_routes(const uint8_t *data, size_t size);  /* a result of two designs of the target */
void fuzz_lef(const uint8_t *data, size_t size);     /* with a small DEF */
void fuzz_def(const uint8_t *data, size_t size);     /* with a small LEF */
void fuzz_layout(const uint8_t *data, size_t size);  /* a layout in words of our own */
void fuzz_wires(const uint8_t *data, size_t size);   /* the result of a small layout */
void fuzz_guides(const uint8_t *data, size_t size);  /* of a small layout */
void fuzz_ini(const uint8_t *data, size_t size);     /* any INI file */
void fuzz_batch(const uint8_t *data, size_t size);   /* the INI file of a batch, lists of options */
void fuzz_options(const uint8_t *data, size_t size); /* arguments, one a line */
void fuzz_record(const uint8_t *data, size_t size);  /* a record, as it is and with a new sum */

/* Changes to the checkpoints of a run, which then goes on from there. Three bytes a change: which
 * word, how, by what. */
void fuzz_checkpoint(const uint8_t *data, size_t size);

/* A field and a search made of the bytes: every wave of the CPU answers as dijkstra does. */
void fuzz_waves(const uint8_t *data, size_t size);

/* ---- what they share ---- */

/* What files hold while a target runs: `first` is the text of the file named IN_NAME, `second`
 * that of every other. */
#define IN_NAME "in/in.nl"
struct fuzz_text {
    const void *bytes;
    size_t size;
};
void fuzz_files(struct fuzz_text first, struct fuzz_text second);

/* The same of terminated texts. */
void fuzz_file_texts(const char *first, const char *second);

/* Before every run: a grid of more than FUZZ_CELLS is too large for the memory from then on. Its
 * arrays would take most of the time, and more memory than libFuzzer allows. */
enum { FUZZ_CELLS = 1 << 20 };
void fuzz_start(void);

/* A record for the errors of one reader: all that it tells at once, as the program asks for. The
 * next call takes their places. */
struct error fuzz_error(void);

/* abort() unless the status is good and nothing is told, bad input with a message for each error,
 * or too large for the memory. */
void fuzz_expect(enum status status, const struct error *error);
