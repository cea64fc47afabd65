#include <doctest/doctest.h>

#include <thread>
#include <vector>

#include "rt/bounded_queue.hpp"
#include "rt/denormals.hpp"
#include "rt/spsc_ring.hpp"
#include "rt/triple_buffer.hpp"

using namespace sounddesk;

TEST_CASE("a full ring takes nothing more and an empty one gives nothing") {
  SpscRing<int> ring(4);
  const int values[6] = {1, 2, 3, 4, 5, 6};
  int out[6] = {};
  CHECK(ring.pop(out, 6) == 0);
  CHECK(ring.push(values, 6) == 4);
  CHECK(ring.free_space() == 0);
  CHECK(ring.pop(out, 3) == 3);
  CHECK(out[2] == 3);
  CHECK(ring.push(values + 4, 2) == 2);
  CHECK(ring.skip(1) == 1);
  CHECK(ring.pop(out, 6) == 2);
  CHECK(out[1] == 6);
}

TEST_CASE("a ring keeps order and loses nothing between two threads") {
  constexpr int count = 200000;
  SpscRing<int> ring(256);
  std::thread producer([&ring] {
    for (int next = 0; next < count;) {
      int block[7];
      const int size = std::min(7, count - next);
      for (int i = 0; i < size; ++i) block[i] = next + i;
      next += static_cast<int>(ring.push(block, static_cast<std::size_t>(size)));
    }
  });
  int expected = 0;
  bool is_in_order = true;
  while (expected < count) {
    int block[13];
    const std::size_t got = ring.pop(block, 13);
    for (std::size_t i = 0; i < got; ++i) is_in_order = is_in_order && block[i] == expected++;
  }
  producer.join();
  CHECK(is_in_order);
}

TEST_CASE("a triple buffer gives whole values, never older than the last one read") {
  struct Pair {
    long first;
    long second;
  };
  TripleBuffer<Pair> buffer({0, 0});
  std::thread writer([&buffer] {
    for (long i = 1; i <= 200000; ++i) buffer.publish({i, -i});
  });
  long last = 0;
  bool is_whole = true;
  while (last < 200000) {
    const Pair pair = buffer.read();
    is_whole = is_whole && pair.first == -pair.second && pair.first >= last;
    last = pair.first;
  }
  writer.join();
  CHECK(is_whole);
}

TEST_CASE("a closed queue ends a waiting producer and a waiting consumer") {
  BoundedQueue<int> queue(1);
  REQUIRE(queue.push(1));
  bool was_taken = true;
  std::thread producer([&] { was_taken = queue.push(2); });
  queue.close();
  producer.join();
  CHECK_FALSE(was_taken);
  CHECK_FALSE(queue.pop().has_value());
}

TEST_CASE("denormals are flushed inside the scope alone") {
  // Plug-ins of other tests leave the thread as they like it.
  const DenormalScope as_a_program_begins(DenormalScope::Mode::keep);
  volatile float tiny = 1e-30F;
  volatile float factor = 1e-10F;
  const float outside = tiny * factor;
  float inside = 1.0F;
  {
    const DenormalScope scope(DenormalScope::Mode::flush);
    inside = tiny * factor;
  }
  const float after = tiny * factor;
  CHECK(outside > 0.0F);
  CHECK(after > 0.0F);
#if defined(__x86_64__) || defined(__aarch64__)
  CHECK(inside == 0.0F);
#endif
}
