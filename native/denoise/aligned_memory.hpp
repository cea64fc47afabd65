// Memory of the lane kernels: zeroed, aligned for their widest vectors.
//
// Threads: as its owner. Real-time safety: none (allocates).
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>

namespace sounddesk {

inline constexpr std::size_t lane_alignment_bytes = 64;

struct AlignedDelete {
  void operator()(void *memory) const noexcept { ::operator delete(memory, std::align_val_t{lane_alignment_bytes}); }
};
using AlignedMemory = std::unique_ptr<void, AlignedDelete>;

/** Throws `std::bad_alloc`. */
inline AlignedMemory make_zeroed(std::size_t bytes) {
  AlignedMemory memory(::operator new(bytes, std::align_val_t{lane_alignment_bytes}));
  std::memset(memory.get(), 0, bytes);
  return memory;
}

}  // namespace sounddesk
