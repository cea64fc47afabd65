#include "sandbox/shared_signal.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "rt/failure.hpp"

#if defined(__linux__)
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <climits>
#elif defined(__APPLE__)
#include <os/os_sync_wait_on_address.h>
#elif defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#endif
#if defined(__x86_64__) || defined(_M_X64)
#include <emmintrin.h>
#endif

namespace sounddesk {
namespace {

/** Where answers take longer than that, looking for them would only heat the core. */
constexpr double longest_spin_sec = 100e-6;
constexpr double learning = 0.1;

void pause_a_moment() noexcept {
#if defined(__x86_64__) || defined(_M_X64)
  _mm_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

}  // namespace

int usable_cores() noexcept {
#if defined(__linux__)
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
#endif
  return static_cast<int>(std::thread::hardware_concurrency());
}

bool look_for_change(const std::atomic<std::uint32_t> &word, std::uint32_t value, double until_sec) noexcept {
  do {
    for (int i = 0; i < 16; ++i) {
      if (word.load(std::memory_order_acquire) != value) return true;
      pause_a_moment();
    }
  } while (shared_clock_sec() < until_sec);
  return false;
}

double shared_clock_sec() noexcept {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

#if defined(_WIN32)
SharedSignal::SharedSignal(std::atomic<std::uint32_t> &word, std::atomic<std::uint32_t> &is_waiting, const std::string &name)
    : word_(word), is_waiting_(is_waiting), event_(CreateEventA(nullptr, FALSE, FALSE, name.c_str())) {
  if (event_ == nullptr) {
    throw Failure(FailureCode::device_unavailable, "Windows refused a plug-in's event (error " +
                                                       std::to_string(GetLastError()) + "). Load the plug-in again.");
  }
}
SharedSignal::~SharedSignal() { CloseHandle(event_); }
#else
SharedSignal::SharedSignal(std::atomic<std::uint32_t> &word, std::atomic<std::uint32_t> &is_waiting, const std::string &)
    : word_(word), is_waiting_(is_waiting) {}
SharedSignal::~SharedSignal() = default;
#endif

void SharedSignal::wake() noexcept {
  // Ordered behind the word's store: either this sees the sleeper, or the sleeper sees the new word.
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (is_waiting_.load(std::memory_order_relaxed) == 0) return;
#if defined(__linux__)
  syscall(SYS_futex, &word_, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
#elif defined(__APPLE__)
  os_sync_wake_by_address_all(&word_, sizeof(std::uint32_t), OS_SYNC_WAKE_BY_ADDRESS_SHARED);
#elif defined(_WIN32)
  SetEvent(event_);
#endif
}

void SharedSignal::wait(std::uint32_t value, double deadline_sec) noexcept {
  is_waiting_.store(1, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (word_.load(std::memory_order_acquire) == value) {
#if defined(__linux__)
    timespec until{};
    until.tv_sec = static_cast<time_t>(std::floor(deadline_sec));
    until.tv_nsec = static_cast<long>((deadline_sec - std::floor(deadline_sec)) * 1e9);
    syscall(SYS_futex, &word_, FUTEX_WAIT_BITSET, value, &until, nullptr, FUTEX_BITSET_MATCH_ANY);
#else
    const double left_sec = std::clamp(deadline_sec - shared_clock_sec(), 0.0, 1.0);
#if defined(__APPLE__)
    os_sync_wait_on_address_with_timeout(&word_, value, sizeof(std::uint32_t), OS_SYNC_WAIT_ON_ADDRESS_SHARED,
                                         OS_CLOCK_MACH_ABSOLUTE_TIME, std::max<std::uint64_t>(1, static_cast<std::uint64_t>(left_sec * 1e9)));
#elif defined(_WIN32)
    WaitForSingleObject(event_, static_cast<DWORD>(std::ceil(left_sec * 1000.0)));
#endif
#endif
  }
  is_waiting_.store(0, std::memory_order_relaxed);
}

AdaptiveSpin::AdaptiveSpin() noexcept : has_second_core_(usable_cores() > 1) {}

bool AdaptiveSpin::wait_for(const std::atomic<std::uint32_t> &word, std::uint32_t wanted) noexcept {
  if (word.load(std::memory_order_acquire) == wanted) return true;
  if (!has_second_core_ || usual_sec_ > longest_spin_sec) return false;
  const double until_sec = shared_clock_sec() + std::min(1.5 * usual_sec_ + 5e-6, longest_spin_sec);
  do {
    for (int i = 0; i < 16; ++i) {
      if (word.load(std::memory_order_acquire) == wanted) return true;
      pause_a_moment();
    }
  } while (shared_clock_sec() < until_sec);
  return false;
}

void AdaptiveSpin::learn(double took_sec) noexcept { usual_sec_ += learning * (std::min(took_sec, 1e-3) - usual_sec_); }

}  // namespace sounddesk
