/* read_words: targets for INI files, options and records of a batch. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "router/cli/batch/batch_config.h"
#include "router/cli/batch/batch_record.h"
#include "router/cli/options/ini.h"
#include "tests/fuzz/targets.h"

enum { SUM_SIZE = 21, ARGUMENTS = 64 };

static enum status any_section(void *context, const char *name, const struct option_place *place,
                               struct error *error)
{
    (void)context;
    (void)error;
    return name != NULL && place->column <= strlen(place->text) + 1 ? STATUS_OK : STATUS_FAILED;
}

static enum status any_pair(void *context, const char *key, const char *value,
                            const struct option_place *key_place,
                            const struct option_place *value_place, struct error *error)
{
    (void)context;
    (void)error;
    return key != NULL && value != NULL && key_place->line == value_place->line ? STATUS_OK
                                                                                : STATUS_FAILED;
}

void fuzz_ini(const uint8_t *data, size_t size)
{
    static const struct ini_events events = {any_section, any_pair};
    struct error error = fuzz_error();
    fuzz_files((struct fuzz_text){data, size}, (struct fuzz_text){"", 0});
    fuzz_expect(ini_read(IN_NAME, &events, NULL, &error), &error);
}

void fuzz_batch(const uint8_t *data, size_t size)
{
    struct batch_config batch = {0};
    struct error error = fuzz_error();
    fuzz_files((struct fuzz_text){data, size}, (struct fuzz_text){"", 0});
    fuzz_expect(batch_read(&batch, IN_NAME, &error), &error);
    batch_destroy(&batch);
}

void fuzz_options(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), *rest = text, *arguments[ARGUMENTS + 2] = {"leeway"};
    struct options options = {0};
    struct error error = fuzz_error();
    int count = 1;
    if (text == NULL)
        return;
    memcpy(text, data, size);
    text[size] = '\0';
    while (count <= ARGUMENTS && (arguments[count] = strsep(&rest, "\n")) != NULL)
        count++;
    arguments[count] = NULL;
    fuzz_expect(options_parse(&options, count, arguments, &error), &error);
    options_destroy(&options);
    free(text);
}

static void read_record(const uint8_t *data, size_t size, enum batch_record_kind kind)
{
    struct batch_record record;
    struct run_record run = {0};
    uint8_t *copy = malloc(size + 1);
    if (copy == NULL)
        return;
    memcpy(copy, data, size);
    if (batch_record_read(&record, kind, copy, size) &&
        record_read(&run, (char *)record.payload, record.payload_size) &&
        (run.routed > run.nets || strlen(run.json) >= size))
        abort();
    record_destroy(&run);
    batch_record_destroy(&record);
}

void fuzz_record(const uint8_t *data, size_t size)
{
    read_record(data, size, RECORD_DONE);
    read_record(data, size, RECORD_CHECKPOINT);
    if (size < SUM_SIZE)
        return;
    size_t used = size - SUM_SIZE;
    uint8_t *sealed = malloc(size + 1);
    if (sealed == NULL)
        return;
    memcpy(sealed, data, used);
    snprintf((char *)sealed + used, SUM_SIZE + 1, "sum %016" PRIx64 "\n",
             hash_bytes(HASH_START, data, used));
    read_record(sealed, size, RECORD_DONE);
    read_record(sealed, size, RECORD_CHECKPOINT);
    free(sealed);
}
