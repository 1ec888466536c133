/* Tests of output: complete files or none, and targets that are written directly. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <termios.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grid/text/file/output.h"
#include "tests/support/texts.h"

static int tear_down(void **state)
{
    return system("chmod -R u+w .") == 0 ? texts_tear_down(state) : -1;
}

/* No temporary file is left in the folder. */
static void assert_no_temporary(void)
{
    DIR *dir = opendir(".");
    assert_non_null(dir);
    for (struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir))
        assert_null(strstr(entry->d_name, ".tmp"));
    closedir(dir);
}

static void write_output(const char *path, const char *text)
{
    struct output output;
    struct error error = {0};
    assert_int_equal(output_open(&output, path, &error), STATUS_OK);
    fputs(text, output.stream);
    assert_int_equal(output_commit(&output, &error), STATUS_OK);
    assert_null(output.stream);
    output_abandon(&output);
}

static void test_new_file(void **state)
{
    (void)state;
    struct output output;
    struct error error = {0};
    mode_t before = umask(027);
    assert_int_equal(output_open(&output, "new", &error), STATUS_OK);
    fputs("hello\n", output.stream);
    assert_int_equal(access("new", F_OK), -1); /* not there before the commit */
    assert_int_equal(output_commit(&output, &error), STATUS_OK);
    umask(before);
    text_expect("new", "hello\n");
    struct stat info;
    assert_int_equal(stat("new", &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
    assert_no_temporary();
}

static void test_replace_keeps_permissions(void **state)
{
    (void)state;
    text_write("old", "before");
    assert_int_equal(chmod("old", 0604), 0);
    write_output("old", "after");
    text_expect("old", "after");
    struct stat info;
    assert_int_equal(stat("old", &info), 0);
    assert_int_equal(info.st_mode & 0777, 0604);
    assert_no_temporary();
}

static void test_abandon_keeps_the_old_file(void **state)
{
    (void)state;
    text_write("kept", "before");
    struct output output;
    struct error error = {0};
    assert_int_equal(output_open(&output, "kept", &error), STATUS_OK);
    fputs("half", output.stream);
    output_abandon(&output);
    output_abandon(&output);
    text_expect("kept", "before");
    assert_int_equal(output_open(&output, "never", &error), STATUS_OK);
    output_abandon(&output);
    assert_int_equal(access("never", F_OK), -1);
    assert_no_temporary();
}

static void test_links_stay(void **state)
{
    (void)state;
    text_write("real", "before");
    assert_int_equal(symlink("real", "link"), 0);
    write_output("link", "through");
    struct stat info;
    assert_int_equal(lstat("link", &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    text_expect("real", "through");

    assert_int_equal(symlink("later", "dangling"), 0);
    write_output("dangling", "made");
    text_expect("later", "made");

    text_write("one", "before");
    assert_int_equal(link("one", "two"), 0);
    write_output("two", "both");
    text_expect("one", "both");
    assert_no_temporary();
}

static void test_pipe_and_device(void **state)
{
    (void)state;
    assert_int_equal(mkfifo("fifo", 0600), 0);
    int reader = open("fifo", O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    write_output("fifo", "piped");
    char found[16] = "";
    assert_int_equal(read(reader, found, sizeof found), 5);
    assert_string_equal(found, "piped");
    close(reader);
    write_output("/dev/null", "gone");
    struct stat info;
    assert_int_equal(stat("/dev/null", &info), 0);
    assert_true(S_ISCHR(info.st_mode));
}

/* "-" and /dev/stdout append to the stream; nothing is truncated or overwritten. */
static void test_standard_output(void **state)
{
    (void)state;
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (freopen("stdout", "wb", stdout) == NULL)
            _exit(1);
        printf("a");
        struct output output;
        if (output_open(&output, "-", NULL) != STATUS_OK)
            _exit(2);
        fputs("b", output.stream);
        if (output_commit(&output, NULL) != STATUS_OK)
            _exit(3);
        if (output_open(&output, "/dev/stdout", NULL) != STATUS_OK)
            _exit(4);
        fputs("c", output.stream);
        if (output_commit(&output, NULL) != STATUS_OK)
            _exit(5);
        printf("d\n");
        fflush(stdout);
        _exit(0);
    }
    int result = 0;
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_int_equal(result, 0);
    text_expect("stdout", "abcd\n");
}

static void assert_refused(const char *path, const char *reason)
{
    struct output output;
    struct error error = {0};
    assert_int_equal(output_open(&output, path, &error), STATUS_FAILED);
    assert_int_equal(error.status, STATUS_FAILED);
    assert_non_null(strstr(error.text, reason));
    assert_null(output.stream);
    assert_null(output.path);
    assert_int_equal(output_open(&output, path, NULL), STATUS_FAILED);
}

static void test_refusals(void **state)
{
    (void)state;
    assert_int_equal(mkdir("folder", 0700), 0);
    assert_refused("folder", "folder");
    assert_refused("", "empty");
    assert_refused("nowhere/file", "No such file");
    text_write("plain", "");
    assert_refused("plain/file", "Not a directory");
    if (geteuid() != 0) {
        assert_int_equal(chmod("plain", 0400), 0);
        assert_refused("plain", "denied");
    }
}

/* A socket cannot be opened, but unlike for a pipe without a reader there is no waiting. */
static void test_socket(void **state)
{
    (void)state;
    const struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "socket"};
    const int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(made >= 0);
    assert_int_equal(bind(made, (const struct sockaddr *)&name, sizeof name), 0);
    alarm(10); /* ends a wait */
    assert_refused("socket", "No such device or address");
    alarm(0);
    close(made);
}

static void test_full_disk(void **state)
{
    (void)state;
    if (access("/dev/full", W_OK) != 0)
        skip();
    struct output output;
    struct error error = {0};
    assert_int_equal(output_open(&output, "/dev/full", &error), STATUS_OK);
    fputs("text", output.stream);
    assert_int_equal(output_commit(&output, &error), STATUS_FAILED);
    assert_non_null(strstr(error.text, "No space"));
    assert_string_equal(error.file, "/dev/full");
    assert_null(output.path);
}

/* A terminal gets all lines at the end, without control characters; no file is left open. Text
 * after the last line end counts as a line. */
static void test_terminal(void **state)
{
    (void)state;
    static const char *const texts[][2] = {
        {"a\nb\n", "a\nb\n"}, {"a\x1b[1m\nbc", "a?[1m\nbc\n"}, {"\n\n", "\n\n"}, {"", ""}};
    struct termios raw;
    const int master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
        skip();
    const int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    assert_true(slave >= 0);
    assert_int_equal(tcgetattr(slave, &raw), 0);
    cfmakeraw(&raw);
    assert_int_equal(tcsetattr(slave, TCSANOW, &raw), 0);
    const int next = dup(slave);
    close(next);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct output output;
        struct error error = {0};
        char found[64];
        assert_int_equal(output_open(&output, ptsname(master), &error), STATUS_OK);
        fputs(texts[i][0], output.stream);
        fflush(output.stream);
        assert_true(read(master, found, sizeof found) < 0); /* nothing yet */
        assert_int_equal(output_commit(&output, &error), STATUS_OK);
        const ssize_t got = read(master, found, sizeof found - 1);
        found[got > 0 ? got : 0] = '\0';
        assert_string_equal(found, texts[i][1]);
        for (int k = 0; k < 3; k++)
            assert_int_equal(dup(slave), next + k);
        for (int k = 0; k < 3; k++)
            close(next + k);
    }
    close(slave);
    close(master);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_new_file),
        cmocka_unit_test(test_replace_keeps_permissions),
        cmocka_unit_test(test_abandon_keeps_the_old_file),
        cmocka_unit_test(test_links_stay),
        cmocka_unit_test(test_pipe_and_device),
        cmocka_unit_test(test_standard_output),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_socket),
        cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_terminal),
    };
    return cmocka_run_group_tests(tests, texts_set_up, tear_down);
}
