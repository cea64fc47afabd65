// Bounded ring between exactly one producing and one consuming thread.
//
// Threads: `push` and `free_space` on the producer, `pop`, `skip` and `readable` on the consumer; the
// constructor and `reset` while neither runs. Real-time safety: yes, except the constructor (allocates).
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <type_traits>
#include <vector>

namespace sounddesk {

template <typename T>
class SpscRing {
  static_assert(std::is_trivially_copyable_v<T>);
  static_assert(std::atomic<std::size_t>::is_always_lock_free);

 public:
  /** Holds at least `capacity` elements: indices run freely, so a full ring is never mistaken for an empty one. */
  explicit SpscRing(std::size_t capacity)
      : storage_(std::bit_ceil(std::max<std::size_t>(capacity, 2))), mask_(storage_.size() - 1) {}

  std::size_t capacity() const noexcept { return storage_.size(); }

  std::size_t readable() const noexcept {
    return write_.load(std::memory_order_acquire) - read_.load(std::memory_order_relaxed);
  }

  std::size_t free_space() const noexcept {
    return capacity() - (write_.load(std::memory_order_relaxed) - read_.load(std::memory_order_acquire));
  }

  /** Copies as many as fit and says how many that was; the caller counts what did not fit. */
  std::size_t push(const T *from, std::size_t count) noexcept {
    const std::size_t write = write_.load(std::memory_order_relaxed);
    const std::size_t taken = std::min(count, free_space());
    const std::size_t start = write & mask_;
    const std::size_t first = std::min(taken, capacity() - start);
    std::copy_n(from, first, storage_.data() + start);
    std::copy_n(from + first, taken - first, storage_.data());
    write_.store(write + taken, std::memory_order_release);
    return taken;
  }

  /** Copies as many as there are, at most `count`, and says how many that was. */
  std::size_t pop(T *to, std::size_t count) noexcept {
    const std::size_t read = read_.load(std::memory_order_relaxed);
    const std::size_t given = std::min(count, readable());
    const std::size_t start = read & mask_;
    const std::size_t first = std::min(given, capacity() - start);
    std::copy_n(storage_.data() + start, first, to);
    std::copy_n(storage_.data(), given - first, to + first);
    read_.store(read + given, std::memory_order_release);
    return given;
  }

  /** Drops as many as there are, at most `count`. */
  std::size_t skip(std::size_t count) noexcept {
    const std::size_t dropped = std::min(count, readable());
    read_.store(read_.load(std::memory_order_relaxed) + dropped, std::memory_order_release);
    return dropped;
  }

 private:
  std::vector<T> storage_;
  std::size_t mask_;
  // A cache line each, so that the two threads do not take the other's line with every step.
  alignas(64) std::atomic<std::size_t> write_{0};
  alignas(64) std::atomic<std::size_t> read_{0};
};

}  // namespace sounddesk
