// The kernel's memory in WebAssembly: a list of free blocks, in the order of their addresses. It holds a few dozen large
// blocks, so that a walk through the list costs nothing.
#include "video/memory.hpp"

namespace sounddesk::video {
namespace {

constexpr size_t page_bytes = 65536;

struct alignas(16) Block {
  size_t bytes;  // with this header
  Block *next;
};

Block *first_free = nullptr;

extern "C" uint8_t __heap_base;  // wasm-ld's: where data and stack end

/// Adds what memory grew by to the free blocks.
bool grow(size_t bytes) {
  static uintptr_t end = 0;
  if (end == 0) {
    const uintptr_t start = (reinterpret_cast<uintptr_t>(&__heap_base) + 15) & ~uintptr_t{15};
    end = __builtin_wasm_memory_size(0) * page_bytes;
    if (end - start > sizeof(Block)) {
      auto *block = reinterpret_cast<Block *>(start);
      block->bytes = end - start;
      give_memory(block + 1);
    }
  }
  const size_t pages = (bytes + page_bytes - 1) / page_bytes;
  const size_t before = __builtin_wasm_memory_grow(0, pages);
  if (before == SIZE_MAX) return false;
  auto *block = reinterpret_cast<Block *>(before * page_bytes);
  block->bytes = pages * page_bytes;
  end = (before + pages) * page_bytes;
  give_memory(block + 1);
  return true;
}

}  // namespace

void *take_memory(size_t wanted) {
  if (wanted > 0x7fff0000u) return nullptr;
  const size_t bytes = ((wanted + 15) & ~size_t{15}) + sizeof(Block);
  for (;;) {
    for (Block **at = &first_free; *at; at = &(*at)->next) {
      Block *block = *at;
      if (block->bytes < bytes) continue;
      if (block->bytes - bytes > 4 * sizeof(Block)) {
        auto *rest = reinterpret_cast<Block *>(reinterpret_cast<uint8_t *>(block) + bytes);
        rest->bytes = block->bytes - bytes;
        rest->next = block->next;
        *at = rest;
        block->bytes = bytes;
      } else {
        *at = block->next;
      }
      return block + 1;
    }
    if (!grow(bytes)) return nullptr;
  }
}

void give_memory(void *memory) {
  if (!memory) return;
  Block *block = static_cast<Block *>(memory) - 1;
  Block **at = &first_free;
  Block *before = nullptr;
  while (*at && *at < block) {
    before = *at;
    at = &(*at)->next;
  }
  block->next = *at;
  *at = block;
  const auto end_of = [](Block *b) { return reinterpret_cast<Block *>(reinterpret_cast<uint8_t *>(b) + b->bytes); };
  if (block->next && end_of(block) == block->next) {
    block->bytes += block->next->bytes;
    block->next = block->next->next;
  }
  if (before && end_of(before) == block) {
    before->bytes += block->bytes;
    before->next = block->next;
  }
}

}  // namespace sounddesk::video
