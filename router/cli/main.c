/* main: the only file that prints errors, ends the program, handles signals and includes gpu/. */
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grid/text/file/stream.h"
#include "grid/text/file/watch.h"
#include "gpu/gpu.h"
#include "gpu/lab/lab.h"
#include "grid/clock.h"
#include "grid/text/harmless.h"
#include "router/cli/cli.h"
#include "router/cli/output/memory.h"
#include "router/engine/engine_cpu.h"

/* Set by the first signal of a run. A signal handler can reach file-scope variables only. */
static volatile sig_atomic_t stop;
static volatile sig_atomic_t stoppable;

/* The first signal during a run sets the flag; any other ends the program at once. */
static void on_signal(int number)
{
    (void)number;
    if (stop_raised(&stop) || !stop_raised(&stoppable))
        _exit(STATUS_INTERRUPTED);
    stop_set(&stop, 1);
}

static void handle_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction before;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (sigaction(ends[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(ends[i], &action, NULL);
    /* A closed pipe and a file over its limit are write errors with a message. */
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
    sigaction(SIGXFSZ, &action, NULL);
}

static void list_devices(FILE *out, bool json)
{
    struct gpu_device device[GPU_DEVICES_MAX];
    const char *reason = NULL;
    size_t count = gpu_devices(device, GPU_DEVICES_MAX, &reason);
    for (size_t i = 0; json && i < count; i++) {
        fprintf(out,
                "%s{\"device\": %zu, \"sm\": %d, \"multiprocessors\": %d, \"bytes\": %zu, "
                "\"name\": ",
                i > 0 ? ", " : "", i, device[i].major * 10 + device[i].minor,
                device[i].multiprocessors, device[i].memory_bytes);
        harmless_json(out, device[i].name);
        harmless_member(out, ", ", "unusable",
                        device[i].unusable != NULL ? device[i].unusable : "");
        fputc('}', out);
    }
    if (json)
        return;
    if (count == 0)
        fprintf(out, "gpu: none: %s\n", reason != NULL ? reason : "unknown reason");
    for (size_t i = 0; i < count; i++)
        fprintf(out, "gpu %zu: %s, sm_%d%d, %d multiprocessors, %zu MiB%s%s\n", i, device[i].name,
                device[i].major, device[i].minor, device[i].multiprocessors,
                device[i].memory_bytes >> 20, device[i].unusable != NULL ? ", not usable: " : "",
                device[i].unusable != NULL ? device[i].unusable : "");
}

/* Prints "file:line:column: message", then the line and a caret if they are known. */
static void print_error(const struct error *error, bool colour)
{
    const char *strong = colour ? "\033[1;31m" : "", *plain = colour ? "\033[0m" : "";
    harmless_print(stderr, error->file[0] != '\0' ? error->file : "leeway");
    if (error->file[0] != '\0' && error->line > 0)
        fprintf(stderr, ":%" PRIu64, error->line);
    if (error->file[0] != '\0' && error->line > 0 && error->column > 0)
        fprintf(stderr, ":%" PRIu64, error->column);
    fprintf(stderr, ": %s", strong);
    harmless_print(stderr, error->text);
    fprintf(stderr, "%s\n", plain);
    if (error->excerpt[0] == '\0')
        return;
    harmless_line(stderr, "  %s", error->excerpt);
    if (error->excerpt_column > 0)
        fprintf(stderr, "  %*s%s^%s\n", (int)error->excerpt_column - 1, "", strong, plain);
}

static void print_errors(const struct error *error, bool colour)
{
    const struct error_rest *rest = error->rest;
    print_error(error, colour);
    for (size_t i = 0; rest != NULL && i < rest->count; i++)
        print_error(&rest->at[i], colour);
    if (rest != NULL && rest->count > 0)
        fprintf(stderr, "%zu errors%s\n", rest->count + 1, rest->cut ? "; there may be more" : "");
}

static enum status run_command(const struct cli *cli, const struct options *options,
                               struct error *error)
{
    static command_body *const BODY[COMMANDS_COUNT] = {
        [COMMAND_ROUTE] = cmd_route,     [COMMAND_BATCH] = cmd_batch,
        [COMMAND_CHECK] = cmd_check,     [COMMAND_DRAW] = cmd_draw,
        [COMMAND_CONVERT] = cmd_convert, [COMMAND_EXPLAIN] = cmd_explain,
        [COMMAND_BFS] = cmd_bfs,         [COMMAND_GENERATE] = cmd_generate,
        [COMMAND_BENCH] = cmd_bench,     [COMMAND_DEVICES] = cmd_devices,
        [COMMAND_HELP] = cmd_help,       [COMMAND_VERSION] = cmd_version,
    };
    assert(options->command < COMMANDS_COUNT && BODY[options->command] != NULL);
    return BODY[options->command](cli, options, error);
}

/* Opens files that fail in place of closed standard streams, which other files would take. */
static void hold_closed_streams(void)
{
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
        if (fcntl(file, F_GETFD) < 0)
            (void)!open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* A stream that signals do not interrupt; stdout itself without memory. */
static FILE *open_standard_output(void)
{
    int file = dup(STDOUT_FILENO);
    FILE *out = file >= 0 ? stream_of(file, "wb") : NULL;
    if (file >= 0 && out == NULL)
        close(file);
    if (out != NULL && isatty(STDOUT_FILENO) == 1)
        setvbuf(out, NULL, _IOLBF, BUFSIZ);
    return out != NULL ? out : stdout;
}

/* A write error may show only here. may_close: the reader may close its pipe before the end. */
static enum status close_output(FILE *out, bool may_close, struct error *error)
{
    assert(out != NULL);
    errno = 0;
    struct stat target;
    const bool pipe = fstat(STDOUT_FILENO, &target) == 0 && S_ISFIFO(target.st_mode);
    if ((fflush(out) == 0 && !ferror(out)) || (may_close && pipe))
        return STATUS_OK;
    return error_fail(error, "cannot write standard output: %s",
                      errno != 0 ? strerror(errno) : "write error");
}

/* Sets where text goes, and starts the progress line. nowhere: a stream to /dev/null, or NULL. */
static void open_talk(struct cli *cli, const struct options *options, bool terminal, FILE *nowhere)
{
    const bool silent = options->command == COMMAND_HELP || options->command == COMMAND_VERSION;
    const bool quiet = options_flag(options, OPT_QUIET) && nowhere != NULL;
    const char *how = options_text(options, OPT_PROGRESS, "auto");
    cli->verbose = options_flag(options, OPT_VERBOSE);
    if (quiet)
        cli->talk = cli->notes = nowhere;
    else if (!silent && strcmp(how, "none") != 0)
        cli->progress = progress_start(stderr,
                                       strcmp(how, "json") == 0   ? PROGRESS_JSON
                                       : strcmp(how, "auto") == 0 ? terminal
                                                                  : strcmp(how, "bar") == 0,
                                       cli->verbose, cli->stop);
}

/* Limits the memory of the readers of commands that do not route; runs limit their own readers. */
static void limit_reading(const struct options *options, struct watch *watch)
{
    const enum command command = options->command;
    *watch = (struct watch){.memory = memory_limit(options)};
    if (command == COMMAND_CHECK || command == COMMAND_DRAW || command == COMMAND_CONVERT ||
        command == COMMAND_EXPLAIN || command == COMMAND_BFS)
        watch_set(watch);
}

static enum status run(struct cli *cli, const struct options *options, bool terminal,
                       struct error *error)
{
    if (options_flag(options, OPT_QUIET) && options_flag(options, OPT_VERBOSE))
        return error_refuse(error, "--quiet and --verbose exclude each other");
    if (options->value[OPT_VERBOSE].number > 1)
        options_show(stderr, options, 1u << options->command);
    FILE *nowhere = options_flag(options, OPT_QUIET) ? fopen("/dev/null", "w") : NULL;
    struct watch watch;
    open_talk(cli, options, terminal, nowhere);
    limit_reading(options, &watch);
    enum status status = run_command(cli, options, error);
    watch_set(NULL);
    progress_end(cli->progress);
    if (nowhere != NULL)
        fclose(nowhere);
    return status;
}

int main(int argc, char **argv)
{
    static struct error_rest rest; /* too large for some stacks */
    hold_closed_streams();
    mallopt(M_MMAP_THRESHOLD, 1 << 20); /* bytes from which a freed block returns to the system */
    stream_give_up(&stop);
    struct error error = {.rest = &rest};
    struct options options = {0};
    const char *no_colour = getenv("NO_COLOR"), *forced = getenv("CLICOLOR_FORCE");
    const char *terminal = getenv("TERM");
    bool tty = isatty(STDERR_FILENO) == 1 && terminal != NULL && strcmp(terminal, "dumb") != 0;
    FILE *out = open_standard_output();
    struct cli cli = {
        .out = out,
        .talk = out,
        .notes = stderr,
        .faults = stderr,
        .engines = {.engine = {gpu_engine(), &engine_cpu}, .count = 2},
        .patterns = gpu_patterns,
        .lab = gpu_lab(),
        .stop = &stop,
        .stoppable = &stoppable,
        .colour = (tty || (forced != NULL && strcmp(forced, "0") != 0)) &&
                  (no_colour == NULL || no_colour[0] == '\0'),
        .print_error = print_errors,
        .list_devices = list_devices,
        .gpu_build = gpu_build,
    };
    handle_signals();
    enum status status = options_parse(&options, argc, argv, &error);
    THEN(status, run(&cli, &options, tty, &error));
    struct error late = {0};
    const bool may_close = options.command == COMMAND_HELP || options.command == COMMAND_VERSION;
    if (close_output(out, may_close, &late) != STATUS_OK && error.text[0] == '\0') {
        error = late;
        error.rest = NULL;
        status = STATUS_FAILED;
    }
    if (error.text[0] != '\0')
        print_errors(&error, cli.colour);
    options_destroy(&options);
    return (int)status;
}
