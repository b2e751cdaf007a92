/*
 * Intercepts a program's file calls (LD_PRELOAD). Calls on files below one folder can fail, and can be recorded.
 *
 *   DISK_FOLDER   the folder, absolute, without a symbolic link
 *   DISK_CONTROL  a file of the form `struct control`; the test controls the faults through it while the program runs
 *   DISK_RECORD   optional: a file outside the folder that records each operation, in order, before the program gets its result
 *
 * Raw system calls and mapped memory are not intercepted. SQLite maps only its -shm file, which it recreates after a crash: that file
 * can fail and is not recorded.
 */
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
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* Keep in step with `disk.rs` and `image.rs`. */
enum operation { WRITE = 1, TRUNCATE = 2, SYNC = 4, RENAME = 8, REMOVE = 16, CREATE = 32 };
enum fault {
  NO_FAULT,
  NO_SPACE, /* ENOSPC, nothing is done */
  IO_ERROR, /* EIO, nothing is done */
  SHORT,    /* half of a write is done */
  TORN,     /* half of a write is done, and the next write fails with ENOSPC */
  LOST,     /* a sync reports success and does nothing */
};
enum record {
  R_CREATE = 1,
  R_WRITE,
  R_SIZE,
  R_SYNC,
  R_SYNC_FOLDER,
  R_RENAME,
  R_REMOVE,
  R_LINK,
  R_FOLDER,
  R_SYNC_FAILED,
};

struct control {
  uint64_t fault;      /* enum fault */
  uint64_t operations; /* the counted ones: sum of enum operation */
  uint64_t countdown;  /* the call that fails, counted from 1; 0: none */
  uint64_t full;       /* 1: calls that need space fail with ENOSPC */
  uint64_t counted;    /* counted calls */
  uint64_t hits;       /* failed calls */
  uint64_t operation;  /* the last failed one */
  char path[256];      /* its file */
};

static struct control inert;
static struct control *control = &inert;
static char folder[PATH_MAX];
static size_t folder_length;
static int record_to = -1;
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

#define REAL(result, name, ...)                                                \
  typedef result (*name##_type)(__VA_ARGS__);                                  \
  static name##_type real_##name(void) {                                       \
    static name##_type found;                                                  \
    if (!found)                                                                \
      found = (name##_type)dlsym(RTLD_NEXT, #name);                            \
    return found;                                                              \
  }

REAL(int, openat64, int, const char *, int, ...)
REAL(ssize_t, write, int, const void *, size_t)
REAL(ssize_t, writev, int, const struct iovec *, int)
REAL(ssize_t, pwritev64, int, const struct iovec *, int, off64_t)
REAL(int, ftruncate64, int, off64_t)
REAL(int, fallocate64, int, int, off64_t, off64_t)
REAL(int, fsync, int)
REAL(int, fdatasync, int)
REAL(int, sync_file_range, int, off64_t, off64_t, unsigned)
REAL(int, renameat2, int, const char *, int, const char *, unsigned)
REAL(int, unlinkat, int, const char *, int)
REAL(int, linkat, int, const char *, int, const char *, int)
REAL(int, mkdirat, int, const char *, mode_t)

__attribute__((constructor)) static void begin(void) {
  const char *in = getenv("DISK_FOLDER"), *by = getenv("DISK_CONTROL"), *to = getenv("DISK_RECORD");
  if (!in || !by)
    return;
  int file = real_openat64()(AT_FDCWD, by, O_RDWR | O_CLOEXEC);
  void *mapped = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapped == MAP_FAILED) {
    dprintf(2, "disk.c: the control file cannot be mapped\n");
    _exit(70);
  }
  close(file);
  control = mapped;
  if (to)
    record_to = real_openat64()(AT_FDCWD, to, O_WRONLY | O_APPEND | O_CLOEXEC);
  folder_length = strlen(in);
  memcpy(folder, in, folder_length + 1);
}

static int is_inside(const char *path) {
  return folder_length && !strncmp(path, folder, folder_length) && (path[folder_length] == '/' || !path[folder_length]);
}

/* The file of a descriptor, if it is inside the folder. */
static int of_descriptor(int fd, char *path) {
  if (!folder_length)
    return 0;
  char link[32];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length < 0)
    return 0;
  path[length] = 0;
  return is_inside(path);
}

