/* ranks_mpi: ranks over MPI; the only file that knows it. See ranks.h for the contract.
 *
 * Rank 0 has a thread that answers the others; its own jobs are dealt from the same counter. Each
 * message to it is one struct note:
 *
 *     TAKE     ->  the number of a job, -1: there is none
 *     FAILED       a job, its status and its error; no answer
 *     DONE         the rank takes no more; no answer
 *
 * The thread looks for messages a thousand times a second rather than in MPI_Recv, which would
 * keep a core busy. MPI is told that calls come from several threads, one at a time.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "router/cli/batch/cluster/ranks.h"

enum { TAG_NOTE = 1, TAG_JOB = 2, NAP_NS = 1000000 };
enum note_kind { NOTE_TAKE, NOTE_FAILED, NOTE_DONE };

struct note {
    enum note_kind kind;
    enum status status;
    int64_t job;
    struct error error;
};

/* A job that failed on another rank. */
struct failure {
    struct note note;
    struct failure *next;
};

struct ranks {
    int index, count, beside, local;
    pthread_t dealer; /* of rank 0 */
    bool dealing;
    pthread_mutex_t lock; /* of what follows */
    const size_t *order;
    size_t dealt, jobs;
    struct failure *failures;
};

/* ---- joining ----------------------------------------------------------------------------------
 */

/* Started by an mpirun or a PMI; a program that was started by hand has none of these. */
static bool was_launched(void)
{
    return getenv("OMPI_COMM_WORLD_SIZE") != NULL || getenv("PMI_RANK") != NULL ||
           getenv("PMIX_RANK") != NULL;
}

enum status ranks_join(struct ranks **ranks, struct error *error)
{
    int provided = 0;
    *ranks = NULL;
    if (!was_launched())
        return STATUS_OK;
    struct ranks *made;
    TRY(MEM_NEW(made, 1, "ranks", error));
    MPI_Comm host;
    bool fine = MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided) == MPI_SUCCESS &&
                provided >= MPI_THREAD_SERIALIZED;
    if (!fine) {
        free(made);
        return error_set(error, STATUS_FAILED, "MPI does not allow calls from several threads");
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &made->index);
    MPI_Comm_size(MPI_COMM_WORLD, &made->count);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, made->index, MPI_INFO_NULL, &host);
    MPI_Comm_rank(host, &made->local);
    MPI_Comm_size(host, &made->beside);
    MPI_Comm_free(&host);
    pthread_mutex_init(&made->lock, NULL);
    *ranks = made;
    return STATUS_OK;
}

unsigned ranks_index(const struct ranks *ranks)
{
    return ranks != NULL ? (unsigned)ranks->index : 0;
}

unsigned ranks_beside(const struct ranks *ranks)
{
    return ranks != NULL ? (unsigned)ranks->beside : 1;
}

unsigned ranks_local(const struct ranks *ranks)
{
    return ranks != NULL ? (unsigned)ranks->local : 0;
}

enum status ranks_agree(struct ranks *ranks, enum status status)
{
    int value = (int)status;
    if (ranks != NULL)
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return (enum status)value;
}

/* ---- rank 0 -----------------------------------------------------------------------------------
 */

static int64_t next_job(struct ranks *ranks)
{
    pthread_mutex_lock(&ranks->lock);
    int64_t job = ranks->dealt < ranks->jobs ? (int64_t)ranks->order[ranks->dealt++] : -1;
    pthread_mutex_unlock(&ranks->lock);
    return job;
}

/* Without memory the job counts as one that had no turn. */
static void keep_failure(struct ranks *ranks, const struct note *note)
{
    struct failure *failure = malloc(sizeof *failure);
    if (failure == NULL)
        return;
    failure->note = *note;
    failure->next = ranks->failures;
    ranks->failures = failure;
}

static void *deal(void *context)
{
    struct ranks *ranks = context;
    const struct timespec nap = {0, NAP_NS};
    for (int done = 0; done < ranks->count - 1;) {
        int there = 0;
        MPI_Status from;
        MPI_Iprobe(MPI_ANY_SOURCE, TAG_NOTE, MPI_COMM_WORLD, &there, &from);
        if (!there) {
            nanosleep(&nap, NULL);
            continue;
        }
        struct note note;
        MPI_Recv(&note, (int)sizeof note, MPI_BYTE, from.MPI_SOURCE, TAG_NOTE, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        if (note.kind == NOTE_TAKE) {
            int64_t job = next_job(ranks);
            MPI_Send(&job, 1, MPI_INT64_T, from.MPI_SOURCE, TAG_JOB, MPI_COMM_WORLD);
        } else if (note.kind == NOTE_FAILED) {
            keep_failure(ranks, &note);
        } else {
            done++;
        }
    }
    return NULL;
}

enum status ranks_deal(struct ranks *ranks, const size_t *order, size_t count, struct error *error)
{
    if (ranks == NULL || ranks->index != 0)
        return STATUS_OK;
    ranks->order = order;
    ranks->jobs = count;
    int failed = pthread_create(&ranks->dealer, NULL, deal, ranks);
    ranks->dealing = failed == 0;
    return ranks->dealing ? STATUS_OK
                          : error_set(error, STATUS_FAILED, "no thread to deal jobs out: %s",
                                      strerror(failed));
}

/* ---- the others -------------------------------------------------------------------------------
 */

static void send_note(const struct note *note)
{
    MPI_Send(note, (int)sizeof *note, MPI_BYTE, 0, TAG_NOTE, MPI_COMM_WORLD);
}

size_t ranks_take(void *context)
{
    struct ranks *ranks = context;
    int64_t job = -1;
    if (ranks->index == 0) {
        job = next_job(ranks);
    } else {
        const struct note note = {.kind = NOTE_TAKE};
        send_note(&note);
        MPI_Recv(&job, 1, MPI_INT64_T, 0, TAG_JOB, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return job >= 0 ? (size_t)job : SIZE_MAX;
}

void ranks_failed(void *context, size_t job, const struct batch_result *result)
{
    const struct ranks *ranks = context;
    struct note note = {
        .kind = NOTE_FAILED, .status = result->status, .job = (int64_t)job, .error = result->error};
    note.error.rest = NULL; /* the first error says what went wrong */
    if (ranks->index != 0)
        send_note(&note);
}

/* ---- the end ----------------------------------------------------------------------------------
 */

void ranks_gather(struct ranks *ranks, struct batch_result *results)
{
    if (ranks == NULL)
        return;
    if (ranks->index != 0) {
        const struct note note = {.kind = NOTE_DONE};
        send_note(&note);
    } else if (ranks->dealing) {
        pthread_join(ranks->dealer, NULL);
        ranks->dealing = false;
    }
    for (struct failure *it = ranks->failures; it != NULL; it = it->next) {
        results[it->note.job].state = JOB_FAILED;
        results[it->note.job].status = it->note.status;
        results[it->note.job].error = it->note.error;
    }
}

void ranks_leave(struct ranks *ranks)
{
    if (ranks == NULL)
        return;
    while (ranks->failures != NULL) {
        struct failure *next = ranks->failures->next;
        free(ranks->failures);
        ranks->failures = next;
    }
    /* Who is early sleeps: MPI_Finalize would keep a core busy until the last one comes. */
    const struct timespec nap = {0, NAP_NS};
    MPI_Request barrier;
    int all = 0;
    MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
    for (;;) {
        MPI_Test(&barrier, &all, MPI_STATUS_IGNORE);
        if (all)
            break;
        nanosleep(&nap, NULL);
    }
    MPI_Finalize();
    pthread_mutex_destroy(&ranks->lock);
    free(ranks);
}
