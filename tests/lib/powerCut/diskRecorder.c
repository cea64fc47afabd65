// A library that is loaded before every other one (LD_PRELOAD) and writes down what a program and its children do to
// the files under one folder: every write with its bytes, every change of a size or a name, every sync with its
// beginning and its end, in one order for all of them. `diskLog.ts` reads it, `diskModel.ts` makes disks of it.
//
// SOUNDDESK_DISK_ROOT is the folder, SOUNDDESK_DISK_LOG the file that is written. Syncs are written down and not done:
// only the model's disk is of interest. What is written to the standard output comes into the log too, so that a program
// can say what it believes to be safe. SOUNDDESK_DISK_BOOT_ID names the boot that these programs believe to run in.
//
// What goes past these functions (mmap, stdio, io_uring, a static program) shows as a difference between the log's files
// and the real ones, which whoever uses this has to look for at the end.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { WRITE = 1, TRUNCATE, CREATE, RENAME, UNLINK, MKDIR, RMDIR, LINK, SYNC_BEGIN, SYNC_END, SAID };

struct record {
  uint32_t kind;
  uint32_t pid;
  uint64_t time_ns;
  uint64_t numbers[4];
  uint32_t text_bytes;
  uint32_t data_bytes;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int log_file = -1;
static const char *boot_id;
/** Of this process, for those that it starts with an environment of their own choice. */
static const char *const passed_on[] = {"LD_PRELOAD", "SOUNDDESK_DISK_ROOT", "SOUNDDESK_DISK_LOG",
                                        "SOUNDDESK_DISK_BOOT_ID", "UV_USE_IO_URING"};
static char *values[5];
static char root[PATH_MAX];
static size_t root_length;

#define REAL(result, name, parameters)            \
  static result(*real_##name) parameters;         \
  if (!real_##name) *(void **)&real_##name = dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void prepare(void) {
  const char *folder = getenv("SOUNDDESK_DISK_ROOT");
  const char *path = getenv("SOUNDDESK_DISK_LOG");
  for (int i = 0; i < 5; ++i) {
    const char *value = getenv(passed_on[i]);
    values[i] = value ? strdup(value) : NULL;
  }
  boot_id = values[3];
  if (!folder || !path || !realpath(folder, root)) return;
  root_length = strlen(root);
  REAL(int, open, (const char *, int, ...));
  log_file = real_open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/** One order for all threads of all processes; a process that dies leaves no lock behind. */
static void lock(void) {
  pthread_mutex_lock(&mutex);
  flock(log_file, LOCK_EX);
}

static void unlock(void) {
  flock(log_file, LOCK_UN);
  pthread_mutex_unlock(&mutex);
}

static int is_within(const char *path) {
  return strncmp(path, root, root_length) == 0 && (path[root_length] == '/' || path[root_length] == 0);
}

static int is_watched(int file) {
  if (log_file < 0 || file < 0) return 0;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_within(path);
}

static void put(uint32_t kind, uint64_t a, uint64_t b, uint64_t c, uint64_t d, const char *text, const void *data,
                size_t bytes) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  struct record record = {kind, (uint32_t)getpid(), (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec,
                          {a, b, c, d}, (uint32_t)strlen(text), (uint32_t)bytes};
  REAL(ssize_t, writev, (int, const struct iovec *, int));
  struct iovec parts[3] = {
      {&record, sizeof record}, {(void *)text, record.text_bytes}, {(void *)data, bytes}};
  const ssize_t whole = (ssize_t)(sizeof record + record.text_bytes + bytes);
  if (real_writev(log_file, parts, 3) != whole) abort();
}

/** The folder and the last name of a path that may not be there yet; 0 where it lies elsewhere. */
static int locate(int at, const char *path, uint64_t *folder, char *name) {
  if (log_file < 0) return 0;
  char given[PATH_MAX], whole[PATH_MAX];
  if (path[0] == '/' || at == AT_FDCWD) {
    snprintf(given, sizeof given, "%s", path);
  } else {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", at);
    const ssize_t length = readlink(link, given, sizeof given - 1);
    if (length < 0) return 0;
    snprintf(given + length, sizeof given - (size_t)length, "/%s", path);
  }
  size_t length = strlen(given);
  while (length > 1 && given[length - 1] == '/') given[--length] = 0;
  char *slash = strrchr(given, '/');
  snprintf(name, NAME_MAX + 1, "%s", slash ? slash + 1 : given);
  if (slash) *(slash == given ? slash + 1 : slash) = 0;
  if (!realpath(slash ? given : ".", whole) || !is_within(whole)) return 0;
  struct stat status;
  if (stat(whole, &status) != 0) return 0;
  *folder = status.st_ino;
  return 1;
}

static uint64_t inode_of(int file) {
  struct stat status;
  return fstat(file, &status) == 0 ? status.st_ino : 0;
}

static int keep_errno(int result, int reason) {
  errno = reason;
  return result;
}

/** A write that waits for the disk is a write and a sync. */
static void put_write(int file, off_t at, const void *data, size_t bytes) {
  const uint64_t inode = inode_of(file);
  put(WRITE, inode, (uint64_t)at, 0, 0, "", data, bytes);
  if (fcntl(file, F_GETFL) & O_DSYNC) {
    put(SYNC_BEGIN, inode, 0, 0, 0, "", NULL, 0);
    put(SYNC_END, inode, 0, 0, 0, "", NULL, 0);
  }
}

static int open_file(int at, const char *path, int flags, mode_t mode) {
  REAL(int, openat, (int, const char *, int, ...));
  if (boot_id && strcmp(path, "/proc/sys/kernel/random/boot_id") == 0) return real_openat(at, boot_id, flags, mode);
  uint64_t folder;
  char name[NAME_MAX + 1];
  if (!(flags & (O_CREAT | O_TRUNC)) || !locate(at, path, &folder, name)) return real_openat(at, path, flags, mode);
  lock();
  struct stat status;
  const int was_there = fstatat(at, path, &status, 0) == 0;
  const int file = real_openat(at, path, flags, mode);
  const int reason = errno;
  if (file >= 0 && !was_there) put(CREATE, folder, inode_of(file), 0, 0, name, NULL, 0);
  if (file >= 0 && was_there && (flags & O_TRUNC)) put(TRUNCATE, inode_of(file), 0, 0, 0, "", NULL, 0);
  unlock();
  return keep_errno(file, reason);
}

#define OPENING(name, parameters, at)                            \
  int name parameters {                                          \
    mode_t mode = 0;                                             \
    if (flags & (O_CREAT | O_TMPFILE)) {                         \
      va_list list;                                              \
      va_start(list, flags);                                     \
      mode = va_arg(list, mode_t);                               \
      va_end(list);                                              \
    }                                                            \
    return open_file(at, path, flags, mode);                     \
  }
OPENING(open, (const char *path, int flags, ...), AT_FDCWD)
OPENING(open64, (const char *path, int flags, ...), AT_FDCWD)
OPENING(openat, (int folder, const char *path, int flags, ...), folder)
OPENING(openat64, (int folder, const char *path, int flags, ...), folder)
int __open_2(const char *path, int flags) { return open_file(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return open_file(AT_FDCWD, path, flags, 0); }
int __openat_2(int folder, const char *path, int flags) { return open_file(folder, path, flags, 0); }
int __openat64_2(int folder, const char *path, int flags) { return open_file(folder, path, flags, 0); }
int creat(const char *path, mode_t mode) { return open_file(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char *path, mode_t mode) { return creat(path, mode); }

ssize_t writev(int file, const struct iovec *parts, int count) {
  REAL(ssize_t, writev, (int, const struct iovec *, int));
  const int is_said = file == STDOUT_FILENO && log_file >= 0;
  if (!is_said && !is_watched(file)) return real_writev(file, parts, count);
  lock();
  const ssize_t written = real_writev(file, parts, count);
  const int reason = errno;
  off_t at = is_said || written < 0 ? 0 : lseek(file, 0, SEEK_CUR) - written;
  for (ssize_t left = written, i = 0; left > 0; ++i) {
    const size_t now = parts[i].iov_len < (size_t)left ? parts[i].iov_len : (size_t)left;
    if (is_said) put(SAID, 0, 0, 0, 0, "", parts[i].iov_base, now);
    else put_write(file, at, parts[i].iov_base, now);
    at += (off_t)now;
    left -= (ssize_t)now;
  }
  unlock();
  return keep_errno(0, reason), written;
}

ssize_t write(int file, const void *data, size_t bytes) {
  REAL(ssize_t, write, (int, const void *, size_t));
  if (file != STDOUT_FILENO && !is_watched(file)) return real_write(file, data, bytes);
  const struct iovec part = {(void *)data, bytes};
  return writev(file, &part, 1);
}

ssize_t pwritev(int file, const struct iovec *parts, int count, off_t at) {
  REAL(ssize_t, pwritev, (int, const struct iovec *, int, off_t));
  if (!is_watched(file)) return real_pwritev(file, parts, count, at);
  lock();
  const ssize_t written = real_pwritev(file, parts, count, at);
  const int reason = errno;
  for (ssize_t left = written, i = 0; left > 0; ++i) {
    const size_t now = parts[i].iov_len < (size_t)left ? parts[i].iov_len : (size_t)left;
    put_write(file, at, parts[i].iov_base, now);
    at += (off_t)now;
    left -= (ssize_t)now;
  }
  unlock();
  return keep_errno(0, reason), written;
}
ssize_t pwritev64(int file, const struct iovec *parts, int count, off_t at) { return pwritev(file, parts, count, at); }

ssize_t pwrite(int file, const void *data, size_t bytes, off_t at) {
  const struct iovec part = {(void *)data, bytes};
  return pwritev(file, &part, 1, at);
}
ssize_t pwrite64(int file, const void *data, size_t bytes, off_t at) { return pwrite(file, data, bytes, at); }

/** Files are copied by plain reads and writes: libuv knows how where the system does not. */
ssize_t copy_file_range(int from, off_t *at, int to, off_t *to_at, size_t bytes, unsigned flags) {
  REAL(ssize_t, copy_file_range, (int, off_t *, int, off_t *, size_t, unsigned));
  return is_watched(to) ? keep_errno(-1, ENOSYS) : real_copy_file_range(from, at, to, to_at, bytes, flags);
}
ssize_t sendfile(int to, int from, off_t *at, size_t bytes) {
  REAL(ssize_t, sendfile, (int, int, off_t *, size_t));
  return is_watched(to) ? keep_errno(-1, EINVAL) : real_sendfile(to, from, at, bytes);
}
ssize_t sendfile64(int to, int from, off_t *at, size_t bytes) { return sendfile(to, from, at, bytes); }

int ftruncate(int file, off_t size) {
  REAL(int, ftruncate, (int, off_t));
  if (!is_watched(file)) return real_ftruncate(file, size);
  lock();
  const int status = real_ftruncate(file, size);
  const int reason = errno;
  if (status == 0) put(TRUNCATE, inode_of(file), (uint64_t)size, 0, 0, "", NULL, 0);
  unlock();
  return keep_errno(status, reason);
}
int ftruncate64(int file, off_t size) { return ftruncate(file, size); }

int truncate(const char *path, off_t size) {
  const int file = open(path, O_WRONLY);
  if (file < 0) return -1;
  const int status = ftruncate(file, size);
  const int reason = errno;
  close(file);
  return keep_errno(status, reason);
}
int truncate64(const char *path, off_t size) { return truncate(path, size); }

static int sync_file(int file, int (*real)(int)) {
  if (!is_watched(file)) return real(file);
  const uint64_t inode = inode_of(file);
  lock();
  put(SYNC_BEGIN, inode, 0, 0, 0, "", NULL, 0);
  unlock();
  lock();
  put(SYNC_END, inode, 0, 0, 0, "", NULL, 0);
  unlock();
  return 0;
}
int fsync(int file) {
  REAL(int, fsync, (int));
  return sync_file(file, real_fsync);
}
int fdatasync(int file) {
  REAL(int, fdatasync, (int));
  return sync_file(file, real_fdatasync);
}

int renameat2(int from_at, const char *from, int to_at, const char *to, unsigned flags) {
  REAL(int, renameat2, (int, const char *, int, const char *, unsigned));
  uint64_t from_folder, to_folder;
  char from_name[NAME_MAX + 1], to_name[NAME_MAX + 1], both[2 * NAME_MAX + 2];
  const int leaves = locate(from_at, from, &from_folder, from_name);
  const int arrives = locate(to_at, to, &to_folder, to_name);
  if (!leaves && !arrives) return real_renameat2(from_at, from, to_at, to, flags);
  lock();
  struct stat status;
  const int is_known = fstatat(from_at, from, &status, AT_SYMLINK_NOFOLLOW) == 0;
  const int result = real_renameat2(from_at, from, to_at, to, flags);
  const int reason = errno;
  snprintf(both, sizeof both, "%s/%s", from_name, to_name);
  // Out of the folder, into it, or two that change places: nobody here does so.
  if (result == 0 && (!leaves || !arrives || !is_known || flags & 2U)) abort();
  if (result == 0) put(RENAME, from_folder, to_folder, status.st_ino, 0, both, NULL, 0);
  unlock();
  return keep_errno(result, reason);
}
int renameat(int from_at, const char *from, int to_at, const char *to) { return renameat2(from_at, from, to_at, to, 0); }
int rename(const char *from, const char *to) { return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0); }

int unlinkat(int at, const char *path, int flags) {
  REAL(int, unlinkat, (int, const char *, int));
  uint64_t folder;
  char name[NAME_MAX + 1];
  if (!locate(at, path, &folder, name)) return real_unlinkat(at, path, flags);
  lock();
  const int status = real_unlinkat(at, path, flags);
  const int reason = errno;
  if (status == 0) put(flags & AT_REMOVEDIR ? RMDIR : UNLINK, folder, 0, 0, 0, name, NULL, 0);
  unlock();
  return keep_errno(status, reason);
}
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }
int remove(const char *path) {
  struct stat status;
  if (lstat(path, &status) != 0) return -1;
  return S_ISDIR(status.st_mode) ? rmdir(path) : unlink(path);
}

int mkdirat(int at, const char *path, mode_t mode) {
  REAL(int, mkdirat, (int, const char *, mode_t));
  uint64_t folder;
  char name[NAME_MAX + 1];
  if (!locate(at, path, &folder, name)) return real_mkdirat(at, path, mode);
  lock();
  const int made = real_mkdirat(at, path, mode);
  const int reason = errno;
  struct stat status;
  if (made == 0 && fstatat(at, path, &status, 0) == 0) put(MKDIR, folder, status.st_ino, 0, 0, name, NULL, 0);
  unlock();
  return keep_errno(made, reason);
}
int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

int linkat(int from_at, const char *from, int to_at, const char *to, int flags) {
  REAL(int, linkat, (int, const char *, int, const char *, int));
  uint64_t folder;
  char name[NAME_MAX + 1];
  if (!locate(to_at, to, &folder, name)) return real_linkat(from_at, from, to_at, to, flags);
  lock();
  const int linked = real_linkat(from_at, from, to_at, to, flags);
  const int reason = errno;
  struct stat status;
  if (linked == 0 && fstatat(to_at, to, &status, 0) == 0) put(LINK, folder, status.st_ino, 0, 0, name, NULL, 0);
  unlock();
  return keep_errno(linked, reason);
}
int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

/** Programs that write by stdio are seen only in the look at the end; reading the boot's name is not writing. */
static FILE *open_stream(const char *path, const char *mode, FILE *(*real)(const char *, const char *)) {
  return real(boot_id && strcmp(path, "/proc/sys/kernel/random/boot_id") == 0 ? boot_id : path, mode);
}
FILE *fopen(const char *path, const char *mode) {
  REAL(FILE *, fopen, (const char *, const char *));
  return open_stream(path, mode, real_fopen);
}
FILE *fopen64(const char *path, const char *mode) {
  REAL(FILE *, fopen64, (const char *, const char *));
  return open_stream(path, mode, real_fopen64);
}

int execvp(const char *program, char *const arguments[]) {
  REAL(int, execvp, (const char *, char *const[]));
  for (int i = 0; i < 5 && log_file >= 0; ++i) {
    if (values[i]) setenv(passed_on[i], values[i], 1);
  }
  return real_execvp(program, arguments);
}
