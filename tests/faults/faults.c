/* faults: a library for LD_PRELOAD that makes allocations and system calls of a program fail.
 *
 *   FAULTS=KIND:N    the N-th call of the kind fails, N from 1
 *   FAULTS=KIND:N-M  those from the N-th to the M-th fail
 *   FAULTS=KIND:N+   it and all later ones fail
 *   FAULTS=die:N     the program is killed in front of its N-th call that changes the disk
 *   FAULTS_SIGNAL=1  calls fail as one that a signal interrupts: with EINTR
 *   FAULTS_SHORT=1   a read or a write does not fail: it takes half of its bytes, and one at least
 *   FAULTS_COUNT=F   at the end, a line "KIND COUNT" for each kind is written to the file F
 *   FAULTS_TRACE=F   fsync and rename are written to F as they are made: "fsync PATH",
 *                    "rename FROM TO"
 *
 * Kinds: alloc (malloc and its like), open, read, write, rename, fsync, close, mmap, seek; die
 * (open, write, rename, fsync, close, unlink and mkdir together). Writes to standard error do not
 * count: a message that is lost changes no output. A close that fails has closed. Calls are counted
 * from the start of main, by all threads together.
 *
 * System calls are caught in the kernel, so that those which the C library makes for itself, say
 * in fopen, count: a seccomp filter sends SIGSYS for every call of a kind that does not come from
 * the instruction at faults_gate, and the handler fails it or makes it there. x86-64 Linux only;
 * without a filter the program ends at once with status 77. Under AddressSanitizer, as gcc links
 * it, there is no filter where allocations fail, so that leaks are looked for. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#ifndef __x86_64__
#error "the registers of a system call are known for x86-64 only"
#endif

enum kind { ALLOC, OPEN, READ, WRITE, RENAME, FSYNC, CLOSE, MMAP, SEEK, DIE, KINDS };

static const char *const kind_name[KINDS] = {"alloc", "open",  "read", "write", "rename",
                                             "fsync", "close", "mmap", "seek",  "die"};
static const int kind_errno[KINDS] = {ENOMEM, EMFILE, EIO, ENOSPC, EIO, EIO, EIO, ENOMEM, EIO, 0};

static const struct {
    int number;
    enum kind kind;
} call[] = {
    {SYS_open, OPEN},       {SYS_openat, OPEN},     {SYS_read, READ},        {SYS_pread64, READ},
    {SYS_readv, READ},      {SYS_write, WRITE},     {SYS_pwrite64, WRITE},   {SYS_writev, WRITE},
    {SYS_rename, RENAME},   {SYS_renameat, RENAME}, {SYS_renameat2, RENAME}, {SYS_fsync, FSYNC},
    {SYS_fdatasync, FSYNC}, {SYS_close, CLOSE},     {SYS_mmap, MMAP},        {SYS_lseek, SEEK},
    {SYS_unlink, DIE},      {SYS_unlinkat, DIE},    {SYS_mkdir, DIE},        {SYS_mkdirat, DIE},
};
enum { CALLS = sizeof call / sizeof *call };

static atomic_long counted[KINDS];
static int chosen = -1; /* the kind that fails */
static long first;      /* the first call of it that fails */
static long last;
static atomic_int counting;
static bool interrupted, halved;
static int trace = -1; /* the file of FAULTS_TRACE */

/* The allocator behind: AddressSanitizer's where the program brings it along as a shared library,
 * else the C library's. */
#define ALLOCATOR(result, name, plain, ...)                                                        \
    __attribute__((weak)) result __interceptor_##name(__VA_ARGS__);                                \
    result __libc_##plain(__VA_ARGS__);
ALLOCATOR(void *, malloc, malloc, size_t)
ALLOCATOR(void *, calloc, calloc, size_t, size_t)
ALLOCATOR(void *, realloc, realloc, void *, size_t)
ALLOCATOR(void *, aligned_alloc, memalign, size_t, size_t)
#define BEHIND(name, plain) (__interceptor_##name != NULL ? __interceptor_##name : __libc_##plain)

