/* progress: a thread wakes every TICK_MS and prints the state that the run has stored. */
#include "router/cli/output/progress.h"

#include <pthread.h>
#include <sys/ioctl.h>

#include "grid/clock.h"
#include "grid/text/harmless.h"

enum {
    STAGE_MAX = 160, /* bytes of a stage's text */
    LINE_MAX_BYTES = 320,
    WIDTH_USUAL = 80, /* columns of a terminal of unknown width */
    PRINTED_MAX = 16, /* number of printed stages that are remembered */
    TICK_MS = 50,
};

static const double FIRST_DRAWN = 0.3;   /* time of the first line on a terminal, in seconds */
static const double FIRST_PRINTED = 0.8; /* time of the first line elsewhere */
static const double BETWEEN = 0.1;       /* time between two lines on a terminal */
static const double BETWEEN_JSON = 0.5;  /* time between two objects */

struct progress {
    FILE *out;
    enum progress_how how;
    bool verbose;
    const volatile sig_atomic_t *stop;
    pthread_t thread;
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t change;
    bool over;
    double start, drawn, limit;
    char stage[STAGE_MAX];
    struct progress_counts counts;
    uint64_t before;   /* conflicts of the last round; 0: unknown */
    bool on_terminal;  /* the line is shown */
    bool paused;       /* the line must not be shown */
    bool acknowledged; /* the signal has been confirmed */
    bool is_printed;   /* this stage has been printed */
    char printed[PRINTED_MAX][STAGE_MAX];
    size_t printed_count;
};

/* Appends ": 120 of 400 nets", or the conflicts of this round and the last. */
static void append_counts(const struct progress *p, char line[LINE_MAX_BYTES])
{
    const struct progress_counts *counts = &p->counts;
    if (counts->round > 0)
        text_append(line, LINE_MAX_BYTES, ", round %u", counts->round);
    if (counts->conflicts > 0 && counts->overflow)
        text_append(line, LINE_MAX_BYTES, ": overflow %" PRIu64, counts->conflicts);
    else if (counts->conflicts > 0)
        text_append(line, LINE_MAX_BYTES, ": %" PRIu64 " net%s in conflict", counts->conflicts,
                    counts->conflicts == 1 ? "" : "s");
    else if (counts->total > 0)
        text_append(line, LINE_MAX_BYTES, ": %" PRIu64 " of %" PRIu64 " %s", counts->done,
                    counts->total, counts->what != NULL ? counts->what : "nets");
    if (counts->conflicts > 0 && p->before > 0)
        text_append(line, LINE_MAX_BYTES, " (%" PRIu64 " a round before)", p->before);
}

