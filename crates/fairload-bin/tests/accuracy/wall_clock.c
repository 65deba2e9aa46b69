/* Preloaded by the test of T14: the wall clock jumps by an hour with every look at it, and looks are counted.
 *
 * A program may read clocks without libc (rustix does), so it is not enough to replace libc's functions: the code that
 * the kernel maps into every process for the purpose (vDSO) is overwritten with jumps to the functions below. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static atomic_long wall, steady;

static long stepped(void)
{
    return atomic_fetch_add(&wall, 1) % 2 ? -3600 : 3600;
}

static int fake_clock_gettime(clockid_t clock, struct timespec *time)
{
    long failed = syscall(SYS_clock_gettime, clock, time);
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)
        time->tv_sec += stepped();
    else
        atomic_fetch_add(&steady, 1);
    return (int)failed;
}

static int fake_gettimeofday(struct timeval *time, void *zone)
{
    long failed = syscall(SYS_gettimeofday, time, zone);
    if (time)
        time->tv_sec += stepped();
    return (int)failed;
}

static time_t fake_time(time_t *at)
{
    time_t now = syscall(SYS_time, NULL) + stepped();
    if (at)
        *at = now;
    return now;
}

static int replace(void *vdso, const char *name, void *by)
{
    unsigned char jump[12] = {0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xe0}; /* mov rax, by; jmp rax */
    unsigned char *code = dlsym(vdso, name);
    unsigned long page = (unsigned long)code & ~4095UL;
    if (!code || mprotect((void *)page, 8192, PROT_READ | PROT_WRITE | PROT_EXEC))
        return 0;
    memcpy(jump + 2, &by, sizeof by);
    memcpy(code, jump, sizeof jump);
    return 1;
}

__attribute__((constructor)) static void begin(void)
{
    void *vdso = dlopen("linux-vdso.so.1", RTLD_LAZY | RTLD_NOLOAD);
    if (!vdso || !replace(vdso, "__vdso_clock_gettime", fake_clock_gettime)
        || !replace(vdso, "__vdso_gettimeofday", fake_gettimeofday) || !replace(vdso, "__vdso_time", fake_time))
        _exit(77);
}

__attribute__((destructor)) static void end(void)
{
    FILE *file = fopen(getenv("WALL_CLOCK_COUNTS"), "w");
    if (file) {
        fprintf(file, "%ld %ld\n", atomic_load(&wall), atomic_load(&steady));
        fclose(file);
    }
}
