/* batch_state: hashes inputs and outputs, and manages the files of records and locks. */
#include "router/cli/batch/batch_state.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grid/clock.h"
#include "grid/text/file/hash_file.h"
#include "grid/text/file/watch.h"
#include "grid/text/file/path.h"
#include "router/cli/output/deliver.h"

enum { READ_BYTES = 1 << 20 }; /* bytes of a record between two checks of the watch */
#define RECORD_BYTES_MAX (INT64_C(1) << 31)

/* Endings of records of a job, by kind. */
static const char *const ENDING[] = {"done", "checkpoint"};

/* Hashes the text with its NUL, so that "ab" "c" and "a" "bc" differ. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
    return hash_bytes(hash, text, strlen(text) + 1);
}

/* A pipe or device gets a new hash each time, because it cannot be read twice. */
static enum status hash_content(uint64_t *hash, const char *path, struct error *error)
{
    uint64_t size = 0;
    const double now = clock_seconds();
    const enum status status = hash_file(hash, path, &size, error);
    if (size == UINT64_MAX)
        *hash = hash_bytes(*hash, &now, sizeof now);
    *hash = hash_bytes(*hash, &size, sizeof size);
    return status;
}

static enum status hash_input(uint64_t *hash, const char *path, struct error *error)
{
    *hash = hash_text(*hash, path);
    return hash_content(hash, path, error);
}

/* Hashes the options on which the result depends. */
static uint64_t hash_options(uint64_t hash, const struct options *options)
{
    assert(options != NULL);
    for (unsigned id = 0; id < OPTION_COUNT; id++) {
        const struct option_value *value = &options->value[id];
        const unsigned commands = option_table[id].commands;
        if (!value->given || (commands & FOR_ROUTE) == 0 || (commands & NO_RESULT) != 0)
            continue;
        hash = hash_text(hash, option_table[id].name);
        if (option_table[id].kind != OPTION_LIST)
            hash = hash_text(hash, value->text);
        for (size_t i = 0; i < value->list_count; i++)
            hash = hash_text(hash, value->list[i]);
    }
    return hash;
}

enum status batch_state_key(const struct batch_job *job, const char *grid, uint64_t *key,
                            struct error *error)
{
    uint64_t hash = hash_options(hash_text(HASH_START, LEEWAY_VERSION), &job->options);
    enum status status = STATUS_OK;
    enum option option;
    const char *path;
    for (size_t i = 0; status == STATUS_OK && (path = batch_input(job, i, &option)) != NULL; i++)
        status = hash_input(&hash, path, error);
    if (status == STATUS_OK && grid != NULL && grid[0] != '\0')
        status = hash_input(&hash, grid, error);
    *key = hash;
    return status;
}

static uint64_t hash_output(uint64_t hash, const char *path)
{
    const bool there = path != NULL && hash_content(&hash, path, NULL) == STATUS_OK;
    return hash_bytes(hash, &there, sizeof there);
}

uint64_t batch_state_outputs(const struct batch_state *state, const struct batch_job *job)
{
    char *thumb;
    (void)batch_state_path(&thumb, state, job, "thumb.png", NULL);
    uint64_t hash = hash_output(HASH_START, thumb);
    free(thumb);
    for (int k = 0; k < TASK_OUTPUTS; k++)
        hash = hash_output(hash, job->output[k]);
    return hash;
}

enum status batch_state_path(char **path, const struct batch_state *state,
                             const struct batch_job *job, const char *ending, struct error *error)
{
    assert(state->folder != NULL);
    TRY(path_format(path, error, "%s/%s.%s", state->folder, job->name, ending));
    const enum status status = deliver_check_inside(*path, state->output, error);
    if (status == STATUS_OK)
        return status;
    free(*path);
    *path = NULL;
    return status;
}

enum status batch_state_save(const struct batch_state *state, const struct batch_job *job,
                             enum batch_record_kind kind, const struct batch_record *record,
                             struct error *error)
{
    assert(kind == RECORD_DONE || kind == RECORD_CHECKPOINT);
    struct output output = {0};
    char *path;
    enum status status = batch_state_path(&path, state, job, ENDING[kind], error);
    THEN(status, output_open_own(&output, path, error));
    output.lasting = true;
    THEN(status, batch_record_write(output.stream, kind, record, error));
    status = output_end(&output, status, error);
    free(path);
    return status;
}

/* Reads a file into memory of malloc; NULL unless it is a plain file that fits into
 * RECORD_BYTES_MAX and the thread's limit of memory, and if the thread's watch ends the reading. */
static uint8_t *read_all(const char *path, size_t *size)
{
    struct stat info;
    uint8_t *bytes = NULL;
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    *size = 0;
    if (file >= 0 && fstat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0 &&
        info.st_size <= RECORD_BYTES_MAX)
        bytes = mem_alloc((size_t)info.st_size, 1, "a record", NULL);
    while (bytes != NULL && *size < (size_t)info.st_size) {
        const size_t left = (size_t)info.st_size - *size;
        const ssize_t got = read(file, bytes + *size, left < READ_BYTES ? left : READ_BYTES);
        *size += got > 0 ? (size_t)got : 0;
        if (got == 0 || (got < 0 && errno != EINTR) || watch_check(NULL) != STATUS_OK) {
            free(bytes);
            bytes = NULL;
        }
    }
    if (file >= 0)
        close(file);
    return bytes;
}

