/* batch_earlier: see the header for the contract. */
#include "router/cli/batch/batch_earlier.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grid/text/file/stream.h"
#include "router/cli/batch/record/json_check.h"

#define OBJECT_START "\n {\"job\": "
#define FILE_END     "\n]}"

enum { BYTES_MAX = 1 << 30, KEY_MAX = 128 };

void batch_earlier_read(struct batch_earlier *earlier, const char *path)
{
    static const char start[] = "{\"version\": 1, ";
    size_t used = 0, capacity = 0, got = 0;
    void *text = NULL;
    bool fine = true;
    *earlier = (struct batch_earlier){0};
    FILE *file = stream_read(path);
    if (file == NULL)
        return;
    do {
        fine = mem_grow(&text, &capacity, used + BUFSIZ + 1, 1, "batch.json", NULL) == STATUS_OK;
        got = fine ? fread((char *)text + used, 1, BUFSIZ, file) : 0;
        used += got;
        fine = fine && used >= strlen(start) && memcmp(text, start, strlen(start)) == 0;
    } while (got > 0 && fine && used < BYTES_MAX);
    fine = fine && !ferror(file) && used < BYTES_MAX;
    fclose(file);
    if (fine)
        ((char *)text)[used] = '\0';
    if (fine && strlen(text) == used)
        earlier->text = text;
    else
        free(text);
}

void batch_earlier_destroy(struct batch_earlier *earlier)
{
    free(earlier->text);
    *earlier = (struct batch_earlier){0};
}

struct batch_object batch_earlier_find(const struct batch_earlier *earlier, const char *job)
{
    char start[KEY_MAX];
    const char *at = NULL;
    if (snprintf(start, sizeof start, OBJECT_START "\"%s\", ", job) < (int)sizeof start &&
        earlier->text != NULL)
        at = strstr(earlier->text, start);
    if (at == NULL)
        return (struct batch_object){0};
    at += 2; /* the line's end and the blank */
    const char *end = strstr(at, OBJECT_START);
    if (end == NULL)
        end = strstr(at, FILE_END);
    if (end == NULL)
        return (struct batch_object){0};
    size_t length = (size_t)(end - at);
    assert(length > 0);
    length -= at[length - 1] == ',';
    return json_is_object(at, length) ? (struct batch_object){at, length}
                                      : (struct batch_object){0};
}

double batch_object_number(struct batch_object object, const char *name, double fallback)
{
    assert(object.text != NULL && strlen(name) + 5 < KEY_MAX);
    char key[KEY_MAX];
    snprintf(key, sizeof key, "\"%s\": ", name);
    const char *at = memmem(object.text, object.length, key, strlen(key));
    return at != NULL ? strtod(at + strlen(key), NULL) : fallback;
}

bool batch_object_is(struct batch_object object, const char *result)
{
    char key[KEY_MAX];
    snprintf(key, sizeof key, "\"result\": \"%s\"", result);
    return memmem(object.text, object.length, key, strlen(key)) != NULL;
}
