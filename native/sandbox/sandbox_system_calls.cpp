// The calls to the system that plug-ins are denied, as a classic BPF program for seccomp. Calls that a block of audio
// needs (futex, clock) are allowed whatever their arguments, which the kernel then knows without running the program.
#if defined(__linux__)

#include "sandbox/sandbox_confinement.hpp"

#if defined(__x86_64__) || defined(__aarch64__)

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace sounddesk::sandbox {

namespace {

#if defined(__x86_64__)
constexpr std::uint32_t own_architecture = AUDIT_ARCH_X86_64;
/** Of the x32 calls, which go by other numbers. */
constexpr std::uint32_t foreign_calls = 0x40000000;
#else
constexpr std::uint32_t own_architecture = AUDIT_ARCH_AARCH64;
constexpr std::uint32_t foreign_calls = 0x40000000;
#endif

// By number: headers may be older than the kernel. From 424 on they are the same everywhere.
constexpr std::uint32_t call_pidfd_send_signal = 424;
constexpr std::uint32_t call_io_uring_setup = 425;
constexpr std::uint32_t call_io_uring_enter = 426;
constexpr std::uint32_t call_io_uring_register = 427;
constexpr std::uint32_t call_open_tree = 428;
constexpr std::uint32_t call_move_mount = 429;
constexpr std::uint32_t call_fsopen = 430;
constexpr std::uint32_t call_fsmount = 432;
constexpr std::uint32_t call_pidfd_open = 434;
constexpr std::uint32_t call_clone3 = 435;
constexpr std::uint32_t call_pidfd_getfd = 438;
constexpr std::uint32_t call_process_madvise = 440;
constexpr std::uint32_t call_mount_setattr = 442;
constexpr std::uint32_t call_process_mrelease = 448;
constexpr std::uint32_t call_fchmodat2 = 452;
constexpr std::uint32_t call_setxattrat = 463;
constexpr std::uint32_t call_removexattrat = 466;

constexpr std::uint32_t tiocsti = 0x5412;
constexpr std::uint32_t tioclinux = 0x541C;
constexpr std::uint32_t socket_kind_mask = 0xF;

/** Other programs and processes, their memory, the kernel's own parts: never. */
const std::initializer_list<long> denied_calls = {
    SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_perf_event_open,
    SYS_bpf, SYS_userfaultfd, SYS_add_key, SYS_request_key, SYS_keyctl, SYS_mount, SYS_umount2, SYS_pivot_root,
    SYS_chroot, SYS_unshare, SYS_setns, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load,
    SYS_reboot, SYS_swapon, SYS_swapoff, SYS_acct, SYS_quotactl, SYS_open_by_handle_at, SYS_name_to_handle_at,
    SYS_move_pages, SYS_migrate_pages, SYS_syslog, SYS_sethostname, SYS_setdomainname, SYS_settimeofday,
    SYS_clock_settime, SYS_fanotify_init, SYS_setsid, SYS_setpgid,
    // What listens, connects or is sent somewhere: the window's connection comes from outside (host_broker.hpp).
    SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4,
    // Signals to others; `kill` and `tgkill` may reach this process itself.
    SYS_tkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, call_pidfd_send_signal, call_pidfd_open, call_pidfd_getfd,
    // Makes calls that no filter sees.
    call_io_uring_setup, call_io_uring_enter, call_io_uring_register, call_open_tree, call_move_mount, call_fsopen,
    call_fsmount, call_mount_setattr, call_process_madvise, call_process_mrelease,
    // Queues and semaphores of other programs.
    SYS_mq_open, SYS_mq_unlink, SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl, SYS_semget,
    // What Landlock leaves open: owners, modes, times and attributes of files by their names, and watching them.
    SYS_fchmodat, call_fchmodat2, SYS_fchownat, SYS_setxattr, SYS_lsetxattr, SYS_removexattr, SYS_lremovexattr,
    call_setxattrat, call_removexattrat, SYS_utimensat, SYS_inotify_add_watch, SYS_fanotify_mark,
#if defined(__x86_64__)
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat, SYS_fork, SYS_vfork, SYS_ioperm, SYS_iopl, SYS_modify_ldt, SYS_uselib, SYS_create_module, SYS_kexec_file_load,
#endif
};

class Program {
 public:
  void load(std::uint32_t offset) { add(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)); }
  void mask(std::uint32_t bits) { add(BPF_STMT(BPF_ALU | BPF_AND | BPF_K, bits)); }
  void answer(std::uint32_t value) { add(BPF_STMT(BPF_RET | BPF_K, value)); }
  void deny(int error = EPERM) { answer(SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error)); }
  void allow() { answer(SECCOMP_RET_ALLOW); }
  /** Runs the next instruction where the loaded value is this one, else leaves `skipped` out. */
  void if_is(std::uint32_t value, std::uint8_t skipped) { add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped)); }
  void if_is_not(std::uint32_t value, std::uint8_t skipped) {
    add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, skipped, 0));
  }
  void if_has(std::uint32_t bits, std::uint8_t skipped) { add(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, skipped)); }

  /** `argument` has to be `value` in its lower half, for this call. */
  void only(long call, unsigned argument, std::uint32_t value, int error = EPERM) {
    if_is(static_cast<std::uint32_t>(call), 4);
    load(low_half_of(argument));
    if_is_not(value, 1);
    deny(error);
    allow();
  }
  /** `argument` must not be `value`, for this call; others of its values are looked at further. */
  void never(long call, unsigned argument, std::uint32_t value) {
    if_is(static_cast<std::uint32_t>(call), 4);
    load(low_half_of(argument));
    if_is(value, 1);
    deny();
    load(offsetof(seccomp_data, nr));
  }

  bool install() const {
    const sock_fprog program{static_cast<unsigned short>(code_.size()), const_cast<sock_filter *>(code_.data())};
    // Without the flag older kernels slow the whole process down against a side channel that threads do not have.
    constexpr unsigned flag_no_slowdown = 4;
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flag_no_slowdown, &program) == 0 ||
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
  }

  static constexpr std::uint32_t low_half_of(unsigned argument) {
    return static_cast<std::uint32_t>(offsetof(seccomp_data, args) + 8 * argument);
  }
  static constexpr std::uint32_t high_half_of(unsigned argument) { return low_half_of(argument) + 4; }

 private:
  void add(sock_filter instruction) { code_.push_back(instruction); }
  std::vector<sock_filter> code_;
};