/* The one place that the filter lets through. */
long faults_call(long number, long a, long b, long c, long d, long e, long f);
extern const char faults_gate[];
__asm__(".text\n"
        ".globl faults_call\n"
        "faults_call:\n"
        "  mov %rdi, %rax\n"
        "  mov %rsi, %rdi\n"
        "  mov %rdx, %rsi\n"
        "  mov %rcx, %rdx\n"
        "  mov %r8, %r10\n"
        "  mov %r9, %r8\n"
        "  mov 8(%rsp), %r9\n"
        "  syscall\n"
        ".globl faults_gate\n"
        "faults_gate:\n"
        "  ret\n");

/* Counts a call. Whether it is to fail. */
static int fails(enum kind kind)
{
    if (!atomic_load(&counting))
        return 0;
    long number = atomic_fetch_add(&counted[kind], 1) + 1;
    return (int)kind == chosen && number >= first && number <= last;
}

/* The path that a descriptor or the arguments of a call name. */
static size_t path_of(long folder, const char *name, char *path)
{
    char link[32];
    size_t length = 0;
    if (name == NULL || (name[0] != '/' && folder != AT_FDCWD)) {
        snprintf(link, sizeof link, "/proc/self/fd/%ld", folder);
        ssize_t got = readlink(link, path, PATH_MAX - 1);
        length = got > 0 ? (size_t)got : 0;
    }
    for (path[length] = '\0'; name != NULL; name = NULL)
        length +=
            (size_t)snprintf(path + length, PATH_MAX - length, "%s%s", length > 0 ? "/" : "", name);
    return length;
}

static void note(long number, const greg_t *reg)
{
    char from[PATH_MAX], to[PATH_MAX], line[2 * PATH_MAX + 16];
    const bool at = number != SYS_rename;
    int length = 0;
    if (number == SYS_fsync || number == SYS_fdatasync) {
        path_of(reg[REG_RDI], NULL, from);
        length = snprintf(line, sizeof line, "fsync %s\n", from);
    } else if (number == SYS_rename || number == SYS_renameat || number == SYS_renameat2) {
        path_of(at ? reg[REG_RDI] : AT_FDCWD, (const char *)(at ? reg[REG_RSI] : reg[REG_RDI]),
                from);
        path_of(at ? reg[REG_RDX] : AT_FDCWD, (const char *)(at ? reg[REG_R10] : reg[REG_RSI]), to);
        length = snprintf(line, sizeof line, "rename %s %s\n", from, to);
    }
    if (length > 0)
        faults_call(SYS_write, trace, (long)line, length, 0, 0, 0);
}

static void on_call(int signal, siginfo_t *info, void *context)
{
    greg_t *reg = ((ucontext_t *)context)->uc_mcontext.gregs;
    (void)signal;
    enum kind kind = KINDS;
    for (size_t i = 0; i < CALLS; i++)
        if (call[i].number == info->si_syscall)
            kind = call[i].kind;
    if (trace >= 0)
        note(info->si_syscall, reg);
    const bool said = kind == WRITE && reg[REG_RDI] <= STDERR_FILENO; /* changes no file */
    if (kind != KINDS && kind != READ && kind != MMAP && kind != SEEK && !said && fails(DIE))
        raise(SIGKILL);
    bool fail = kind != KINDS && kind != DIE && !(kind == WRITE && reg[REG_RDI] == STDERR_FILENO) &&
                fails(kind);
    const bool half = fail && halved &&
                      (info->si_syscall == SYS_read || info->si_syscall == SYS_write) &&
                      reg[REG_RDX] > 1;
    if (half)
        reg[REG_RDX] /= 2;
    fail = fail && !halved;
    if (!fail || kind == CLOSE)
        reg[REG_RAX] = faults_call(info->si_syscall, reg[REG_RDI], reg[REG_RSI], reg[REG_RDX],
                                   reg[REG_R10], reg[REG_R8], reg[REG_R9]);
    if (fail)
        reg[REG_RAX] = interrupted ? -EINTR : -kind_errno[kind];
}

