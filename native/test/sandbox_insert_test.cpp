#if defined(__linux__)
#include <doctest/doctest.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <vector>

#include "dsp_allocation_trap.hpp"
#include "engine/insert_slot.hpp"
#include "sandbox/sandbox_insert.hpp"
#include "sandbox_support.hpp"

using namespace sounddesk;
using namespace sounddesk::test;

namespace {

constexpr std::size_t frame_length = 480;

/** Delays by so many frames, and does something else at its block number `bad_block`. */
class TestChain final : public BlockProcessor {
 public:
  enum class Bad { nothing, crash, hang, exit, not_a_number, slow };

  TestChain(std::size_t latency_frames, Bad bad, std::size_t bad_block) : latency_(latency_frames), bad_(bad), bad_block_(bad_block) {}

  void process_block(float *const *io, std::size_t channels, std::size_t frames) noexcept override {
    if (++blocks_ == bad_block_) misbehave(io, frames);
    for (std::size_t channel = 0; channel < channels; ++channel) {
      for (std::size_t i = 0; i < frames; ++i) {
        float &kept = ring_[channel][(at_ + i) % ring_[channel].size()];
        ring_[channel][(at_ + i + latency_) % ring_[channel].size()] = io[channel][i];
        io[channel][i] = latency_ == 0 ? io[channel][i] : kept;
      }
    }
    at_ += frames;
  }
  std::size_t latency_frames() noexcept override { return latency_; }

 private:
  void misbehave(float *const *io, std::size_t frames) noexcept {
    switch (bad_) {
      case Bad::nothing: return;
      case Bad::crash: raise(SIGKILL); return;
      case Bad::exit: _exit(3);
      case Bad::hang:
        for (;;) asm volatile("");
      case Bad::not_a_number:
        std::fill_n(io[0], frames, std::numeric_limits<float>::quiet_NaN());
        return;
      case Bad::slow:
        std::this_thread::sleep_for(std::chrono::milliseconds(60));
        return;
    }
  }

  std::size_t latency_;
  Bad bad_;
  std::size_t bad_block_;
  std::size_t blocks_ = 0;
  std::uint64_t at_ = 0;
  std::array<std::array<float, 4096>, 2> ring_{};
};

/** One channel of a session in real time: its slot, its sandbox, and what came out, by the time it belongs to. */
struct Channel {
  Channel(std::size_t latency_frames, TestChain::Bad bad, std::size_t bad_block, bool is_file_mode = false)
      : insert({48000, 1, frame_length, is_file_mode}, frame_length), sandbox([&] {
          TestChain chain(latency_frames, bad, bad_block);
          SandboxAudioLoop(insert.memory_name()).run(chain);
        }) {
    for (int attempt = 0; attempt < 2000 && !insert.state().is_serving; ++attempt) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    slot.set(&insert);
  }

  void post() {
    for (std::size_t i = 0; i < frame_length; ++i) samples[i] = in(clock + i);
    float *frame = samples.data();
    slot.post(&frame, frame_length);
  }
  void collect() {
    float *frame = samples.data();
    slot.collect(&frame, frame_length);
    clock += frame_length;
  }
  static float in(std::uint64_t at) { return 0.4F * static_cast<float>(std::sin(0.0371 * static_cast<double>(at))); }
  /** Of the newest frame, how many samples are not the input of their time. */
  std::size_t wrong() const {
    std::size_t count = 0;
    const std::uint64_t from = clock - frame_length - slot.latency_frames();
    for (std::size_t i = 0; i < frame_length; ++i) count += std::fabs(samples[i] - in(from + i)) > 1e-4F ? 1U : 0U;
    return count;
  }

