/* sweep_guess: predicts the costs of the paths of a call's jobs, and which jobs need a search.
 *
 *     first     the job's own guess, or one learned from the calls before (budget.h)
 *     next      if that was too low, five times as much beyond the distance
 *     last      no guess, unless the targets are in a pocket (pocket.h): then there is no path
 *
 * A guess makes windows small. A guess that is too low costs all jobs of the call another launch.
 * So per call and class of distances only the worst job counts: the learned guess is raised if one
 * job needed another guess, and lowered if none did. */
#pragma once

#include "router/search/pocket.h"
#include "router/wave/budget.h"

struct sweep_guesses {
    const struct field *field;
    uint32_t extra; /* cost of the most expensive via or wrong-way step */
    uint32_t usual; /* usual cost of a step */
    struct budget budget;
    struct guessed {             /* the call's jobs, by the class of their distance */
        bool any, too_low;       /* a job has a path; a first guess was too low */
        uint32_t distance, cost; /* of one of them */
    } seen[BUDGET_CLASSES];
    struct pocket pocket;
    uint32_t *of; /* [jobs of a call, by index]; FOCUS_EVERYWHERE: no guess */
    size_t capacity;
};

/* Begins without learned guesses. Borrows the field. */
void guesses_open(struct sweep_guesses *guesses, const struct field *field);

/* Makes room for jobs of indices below `jobs`. */
enum status guesses_reserve(struct sweep_guesses *guesses, size_t jobs, struct error *error);

/* True if the cost of the job's path probably exceeds the labels. */
bool guesses_exceed_labels(const struct sweep_guesses *guesses, const struct job *job);

/* Sets of[index] to the job's first guess. */
void guesses_first(struct sweep_guesses *guesses, const struct job *job, size_t index);

/* Sets of[index] to the next guess, after a search that found no path. *enclosed:
 * the targets are in a pocket, so there is no path. */
enum status guesses_next(struct sweep_guesses *guesses, const struct job *job, size_t index,
                         bool *enclosed, struct error *error);

/* Records the cost of a job that was searched, unless the job had its own guess. Jobs without a
 * path are ignored. late: the first guess was too low. */
void guesses_note(struct sweep_guesses *guesses, const struct job *job, bool late);

/* Learns from the jobs recorded since the last call. */
void guesses_learn(struct sweep_guesses *guesses);

/* Accepts a zeroed one. */
void guesses_close(struct sweep_guesses *guesses);

/* The part of the job's window that a path of at most this cost can reach. */
struct box guesses_window(const struct grid *grid, const struct job *job, uint32_t guess);
