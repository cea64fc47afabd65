#include "sandbox/host_chain.hpp"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>

#if defined(_WIN32)
#include <io.h>
#else
#include <unistd.h>
#endif

#include "plugin/host_context.hpp"
#include "plugin/main_loop.hpp"
#include "plugin/plugin_chain.hpp"
#include "rt/failure.hpp"
#include "sandbox/host_confinement.hpp"
#include "sandbox/host_control.hpp"
#include "sandbox/host_output.hpp"
#include "sandbox/sandbox_audio_loop.hpp"

namespace sounddesk::sandbox {

namespace {

/** A state of a hundred megabytes and its base64 fit in; what is longer is no request. */
constexpr std::size_t line_limit_bytes = std::size_t{512} << 20;

/** Cuts what comes in into lines. */
class LineReader {
 public:
  explicit LineReader(int fd) : fd_(fd) {}

  /** False at the end of input. */
  template <typename OnLine>
  bool read(OnLine on_line) {
    char part[65536];
#if defined(_WIN32)
    const auto count = ::_read(fd_, part, sizeof part);
#else
    const auto count = ::read(fd_, part, sizeof part);
#endif
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) return true;
    if (count <= 0) return false;
    std::string_view fresh(part, static_cast<std::size_t>(count));
    for (std::size_t end = fresh.find('\n'); end != std::string_view::npos; end = fresh.find('\n')) {
      line_ += fresh.substr(0, end);
      fresh.remove_prefix(end + 1);
      if (!line_.empty()) on_line(line_);
      line_.clear();
    }
    line_ += fresh;
    return line_.size() <= line_limit_bytes;
  }

 private:
  int fd_;
  std::string line_;
};

class ChainProcessor final : public BlockProcessor {
 public:
  explicit ChainProcessor(plugin::PluginChain &chain) : chain_(chain) {}
  void hear_side(std::size_t bus, const float *left, const float *right) noexcept override {
    chain_.hear_side(bus, left, right);
  }
  void process_block(float *const *io, std::size_t, std::size_t frames) noexcept override { chain_.process(io, frames); }
  std::size_t latency_frames() noexcept override { return chain_.latency_frames(); }

 private:
  plugin::PluginChain &chain_;
};

plugin::ProcessFormat format_of(const ChainOptions &options, const SandboxAudioLoop *loop) {
  if (loop == nullptr) {
    return {.rate_hz = options.rate_hz,
            .max_frames = options.block_frames,
            .channels = options.channels,
            .is_offline = false};
  }
  const SharedBlockFormat &format = loop->format();
  return {.rate_hz = static_cast<double>(format.rate_hz),
          .max_frames = format.block_frames,
          .channels = format.channels,
          .is_offline = format.is_file_mode};
}

}  // namespace

int run_chain(const ChainOptions &options, HostOutput &output) {
  std::unique_ptr<SandboxAudioLoop> audio;
  try {
    if (!options.memory_name.empty()) audio = std::make_unique<SandboxAudioLoop>(options.memory_name);
  } catch (const Failure &failure) {
    output.write({{"event", "failed"}, {"code", name_of(failure.code())}, {"message", failure.what()}});
    return 1;
  }
  // The memory is open, no thread runs and no plug-in is here: the last moment.
  confine_for(options.bundles, true);
  const plugin::ProcessFormat format = format_of(options, audio.get());
  const std::unique_ptr<plugin::MainLoop> loop = plugin::MainLoop::create();
  plugin::HostContext context;
  loop->offer_in(context);
  std::unique_ptr<HostControl> control;
  plugin::PluginChain chain(context, format, [&control](const plugin::ChainEvent &event) {
    if (control) control->on_event(event);
  });
  control = std::make_unique<HostControl>(chain, *loop, output);

  ChainProcessor processor(chain);
  std::optional<std::thread> audio_thread;
  if (audio) {
    audio_thread.emplace([&] { audio->run(processor); });
    // Ready is who takes the first block: on a busy machine the thread may begin much later.
    for (int look = 0; look < 5000 && !audio->is_serving(); ++look) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  output.write({{"event", "ready"},
                {"rateHz", format.rate_hz},
                {"blockFrames", format.max_frames},
                {"channels", format.channels}});
  LineReader lines(0);
  loop->run(0, {.on_input = [&] { return lines.read([&](const std::string &line) { control->handle(line); }); },
                .on_tick = [&] { return control->tick(); }});

  if (audio) audio->stop();
  if (audio_thread) audio_thread->join();
  control.reset();
  return 0;
}

}  // namespace sounddesk::sandbox