/* Traps the calls of the table that do not come from the gate. */
static int filter_calls(void)
{
    const uint64_t gate = (uint64_t)(uintptr_t)faults_gate;
    const size_t ip = offsetof(struct seccomp_data, instruction_pointer);
    struct sock_filter code[CALLS + 7] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)ip),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)gate, 0, 2),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)ip + 4),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(gate >> 32), CALLS + 1, 0),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    };
    for (size_t i = 0; i < CALLS; i++)
        code[5 + i] = (struct sock_filter)BPF_JUMP(
            BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call[i].number, (uint8_t)(CALLS - i), 0);
    code[5 + CALLS] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    code[6 + CALLS] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
    struct sock_fprog program = {sizeof code / sizeof *code, code};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static void end(void)
{
    const char *name = getenv("FAULTS_COUNT");
    atomic_store(&counting, 0);
    int file = name != NULL ? open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
    for (int kind = 0; file >= 0 && kind < KINDS; kind++)
        dprintf(file, "%s %ld\n", kind_name[kind], atomic_load(&counted[kind]));
    if (file >= 0)
        close(file);
}

/* Before main, but after what libraries do as they are loaded: the CUDA runtime allocates there and
 * crashes where it gets nothing, which is no fault of the program. */
static void start(void)
{
    const char *text = getenv("FAULTS");
    const char *colon = text != NULL ? strchr(text, ':') : NULL;
    for (int kind = 0; colon != NULL && kind < KINDS; kind++)
        if (strlen(kind_name[kind]) == (size_t)(colon - text) &&
            strncmp(kind_name[kind], text, (size_t)(colon - text)) == 0)
            chosen = kind;
    if (text != NULL && chosen < 0)
        _exit(77);
    if (colon != NULL) {
        char *end = NULL;
        first = strtol(colon + 1, &end, 10);
        last = *end == '+' ? LONG_MAX : *end == '-' ? strtol(end + 1, NULL, 10) : first;
    }
    interrupted = getenv("FAULTS_SIGNAL") != NULL;
    halved = getenv("FAULTS_SHORT") != NULL;
    const char *into = getenv("FAULTS_TRACE");
    if (into != NULL)
        trace = open(into, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    struct sigaction action = {.sa_sigaction = on_call, .sa_flags = SA_SIGINFO | SA_NODEFER};
    /* The search for leaks is a thread that could not answer SIGSYS. */
    int filtered = __interceptor_malloc == NULL || chosen != ALLOC;
    if (filtered && (sigaction(SIGSYS, &action, NULL) != 0 || !filter_calls()))
        _exit(77);
    /* Called before the sanitizer's own end, where its allocations would count. */
    atexit(end);
    atomic_store(&counting, 1);
}

static int (*program)(int, char **, char **);

static int start_program(int count, char **words, char **environment)
{
    start();
    return program(count, words, environment);
}

/* The C library's first function, which calls main. */
int __libc_start_main(int (*main)(int, char **, char **), int count, char **words,
                      void (*init)(void), void (*fini)(void), void (*end_loader)(void), void *stack)
{
    int (*behind)(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void),
                  void (*)(void), void *);
    program = main;
    *(void **)&behind = dlsym(RTLD_NEXT, "__libc_start_main");
    return behind(start_program, count, words, init, fini, end_loader, stack);
}

/* AddressSanitizer asks for each new thread's stack and dies without an answer: what that allocates
 * does not count. */
__attribute__((tls_model("initial-exec"))) static _Thread_local int exempt;

int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes)
{
    int (*behind)(pthread_t, pthread_attr_t *);
    exempt++;
    *(void **)&behind = dlsym(RTLD_NEXT, "pthread_getattr_np");
    int answer = behind(thread, attributes);
    exempt--;
    return answer;
}

static int alloc_fails(void)
{
    if (exempt != 0 || !fails(ALLOC))
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return alloc_fails() ? NULL : BEHIND(malloc, malloc)(size);
}

void *calloc(size_t count, size_t size)
{
    return alloc_fails() ? NULL : BEHIND(calloc, calloc)(count, size);
}

void *realloc(void *old, size_t size)
{
    return alloc_fails() ? NULL : BEHIND(realloc, realloc)(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return alloc_fails() ? NULL : BEHIND(aligned_alloc, memalign)(alignment, size);
}

int posix_memalign(void **to, size_t alignment, size_t size)
{
    void *got = alloc_fails() ? NULL : BEHIND(aligned_alloc, memalign)(alignment, size);
    if (got == NULL)
        return ENOMEM;
    *to = got;
    return 0;
}