/* The file of a path, if it is inside the folder. */
static int of_path(int at, const char *path, char *whole) {
  if (!folder_length || !path)
    return 0;
  if (path[0] == '/') {
    snprintf(whole, PATH_MAX, "%s", path);
    return is_inside(whole);
  }
  char from[PATH_MAX];
  if (at == AT_FDCWD) {
    if (!getcwd(from, sizeof from))
      return 0;
  } else {
    char link[32];
    snprintf(link, sizeof link, "/proc/self/fd/%d", at);
    ssize_t length = readlink(link, from, sizeof from - 1);
    if (length < 0)
      return 0;
    from[length] = 0;
  }
  while (!strncmp(path, "./", 2))
    path += 2;
  if ((size_t)snprintf(whole, PATH_MAX, "%s/%s", from, path) >= PATH_MAX)
    return 0;
  return is_inside(whole);
}

static void hit(enum operation operation, const char *path) {
  control->operation = operation;
  snprintf(control->path, sizeof control->path, "%s", path + folder_length);
  __atomic_add_fetch(&control->hits, 1, __ATOMIC_SEQ_CST);
}

/* Decides whether a call fails. `grows`: it needs space. */
static enum fault fault(enum operation operation, const char *path, int grows) {
  if (grows && __atomic_load_n(&control->full, __ATOMIC_SEQ_CST)) {
    hit(operation, path);
    return NO_SPACE;
  }
  if (!(__atomic_load_n(&control->operations, __ATOMIC_SEQ_CST) & operation))
    return NO_FAULT;
  __atomic_add_fetch(&control->counted, 1, __ATOMIC_SEQ_CST);
  uint64_t left = __atomic_load_n(&control->countdown, __ATOMIC_SEQ_CST);
  do
    if (!left)
      return NO_FAULT;
  while (!__atomic_compare_exchange_n(&control->countdown, &left, left - 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  if (left > 1)
    return NO_FAULT;
  enum fault found = control->fault;
  hit(operation, path);
  if (found == TORN) {
    control->fault = NO_SPACE;
    __atomic_store_n(&control->countdown, 1, __ATOMIC_SEQ_CST);
  }
  return found;
}

/* -1 with errno set if the fault prevents the call; 0: the call continues. */
static int refused(enum fault found) {
  if (found != NO_SPACE && found != IO_ERROR)
    return 0;
  errno = found == NO_SPACE ? ENOSPC : EIO;
  return -1;
}

static int is_recorded(const char *path) {
  size_t length = strlen(path);
  static const char gone[] = " (deleted)", shared[] = "-shm";
  if (record_to < 0)
    return 0;
  if (length >= sizeof gone - 1 && !strcmp(path + length - (sizeof gone - 1), gone))
    return 0;
  return length < sizeof shared - 1 || strcmp(path + length - (sizeof shared - 1), shared);
}

static void record(enum record kind, const char *path, const char *second, uint64_t at, const struct iovec *data, int parts,
                   uint64_t bytes) {
  if (!is_recorded(path))
    return;
  path += folder_length;
  second = second ? second + folder_length : "";
  uint64_t head[5] = {kind, strlen(path), strlen(second), at, data ? bytes : 0};
  struct iovec all[3 + IOV_MAX];
  int count = 3;
  all[0] = (struct iovec){head, sizeof head};
  all[1] = (struct iovec){(void *)path, head[1]};
  all[2] = (struct iovec){(void *)second, head[2]};
  for (int part = 0; data && part < parts && bytes && count < IOV_MAX; part++) {
    size_t length = data[part].iov_len < bytes ? data[part].iov_len : bytes;
    all[count++] = (struct iovec){data[part].iov_base, length};
    bytes -= length;
  }
  uint64_t length = 0;
  for (int part = 0; part < count; part++)
    length += all[part].iov_len;
  if ((data && bytes) || real_writev()(record_to, all, count) != (ssize_t)length) {
    dprintf(2, "disk.c: an operation cannot be recorded\n");
    _exit(70);
  }
}

static int keep_errno(int result) {
  int said = errno;
  pthread_mutex_unlock(&one_at_a_time);
  errno = said;
  return result;
}

static off64_t size_of(int fd) {
  struct stat64 found;
  return fstat64(fd, &found) ? 0 : found.st_size;
}

/* Opening with O_CREAT or O_TRUNC. */

static int opened(int at, const char *path, int flags, mode_t mode) {
  char whole[PATH_MAX];
  if (!(flags & (O_CREAT | O_TRUNC)) && (flags & O_TMPFILE) != O_TMPFILE)
    return real_openat64()(at, path, flags, mode);
  if (!of_path(at, path, whole))
    return real_openat64()(at, path, flags, mode);
  pthread_mutex_lock(&one_at_a_time);
  struct stat64 found;
  int there = (flags & O_TMPFILE) != O_TMPFILE && !fstatat64(at, path, &found, 0);
  int changes = there ? (flags & O_TRUNC) && found.st_size : 1;
  if (changes && refused(fault(there ? TRUNCATE : CREATE, whole, !there)))
    return keep_errno(-1);
  int fd = real_openat64()(at, path, flags, mode);
  if (fd >= 0 && changes && (flags & O_TMPFILE) != O_TMPFILE)
    record(there ? R_SIZE : R_CREATE, whole, NULL, 0, NULL, 0, 0);
  return keep_errno(fd);
}

#define OPENING(name, ...)                                                     \
  mode_t mode = 0;                                                             \
  if (flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE) {                   \
    va_list more;                                                              \
    va_start(more, flags);                                                     \
    mode = va_arg(more, int);                                                  \
    va_end(more);                                                              \
  }                                                                            \
  return opened(__VA_ARGS__, flags, mode);

int open(const char *path, int flags, ...) { OPENING(open, AT_FDCWD, path) }
int open64(const char *path, int flags, ...) { OPENING(open64, AT_FDCWD, path) }
int openat(int at, const char *path, int flags, ...) { OPENING(openat, at, path) }
int openat64(int at, const char *path, int flags, ...) { OPENING(openat64, at, path) }
int creat(const char *path, mode_t mode) { return opened(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char *path, mode_t mode) { return creat(path, mode); }

/* Writing. `at` below 0: at the descriptor's offset. */

static ssize_t pass_on(int fd, const struct iovec *data, int parts, off64_t at) {
  return at < 0 ? real_writev()(fd, data, parts) : real_pwritev64()(fd, data, parts, at);
}

static ssize_t written(int fd, const struct iovec *data, int parts, off64_t at) {
  char path[PATH_MAX];
  if (!of_descriptor(fd, path))
    return pass_on(fd, data, parts, at);
  pthread_mutex_lock(&one_at_a_time);
  size_t bytes = 0;
  for (int part = 0; part < parts; part++)
    bytes += data[part].iov_len;
  int appends = at < 0 && fcntl(fd, F_GETFL) & O_APPEND;
  off64_t from = at >= 0 ? at : appends ? size_of(fd) : lseek64(fd, 0, SEEK_CUR);
  enum fault found = fault(WRITE, path, from + (off64_t)bytes > size_of(fd));
  if (refused(found))
    return keep_errno(-1);
  ssize_t done;
  struct iovec half;
  if ((found == SHORT || found == TORN) && data[0].iov_len > 1) {
    half = (struct iovec){data[0].iov_base, data[0].iov_len / 2};
    data = &half;
    parts = 1;
  }
  done = pass_on(fd, data, parts, at);
  if (done > 0)
    record(R_WRITE, path, NULL, from, data, parts, done);
  int said = errno;
  pthread_mutex_unlock(&one_at_a_time);
  errno = said;
  return done;
}

ssize_t write(int fd, const void *data, size_t bytes) {
  char path[PATH_MAX];
  if (!of_descriptor(fd, path))
    return real_write()(fd, data, bytes);
  return written(fd, &(struct iovec){(void *)data, bytes}, 1, -1);
}
ssize_t pwrite64(int fd, const void *data, size_t bytes, off64_t at) {
  return written(fd, &(struct iovec){(void *)data, bytes}, 1, at);
}
ssize_t pwrite(int fd, const void *data, size_t bytes, off_t at) { return pwrite64(fd, data, bytes, at); }
ssize_t writev(int fd, const struct iovec *data, int parts) { return written(fd, data, parts, -1); }
ssize_t pwritev64(int fd, const struct iovec *data, int parts, off64_t at) { return written(fd, data, parts, at); }
ssize_t pwritev(int fd, const struct iovec *data, int parts, off_t at) { return written(fd, data, parts, at); }

/* Sizes. */

int ftruncate64(int fd, off64_t size) {
  char path[PATH_MAX];
  if (!of_descriptor(fd, path))
    return real_ftruncate64()(fd, size);
  pthread_mutex_lock(&one_at_a_time);
  if (refused(fault(TRUNCATE, path, 0)))
    return keep_errno(-1);
  int result = real_ftruncate64()(fd, size);
  if (!result)
    record(R_SIZE, path, NULL, size, NULL, 0, 0);
  return keep_errno(result);
}
int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

int fallocate64(int fd, int mode, off64_t at, off64_t bytes) {
  char path[PATH_MAX];
  if (!of_descriptor(fd, path))
    return real_fallocate64()(fd, mode, at, bytes);
  pthread_mutex_lock(&one_at_a_time);
  if (refused(fault(WRITE, path, 1)))
    return keep_errno(-1);
  off64_t before = size_of(fd);
  int result = real_fallocate64()(fd, mode, at, bytes);
  if (!result && size_of(fd) != before)
    record(R_SIZE, path, NULL, size_of(fd), NULL, 0, 0);
  return keep_errno(result);
}
int fallocate(int fd, int mode, off_t at, off_t bytes) { return fallocate64(fd, mode, at, bytes); }
int posix_fallocate64(int fd, off64_t at, off64_t bytes) { return fallocate64(fd, 0, at, bytes) ? errno : 0; }
int posix_fallocate(int fd, off_t at, off_t bytes) { return posix_fallocate64(fd, at, bytes); }

/* Syncing. A recorded disk is rebuilt from its record, so the real one is not synced. */

static int synced(int fd, int (*real)(int)) {
  char path[PATH_MAX];
  if (!of_descriptor(fd, path))
    return real(fd);
  pthread_mutex_lock(&one_at_a_time);
  struct stat64 found;
  int is_folder = !fstat64(fd, &found) && S_ISDIR(found.st_mode);
  enum fault wanted = fault(SYNC, path, 0);
  if (refused(wanted)) {
    record(R_SYNC_FAILED, path, NULL, 0, NULL, 0, 0);
    errno = wanted == NO_SPACE ? ENOSPC : EIO;
    return keep_errno(-1);
  }
  int result = wanted == LOST || record_to >= 0 ? 0 : real(fd);
  if (!result && wanted != LOST)
    record(is_folder ? R_SYNC_FOLDER : R_SYNC, path, NULL, 0, NULL, 0, 0);
  return keep_errno(result);
}

int fsync(int fd) { return synced(fd, real_fsync()); }
int fdatasync(int fd) { return synced(fd, real_fdatasync()); }
/* It covers neither the disk's cache nor the file's size, so it promises nothing. */
int sync_file_range(int fd, off64_t at, off64_t bytes, unsigned flags) {
  char path[PATH_MAX];
  if (of_descriptor(fd, path) && refused(fault(SYNC, path, 0)))
    return -1;
  return real_sync_file_range()(fd, at, bytes, flags);
}

/* Names. */

int renameat2(int from_at, const char *from, int to_at, const char *to, unsigned flags) {
  char old[PATH_MAX], new[PATH_MAX];
  if (!of_path(from_at, from, old) || !of_path(to_at, to, new))
    return real_renameat2()(from_at, from, to_at, to, flags);
  pthread_mutex_lock(&one_at_a_time);
  if (refused(fault(RENAME, new, 0)))
    return keep_errno(-1);
  int result = real_renameat2()(from_at, from, to_at, to, flags);
  if (!result)
    record(R_RENAME, old, new, 0, NULL, 0, 0);
  return keep_errno(result);
}
int renameat(int from_at, const char *from, int to_at, const char *to) { return renameat2(from_at, from, to_at, to, 0); }
int rename(const char *from, const char *to) { return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0); }

int unlinkat(int at, const char *path, int flags) {
  char whole[PATH_MAX];
  if (!of_path(at, path, whole))
    return real_unlinkat()(at, path, flags);
  pthread_mutex_lock(&one_at_a_time);
  struct stat64 found;
  if (!fstatat64(at, path, &found, AT_SYMLINK_NOFOLLOW) && refused(fault(REMOVE, whole, 0)))
    return keep_errno(-1);
  int result = real_unlinkat()(at, path, flags);
  if (!result)
    record(R_REMOVE, whole, NULL, 0, NULL, 0, 0);
  return keep_errno(result);
}
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int linkat(int from_at, const char *from, int to_at, const char *to, int flags) {
  char old[PATH_MAX], new[PATH_MAX];
  if (!of_path(from_at, from, old) || !of_path(to_at, to, new))
    return real_linkat()(from_at, from, to_at, to, flags);
  pthread_mutex_lock(&one_at_a_time);
  if (refused(fault(RENAME, new, 1)))
    return keep_errno(-1);
  int result = real_linkat()(from_at, from, to_at, to, flags);
  if (!result)
    record(R_LINK, old, new, 0, NULL, 0, 0);
  return keep_errno(result);
}
int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

int mkdirat(int at, const char *path, mode_t mode) {
  char whole[PATH_MAX];
  if (!of_path(at, path, whole))
    return real_mkdirat()(at, path, mode);
  pthread_mutex_lock(&one_at_a_time);
  if (refused(fault(CREATE, whole, 1)))
    return keep_errno(-1);
  int result = real_mkdirat()(at, path, mode);
  if (!result)
    record(R_FOLDER, whole, NULL, 0, NULL, 0, 0);
  return keep_errno(result);
}
int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }
