#include "sandbox/sandbox_audio_loop.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "rt/denormals.hpp"
#include "rt/failure.hpp"
#include "rt/thread_priority.hpp"

namespace sounddesk {
namespace {

/** Nobody has to wake the loop to end it: it looks itself now and then. */
constexpr double longest_sleep_sec = 0.25;
/** A block that was announced is looked for so long: what an engine does with a frame before it posts it. */
constexpr double announced_look_sec = 300e-6;

SharedBlockFormat format_in(const SharedMemory &memory) {
  const auto refuse = [&memory](const char *reason) {
    throw Failure(FailureCode::bad_option, "The shared memory " + memory.name() + " " + reason +
                                               ". Engine and sandbox have to be of the same version.");
  };
  if (memory.size_bytes() < sizeof(SharedBlockHeader)) refuse("is too small");
  const auto *header = static_cast<const SharedBlockHeader *>(memory.data());
  if (header->magic != shared_block_magic || header->version != shared_block_version) refuse("is not an engine's");
  const SharedBlockFormat format{header->rate_hz, header->channels, header->block_frames, header->is_file_mode != 0};
  const bool is_sane = format.channels >= 1 && format.channels <= 2 && format.block_frames >= 1 &&
                       format.block_frames <= most_shared_frames && format.rate_hz > 0;
  if (!is_sane || memory.size_bytes() < SharedBlockView::size_bytes(format)) refuse("names a format that it has no room for");
  return format;
}

}  // namespace

SandboxAudioLoop::SandboxAudioLoop(const std::string &memory_name)
    : memory_(SharedMemory::open(memory_name)),
      view_(memory_.data(), format_in(memory_)),
      posted_(view_.header().posted, view_.header().is_sandbox_waiting, memory_.name() + "-posted"),
      answered_(view_.header().answered, view_.header().is_engine_waiting, memory_.name() + "-answered") {
  memory_.hold();
}

void SandboxAudioLoop::run(BlockProcessor &processor) noexcept {
  const DenormalScope denormals(DenormalScope::Mode::flush);
  // Where it is refused, the engine was refused it too, and says so.
  if (!format().is_file_mode) request_realtime_priority(RealtimeRank::sandbox);
  SharedBlockHeader &header = view_.header();
  // What was posted to nobody is nobody's any more.
  std::uint32_t done = header.posted.load(std::memory_order_acquire);
  header.answered.store(done, std::memory_order_release);
  header.is_serving.store(1, std::memory_order_release);
  while (!is_stopping_.load(std::memory_order_relaxed) && header.is_closing.load(std::memory_order_relaxed) == 0) {
    if (header.posted.load(std::memory_order_acquire) == done) {
      wait_for_block(done);
      continue;
    }
    serve(++done, processor);
  }
  header.is_serving.store(0, std::memory_order_release);
}

void SandboxAudioLoop::wait_for_block(std::uint32_t done) noexcept {
  if (look_for_block(done)) return;
  const double now_sec = shared_clock_sec();
  const bool may_look = view_.header().may_look.load(std::memory_order_relaxed) == 1 && forecast_.is_useful();
  const double begin_sec = forecast_.begin_sec();
  if (!may_look || now_sec >= begin_sec) return posted_.wait(done, now_sec + longest_sleep_sec);
  posted_.wait(done, begin_sec);
  const double woke_sec = shared_clock_sec();
  if (woke_sec >= begin_sec) forecast_.woke(woke_sec - begin_sec);
}

bool SandboxAudioLoop::look_for_block(std::uint32_t done) noexcept {
  const SharedBlockHeader &header = view_.header();
  const double now_sec = shared_clock_sec();
  double until_sec = 0.0;
  const std::uint32_t announced = header.announced.load(std::memory_order_acquire);
  if (std::exchange(seen_announcements_, announced) != announced) until_sec = now_sec + announced_look_sec;
  const bool may_look = header.may_look.load(std::memory_order_relaxed) == 1 && forecast_.is_useful();
  if (may_look && now_sec >= forecast_.begin_sec()) until_sec = std::max(until_sec, forecast_.end_sec());
  return until_sec > now_sec && look_for_change(header.posted, done, until_sec);
}

void SandboxAudioLoop::serve(std::uint32_t number, BlockProcessor &processor) noexcept {
  SharedSlot &slot = view_.slot(number);
  const SharedBlockFormat &format = view_.format();
  const std::size_t frames = std::min(slot.frames, format.block_frames);
  forecast_.follow(slot.posted_sec, static_cast<double>(frames) / format.rate_hz);
  const std::array<float *, 2> io{view_.channel(slot, 0), format.channels > 1 ? view_.channel(slot, 1) : nullptr};
  for (std::size_t bus = 0; bus < shared_side_count && !format.is_file_mode; ++bus) {
    const bool is_there = (slot.sides & (1U << bus)) != 0;
    processor.hear_side(bus, is_there ? view_.side(slot, bus, 0) : nullptr, is_there ? view_.side(slot, bus, 1) : nullptr);
  }
  if (frames > 0) processor.process_block(io.data(), format.channels, frames);
  slot.latency_frames = static_cast<std::uint32_t>(processor.latency_frames());
  view_.header().answered.store(number, std::memory_order_release);
  answered_.wake();
}

void SandboxAudioLoop::stop() noexcept {
  is_stopping_.store(true, std::memory_order_relaxed);
  posted_.wake();
}

}  // namespace sounddesk
