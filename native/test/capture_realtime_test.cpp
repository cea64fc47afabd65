// What the callbacks and the DSP thread do must not allocate, lock or call the system.
#include <doctest/doctest.h>

#include <array>
#include <iterator>
#include <memory>
#include <mutex>
#include <vector>

#include "dsp_allocation_trap.hpp"
#include "engine/capture_engine.hpp"
#include "take/take_writer.hpp"

#if defined(__linux__)
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#endif

using namespace sounddesk;

namespace {

/** A session with everything in it: four channels, every stage, both outputs, a recorder. */
struct WholeSession {
  CaptureEngine engine{48000, 0.0};
  std::shared_ptr<CaptureInput> input = std::make_shared<CaptureInput>(AlignedFormat{48000.0, 48000.0, 2, 480});
  std::shared_ptr<CaptureInput> other = std::make_shared<CaptureInput>(AlignedFormat{44100.0, 48000.0, 1, 480});
  std::array<std::shared_ptr<CaptureOutput>, 2> outputs;
  std::vector<std::shared_ptr<CaptureNode>> nodes;
  std::shared_ptr<TakeWriter> recorder;
  std::vector<float> block = std::vector<float>(2 * 480, 0.1F);
  std::vector<float> played = std::vector<float>(2 * 480);
  int number = 0;
  std::shared_ptr<DenoiseBank> strong_bank = std::make_shared<DenoiseBank>(48000, max_capture_channels, DenoiseBank::Engines::strong);

  WholeSession() {
    for (auto &output : outputs) output = std::make_shared<CaptureOutput>(OutputFormat{48000.0, 44100, 480, 256});
    StripSettings settings;
    settings.automatic_gain = true;
    settings.echo_cancellation = false;
    settings.denoise_engine = DenoiseEngine::rnnoise;
    settings.gate.is_on = true;
    settings.equalizer.is_on = true;
    settings.equalizer.gains_db[3] = 6.0F;
    settings.compressor.is_on = true;
    TakeSetup setup;
    for (int i = 0; i < 4; ++i) {
      if (i == 2) settings.denoise_engine = DenoiseEngine::off;
      if (i == 3) settings.denoise_engine = DenoiseEngine::strong;
      nodes.push_back(std::make_shared<CaptureNode>(StripFormat{48000.0, 1, 480}, settings));
      TakeTrack track;
      track.id = std::to_string(i);
      track.name = track.id;
      setup.tracks.push_back(track);
    }
    setup.pre_roll_sec = 1.0;
    recorder = std::make_shared<TakeWriter>(setup, TakeEvents{});
    publish(0);
  }

  void publish(int mode_ms, bool has_strong = false) {
    auto plan = std::make_unique<CapturePlan>();
    plan->chain = latency_chain(mode_ms, 48000, 256);
    if (has_strong) plan->strong_bank = strong_bank;
    plan->inputs = {input, other};
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      plan->channels.push_back({nodes[i], i == 3 ? other : input, {i % 2, 0}, {i, i}});
      plan->tracks.push_back({i, false, 1});
    }
    plan->monitor = outputs[0];
    plan->program = outputs[1];
    plan->sink = recorder;
    engine.publish(std::move(plan));
  }

  /** 10 ms of all threads, one after the other; now and then a block is lost. */
  void step() noexcept {
    const double end_sec = 0.01 * (number + 1);
    if (number % 37 != 5) input->aligned().receive(block.data(), 480, end_sec - 0.01, end_sec, false, number == 0);
    other->aligned().receive(block.data(), 441, end_sec - 0.01, end_sec, number % 50 == 7, number == 0);
    for (int i = 0; i < 10; ++i) engine.poll(end_sec + 0.001 * i);
    for (auto &output : outputs) output->provide(played.data(), 441, 2, end_sec + 0.01);
    ++number;
  }
};

}  // namespace

TEST_CASE("capture real time: callbacks and frames neither allocate nor lock, also while plans change") {
  if (!test::can_trap()) return;
  WholeSession session;
  for (int i = 0; i < 50; ++i) session.step();
  for (const auto &[mode_ms, has_strong] : {std::pair{0, false}, {20, false}, {5, false}, {0, true}, {0, false}, {0, true}}) {
    session.publish(mode_ms, has_strong);
    for (auto &node : session.nodes) node->read_levels();
    session.engine.read_monitor_levels();
    const test::AllocationTrap trap;
    for (int i = 0; i < 200; ++i) session.step();
    const test::TrapCounts counts = trap.counts();
    CHECK(counts.allocations == 0);
    CHECK(counts.frees == 0);
    CHECK(counts.locks == 0);
  }
  CHECK(session.engine.frames_processed() > 500);
}

TEST_CASE("capture real time: the trap counts an allocation, a release and a lock that a callback makes") {
  if (!test::can_trap()) return;
  std::mutex mutex;
  std::vector<float> grown;
  const test::AllocationTrap trap;
  grown.resize(4096);
  {
    const std::lock_guard<std::mutex> lock(mutex);
    grown[0] = 1.0F;
  }
  grown = std::vector<float>();
  const test::TrapCounts counts = trap.counts();
  CHECK(counts.allocations > 0);
  CHECK(counts.frees > 0);
  CHECK(counts.locks > 0);
}

#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
namespace {

/** From now on this thread may write and end; any other call ends the process. Not strict seccomp, which also
 * forbids the processor's time stamps, and with them the clock that needs no system call. */
bool forbid_system_calls() {
  sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<unsigned>(offsetof(seccomp_data, nr))),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_write, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
  };
  const sock_fprog program{static_cast<unsigned short>(std::size(rules)), rules};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace

namespace {

/** What a process of its own answers that may make no system call while `work` runs: `y`, or `-` where it was ended. */
template <typename Work>
char answer_without_system_calls(const Work &work) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    WholeSession session;
    for (int i = 0; i < 50; ++i) session.step();
    session.publish(0);
    char answer = 'n';
    if (forbid_system_calls()) {
      work(session);
      answer = 'y';
    }
    const ssize_t written = write(ends[1], &answer, 1);
    _exit(written == 1 ? 0 : 1);
  }
  close(ends[1]);
  pollfd waiting{ends[0], POLLIN, 0};
  char answer = '-';
  if (poll(&waiting, 1, 20'000) == 1 && read(ends[0], &answer, 1) == 0) answer = '-';
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  close(ends[0]);
  if (answer == 'n') MESSAGE("This system has no seccomp filters: not checked.");
  return answer;
}

}  // namespace

TEST_CASE("capture real time: callbacks and frames make no system call") {
  const char answer = answer_without_system_calls([](WholeSession &session) {
    for (int i = 0; i < 200; ++i) session.step();
  });
  CHECK(answer != '-');
}

TEST_CASE("capture real time: one system call among the frames is caught") {
  const char answer = answer_without_system_calls([](WholeSession &session) {
    for (int i = 0; i < 20; ++i) session.step();
    syscall(SYS_getppid);
    for (int i = 0; i < 20; ++i) session.step();
  });
  CHECK(answer != 'y');
}
#endif
