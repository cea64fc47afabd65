// Memory of the video kernel. Headers of C alone: the same files are compiled for WebAssembly without a library.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace sounddesk::video {

/// Aligned to 16 bytes; null where there is no more. Natively malloc, in WebAssembly `wasm/memory.cpp`.
void *take_memory(size_t bytes);
/// Accepts null.
void give_memory(void *memory);

/// An array that gives its memory back. Empty after `resize` where memory is used up: check what that answers.
template <typename T>
class Buffer {
 public:
  Buffer() = default;
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  ~Buffer() { give_memory(data_); }

  /// What was in it is lost; the new elements are of any value. Keeps its memory where that is enough.
  bool resize(size_t count) {
    if (count <= capacity_) {
      size_ = count;
      return true;
    }
    give_memory(data_);
    data_ = static_cast<T *>(take_memory(count * sizeof(T)));
    capacity_ = size_ = data_ ? count : 0;
    return data_ != nullptr;
  }

  void clear() {
    give_memory(data_);
    data_ = nullptr;
    capacity_ = size_ = 0;
  }

  T *data() { return data_; }
  const T *data() const { return data_; }
  size_t size() const { return size_; }
  T &operator[](size_t i) { return data_[i]; }
  const T &operator[](size_t i) const { return data_[i]; }

 private:
  T *data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace sounddesk::video