static int columns(const struct progress *p)
{
    struct winsize size;
    bool known = ioctl(fileno(p->out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : WIDTH_USUAL;
}

/* Draws the line. Bytes count as columns, so a line with many non-ASCII letters is cut early. */
static void draw(struct progress *p, double now)
{
    assert(p->how == PROGRESS_BAR);
    char line[LINE_MAX_BYTES];
    snprintf(line, sizeof line, "%s", p->stage);
    append_counts(p, line);
    text_append(line, LINE_MAX_BYTES, ", %.0f s", now - p->start);
    if (p->limit > 0 && now - p->start < p->limit)
        text_append(line, LINE_MAX_BYTES, ", at most %.0f s left", p->limit - (now - p->start));
    fprintf(p->out, "\r\033[K%.*s", columns(p) - 1, line);
    fflush(p->out);
    p->on_terminal = true;
    p->drawn = now;
}

static void clear(struct progress *p)
{
    if (!p->on_terminal)
        return;
    fputs("\r\033[K", p->out);
    fflush(p->out);
    p->on_terminal = false;
}

static void print_json(struct progress *p, double now)
{
    const struct progress_counts *counts = &p->counts;
    p->drawn = now;
    fprintf(p->out, "{\"seconds\": %.1f", now - p->start);
    harmless_member(p->out, ", ", "stage", p->stage);
    fprintf(p->out,
            ", \"round\": %u, \"conflicts\": %" PRIu64 ", \"done\": %" PRIu64
            ", \"total\": %" PRIu64 "}\n",
            counts->round, counts->conflicts, counts->done, counts->total);
    fflush(p->out);
}

/* Prints a stage, unless it has been printed before. */
static void print_stage(struct progress *p, double now)
{
    assert(p->printed_count <= PRINTED_MAX);
    char line[LINE_MAX_BYTES];
    p->is_printed = true;
    clear(p);
    for (size_t i = 0; i < p->printed_count; i++)
        if (strcmp(p->printed[i], p->stage) == 0)
            return;
    if (p->printed_count < PRINTED_MAX)
        memcpy(p->printed[p->printed_count++], p->stage, STAGE_MAX);
    snprintf(line, sizeof line, "%.1f s: %s", now - p->start, p->stage);
    append_counts(p, line);
    fprintf(p->out, "%s\n", line);
    fflush(p->out);
}

static void acknowledge(struct progress *p)
{
    p->acknowledged = true;
    clear(p);
    fputs("interrupted: ending with the best result so far (once more: end at once)\n", p->out);
    fflush(p->out);
}

static void tick(struct progress *p)
{
    const double now = clock_seconds();
    if (stop_raised(p->stop) && !p->acknowledged)
        acknowledge(p);
    if (p->stage[0] == '\0' || p->paused)
        return;
    if (p->how == PROGRESS_BAR && now - p->start >= FIRST_DRAWN && now - p->drawn >= BETWEEN)
        draw(p, now);
    else if (p->how == PROGRESS_JSON && now - p->drawn >= BETWEEN_JSON)
        print_json(p, now);
    else if (p->how == PROGRESS_PLAIN && !p->is_printed && now - p->start >= FIRST_PRINTED)
        print_stage(p, now);
}

static void *run(void *context)
{
    struct progress *p = context;
    pthread_mutex_lock(&p->lock);
    while (!p->over) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += TICK_MS * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&p->change, &p->lock, &until);
        if (!p->over)
            tick(p);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* Takes the lock of *p; false for NULL. */
static bool lock(struct progress *p)
{
    return p != NULL && pthread_mutex_lock(&p->lock) == 0;
}

struct progress *progress_start(FILE *out, enum progress_how how, bool verbose,
                                const volatile sig_atomic_t *stop)
{
    assert(out != NULL && stop != NULL);
    struct progress *p = calloc(1, sizeof *p);
    pthread_condattr_t clock;
    if (p == NULL)
        return NULL;
    p->out = out;
    p->how = how;
    p->verbose = verbose;
    p->stop = stop;
    p->start = clock_seconds();
    pthread_mutex_init(&p->lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&p->change, &clock);
    pthread_condattr_destroy(&clock);
    if (pthread_create(&p->thread, NULL, run, p) == 0)
        return p;
    pthread_cond_destroy(&p->change);
    pthread_mutex_destroy(&p->lock);
    free(p);
    return NULL;
}

void progress_end(struct progress *p)
{
    if (!lock(p))
        return;
    p->over = true;
    clear(p);
    pthread_cond_signal(&p->change);
    pthread_mutex_unlock(&p->lock);
    pthread_join(p->thread, NULL);
    pthread_cond_destroy(&p->change);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

void progress_stage(struct progress *p, const char *format, ...)
{
    char text[STAGE_MAX];
    if (!lock(p))
        return;
    FORMAT_ARGS(text, sizeof text);
    harmless(text);
    p->paused = false;
    if (strcmp(p->stage, text) != 0) {
        snprintf(p->stage, sizeof p->stage, "%s", text);
        p->counts = (struct progress_counts){0};
        p->before = 0;
        p->is_printed = false;
        if (p->how == PROGRESS_JSON)
            print_json(p, clock_seconds());
        else if (p->verbose)
            print_stage(p, clock_seconds());
    }
    pthread_mutex_unlock(&p->lock);
}

void progress_count(struct progress *p, const struct progress_counts *counts)
{
    if (!lock(p))
        return;
    assert(counts->total == 0 || counts->done <= counts->total);
    if (counts->round != p->counts.round)
        p->before = p->counts.conflicts;
    p->counts = *counts;
    p->paused = false;
    pthread_mutex_unlock(&p->lock);
}

/* The router's name of a phase, in the user's words. */
static const char *words_of(const char *phase)
{
    static const char *const words[][2] = {
        {"alone", "routing each net by itself"},
        {"route", "routing net after net"},
        {"negotiate", "rip-up and reroute"},
        {"improve", "shortening nets"},
        {"explain", "finding what is in the way of unrouted nets"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(phase, words[i][0]) == 0)
            return words[i][1];
    return phase;
}

void progress_route(struct progress *p, const struct route_progress *now)
{
    const struct progress_counts counts = {.done = now->done,
                                           .total = now->total,
                                           .what = now->routed > 0 ? "nets routed" : "nets",
                                           .round = now->iteration,
                                           .conflicts = now->conflicts};
    progress_stage(p, "%s", words_of(now->phase));
    progress_count(p, &counts);
}

void progress_limit(struct progress *p, double seconds)
{
    if (!lock(p))
        return;
    p->limit = seconds;
    pthread_mutex_unlock(&p->lock);
}

void progress_pause(struct progress *p)
{
    if (!lock(p))
        return;
    p->paused = true;
    if (stop_raised(p->stop) && !p->acknowledged)
        acknowledge(p);
    clear(p);
    pthread_mutex_unlock(&p->lock);
}
