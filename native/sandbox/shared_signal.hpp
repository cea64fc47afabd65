// Waiting for a number in shared memory to change, and waking the waiter when it has.
//
// Linux: the futex of the word itself, without the PRIVATE flag. macOS (14.4 and later): the same by
// os_sync_wait_on_address. Windows: an event with a name beside the memory's. Those two were written by their manuals
// and have not been tried.
//
// A waiting side says so in a second word, so that the other one makes the system call only where somebody sleeps. What
// the other process writes there can at most cost it its own wake; every wait has an end.
//
// Threads: `wait` on one thread, `wake` on one of the other process. Real-time safety: no allocation and no lock; `wake`
// makes at most one system call that does not block, `wait` sleeps until its deadline at the latest.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace sounddesk {

static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

class SharedSignal {
 public:
  /** `name` distinguishes the signals of one memory where the system needs an object for each. Throws `Failure`. */
  SharedSignal(std::atomic<std::uint32_t> &word, std::atomic<std::uint32_t> &is_waiting, const std::string &name);
  ~SharedSignal();
  SharedSignal(const SharedSignal &) = delete;
  SharedSignal &operator=(const SharedSignal &) = delete;

  /** After the word has changed. */
  void wake() noexcept;
  /** Returns once the word is not `value`, at `deadline_sec` of the monotonic clock, or for no reason at all. */
  void wait(std::uint32_t value, double deadline_sec) noexcept;

 private:
  std::atomic<std::uint32_t> &word_;
  std::atomic<std::uint32_t> &is_waiting_;
  void *event_ = nullptr;
};

/** Cores that this process may run on. */
int usable_cores() noexcept;

/** Looks at a word until it is no longer `value`, or until the time; whether it changed. Real-time safe. */
bool look_for_change(const std::atomic<std::uint32_t> &word, std::uint32_t value, double until_sec) noexcept;

/** Seconds of the clock that `SharedSignal::wait` counts by; the same in both processes. Real-time safe. */
double shared_clock_sec() noexcept;

/**
 * Looks at a word for a short while before its reader sleeps: saves the waking (some 10 µs and more) where the answer
 * usually comes at once, and nothing is given away where it does not, or where there is no second core to work on it.
 */
class AdaptiveSpin {
 public:
  AdaptiveSpin() noexcept;
  /** Whether the word became `wanted` in that while. */
  bool wait_for(const std::atomic<std::uint32_t> &word, std::uint32_t wanted) noexcept;
  /** How long the answer took in all, with the sleep if there was one. */
  void learn(double took_sec) noexcept;

 private:
  bool has_second_core_;
  double usual_sec_ = 0.0;
};

}  // namespace sounddesk
