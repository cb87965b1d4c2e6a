#define _GNU_SOURCE
#include "AviaryWorker.h"
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

// A message of one byte, with room for one descriptor.
typedef struct {
    char byte;
    struct iovec part;
    union {
        struct cmsghdr head;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    struct msghdr message;
} file_message;

static void prepare(file_message *it) {
    memset(it, 0, sizeof *it);
    it->part = (struct iovec){.iov_base = &it->byte, .iov_len = 1};
    it->message = (struct msghdr){
        .msg_iov = &it->part, .msg_iovlen = 1, .msg_control = it->control.bytes, .msg_controllen = sizeof it->control.bytes};
}

int aviary_send_file(int socket, int file) {
    file_message it;
    prepare(&it);
    struct cmsghdr *head = CMSG_FIRSTHDR(&it.message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof file);
    memcpy(CMSG_DATA(head), &file, sizeof file);
#ifdef MSG_NOSIGNAL
    int flags = MSG_NOSIGNAL;
#else
    int flags = 0;
#endif
    ssize_t sent;
    do sent = sendmsg(socket, &it.message, flags);
    while (sent < 0 && errno == EINTR);
    return sent == 1 ? 0 : -1;
}

int aviary_receive_file(int socket) {
    file_message it;
    prepare(&it);
#ifdef MSG_CMSG_CLOEXEC
    int flags = MSG_CMSG_CLOEXEC;
#else
    int flags = 0;
#endif
    ssize_t received;
    do received = recvmsg(socket, &it.message, flags);
    while (received < 0 && errno == EINTR);
    struct cmsghdr *head = CMSG_FIRSTHDR(&it.message);
    int file = -1;
    if (received == 1 && head && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS &&
        head->cmsg_len == CMSG_LEN(sizeof file))
        memcpy(&file, CMSG_DATA(head), sizeof file);
    return file;
}

#ifdef __linux__
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

// Older headers lack them. The numbers are the same on all architectures.
#ifndef __NR_landlock_create_ruleset
#define __NR_landlock_create_ruleset 444
#define __NR_landlock_restrict_self 446
#endif

// `struct landlock_ruleset_attr`, as long as the newest version that is known here.
typedef struct {
    uint64_t files, network, scopes;
} landlock_rules;

static long landlock_version(void) { return syscall(__NR_landlock_create_ruleset, NULL, 0, 1u); }

// Forbids all that this version of landlock knows: a set of rules that allow nothing.
static int forbid_files(void) {
    long version = landlock_version();
    if (version < 1) return 0;
    landlock_rules rules = {.files = (1u << 13) - 1};
    size_t size = offsetof(landlock_rules, network);
    if (version >= 2) rules.files |= 1u << 13;  // Links and renames between directories.
    if (version >= 3) rules.files |= 1u << 14;  // Truncation.
    if (version >= 5) rules.files |= 1u << 15;  // Commands to devices.
    if (version >= 4) {
        rules.network = 3;  // Bind and connect.
        size = offsetof(landlock_rules, scopes);
    }
    if (version >= 6) {
        rules.scopes = 3;  // Abstract sockets and signals.
        size = sizeof rules;
    }
    long set = syscall(__NR_landlock_create_ruleset, &rules, size, 0u);
    if (set < 0) return 0;
    long result = syscall(__NR_landlock_restrict_self, (int)set, 0u);
    close((int)set);
    return result == 0;
}

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE
// The calls that open files and connections, change files, start programs, or reach into other processes.
static const uint32_t forbidden[] = {
#ifdef __NR_open
    __NR_open, __NR_creat, __NR_unlink, __NR_rename, __NR_link, __NR_symlink, __NR_mkdir, __NR_rmdir, __NR_chmod, __NR_chown,
    __NR_lchown, __NR_mknod, __NR_fork, __NR_vfork,
#endif
    __NR_openat, __NR_openat2, __NR_open_by_handle_at, __NR_unlinkat, __NR_renameat2, __NR_linkat, __NR_symlinkat,
    __NR_mkdirat, __NR_mknodat, __NR_fchmodat, __NR_fchownat, __NR_truncate, __NR_mount, __NR_umount2, __NR_pivot_root,
    __NR_chroot, __NR_socket, __NR_socketpair, __NR_connect, __NR_bind, __NR_listen, __NR_accept, __NR_accept4, __NR_execve,
    __NR_execveat, __NR_kill, __NR_tkill, __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, __NR_pidfd_open,
    __NR_pidfd_getfd, __NR_unshare, __NR_setns, __NR_bpf, __NR_perf_event_open, __NR_io_uring_setup, __NR_userfaultfd,
    __NR_keyctl, __NR_add_key, __NR_memfd_create, __NR_inotify_init1, __NR_mq_open, __NR_shmget, __NR_msgget,
};

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define REFUSE(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

static int forbid_calls(void) {
    enum { count = sizeof forbidden / sizeof *forbidden };
    struct sock_filter filter[3 + 3 + 2 * count + 2 + 4 + 1];
    size_t at = 0;
#define ADD(...) filter[at++] = (struct sock_filter)__VA_ARGS__
    // The numbers of another architecture mean other calls.
    ADD(LOAD(arch));
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0));
    ADD(REFUSE(EPERM));
    // The numbers of x32 begin here, and mean other calls, too.
    ADD(LOAD(nr));
    ADD(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1));
    ADD(REFUSE(EPERM));
    for (size_t i = 0; i < count; i++) {
        ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, forbidden[i], 0, 1));
        ADD(REFUSE(EPERM));
    }
    // The arguments of `clone3` cannot be read here. The C library then calls `clone`, which may start threads alone.
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 0, 1));
    ADD(REFUSE(ENOSYS));
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 3));
    ADD(LOAD(args[0]));
    ADD(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0));
    ADD(REFUSE(EPERM));
    ADD(ALLOW);
    struct sock_fprog program = {.len = (unsigned short)at, .filter = filter};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}
#else
static int forbid_calls(void) { return 0; }
#endif

int aviary_confinements(void) {
    int parts = AVIARY_NO_PRIVILEGES;
    if (landlock_version() >= 1) parts |= AVIARY_NO_FILES;
#ifdef ARCHITECTURE
    // A kernel with filters looks for the program first, and finds none.
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL, 0, 0) < 0 && errno == EFAULT) parts |= AVIARY_NO_CALLS;
#endif
    return parts;
}

int aviary_confine(void) {
    // Without new privileges anybody may use landlock and seccomp.
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return 0;
    int parts = AVIARY_NO_PRIVILEGES;
    if (forbid_files()) parts |= AVIARY_NO_FILES;
    if (forbid_calls()) parts |= AVIARY_NO_CALLS;
    return parts;
}
#else
int aviary_confinements(void) { return 0; }
int aviary_confine(void) { return 0; }
#endif
