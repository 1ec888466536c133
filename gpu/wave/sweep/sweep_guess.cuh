/* sweep_guess: what the paths of a call's jobs may cost, and which jobs are to be searched.
 *
 *     first     what the job tells, or what was learned from the calls before (budget.h)
 *     next      where that was too low, five times as much beyond the distance
 *     at last   no guess, unless the targets lie in a pocket (pocket.h): then there is no path
 *
 * A guess makes windows small, and small windows are what teams of blocks need. A guess that is too
 * low costs all jobs of the call another launch, so of a call and a class of distances only the
 * worst counts: what is learned goes up where one job needed another guess, and down where none
 * did.
 */
#pragma once

#include "router/search/pocket.h"
#include "router/wave/budget.h"

struct sweep_guesses {
    const struct field *field;
    uint32_t extra; /* dearest via or step the wrong way */
    uint32_t usual; /* cost of a step */
    struct budget budget;
    struct guessed {             /* of the call's jobs, by the class of their distance: */
        bool any, too_low;       /* one has a path; its first guess was too low for it */
        uint32_t distance, cost; /* of one of them */
    } seen[BUDGET_CLASSES];
    struct pocket pocket;
    uint32_t *of; /* [jobs of a call, by index]: FOCUS_EVERYWHERE: none */
    size_t capacity;
};

void guesses_open(struct sweep_guesses *guesses, const struct field *field);

/* Makes room for jobs of indices below this. */
enum status guesses_reserve(struct sweep_guesses *guesses, size_t jobs, struct error *error);

/* True where labels will hardly hold what the job's path costs. */
bool guesses_too_dear(const struct sweep_guesses *guesses, const struct job *job);

/* The job's first guess, at of[index]. */
void guesses_first(struct sweep_guesses *guesses, const struct job *job, size_t index);

/* The next, after a search with a guess. *shut: there is no path. */
enum status guesses_next(struct sweep_guesses *guesses, const struct job *job, size_t index,
                         bool *shut, struct error *error);

/* Takes note of a job that was searched, unless it told its guess. Jobs without a path teach
 * nothing. late: it was not by its first guess. */
void guesses_note(struct sweep_guesses *guesses, const struct job *job, bool late);

/* Learns from what was noted since the last time. */
void guesses_learn(struct sweep_guesses *guesses);

/* Accepts a zeroed one. */
void guesses_close(struct sweep_guesses *guesses);

/* The part of the job's window that a path can see that costs no more than the guess. */
struct box guesses_window(const struct grid *grid, const struct job *job, uint32_t guess);
