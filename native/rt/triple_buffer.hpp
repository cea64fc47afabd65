// The newest value, from one writing to one reading thread; older values are overwritten.
//
// Threads: `publish` on the writer, `read` on the reader. Real-time safety: yes (wait-free both ways).
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <type_traits>

namespace sounddesk {

template <typename T>
class TripleBuffer {
  static_assert(std::is_trivially_copyable_v<T>);
  static_assert(std::atomic<std::uint8_t>::is_always_lock_free);

 public:
  explicit TripleBuffer(const T &initial) { slots_.fill(initial); }

  void publish(const T &value) noexcept {
    slots_[write_] = value;
    write_ = middle_.exchange(write_ | fresh, std::memory_order_acq_rel) & index_mask;
  }

  /** The newest published value, or the initial one; the same again while nothing new was published. */
  const T &read() noexcept {
    if ((middle_.load(std::memory_order_relaxed) & fresh) != 0) {
      read_ = middle_.exchange(read_, std::memory_order_acq_rel) & index_mask;
    }
    return slots_[read_];
  }

 private:
  static constexpr std::uint8_t fresh = 4;
  static constexpr std::uint8_t index_mask = 3;
  std::array<T, 3> slots_;
  alignas(64) std::atomic<std::uint8_t> middle_{1};
  alignas(64) std::uint8_t write_ = 0;
  alignas(64) std::uint8_t read_ = 2;
};

}  // namespace sounddesk
