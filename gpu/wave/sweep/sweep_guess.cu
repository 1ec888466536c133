/* sweep_guess: predicts the cost of each job, by budget.h and focus.h of the CPU's waves. */
#include "gpu/wave/sweep/sweep_guess.cuh"

#include <algorithm>

#include "gpu/wave/reach.cuh"
#include "gpu/wave/sweep/sweep.cuh"
#include "grid/random.h"

enum { WEIGHT_SAMPLE = 1024 }; /* cells whose weights give the usual weight */

/* The usual cost of a step: the first quartile of a sample of weights. */
static uint32_t usual_weight(const struct grid *grid)
{
    uint32_t sample[WEIGHT_SAMPLE];
    struct random random = random_seeded(1);
    if (grid->weight == NULL)
        return 1;
    for (uint32_t &weight : sample)
        weight = grid->weight[random_below(&random, (uint32_t)grid_cells(grid))];
    std::nth_element(sample, sample + WEIGHT_SAMPLE / 4, sample + WEIGHT_SAMPLE);
    return sample[WEIGHT_SAMPLE / 4];
}

void guesses_open(struct sweep_guesses *guesses, const struct field *field)
{
    assert(field->grid->layers <= SWEEP_LAYERS);
    *guesses = {};
    guesses->field = field;
    guesses->extra = std::max(field->grid->layers > 1 ? field->grid->rules.via : 0,
                              field->grid->rules.wrong_way);
    guesses->usual = usual_weight(field->grid);
    budget_begin(&guesses->budget);
}

void guesses_close(struct sweep_guesses *guesses)
{
    pocket_destroy(&guesses->pocket);
    free(guesses->of);
    *guesses = {};
}

enum status guesses_reserve(struct sweep_guesses *guesses, size_t jobs, struct error *error)
{
    return MEM_GROW(guesses->of, guesses->capacity, jobs, "jobs", error);
}

/* The guess, or FOCUS_EVERYWHERE if it exceeds the range of labels. */
static uint32_t fitting(uint64_t guess)
{
    return guess < SWEEP_FAR - 1 ? (uint32_t)guess : FOCUS_EVERYWHERE;
}

bool guesses_exceed_labels(const struct sweep_guesses *guesses, const struct job *job)
{
    return guesses->usual > 1 &&
           (uint64_t)guesses->usual * reach_steps(guesses->field->grid, job) >= SWEEP_FAR;
}

void guesses_first(struct sweep_guesses *guesses, const struct job *job, size_t index)
{
    assert(job->source_count > 0 && index < guesses->capacity);
    struct focus focus;
    guesses->of[index] = FOCUS_EVERYWHERE;
    if (!focus_aim(&focus, guesses->field->grid, job))
        return;
    uint32_t distance = focus_distance(&focus);
    uint32_t learned = budget_guess(&guesses->budget, distance, guesses->extra);
    if (learned == FOCUS_EVERYWHERE)
        learned = budget_wider(distance, distance);
    guesses->of[index] = fitting(job->guess != 0 ? job->guess : learned);
}

enum status guesses_next(struct sweep_guesses *guesses, const struct job *job, size_t index,
                         bool *enclosed, struct error *error)
{
    const struct grid *grid = guesses->field->grid;
    struct focus focus;
    assert(index < guesses->capacity && guesses->of[index] != FOCUS_EVERYWHERE);
    *enclosed = !focus_aim(&focus, grid, job);
    guesses->of[index] = fitting(budget_next(grid, &focus, &job->window, guesses->of[index]));
    const uint32_t most = pocket_most(box_cells(grid, job->window));
    if (*enclosed || guesses->of[index] != FOCUS_EVERYWHERE || most == 0)
        return STATUS_OK;
    return pocket_look(&guesses->pocket, guesses->field, job, most, enclosed, error);
}

void guesses_note(struct sweep_guesses *guesses, const struct job *job, bool late)
{
    struct focus focus;
    if (job->guess != 0 || job->outcome != OUTCOME_FOUND ||
        !focus_aim(&focus, guesses->field->grid, job))
        return;
    const uint32_t distance = focus_distance(&focus);
    struct sweep_guesses::guessed *seen = &guesses->seen[budget_class(distance)];
    *seen = {true, seen->too_low || late, distance, (uint32_t)job->cost};
}

void guesses_learn(struct sweep_guesses *guesses)
{
    for (struct sweep_guesses::guessed &seen : guesses->seen) {
        if (!seen.any)
            continue;
        budget_learn_guess(&guesses->budget, seen.distance, seen.too_low);
        budget_learn_cost(&guesses->budget, seen.distance, seen.cost);
        seen = {};
    }
}

struct box guesses_window(const struct grid *grid, const struct job *job, uint32_t guess)
{
    struct focus focus;
    return focus_aim(&focus, grid, job) ? focus_clip(&focus, &job->window, guess) : job->window;
}
