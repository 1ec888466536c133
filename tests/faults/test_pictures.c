/* Pictures where memory ends: each call that gives memory fails once, within the C library, too.
 * Then there is no picture, or the whole one. */
#define ALLOCATIONS_EVERYWHERE 1
#include "tests/support/allocations.h"

#include "router/draw/scene/picture.h"
#include "tests/support/check_bench.h"
#include "tests/support/texts.h"

static void make_design(struct bench *b)
{
    bench_open(b, 7, 5, 2);
    bench_net(b, "w");
    bench_pin(b, 3, 0, 1);
    bench_pin(b, 3, 4, 1);
    bench_net(b, "n");
    bench_pin(b, 0, 2, 1);
    bench_pin(b, 6, 2, 1);
    bench_result(b);
    bench_path(b, 0, (const uint32_t[][3]){{3, 0, 1}, {3, 4, 1}}, 2);
    set_reason(b, 1, ROUTE_BLOCKED_BY, (const uint32_t[]){0}, 1);
}

/* As fail_each, which also counts blocks: these libraries take some from elsewhere. */
static void fail_at_each(operation *run, void *context)
{
    struct error error = {0};
    assert_int_equal(run(context, &error), STATUS_OK);
    atomic_store(&allocations_asked, 0);
    assert_int_equal(run(context, &error), STATUS_OK);
    const long calls = atomic_load(&allocations_asked);
    const int file = next_file();
    for (long i = 1; i <= calls; i++) {
        atomic_store(&allocations_asked, 0);
        atomic_store(&allocations_failing, i);
        enum status status = run(context, &error);
        atomic_store(&allocations_failing, 0);
        if (status != STATUS_OK && status != STATUS_FAILED)
            fail_msg("call %ld of %ld fails: status %d", i, calls, (int)status);
        assert_int_equal(next_file(), file);
    }
}

/* ---- files ---------------------------------------------------------------------------------- */

struct drawing {
    struct bench bench;
    const char *path;
    char *right; /* its bytes; NULL: not known yet */
    size_t size;
};

static enum status draw(void *context, struct error *error)
{
    struct drawing *it = context;
    unlink(it->path);
    enum status status =
        picture_draw(picture_of_grid(&it->bench.design, &it->bench.routes), NULL, it->path, error);
    atomic_store(&allocations_failing, 0); /* what follows looks at the picture */
    const long asked = atomic_load(&allocations_asked);
    size_t size = 0;
    char *bytes = access(it->path, R_OK) == 0 ? text_read(it->path, &size) : NULL;
    if ((bytes != NULL) != (status == STATUS_OK))
        fail_msg("%s: status %d, %s", it->path, (int)status, bytes != NULL ? "written" : "missing");
    if (bytes != NULL && it->right != NULL &&
        (size != it->size || memcmp(bytes, it->right, size) != 0))
        fail_msg("%s: %zu bytes, not %zu", it->path, size, it->size);
    free(bytes);
    atomic_store(&allocations_asked, asked);
    return status;
}

static void files_are_whole(void **state)
{
    (void)state;
    static const char *const names[] = {"o.png", "o.svg", "o.html"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct drawing it = {.path = names[i]};
        struct error error = {0};
        make_design(&it.bench);
        assert_int_equal(draw(&it, &error), STATUS_OK);
        it.right = text_read(it.path, &it.size);
        fail_at_each(draw, &it);
        free(it.right);
        bench_close(&it.bench);
    }
}

/* ---- in memory ------------------------------------------------------------------------------ */

static enum status encode(void *context, struct error *error)
{
    const struct bench *b = context;
    struct canvas canvas = {0};
    uint8_t *bytes = NULL;
    size_t size = 0;
    enum status status =
        picture_render(&canvas, picture_of_grid(&b->design, &b->routes), NULL, error);
    THEN(status, canvas_encode(&canvas, &bytes, &size, error));
    if ((bytes != NULL) != (status == STATUS_OK) || (status == STATUS_OK && size < 100))
        fail_msg("status %d, %zu bytes at %p", (int)status, size, (void *)bytes);
    canvas_destroy(&canvas);
    free(bytes);
    return status;
}

static void images_are_whole(void **state)
{
    (void)state;
    struct bench b;
    make_design(&b);
    fail_at_each(encode, &b);
    bench_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(files_are_whole, texts_set_up, texts_tear_down),
        cmocka_unit_test(images_are_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
