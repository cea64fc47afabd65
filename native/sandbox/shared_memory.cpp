#include "sandbox/shared_memory.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <utility>

#include "rt/failure.hpp"

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#endif

namespace sounddesk {
namespace {

[[noreturn]] void refuse(const std::string &reason) {
  throw Failure(FailureCode::device_unavailable,
                "There is no shared memory for a plug-in: " + reason + ". Close other programs, then load the plug-in again.");
}

[[noreturn]] void refuse_name(const std::string &name, const std::string &reason) {
  throw Failure(FailureCode::bad_option, "The shared memory " + name + " cannot be opened: " + reason +
                                             ". It lives as long as the engine that made it.");
}

#if !defined(__linux__)
std::string random_name(const char *prefix) {
  std::random_device device;
  std::string name = prefix;
  // macOS takes 31 characters at most.
  for (int word = 0; word < 2; ++word) {
    char text[9];
    std::snprintf(text, sizeof text, "%08x", static_cast<unsigned>(device()));
    name += text;
  }
  return name;
}
#endif

}  // namespace

SharedMemory::SharedMemory(SharedMemory &&other) noexcept
    : name_(std::move(other.name_)),
      data_(std::exchange(other.data_, nullptr)),
      size_bytes_(std::exchange(other.size_bytes_, 0)),
      handle_(std::exchange(other.handle_, -1)),
      is_named_(std::exchange(other.is_named_, false)) {}

#if defined(_WIN32)

SharedMemory SharedMemory::create(std::size_t size_bytes) {
  SharedMemory memory;
  // With its size, since the system knows it in whole pages only.
  memory.name_ = random_name("Local\\sounddesk-") + "-" + std::to_string(size_bytes);
  const HANDLE handle = CreateFileMappingA(INVALID_HANDLE_VALUE, nullptr, PAGE_READWRITE,
                                           static_cast<DWORD>(static_cast<std::uint64_t>(size_bytes) >> 32),
                                           static_cast<DWORD>(size_bytes), memory.name_.c_str());
  if (handle == nullptr || GetLastError() == ERROR_ALREADY_EXISTS) refuse("error " + std::to_string(GetLastError()));
  memory.handle_ = reinterpret_cast<std::intptr_t>(handle);
  memory.data_ = MapViewOfFile(handle, FILE_MAP_ALL_ACCESS, 0, 0, size_bytes);
  if (memory.data_ == nullptr) refuse("error " + std::to_string(GetLastError()));
  memory.size_bytes_ = size_bytes;
  VirtualLock(memory.data_, size_bytes);
  return memory;
}

SharedMemory SharedMemory::open(const std::string &name) {
  SharedMemory memory;
  memory.name_ = name;
  const HANDLE handle = OpenFileMappingA(FILE_MAP_ALL_ACCESS, FALSE, name.c_str());
  if (handle == nullptr) refuse_name(name, "error " + std::to_string(GetLastError()));
  memory.handle_ = reinterpret_cast<std::intptr_t>(handle);
  memory.data_ = MapViewOfFile(handle, FILE_MAP_ALL_ACCESS, 0, 0, 0);
  MEMORY_BASIC_INFORMATION information{};
  if (memory.data_ == nullptr || VirtualQuery(memory.data_, &information, sizeof information) == 0) {
    refuse_name(name, "error " + std::to_string(GetLastError()));
  }
  memory.size_bytes_ = static_cast<std::size_t>(std::strtoull(name.c_str() + name.rfind('-') + 1, nullptr, 10));
  if (memory.size_bytes_ == 0 || memory.size_bytes_ > information.RegionSize) refuse_name(name, "its size is not in its name");
  VirtualLock(memory.data_, memory.size_bytes_);
  return memory;
}

SharedMemory::~SharedMemory() {
  if (data_ != nullptr) UnmapViewOfFile(data_);
  if (handle_ != -1) CloseHandle(reinterpret_cast<HANDLE>(handle_));
}

void SharedMemory::hold() noexcept {}
bool SharedMemory::is_held_by_another() const noexcept { return true; }
void SharedMemory::forget_name() noexcept {}

#else

namespace {

/** All pages at once, so that none is missing later on a real-time thread. Whether they are locked is the system's. */
void *map(int file, std::size_t size_bytes) noexcept {
#if defined(__linux__)
  constexpr int flags = MAP_SHARED | MAP_POPULATE;
#else
  constexpr int flags = MAP_SHARED;
#endif
  void *data = mmap(nullptr, size_bytes, PROT_READ | PROT_WRITE, flags, file, 0);
  if (data == MAP_FAILED) return nullptr;
  (void)mlock(data, size_bytes);
  return data;
}

}  // namespace

SharedMemory SharedMemory::create(std::size_t size_bytes) {
  SharedMemory memory;
#if defined(__linux__)
  const int file = memfd_create("sounddesk", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) refuse(std::strerror(errno));
  memory.handle_ = file;
  memory.name_ = "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(file);
  if (fchmod(file, 0600) != 0 || ftruncate(file, static_cast<off_t>(size_bytes)) != 0 ||
      fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    refuse(std::strerror(errno));
  }
#else
  memory.name_ = random_name("/sounddesk-");
  const int file = shm_open(memory.name_.c_str(), O_RDWR | O_CREAT | O_EXCL, 0600);
  if (file < 0) refuse(std::strerror(errno));
  memory.handle_ = file;
  memory.is_named_ = true;
  if (ftruncate(file, static_cast<off_t>(size_bytes)) != 0) refuse(std::strerror(errno));
#endif
  memory.data_ = map(file, size_bytes);
  if (memory.data_ == nullptr) refuse(std::strerror(errno));
  memory.size_bytes_ = size_bytes;
  return memory;
}

SharedMemory SharedMemory::open(const std::string &name) {
  SharedMemory memory;
  memory.name_ = name;
#if defined(__linux__)
  const int file = ::open(name.c_str(), O_RDWR | O_CLOEXEC);
#else
  const int file = shm_open(name.c_str(), O_RDWR, 0);
#endif
  if (file < 0) refuse_name(name, std::strerror(errno));
  memory.handle_ = file;
  struct stat status {};
  if (fstat(file, &status) != 0) refuse_name(name, std::strerror(errno));
  // Mapping a pipe or a terminal fails; a device or a file of another size is distinguished by what it holds.
  memory.data_ = map(file, static_cast<std::size_t>(status.st_size));
  if (memory.data_ == nullptr) refuse_name(name, std::strerror(errno));
  memory.size_bytes_ = static_cast<std::size_t>(status.st_size);
  return memory;
}

SharedMemory::~SharedMemory() {
  if (data_ != nullptr) munmap(data_, size_bytes_);
  forget_name();
  if (handle_ >= 0) close(static_cast<int>(handle_));
}

void SharedMemory::hold() noexcept {
#if defined(__linux__)
  // A record lock: it belongs to the process, is not inherited by what a plug-in forks, and ends with it.
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_len = 1;
  (void)fcntl(static_cast<int>(handle_), F_SETLK, &lock);
#endif
}

bool SharedMemory::is_held_by_another() const noexcept {
#if defined(__linux__)
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_len = 1;
  return fcntl(static_cast<int>(handle_), F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
#else
  return true;
#endif
}

void SharedMemory::forget_name() noexcept {
#if !defined(__linux__)
  if (is_named_) shm_unlink(name_.c_str());
#endif
  is_named_ = false;
}

#endif

}  // namespace sounddesk
