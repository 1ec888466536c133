/* batch_state: see the header for the contract.
 *
 * Hash: FNV-1a with 64 bits (Fowler, Noll, Vo 1991). It has to notice changes, not to withstand
 * an attacker: whoever can write into the output folder can write the outputs, too.
 */
#include "router/cli/batch/batch_state.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grid/text/output.h"
#include "router/cli/run/deliver.h"
#include "router/cli/options/paths.h"

#define FNV_START UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME UINT64_C(0x100000001b3)
#define MAGIC     "leeway-batch-1"

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const uint8_t *byte = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ byte[i]) * FNV_PRIME;
    return hash;
}

/* The text with its NUL, so that "ab" "c" and "a" "bc" differ. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
    return hash_bytes(hash, text, strlen(text) + 1);
}

static bool hash_file(uint64_t *hash, const char *path)
{
    uint8_t block[65536];
    uint64_t total = 0;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    for (size_t got; (got = fread(block, 1, sizeof block, file)) > 0; total += got)
        *hash = hash_bytes(*hash, block, got);
    bool fine = !ferror(file);
    fclose(file);
    *hash = hash_bytes(*hash, &total, sizeof total);
    return fine;
}

/* ---- keys ---------------------------------------------------------------------------------- */

static enum status hash_input(uint64_t *hash, const char *path, struct error *error)
{
    *hash = hash_text(*hash, path);
    if (hash_file(hash, path))
        return STATUS_OK;
    return error_set_at(error, STATUS_BAD_INPUT, path, 0, 0, "cannot read: %s", strerror(errno));
}

/* All that was chosen, but what no result depends on: threads, and how the batch is run. */
static uint64_t hash_options(uint64_t hash, const struct options *options)
{
    for (unsigned id = 0; id < OPTION_COUNT; id++) {
        const struct option_value *value = &options->value[id];
        bool counts = (option_commands((enum option)id) & FOR_ROUTE) != 0 && id != OPT_THREADS &&
                      id != OPT_QUIET && id != OPT_VERBOSE;
        if (!value->given || !counts)
            continue;
        hash = hash_text(hash, option_name((enum option)id));
        if (option_kind((enum option)id) != OPTION_LIST)
            hash = hash_text(hash, value->text);
        for (size_t i = 0; i < value->list_count; i++)
            hash = hash_text(hash, value->list[i]);
    }
    return hash;
}

enum status batch_state_key(const struct batch_job *job, const char *grid, uint64_t *key,
                            struct error *error)
{
    uint64_t hash = hash_options(hash_text(FNV_START, LEEWAY_VERSION), &job->options);
    const char *keep = options_text(&job->options, OPT_KEEP, NULL);
    const struct option_value *lef = &job->options.value[OPT_LEF];
    enum status status = hash_input(&hash, job->netlist, error);
    if (status == STATUS_OK && grid != NULL && grid[0] != '\0')
        status = hash_input(&hash, grid, error);
    if (status == STATUS_OK && !deliver_is_none(keep))
        status = hash_input(&hash, keep, error);
    const char *guides = options_text(&job->options, OPT_GUIDES, NULL);
    if (status == STATUS_OK && !deliver_is_none(guides))
        status = hash_input(&hash, guides, error);
    for (size_t i = 0; i < lef->list_count && status == STATUS_OK; i++)
        status = hash_input(&hash, lef->list[i], error);
    *key = hash;
    return status;
}

uint64_t batch_state_outputs(const struct batch_job *job)
{
    uint64_t hash = FNV_START;
    for (int k = 0; k < BATCH_OUTPUTS; k++) {
        bool there = job->output[k] != NULL && hash_file(&hash, job->output[k]);
        hash = hash_bytes(hash, &there, sizeof there);
    }
    return hash;
}

/* ---- records ------------------------------------------------------------------------------- */

char *batch_state_path(const struct batch_state *state, const struct batch_job *job,
                       const char *ending, struct error *error)
{
    assert(state->folder != NULL);
    return path_format(error, "%s/%s.%s", state->folder, job->name, ending);
}

enum status batch_state_save(const struct batch_state *state, const struct batch_job *job,
                             const char *ending, const struct batch_record *record,
                             struct error *error)
{
    assert(record->grid != NULL && record->payload != NULL);
    struct output output = {0};
    char *path = batch_state_path(state, job, ending, error);
    enum status status = path != NULL ? output_open(&output, path, error) : STATUS_FAILED;
    if (status == STATUS_OK) {
        fprintf(output.stream,
                MAGIC "\nkey %016" PRIx64 "\nstatus %d\nnets %" PRIu32 " %" PRIu32
                      "\nnumbers %" PRIu64 " %" PRIu64 " %" PRIu64
                      "\nseconds %.6f\noutputs %016" PRIx64 "\nbytes %zu\ngrid %s\n",
                record->key, (int)record->status, record->nets, record->routed, record->length,
                record->vias, record->cost, record->seconds, record->outputs, record->payload_size,
                record->grid);
        fwrite(record->payload, 1, record->payload_size, output.stream);
        status = output_commit(&output, error);
    }
    free(path);
    return status;
}

static bool read_header(FILE *file, struct batch_record *record)
{
    int status;
    char *line = NULL;
    size_t size = 0;
    bool fine =
        fscanf(file,
               MAGIC " key %" SCNx64 " status %d nets %" SCNu32 " %" SCNu32 " numbers %" SCNu64
                     " %" SCNu64 " %" SCNu64 " seconds %lf outputs %" SCNx64 " bytes %zu",
               &record->key, &status, &record->nets, &record->routed, &record->length,
               &record->vias, &record->cost, &record->seconds, &record->outputs,
               &record->payload_size) == 10 &&
        fgetc(file) == '\n' && getline(&line, &size, file) > 5 && strncmp(line, "grid ", 5) == 0;
    if (fine) {
        line[strcspn(line, "\n")] = '\0';
        fine = (status == STATUS_OK || status == STATUS_UNROUTED || status == STATUS_FAILED ||
                status == STATUS_BAD_INPUT || status == STATUS_INTERRUPTED) &&
               record->routed <= record->nets && record->payload_size >= 2 &&
               record->seconds >= 0 && record->seconds < 1e12;
        record->status = (enum status)status;
        record->grid = path_format(NULL, "%s", line + 5);
    }
    free(line);
    return fine && record->grid != NULL;
}

static bool read_payload(FILE *file, struct batch_record *record)
{
    struct stat info;
    long at = ftell(file);
    if (at < 0 || fstat(fileno(file), &info) != 0 ||
        (uint64_t)info.st_size != (uint64_t)at + record->payload_size)
        return false;
    record->payload = mem_alloc(record->payload_size + 1, 1, "record", NULL);
    return record->payload != NULL &&
           fread(record->payload, 1, record->payload_size, file) == record->payload_size;
}

bool batch_state_load(const struct batch_state *state, const struct batch_job *job,
                      const char *ending, struct batch_record *record)
{
    uint64_t key = 0;
    memset(record, 0, sizeof *record);
    char *path = batch_state_path(state, job, ending, NULL);
    FILE *file = path != NULL ? fopen(path, "rb") : NULL;
    bool holds = file != NULL && read_header(file, record) && read_payload(file, record) &&
                 batch_state_key(job, record->grid, &key, NULL) == STATUS_OK && key == record->key;
    if (file != NULL)
        fclose(file);
    free(path);
    if (!holds)
        batch_record_destroy(record);
    return holds;
}

void batch_state_forget(const struct batch_state *state, const struct batch_job *job)
{
    static const char *const endings[] = {"done", "checkpoint", "thumb.png"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char *path = batch_state_path(state, job, endings[i], NULL);
        if (path != NULL)
            unlink(path);
        free(path);
    }
}

void batch_record_destroy(struct batch_record *record)
{
    free(record->grid);
    free(record->payload);
    memset(record, 0, sizeof *record);
}

/* ---- the folder ---------------------------------------------------------------------------- */

/* Removes what a killed run left half-written, all names that start with a dot, and links: none is
 * the batch's own, and what is written through one would leave the folder. */
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
        bool link =
            fstatat(dirfd(dir), name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(info.st_mode);
        if (name[0] == '.' || link)
            unlinkat(dirfd(dir), name, 0);
    }
    closedir(dir);
}

enum status batch_state_open(struct batch_state *state, const char *output, struct error *error)
{
    state->lock = -1;
    state->folder = path_format(error, "%s/.batch", output);
    char *lock = path_format(error, "%s/.batch/lock", output);
    enum status status = STATUS_FAILED;
    if (state->folder == NULL || lock == NULL)
        goto done;
    status = path_make_folders(state->folder, error);
    if (status != STATUS_OK)
        goto done;
    state->lock = open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (state->lock < 0)
        status = error_set(error, STATUS_FAILED, "cannot write %s: %s", lock, strerror(errno));
    else if (flock(state->lock, LOCK_EX | LOCK_NB) != 0)
        status = error_set(
            error, STATUS_FAILED,
            errno == EWOULDBLOCK ? "another batch is running in %s" : "cannot lock %s", output);
    else
        sweep(state->folder);
done:
    free(lock);
    return status;
}

void batch_state_close(struct batch_state *state)
{
    if (state->lock >= 0)
        close(state->lock);
    free(state->folder);
    state->folder = NULL;
    state->lock = -1;
}
