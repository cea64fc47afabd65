// What it costs a block to have a chain of plug-ins in a process of its own, beside the same chain in this process.
//
//   sounddesk_plugin_bench [--json] [--unconfined] [blocks, default 2000]
//
// Blocks come as a device's would, one every 128, 256 or 512 frames of 48 kHz, and both sides sleep in between. For each
// one the chain (a ten-band equalizer) runs here and then in the sandbox, so a slow moment of the machine hits both.
// "in time": as a device's callback, which the sandbox can foresee. "announced": up to 1 ms late at random, as a thread
// that looks for its input now and then, with 100 us of the engine's other work between the announcement and the block.
// "unforeseen": the same without a word. What the sandbox's process takes of its core, looking included, is beside it.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "dsp/equalizer.hpp"
#include "rt/denormals.hpp"
#include "rt/thread_priority.hpp"

#if defined(__linux__)
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/sandbox_audio_loop.hpp"
#include "sandbox/sandbox_confinement.hpp"
#include "sandbox/sandbox_insert.hpp"

using namespace sounddesk;

namespace {

constexpr std::uint32_t rate_hz = 48000;

class Chain final : public BlockProcessor {
 public:
  Chain() : equalizer_(rate_hz, 1) { equalizer_.set({3, -3, 3, -3, 3, -3, 3, -3, 3, -3}); }
  void process_block(float *const *io, std::size_t, std::size_t frames) noexcept override { equalizer_.process(io, frames); }
  std::size_t latency_frames() noexcept override { return 0; }

 private:
  Equalizer equalizer_;
};

enum class Arrival { in_time, announced, unforeseen };

constexpr double longest_delay_sec = 1e-3;
constexpr double other_work_sec = 100e-6;

void work_for(double sec) {
  const double until_sec = shared_clock_sec() + sec;
  while (shared_clock_sec() < until_sec) {
  }
}

struct Figures {
  double here_p50_us;
  double sandbox_p50_us;
  double added_p50_us;
  double added_p99_us;
  std::uint64_t missed;
  /** Of one core, 0 to 1. */
  double sandbox_share;
};

double at(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))] * 1e6;
}

Figures measure(std::uint32_t frames, int blocks, Arrival arrival, bool is_confined) {
  SandboxInsert insert({rate_hz, 1, frames, false}, frames);
  const pid_t child = fork();
  if (child == 0) {
    Chain chain;
    SandboxAudioLoop loop(insert.memory_name());
    // As the program that loads plug-ins is.
    if (is_confined) sandbox::confine_this_process({sandbox::readable_of_system(), {}, {}});
    loop.run(chain);
    _exit(0);
  }
  while (!insert.state().is_serving) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  Chain here;
  std::vector<float> sound(frames);
  std::vector<float> answer(frames);
  std::vector<double> in_process;
  std::vector<double> in_sandbox;
  std::vector<double> added;
  const DenormalScope denormals(DenormalScope::Mode::flush);
  auto next = std::chrono::steady_clock::now();
  for (int block = 0; block < blocks; ++block) {
    next += std::chrono::nanoseconds(std::uint64_t{1000000000} * frames / rate_hz);
    const std::chrono::duration<double> late(arrival == Arrival::in_time ? 0.0 : longest_delay_sec * (std::rand() / (RAND_MAX + 1.0)));
    std::this_thread::sleep_until(next + std::chrono::duration_cast<std::chrono::nanoseconds>(late));
    if (arrival == Arrival::announced) insert.announce();
    if (arrival != Arrival::in_time) work_for(other_work_sec);
    for (std::size_t i = 0; i < frames; ++i) sound[i] = static_cast<float>((i * 7919 + static_cast<std::size_t>(block)) % 1000) * 0.001F - 0.5F;
    float *io = sound.data();
    float *out = answer.data();
    const double began_sec = shared_clock_sec();
    insert.post(&io, frames);
    insert.collect(&out, frames);
    const double between_sec = shared_clock_sec();
    here.process_block(&io, 1, frames);
    const double ended_sec = shared_clock_sec();
    if (block < 50) continue;
    in_sandbox.push_back(between_sec - began_sec);
    in_process.push_back(ended_sec - between_sec);
    added.push_back(in_sandbox.back() - in_process.back());
  }
  const std::uint64_t missed = insert.state().missed_blocks;
  kill(child, SIGKILL);
  rusage usage{};
  wait4(child, nullptr, 0, &usage);
  const auto sec_of = [](const timeval &time) { return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec); };
  const double ran_sec = static_cast<double>(blocks) * frames / rate_hz;
  const double share = (sec_of(usage.ru_utime) + sec_of(usage.ru_stime)) / ran_sec;
  return {at(in_process, 0.5), at(in_sandbox, 0.5), at(added, 0.5), at(added, 0.99), missed, share};
}

}  // namespace

int main(int argument_count, char **arguments) {
  bool is_json = false;
  bool is_confined = true;
  int blocks = 2000;
  for (int i = 1; i < argument_count; ++i) {
    if (std::strcmp(arguments[i], "--json") == 0) is_json = true;
    else if (std::strcmp(arguments[i], "--unconfined") == 0) is_confined = false;
    else blocks = std::max(100, std::atoi(arguments[i]));
  }
  const std::optional<std::string> refusal = request_realtime_priority();
  std::string rows;
  constexpr std::array<const char *, 3> arrivals{"in time", "announced", "unforeseen"};
  for (std::size_t arrival = 0; arrival < arrivals.size(); ++arrival) {
    for (const std::uint32_t frames : {128U, 256U, 512U}) {
      const Figures figures = measure(frames, blocks, static_cast<Arrival>(arrival), is_confined);
      char row[320];
      const char *format = is_json ? "%s{\"arrival\":\"%s\",\"frames\":%u,\"inProcessUs\":%.2f,\"sandboxUs\":%.2f,\"addedP50Us\":%.2f,\"addedP99Us\":%.2f,\"missedBlocks\":%llu,\"sandboxCoreShare\":%.4f}"
                                   : "%s%-10s %4u frames: %.1f us here, %.1f us in a sandbox, %.1f us more (99 of 100: %.1f us), %llu missed, %.4f of a core";
      std::snprintf(row, sizeof row, format, rows.empty() ? "" : is_json ? "," : "\n", arrivals[arrival], frames,
                    figures.here_p50_us, figures.sandbox_p50_us, figures.added_p50_us, figures.added_p99_us,
                    static_cast<unsigned long long>(figures.missed), figures.sandbox_share);
      rows += row;
    }
  }
  if (is_json) {
    std::printf("{\"realtimePriority\":%s,\"blocks\":[%s]}\n", refusal.has_value() ? "false" : "true", rows.c_str());
  } else {
    std::printf("%s\n%s\n", rows.c_str(), refusal.has_value() ? refusal->c_str() : "With real-time priority.");
  }
  return 0;
}
#else
int main() {
  std::puts("The sandbox has not been measured on this system.");
  return 0;
}
#endif
