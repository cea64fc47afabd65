#if defined(__linux__)
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "sandbox_support.hpp"

using namespace sounddesk;
using namespace sounddesk::test;

namespace {

struct Halving final : BlockProcessor {
  void process_block(float *const *io, std::size_t channels, std::size_t frames) noexcept override {
    for (std::size_t channel = 0; channel < channels; ++channel) {
      for (std::size_t i = 0; i < frames; ++i) io[channel][i] *= 0.5F;
    }
  }
  std::size_t latency_frames() noexcept override { return 7; }
};

/** The engine's side, plainly: one block there and back. */
struct PlainEngine {
  SharedBlockFormat format;
  SharedMemory memory = SharedMemory::create(SharedBlockView::size_bytes(format));
  SharedBlockView view{memory.data(), format};
  SharedSignal posted{view.header().posted, view.header().is_sandbox_waiting, memory.name() + "-posted"};
  SharedSignal answered{view.header().answered, view.header().is_engine_waiting, memory.name() + "-answered"};
  std::uint32_t number = 0;

  explicit PlainEngine(const SharedBlockFormat &wanted) : format(wanted) { write_block_header(view.header(), format); }

  SharedSlot &post(std::uint32_t frames, float value) {
    SharedSlot &slot = view.slot(++number);
    slot.frames = frames;
    for (std::size_t channel = 0; channel < format.channels; ++channel) {
      std::fill_n(view.channel(slot, channel), frames, value);
    }
    view.header().posted.store(number, std::memory_order_release);
    posted.wake();
    return slot;
  }

  bool wait_for_answer(double for_sec = 5.0) {
    const double until_sec = shared_clock_sec() + for_sec;
    for (;;) {
      const std::uint32_t now = view.header().answered.load(std::memory_order_acquire);
      if (now == number) return true;
      if (shared_clock_sec() >= until_sec) return false;
      answered.wait(now, until_sec);
    }
  }
};

}  // namespace

TEST_CASE("sandbox: another process works on the blocks in place and answers each") {
  PlainEngine engine({48000, 2, 480, false});
  const ForkedSandbox sandbox([&] {
    Halving halving;
    SandboxAudioLoop(engine.memory.name()).run(halving);
  });
  REQUIRE(wait_until_serving(engine.view.header()));
  CHECK(engine.memory.is_held_by_another());
  for (std::uint32_t frames : {480U, 1U, 128U, 479U}) {
    SharedSlot &slot = engine.post(frames, 0.25F * static_cast<float>(frames));
    REQUIRE(engine.wait_for_answer());
    CHECK(slot.latency_frames == 7);
    CHECK(engine.view.channel(slot, 0)[0] == 0.125F * static_cast<float>(frames));
    CHECK(engine.view.channel(slot, 1)[frames - 1] == 0.125F * static_cast<float>(frames));
  }
  engine.view.header().is_closing.store(1);
  engine.posted.wake();
  CHECK(sandbox.wait() == 0);
  CHECK(engine.view.header().is_serving.load() == 0);
  CHECK_FALSE(engine.memory.is_held_by_another());
}

TEST_CASE("sandbox: blocks that were posted meanwhile are worked off in order") {
  PlainEngine engine({48000, 1, 64, false});
  const ForkedSandbox sandbox([&] {
    Halving halving;
    SandboxAudioLoop(engine.memory.name()).run(halving);
  });
  REQUIRE(wait_until_serving(engine.view.header()));
  kill(sandbox.pid(), SIGSTOP);
  std::array<SharedSlot *, 3> slots{};
  for (std::size_t i = 0; i < slots.size(); ++i) slots[i] = &engine.post(64, static_cast<float>(i + 1));
  CHECK_FALSE(engine.wait_for_answer(0.02));
  kill(sandbox.pid(), SIGCONT);
  REQUIRE(engine.wait_for_answer());
  for (std::size_t i = 0; i < slots.size(); ++i) CHECK(slots[i]->samples[63] == 0.5F * static_cast<float>(i + 1));
}

TEST_CASE("sandbox: the system says whether a sandbox lives, however it went") {
  PlainEngine engine({48000, 1, 64, true});
  CHECK_FALSE(engine.memory.is_held_by_another());
  const ForkedSandbox sandbox([&] {
    Halving halving;
    SandboxAudioLoop(engine.memory.name()).run(halving);
  });
  REQUIRE(wait_until_serving(engine.view.header()));
  CHECK(engine.memory.is_held_by_another());
  kill(sandbox.pid(), SIGKILL);
  sandbox.wait();
  CHECK_FALSE(engine.memory.is_held_by_another());
}

TEST_CASE("sandbox: the memory can be neither cut nor grown by the other side") {
  const SharedMemory memory = SharedMemory::create(8192);
  const int file = open(memory.name().c_str(), O_RDWR);
  REQUIRE(file >= 0);
  CHECK(ftruncate(file, 0) != 0);
  CHECK(errno == EPERM);
  CHECK(ftruncate(file, 1 << 20) != 0);
  struct stat status {};
  REQUIRE(fstat(file, &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  close(file);
}

TEST_CASE("sandbox: what is not an engine's memory is refused") {
  CHECK_THROWS_AS(SandboxAudioLoop("/proc/self/fd/99999"), Failure);
  const SharedMemory zeros = SharedMemory::create(1 << 16);
  CHECK_THROWS_AS(SandboxAudioLoop{zeros.name()}, Failure);
  const SharedMemory small = SharedMemory::create(8);
  CHECK_THROWS_AS(SandboxAudioLoop{small.name()}, Failure);
  const SharedBlockFormat format{48000, 2, 480, false};
  const SharedMemory cut = SharedMemory::create(SharedBlockView::size_bytes(format) - 64);
  write_block_header(*static_cast<SharedBlockHeader *>(cut.data()), format);
  CHECK_THROWS_AS(SandboxAudioLoop{cut.name()}, Failure);
}

TEST_CASE("block forecast: it follows blocks that come in time, and gives up on those that do not") {
  BlockForecast steady;
  double posted_sec = 7.0;
  for (int block = 0; block < 400; ++block) {
    // Some 10 us early or late, on a clock that runs 100 ppm fast.
    const double off_sec = block % 3 == 0 ? 10e-6 : -5e-6;
    steady.follow(posted_sec + off_sec, 0.01);
    posted_sec += 0.01 * 1.0001;
    steady.woke(40e-6);
  }
  CHECK(steady.is_useful());
  CHECK(steady.begin_sec() < posted_sec - 40e-6);
  CHECK(steady.begin_sec() > posted_sec - 250e-6);
  CHECK(steady.end_sec() > posted_sec + 5e-6);
  CHECK(steady.end_sec() < posted_sec + 100e-6);

  BlockForecast loose;
  for (int block = 0; block < 400; ++block) {
    loose.follow(7.0 + 0.01 * block + (block * 7919 % 10) * 2e-4, 0.01);
    CHECK_FALSE((block > 10 && loose.is_useful()));
  }
  // A pause, and it starts again.
  steady.follow(posted_sec + 3.0, 0.01);
  CHECK_FALSE(steady.is_useful());
}
#endif
