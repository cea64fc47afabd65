// Memory that two processes share, under a name that nobody can guess or, on Linux, without any.
//
// Linux: a sealed memfd, so the other side can neither shrink nor grow it under our feet (reading behind its end would
// be a SIGBUS); its name is `/proc/<pid>/fd/<number>`, which only the same user may open. macOS and Windows: a named
// object with 128 random bits and mode 0600, or the default protection of the session; both keep their size. Those two
// were written by their manuals and have not been tried.
//
// Threads: control threads. Real-time safety: none; what `data` names is plain memory, all its pages there and, where
// the system allows it, locked.
#pragma once

#include <cstddef>
#include <string>

namespace sounddesk {

class SharedMemory {
 public:
  /** Zeroed. Throws `Failure` (DEVICE_UNAVAILABLE) where the system has none to give. */
  static SharedMemory create(std::size_t size_bytes);
  /** What another process has created. Throws `Failure` (BAD_OPTION) where there is none by this name. */
  static SharedMemory open(const std::string &name);

  SharedMemory(SharedMemory &&other) noexcept;
  SharedMemory &operator=(SharedMemory &&) = delete;
  ~SharedMemory();

  const std::string &name() const noexcept { return name_; }
  void *data() const noexcept { return data_; }
  std::size_t size_bytes() const noexcept { return size_bytes_; }

  /** Marks this process as a user of the memory until it ends, in whatever way. For the side that opened it. */
  void hold() noexcept;
  /**
   * Whether another process holds it, as the system says, not the other process. Where the system does not know
   * (macOS and Windows so far) always true: there the one who spawned the process has to watch it.
   */
  bool is_held_by_another() const noexcept;
  /** The name is no longer needed: anyone who has the memory open keeps it. */
  void forget_name() noexcept;

 private:
  SharedMemory() = default;

  std::string name_;
  void *data_ = nullptr;
  std::size_t size_bytes_ = 0;
  /** File descriptor, or handle on Windows. */
  std::intptr_t handle_ = -1;
  bool is_named_ = false;
};

}  // namespace sounddesk