bool batch_state_read(const char *path, enum batch_record_kind kind, struct batch_record *record)
{
    size_t size = 0;
    uint8_t *bytes = read_all(path, &size);
    *record = (struct batch_record){0};
    return bytes != NULL && batch_record_read(record, kind, bytes, size);
}

bool batch_state_load(const struct batch_state *state, const struct batch_job *job,
                      enum batch_record_kind kind, struct batch_record *record)
{
    uint64_t key = 0;
    assert(kind == RECORD_DONE || kind == RECORD_CHECKPOINT);
    *record = (struct batch_record){0};
    char *path;
    const bool holds = batch_state_path(&path, state, job, ENDING[kind], NULL) == STATUS_OK &&
                       batch_state_read(path, kind, record) &&
                       batch_state_key(job, record->grid, &key, NULL) == STATUS_OK &&
                       key == record->key;
    free(path);
    if (!holds)
        batch_record_destroy(record);
    return holds;
}

bool batch_state_load_done(const struct batch_state *state, const struct batch_job *job,
                           struct run_record *run, uint64_t *outputs)
{
    struct batch_record record;
    *run = (struct run_record){0};
    if (!batch_state_load(state, job, RECORD_DONE, &record))
        return false;
    char *text = (char *)record.payload;
    *outputs = record.outputs;
    const bool holds = record_read(run, text, record.payload_size) &&
                       run->status != STATUS_INTERRUPTED && strcmp(run->netlist, job->netlist) == 0;
    if (holds) {
        run->text = text; /* the record's words point into the text */
        record.payload = NULL;
    } else {
        record_destroy(run);
    }
    batch_record_destroy(&record);
    return holds;
}

void batch_state_remove(const struct batch_state *state, const struct batch_job *job,
                        const char *ending)
{
    char *path;
    if (batch_state_path(&path, state, job, ending, NULL) == STATUS_OK)
        unlink(path);
    free(path);
}

void batch_state_begin(const struct batch_state *state, const struct batch_job *job)
{
    batch_state_remove(state, job, "began"); /* the old file may be of any type, even a pipe */
    char *path;
    (void)batch_state_path(&path, state, job, "began", NULL);
    int file = path != NULL ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666) : -1;
    if (file >= 0)
        close(file);
    free(path);
}

bool batch_state_died(const struct batch_state *state, const struct batch_job *job)
{
    struct stat info;
    char *path;
    bool died =
        batch_state_path(&path, state, job, "began", NULL) == STATUS_OK && lstat(path, &info) == 0;
    free(path);
    return died;
}

void batch_state_forget(const struct batch_state *state, const struct batch_job *job)
{
    static const char *const endings[] = {"done", "checkpoint", "thumb.png"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        batch_state_remove(state, job, endings[i]);
}

enum { LOCK_NAP_NS = 20000000 }; /* time between two attempts at a lock, in nanoseconds */

/* Removes the half-written files of a killed run (their names start with a dot) and the locks of
 * jobs. Also removes everything but plain files: a write through a link would change a file outside
 * the folder, and opening a pipe may block. */
static void sweep(const char *folder)
{
    struct stat info;
    DIR *dir = opendir(folder);
    if (dir == NULL)
        return;
    for (const struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir)) {
        const char *name = entry->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
            continue;
        bool strange =
            fstatat(dirfd(dir), name, &info, AT_SYMLINK_NOFOLLOW) == 0 && !S_ISREG(info.st_mode);
        const char *ending = strrchr(name, '.');
        if (name[0] == '.' || strange || (ending != NULL && strcmp(ending, ".lock") == 0))
            unlinkat(dirfd(dir), name, 0);
    }
    closedir(dir);
}

enum status batch_state_open(struct batch_state *state, const char *output,
                             enum batch_sharing sharing, struct error *error)
{
    assert(output[0] != '\0' && sharing <= BATCH_GUEST);
    state->lock = -1;
    state->sharing = sharing;
    state->output = output;
    char *lock = NULL;
    enum status status = path_format(&state->folder, error, "%s/.batch", output);
    THEN(status, path_format(&lock, error, "%s/.batch/lock", output));
    THEN(status, path_make_folders(state->folder, error));
    if (status != STATUS_OK || sharing == BATCH_GUEST)
        goto done;
    state->lock = open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (state->lock < 0)
        status = error_fail(error, "cannot write %s: %s", lock, strerror(errno));
    else if (flock(state->lock, (sharing == BATCH_ALONE ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0)
        status = error_fail(
            error, errno == EWOULDBLOCK ? "another batch is running in %s" : "cannot lock %s",
            output);
    else if (sharing == BATCH_ALONE)
        sweep(state->folder);
done:
    free(lock);
    return status;
}

int batch_state_take_job(const struct batch_state *state, const struct batch_job *job,
                         const volatile sig_atomic_t *stop, bool *waited)
{
    assert(job->name != NULL && waited != NULL);
    const struct timespec nap = {0, LOCK_NAP_NS};
    *waited = false;
    if (state->sharing != BATCH_SHARED)
        return -1;
    char *path;
    (void)batch_state_path(&path, state, job, "lock", NULL);
    int lock = path != NULL ? open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666) : -1;
    free(path);
    while (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK &&
           !stop_raised(stop)) {
        *waited = true;
        nanosleep(&nap, NULL);
    }
    return lock;
}

void batch_state_close(struct batch_state *state)
{
    if (state->lock >= 0)
        close(state->lock);
    free(state->folder);
    state->folder = NULL;
    state->lock = -1;
}
