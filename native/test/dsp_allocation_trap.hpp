// Counts what a real-time function must not do. Where the system cannot be trapped (sanitizers, other C libraries) it
// counts nothing and says so.
#pragma once

#include <cstddef>

namespace sounddesk::test {

struct TrapCounts {
  std::size_t allocations = 0;
  std::size_t frees = 0;
  std::size_t locks = 0;
};

bool can_trap();

/** Counts on this thread, from its making until `counts`. */
class AllocationTrap {
 public:
  AllocationTrap();
  ~AllocationTrap();
  AllocationTrap(const AllocationTrap &) = delete;
  AllocationTrap &operator=(const AllocationTrap &) = delete;
  TrapCounts counts() const;
};

}  // namespace sounddesk::test