/** Streams between processes of this machine: a window's connection. Datagrams could be sent to anybody by name. */
void allow_streams_alone(Program &program, long call) {
  program.if_is(static_cast<std::uint32_t>(call), 9);
  program.load(Program::low_half_of(0));
  program.if_is_not(AF_UNIX, 1);
  program.deny(EACCES);
  program.load(Program::low_half_of(1));
  program.mask(socket_kind_mask);
  program.if_is_not(SOCK_STREAM, 2);
  program.if_is_not(SOCK_SEQPACKET, 1);
  program.deny(EACCES);
  program.allow();
}

/** A thread of this process, but no other process. */
void allow_threads_alone(Program &program) {
  program.if_is(SYS_clone, 4);
  program.load(Program::low_half_of(0));
  program.if_has(CLONE_THREAD, 1);
  program.allow();
  program.deny();
  // Its arguments lie in memory, where a filter cannot look: the C library then takes the other call.
  program.if_is(call_clone3, 1);
  program.deny(ENOSYS);
}

/** Without an address: on a connection. */
void allow_sending_on_connections(Program &program) {
  program.if_is(SYS_sendto, 6);
  program.load(Program::low_half_of(4));
  program.if_is(0, 3);
  program.load(Program::high_half_of(4));
  program.if_is(0, 1);
  program.allow();
  program.deny();
}

Program program_of(std::uint32_t own_id) {
  Program program;
  program.load(offsetof(seccomp_data, arch));
  program.if_is_not(own_architecture, 1);
  program.answer(SECCOMP_RET_KILL_PROCESS);
  program.load(offsetof(seccomp_data, nr));
  program.if_has(foreign_calls, 1);
  program.deny(ENOSYS);
  for (const long call : denied_calls) {
    program.if_is(static_cast<std::uint32_t>(call), 1);
    program.deny();
  }
  allow_streams_alone(program, SYS_socket);
  allow_streams_alone(program, SYS_socketpair);
  allow_threads_alone(program);
  allow_sending_on_connections(program);
  program.only(SYS_kill, 0, own_id);
  program.only(SYS_tgkill, 0, own_id);
  // Memory that two programs share by a key; without one it is open to every process that learns of it, as to the display.
  program.only(SYS_shmget, 0, 0);
  program.only(SYS_setpriority, 1, 0);
  // Its own limits; those of others go by their id.
  program.if_is(SYS_prlimit64, 5);
  program.load(Program::low_half_of(0));
  program.if_is_not(0, 2);
  program.if_is_not(own_id, 1);
  program.deny();
  program.allow();
  program.never(SYS_prctl, 0, PR_SET_PDEATHSIG);
  program.never(SYS_fcntl, 1, F_SETOWN);
  program.never(SYS_fcntl, 1, F_SETOWN_EX);
  program.never(SYS_ioctl, 1, tiocsti);
  program.never(SYS_ioctl, 1, tioclinux);
  // FIOSETOWN and SIOCSPGRP: as F_SETOWN.
  program.never(SYS_ioctl, 1, 0x8901);
  program.never(SYS_ioctl, 1, 0x8902);
  program.allow();
  return program;
}

}  // namespace

bool restrict_system_calls() noexcept {
  return program_of(static_cast<std::uint32_t>(getpid())).install();
}

}  // namespace sounddesk::sandbox

#else

namespace sounddesk::sandbox {

/** The calls of this processor were not looked at. */
bool restrict_system_calls() noexcept { return false; }

}  // namespace sounddesk::sandbox

#endif
#endif
