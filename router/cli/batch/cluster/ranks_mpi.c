/* ranks_mpi: ranks.h over MPI; the only file that includes mpi.h.
 *
 * A thread of rank 0 answers the others; rank 0 takes its own jobs from the same counter. Each
 * message to it is one struct note:
 *
 *     TAKE     ->  the index of a job, -1 if there is none
 *     FAILED       a job, its status and its error; no answer
 *     DONE         the rank takes no more; no answer
 *
 * The thread polls for messages 1000 times per second, because MPI_Recv would keep a core busy.
 * MPI is initialised for calls from several threads, one at a time. */
#include <mpi.h>
#include <pthread.h>
#include <time.h>

#include "router/cli/batch/cluster/ranks.h"

enum { TAG_NOTE = 1, TAG_JOB = 2, NAP_NS = 1000000 };
enum note_kind { NOTE_TAKE, NOTE_FAILED, NOTE_DONE };

#define DIGITS_OF(number) #number
#define DIGITS(number)    DIGITS_OF(number)

struct note {
    enum note_kind kind;
    enum status status;
    int64_t job;
    struct error error;
};

struct mpi_ranks {
    int count;
    pthread_t dealer; /* of rank 0 */
    bool dealing;
    pthread_mutex_t lock; /* of order, dealt and jobs */
    const size_t *order;
    size_t dealt, jobs;
    struct note *failures; /* [failure_count] of other ranks; the dealer's while it runs */
    size_t failure_count, failure_capacity;
};

/* True if mpirun or a PMI started this process. */
static bool was_launched(void)
{
    return getenv("OMPI_COMM_WORLD_SIZE") != NULL || getenv("PMI_RANK") != NULL ||
           getenv("PMIX_RANK") != NULL;
}

const char ranks_build[] =
    "version " DIGITS(MPI_VERSION) "." DIGITS(MPI_SUBVERSION) " of the standard";

enum status ranks_join(struct ranks *ranks, struct error *error)
{
    int provided = 0;
    *ranks = (struct ranks){.beside = 1};
    if (!was_launched())
        return STATUS_OK;
    struct mpi_ranks *made;
    TRY(MEM_NEW(made, 1, "ranks", error));
    MPI_Comm host;
    int index = 0, local = 0, beside = 1;
    bool fine = MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided) == MPI_SUCCESS &&
                provided >= MPI_THREAD_SERIALIZED;
    if (!fine) {
        free(made);
        return error_fail(error, "MPI does not allow calls from several threads");
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &index);
    MPI_Comm_size(MPI_COMM_WORLD, &made->count);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, index, MPI_INFO_NULL, &host);
    MPI_Comm_rank(host, &local);
    MPI_Comm_size(host, &beside);
    MPI_Comm_free(&host);
    assert(index >= 0 && index < made->count && local >= 0 && local < beside);
    pthread_mutex_init(&made->lock, NULL);
    *ranks = (struct ranks){(unsigned)index, (unsigned)beside, (unsigned)local, made};
    return STATUS_OK;
}

enum status ranks_agree(const struct ranks *ranks, enum status status)
{
    int value = (int)status;
    if (ranks->mpi != NULL)
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return (enum status)value;
}

static int64_t next_job(struct mpi_ranks *ranks)
{
    pthread_mutex_lock(&ranks->lock);
    int64_t job = ranks->dealt < ranks->jobs ? (int64_t)ranks->order[ranks->dealt++] : -1;
    pthread_mutex_unlock(&ranks->lock);
    return job;
}

/* Stores a failure. Without memory the job counts as not started. */
static void keep_failure(struct mpi_ranks *ranks, const struct note *note)
{
    (void)MEM_APPEND(ranks->failures, ranks->failure_capacity, ranks->failure_count, *note,
                     "failures", NULL);
}

static void *deal(void *context)
{
    struct mpi_ranks *ranks = context;
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

enum status ranks_deal(const struct ranks *all, const size_t *order, size_t count,
                       struct error *error)
{
    struct mpi_ranks *ranks = all->mpi;
    if (all->index != 0)
        return STATUS_OK;
    assert(!ranks->dealing && (order != NULL || count == 0));
    ranks->order = order;
    ranks->jobs = count;
    int failed = pthread_create(&ranks->dealer, NULL, deal, ranks);
    ranks->dealing = failed == 0;
    return ranks->dealing ? STATUS_OK
                          : error_fail(error, "no thread to deal jobs out: %s", strerror(failed));
}

static void send_note(const struct note *note)
{
    MPI_Send(note, (int)sizeof *note, MPI_BYTE, 0, TAG_NOTE, MPI_COMM_WORLD);
}

size_t ranks_take(void *context)
{
    const struct ranks *ranks = context;
    int64_t job = -1;
    if (ranks->index == 0) {
        job = next_job(ranks->mpi);
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
    note.error.rest = NULL; /* the first error is enough */
    if (ranks->index != 0)
        send_note(&note);
}

void ranks_gather(const struct ranks *all, struct batch_job *jobs)
{
    struct mpi_ranks *ranks = all->mpi;
    if (ranks == NULL)
        return;
    if (all->index != 0) {
        const struct note note = {.kind = NOTE_DONE};
        send_note(&note);
    } else if (ranks->dealing) {
        pthread_join(ranks->dealer, NULL);
        ranks->dealing = false;
    }
    for (size_t i = 0; i < ranks->failure_count; i++) {
        const struct note *note = &ranks->failures[i];
        struct batch_result *result = &jobs[note->job].result;
        result->state = JOB_FAILED;
        result->status = note->status;
        result->error = note->error;
    }
}

void ranks_leave(struct ranks *all)
{
    struct mpi_ranks *ranks = all->mpi;
    if (ranks == NULL)
        return;
    /* Sleeps until all are here, because MPI_Finalize would keep a core busy. */
    const struct timespec nap = {0, NAP_NS};
    MPI_Request barrier;
    int arrived = 0;
    MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
    for (;;) {
        MPI_Test(&barrier, &arrived, MPI_STATUS_IGNORE);
        if (arrived)
            break;
        nanosleep(&nap, NULL);
    }
    MPI_Finalize();
    pthread_mutex_destroy(&ranks->lock);
    MEM_FREE(ranks->failures, ranks);
}
