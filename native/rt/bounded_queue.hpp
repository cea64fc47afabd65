// Hands items from one thread to another, at most a few at a time: a fast producer waits for a slow consumer,
// so that memory stays flat however long the input is.
//
// Threads: any number. Real-time safety: none (locks and waits): file work only.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace sounddesk {

template <typename T>
class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t limit) : limit_(limit) {}

  /** Waits for room; false once the queue was closed: the item is then dropped. */
  bool push(T item) {
    std::unique_lock<std::mutex> lock(mutex_);
    has_room_.wait(lock, [this] { return is_closed_ || items_.size() < limit_; });
    if (is_closed_) return false;
    items_.push_back(std::move(item));
    has_items_.notify_one();
    return true;
  }

  /** Waits for an item; nothing once the queue was closed. */
  std::optional<T> pop() {
    std::unique_lock<std::mutex> lock(mutex_);
    has_items_.wait(lock, [this] { return is_closed_ || !items_.empty(); });
    if (is_closed_) return std::nullopt;
    T item = std::move(items_.front());
    items_.pop_front();
    has_room_.notify_one();
    return item;
  }

  /** Ends every wait, now and later; what is inside is dropped. */
  void close() {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_closed_ = true;
    has_items_.notify_all();
    has_room_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable has_items_;
  std::condition_variable has_room_;
  std::deque<T> items_;
  std::size_t limit_;
  bool is_closed_ = false;
};

}  // namespace sounddesk