  SandboxInsert insert;
  ForkedSandbox sandbox;
  InsertSlot slot{48000.0, 1, frame_length};
  std::vector<float> samples = std::vector<float>(frame_length);
  std::uint64_t clock = 0;
};

void run(Channel &channel, int frames, int pause_ms = 10) {
  for (int i = 0; i < frames; ++i) {
    channel.post();
    channel.collect();
    if (pause_ms > 0) std::this_thread::sleep_for(std::chrono::milliseconds(pause_ms));
  }
}

/** Until the chain is heard; a busy machine may take a while. */
bool run_until_wet(Channel &channel) {
  for (int i = 0; i < 2000; ++i) {
    run(channel, 1);
    if (!channel.slot.is_dry() && channel.slot.latency_frames() == channel.insert.latency_frames()) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("sandbox insert: a chain in another process is heard, in its time") {
  Channel channel(1000, TestChain::Bad::nothing, 0);
  REQUIRE(run_until_wet(channel));
  run(channel, 20);
  CHECK(channel.slot.latency_frames() == 1000);
  CHECK(channel.wrong() == 0);
  CHECK(channel.insert.state().is_alive);
  CHECK(channel.insert.state().answered_blocks > 0);
}

TEST_CASE("sandbox insert: a crash, an exit, a hang and no numbers leave the dry sound in its time, and cost one deadline") {
  using Bad = TestChain::Bad;
  for (const Bad bad : {Bad::crash, Bad::exit, Bad::hang, Bad::not_a_number}) {
    Channel channel(500, bad, 60);
    REQUIRE(run_until_wet(channel));
    const std::uint64_t missed_before = channel.insert.state().missed_blocks;
    // Beyond the bad block, in a burst: a sandbox that is gone is not waited for, and takes nothing more.
    run(channel, 60);
    CAPTURE(static_cast<int>(bad));
    for (int i = 0; i < 20; ++i) {
      run(channel, 1, 0);
      if (bad != Bad::not_a_number) CHECK(channel.wrong() == 0);
    }
    const SandboxInsertState state = channel.insert.state();
    CHECK(channel.slot.latency_frames() == 500);
    if (bad == Bad::not_a_number) {
      for (const float sample : channel.samples) CHECK(std::isfinite(sample));
    } else {
      CHECK(channel.slot.is_dry());
      CHECK(state.is_dry);
      CHECK(state.missed_blocks > missed_before);
    }
    if (bad == Bad::crash || bad == Bad::exit) {
      channel.sandbox.wait();
      CHECK_FALSE(channel.insert.state().is_alive);
    }
  }
}

TEST_CASE("sandbox insert: a chain that was late is heard again once it keeps up") {
  Channel channel(200, TestChain::Bad::slow, 50);
  REQUIRE(run_until_wet(channel));
  const std::uint64_t missed_before = channel.insert.state().missed_blocks;
  for (int i = 0; i < 500 && channel.insert.state().missed_blocks == missed_before; ++i) run(channel, 1);
  CHECK(channel.insert.state().missed_blocks > missed_before);
  REQUIRE(run_until_wet(channel));
  CHECK(channel.wrong() == 0);
}

TEST_CASE("sandbox insert: once late costs a block, again and again ever more") {
  SandboxInsert insert({48000, 1, frame_length, false}, frame_length);
  SharedMemory other = SharedMemory::open(insert.memory_name());
  SharedBlockHeader &header = SharedBlockView(other.data(), insert.format()).header();
  header.is_serving.store(1);
  std::vector<float> samples(frame_length, 0.5F);
  float *frame = samples.data();
  // The sandbox is played here: it answers between `post` and `collect`, or after it.
  const auto turn = [&](bool is_in_time) {
    insert.post(&frame, frame_length);
    if (is_in_time) header.answered.store(header.posted.load());
    const bool has_come = insert.collect(&frame, frame_length);
    header.answered.store(header.posted.load());
    return has_come;
  };
  const auto turns_until_heard = [&] {
    for (int turns = 1; turns < 1000; ++turns) {
      if (turn(true)) return turns;
    }
    return 0;
  };
  for (int i = 0; i < 100; ++i) REQUIRE(turn(true));
  CHECK_FALSE(turn(false));
  CHECK(turns_until_heard() == 1);
  // Soon after: 0.1 s of blocks of 10 ms, then twice as long.
  CHECK_FALSE(turn(false));
  CHECK(turns_until_heard() == 10);
  CHECK_FALSE(turn(false));
  CHECK(turns_until_heard() == 20);
  // Half a second in time makes it good.
  for (int i = 0; i < 100; ++i) REQUIRE(turn(true));
  CHECK_FALSE(turn(false));
  CHECK(turns_until_heard() == 1);
  // One that is behind is not waited for.
  insert.post(&frame, frame_length);
  insert.post(&frame, frame_length);
  const double from_sec = shared_clock_sec();
  CHECK_FALSE(insert.collect(&frame, frame_length));
  CHECK(shared_clock_sec() - from_sec < 0.005);
}

TEST_CASE("sandbox insert: what the other side writes into the memory is not believed") {
  SandboxInsert insert({48000, 1, frame_length, false}, frame_length);
  SharedMemory other = SharedMemory::open(insert.memory_name());
  SharedBlockHeader &header = SharedBlockView(other.data(), insert.format()).header();
  std::vector<float> samples(frame_length, 0.5F);
  float *frame = samples.data();
  const auto turn = [&] {
    insert.post(&frame, frame_length);
    return insert.collect(&frame, frame_length);
  };
  SUBCASE("answers from the future") {
    header.is_serving.store(1);
    turn();
    header.answered.store(1000);
    for (int i = 0; i < 10; ++i) CHECK_FALSE(turn());
  }
  SUBCASE("answers before there was a question") {
    header.answered.store(7);
    header.is_serving.store(1);
    for (int i = 0; i < 10; ++i) CHECK_FALSE(turn());
  }
  SUBCASE("another format") {
    header.is_serving.store(1);
    header.channels = 200;
    header.block_frames = 0xFFFFFFFF;
    for (int i = 0; i < 10; ++i) CHECK_FALSE(turn());
    CHECK(insert.format().channels == 1);
  }
  SUBCASE("a latency of four thousand million frames, and no numbers") {
    InsertSlot slot(48000.0, 1, frame_length);
    slot.set(&insert);
    header.is_serving.store(1);
    std::atomic<bool> is_done{false};
    std::thread liar([&] {
      const SharedBlockView view(other.data(), insert.format());
      while (!is_done.load()) {
        const std::uint32_t number = header.posted.load();
        SharedSlot &given = view.slot(number);
        given.frames = 0xFFFFFFFF;
        given.latency_frames = 0xFFFFFFFF;
        given.samples[0] = std::numeric_limits<float>::infinity();
        header.answered.store(number);
      }
    });
    for (int i = 0; i < 200; ++i) {
      std::fill(samples.begin(), samples.end(), 0.5F);
      slot.post(&frame, frame_length);
      slot.collect(&frame, frame_length);
      for (const float sample : samples) REQUIRE(std::isfinite(sample));
      CHECK(slot.latency_frames() <= InsertSlot::longest_latency(48000.0));
    }
    is_done.store(true);
    liar.join();
  }
}

TEST_CASE("sandbox insert: in file mode it waits for a slow sandbox, and notices one that is gone") {
  Channel slow(0, TestChain::Bad::slow, 3, true);
  run(slow, 20, 0);
  CHECK(slow.insert.state().missed_blocks == 0);
  CHECK(slow.wrong() == 0);
  Channel dying(0, TestChain::Bad::crash, 5, true);
  run(dying, 20, 0);
  CHECK(dying.insert.state().missed_blocks > 0);
  CHECK(dying.wrong() == 0);
}

TEST_CASE("sandbox insert: the chains of all channels work at the same time") {
  std::vector<std::unique_ptr<Channel>> channels;
  for (std::size_t i = 0; i < 4; ++i) channels.push_back(std::make_unique<Channel>(100 * i, TestChain::Bad::nothing, 0));
  const auto has_answered = [](const auto &channel) { return channel->insert.state().answered_blocks > 0; };
  for (int turn = 0; turn < 50 || (turn < 3000 && !std::ranges::all_of(channels, has_answered)); ++turn) {
    for (auto &channel : channels) channel->post();
    for (auto &channel : channels) channel->collect();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  for (auto &channel : channels) {
    CHECK(channel->wrong() == 0);
    CHECK(channel->insert.state().answered_blocks > 0);
  }
}

TEST_CASE("sandbox insert: the DSP thread allocates, frees and locks nothing with it") {
  if (!can_trap()) return;
  Channel channel(300, TestChain::Bad::exit, 40);
  const AllocationTrap trap;
  for (int i = 0; i < 80; ++i) {
    channel.post();
    channel.collect();
  }
  const TrapCounts counts = trap.counts();
  CHECK(counts.allocations == 0);
  CHECK(counts.frees == 0);
  CHECK(counts.locks == 0);
}
#endif
