#include "engine/capture_engine.hpp"

#include <algorithm>
#include <chrono>

#include "rt/denormals.hpp"
#include "rt/thread_priority.hpp"

namespace sounddesk {
namespace {

/** The DSP thread looks for input so often: a callback that woke it would have to make a system call. */
constexpr auto usual_poll = std::chrono::microseconds(1000);
constexpr auto short_poll = std::chrono::microseconds(250);
/** Further behind than this, frames are left out as silence: it would never catch up. */
constexpr double hopeless_sec = 1.0;
constexpr std::size_t most_frames_a_poll = 100;
/** A thread that was not run for so long stood still with its machine or its process; no busy machine does that. */
constexpr double standstill_sec = 0.25;
/** Callbacks that stay away for so long are not coming: the DSP thread makes the frames. */
constexpr double absent_sec = 0.05;
/** Frames of a cycle are made well within this. */
constexpr double longest_cycle_sec = 0.001;
/** A device's last block before a standstill, and the first after it, lie so far beside it. */
constexpr double beside_standstill_sec = 0.1;
/** A session counts from here on, so that a frame less a chain's delay is never negative. */
constexpr int first_frame_sec = 1;

}  // namespace

double monotonic_sec() noexcept {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

CaptureEngine::CaptureEngine(int rate_hz, double now_sec)
    : rate_hz_(rate_hz),
      max_frames_(static_cast<std::size_t>(rate_hz / 100)),
      gather_(rate_hz, now_sec),
      bank_(rate_hz, max_capture_channels),
      follower_(rate_hz, max_capture_channels),
      monitor_bus_(monitor_bus(rate_hz, max_frames_)),
      program_bus_(program_bus(rate_hz, max_frames_)),
      program_tap_(rate_hz, 2, max_frames_),
      track_block_(2 * max_frames_),
      voice_block_(max_frames_),
      silence_(2 * max_frames_, 0.0F),
      catch_up_{std::vector<float>(max_frames_), std::vector<float>(max_frames_)},
      stage_clock_sec_(monotonic_sec),
      polled_sec_(now_sec) {
  plan_ = new CapturePlan;
  plan_->chain = latency_chain(0, rate_hz, 256);
}

CaptureEngine::~CaptureEngine() {
  stop();
  collect_garbage();
  CapturePlan *waiting = nullptr;
  while (plans_.pop(&waiting, 1) == 1) delete waiting;
  delete plan_;
}

void CaptureEngine::start() {
  thread_ = std::thread([this] { run(); });
  std::unique_lock<std::mutex> lock(start_mutex_);
  has_started_.wait(lock, [this] { return is_running_; });
}

void CaptureEngine::stop() {
  is_stopping_.store(true);
  if (thread_.joinable()) thread_.join();
  // A callback may still be at it.
  while (is_polling_.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  is_direct_.store(false);
  is_polling_.clear(std::memory_order_release);
}

void CaptureEngine::run() {
  const std::optional<std::string> refusal = request_realtime_priority();
  {
    const std::lock_guard<std::mutex> lock(start_mutex_);
    priority_refusal_ = refusal;
    is_running_ = true;
  }
  has_started_.notify_one();
  // What the devices have delivered since they were opened is not late.
  while (is_polling_.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  idle_sec_ = polled_sec_ = monotonic_sec();
  is_polling_.clear(std::memory_order_release);
  while (!is_stopping_.load(std::memory_order_relaxed)) {
    poll_in_turn(monotonic_sec());
    std::this_thread::sleep_for(is_short_.load(std::memory_order_relaxed) ? short_poll : usual_poll);
  }
}

void CaptureEngine::poll_in_turn(double now_sec) noexcept {
  const bool are_others_at_it =
      is_direct_.load(std::memory_order_relaxed) && now_sec - called_sec_.load(std::memory_order_relaxed) < absent_sec;
  if (are_others_at_it || is_polling_.test_and_set(std::memory_order_acquire)) return;
  poll(now_sec);
  is_polling_.clear(std::memory_order_release);
}

void CaptureEngine::arrived(double now_sec) noexcept {
  if (!is_direct_.load(std::memory_order_relaxed)) return;
  called_sec_.store(now_sec, std::memory_order_relaxed);
  if (is_polling_.test_and_set(std::memory_order_acquire)) return;
  if (is_direct_.load(std::memory_order_relaxed)) poll(now_sec);
  is_polling_.clear(std::memory_order_release);
}

double CaptureEngine::cycle_sec(double now_sec) const noexcept {
  const double called_sec = called_sec_.load(std::memory_order_relaxed);
  return is_direct_.load(std::memory_order_relaxed) && now_sec - called_sec < longest_cycle_sec ? called_sec : now_sec;
}

bool CaptureEngine::publish(std::unique_ptr<CapturePlan> plan) {
  collect_garbage();
  CapturePlan *raw = plan.get();
  if (plans_.push(&raw, 1) != 1) return false;
  plan.release();
  ++outstanding_;
  return true;
}

bool CaptureEngine::collect_garbage() {
  CapturePlan *old = nullptr;
  while (garbage_.pop(&old, 1) == 1) {
    delete old;
    --outstanding_;
  }
  return outstanding_ == 0;
}

void CaptureEngine::swap_plan() noexcept {
  // No more than can be given back.
  while (garbage_.free_space() > 0) {
    CapturePlan *next = nullptr;
    if (plans_.pop(&next, 1) == 0) return;
    if (next->chain.has_models != plan_->chain.has_models || next->strong_bank != plan_->strong_bank) {
      for (const CapturePlan::Channel &channel : next->channels) channel.node->chain_changed();
      for (std::size_t i = 0; i < max_capture_channels; ++i) reset_denoiser(*next, i);
      are_bank_settings_known_.fill(false);
    }
    forget_other_channels(*next);
    for (const CapturePlan::Channel &channel : next->channels) channel.node->set_insert(channel.insert.get());
    std::array<CaptureInput *, CaptureGather::max_inputs> inputs{};
    const std::size_t count = std::min(next->inputs.size(), inputs.size());
    for (std::size_t i = 0; i < count; ++i) inputs[i] = next->inputs[i].get();
    gather_.set_inputs(inputs.data(), count);
    const bool is_heard = next->monitor != nullptr || next->program != nullptr;
    const int mode_ms = next->chain.mode_ms;
    gather_.set_patience(!is_heard ? 0.5 : mode_ms == 0 ? 0.06 : mode_ms / 1000.0, is_heard);
    is_short_.store(next->chain.frame < max_frames_ && !next->is_direct, std::memory_order_relaxed);
    is_direct_.store(next->is_direct, std::memory_order_relaxed);
    gather_.set_direct(next->is_direct);
    garbage_.push(&plan_, 1);
    plan_ = next;
  }
}

void CaptureEngine::forget_other_channels(const CapturePlan &next) noexcept {
  std::array<const CaptureNode *, max_capture_channels> users{};
  for (const CapturePlan::Channel &channel : plan_->channels) {
    for (std::size_t i = 0; i < channel.node->channels(); ++i) users[channel.bank_channels[i]] = channel.node.get();
  }
  for (const CapturePlan::Channel &channel : next.channels) {
    for (std::size_t i = 0; i < channel.node->channels(); ++i) {
      if (users[channel.bank_channels[i]] != channel.node.get()) reset_denoiser(next, channel.bank_channels[i]);
    }
  }
}

void CaptureEngine::reset_denoiser(const CapturePlan &plan, std::size_t bank_channel) noexcept {
  if (plan.chain.has_models) {
    bank_of(plan).reset(bank_channel);
  } else {
    follower_.reset(bank_channel);
  }
}

std::size_t CaptureEngine::poll(double now_sec) noexcept {
  const DenormalScope denormals(DenormalScope::Mode::flush);
  if (now_sec - polled_sec_ > standstill_sec) {
    still_from_sec_ = polled_sec_ - beside_standstill_sec;
    still_until_sec_ = now_sec + beside_standstill_sec;
  }
  polled_sec_ = now_sec;
  swap_plan();
  gather_.collect();
  std::size_t made = 0;
  const std::size_t frames = plan_->chain.frame;
  while (made < most_frames_a_poll && gather_.is_due(now_sec, frames)) {
    const double behind_sec = now_sec - gather_.time_of(gather_.next_frame() + frames);
    if (behind_sec > hopeless_sec + gather_.longest_wait_sec()) {
      skip_frame();
    } else {
      const double allowed_sec = gather_.longest_wait_sec() + static_cast<double>(frames) / rate_hz_;
      if (std::min(behind_sec, now_sec - idle_sec_) > allowed_sec) late_.fetch_add(1, std::memory_order_relaxed);
      process_frame();
    }
    ++made;
    gather_.collect();
  }
  if (made < most_frames_a_poll) idle_sec_ = now_sec;
  return made;
}

void CaptureEngine::process_frame() noexcept {
  const std::size_t frames = plan_->chain.frame;
  const std::uint64_t frame = gather_.next_frame();
  const double from_sec = gather_.time_of(frame);
  const double start_sec = stage_clock_sec_();
  for (const CapturePlan::Channel &channel : plan_->channels) channel.node->strip().announce();
  gather_.read(frames);
  bool is_any_solo = false;
  for (const CapturePlan::Channel &channel : plan_->channels) {
    channel.node->take(channel.input.get(), channel.device_channels, frames);
  }
  const double taken_sec = stage_clock_sec_();
  for (const CapturePlan::Channel &channel : plan_->channels) {
    channel.node->before_denoise(monitor_bus_.output(), frames);
    is_any_solo = is_any_solo || channel.node->strip().settings().is_solo;
  }
  const double before_sec = stage_clock_sec_();
  denoise(frames);
  const double denoised_sec = stage_clock_sec_();
  // Plug-ins of all channels at once: each works in a process of its own.
  post_inserts(frames);
  for (const CapturePlan::Channel &channel : plan_->channels) channel.node->after_insert(frames);
  align_channels(frames);
  monitor_bus_.begin(frames);
  program_bus_.begin(frames);
  for (const CapturePlan::Channel &channel : plan_->channels) {
    const StereoBlock block = channel.node->to_output(frames, is_any_solo);
    monitor_bus_.add(block);
    program_bus_.add(block);
    channel.node->finish(speech_of(channel));
  }
  monitor_bus_.finish();
  program_bus_.finish();
  const double after_sec = stage_clock_sec_();
  feed_outputs(frame, from_sec, frames);
  feed_tracks(frame, frames, from_sec);
  const double end_sec = stage_clock_sec_();
  stages_.inputs += taken_sec - start_sec;
  stages_.before_denoise += before_sec - taken_sec;
  stages_.denoise += denoised_sec - before_sec;
  stages_.after_denoise += after_sec - denoised_sec;
  stages_.outputs += end_sec - after_sec;
  note_busy(end_sec - start_sec, frames);
  processed_.fetch_add(1, std::memory_order_relaxed);
  session_frames_.store(gather_.next_frame(), std::memory_order_relaxed);
}

void CaptureEngine::post_inserts(std::size_t frames) noexcept {
  for (const CapturePlan::Channel &channel : plan_->channels) channel.node->before_insert(frames);
  for (const CapturePlan::Channel &channel : plan_->channels) {
    for (std::size_t bus = 0; bus < channel.sides.size(); ++bus) {
      if (channel.sides[bus]) channel.node->hear_side(bus, *plan_->channels[*channel.sides[bus]].node);
    }
    channel.node->post_insert(frames);
  }
}

void CaptureEngine::align_channels(std::size_t frames) noexcept {
  std::size_t needed = 0;
  for (const CapturePlan::Channel &channel : plan_->channels) needed = std::max(needed, channel.node->strip().latency_frames());
  frames_since_alignment_ += frames;
  // One change fades before the next. A shorter delay leaves sound of the buses out: not while a take keeps it.
  const bool may_fall = !plan_->sink || !plan_->sink->is_keeping();
  if (frames_since_alignment_ >= max_frames_ && (needed > aligned_frames_ || (needed < aligned_frames_ && may_fall))) {
    aligned_frames_ = needed;
    frames_since_alignment_ = 0;
  }
  for (const CapturePlan::Channel &channel : plan_->channels) channel.node->strip().align_to(aligned_frames_);
}

void CaptureEngine::denoise(std::size_t frames) noexcept {
  DenoiseBank &bank = bank_of(*plan_);
  const bool has_models = plan_->chain.has_models;
  bank_frames_.fill(nullptr);
  for (const CapturePlan::Channel &channel : plan_->channels) {
    const BankSettings wanted = channel.node->bank_settings();
    for (std::size_t i = 0; i < channel.node->channels(); ++i) {
      const std::size_t place = channel.bank_channels[i];
      BankSettings &known = bank_settings_[place];
      if (!are_bank_settings_known_[place] || wanted != known) {
        known = wanted;
        are_bank_settings_known_[place] = true;
        if (has_models) {
          bank.set(place, wanted);
        } else {
          follower_.set(place, wanted);
        }
      }
      bank_frames_[place] = channel.node->frame()[i];
    }
  }
  if (has_models) {
    bank.process(bank_frames_.data(), bank_results_.data());
  } else {
    follower_.process(bank_frames_.data(), frames);
  }
}

std::optional<float> CaptureEngine::speech_of(const CapturePlan::Channel &channel) const noexcept {
  if (channel.node->bank_settings().engine == DenoiseEngine::off) return std::nullopt;
  const std::size_t place = channel.bank_channels[0];
  return plan_->chain.has_models ? bank_results_[place].speech_probability : follower_.speech_probability(place);
}

void CaptureEngine::report_echo_delay(double before_output_sec) noexcept {
  const double latency_sec = monitor_latency_sec_.load(std::memory_order_relaxed);
  if (latency_sec < 0.0 || !plan_->monitor) return;
  // From converter to converter, less what lies before the bus and the frame until the strips are given it: what is
  // left lies between `hear` and the arrival of the same sound at the strips.
  const double echo_delay_sec = std::max(0.0, latency_sec - before_output_sec);
  for (const CapturePlan::Channel &channel : plan_->channels) channel.node->set_echo_delay(echo_delay_sec);
}

void CaptureEngine::feed_outputs(std::uint64_t frame, double from_sec, std::size_t frames) noexcept {
  const auto delay = static_cast<double>(chain_frames() + aligned_frames_);
  const double period_sec = gather_.period_sec();
  delay_sec_.store(delay / rate_hz_, std::memory_order_relaxed);
  report_echo_delay((delay + static_cast<double>(monitor_bus_.latency_frames() + frames)) * period_sec);
  const auto entered_sec = [&](const Bus &bus) {
    return from_sec - (delay + static_cast<double>(bus.latency_frames())) * period_sec;
  };
  if (plan_->monitor) plan_->monitor->write(monitor_bus_.output(), frames, entered_sec(monitor_bus_), period_sec);
  if (plan_->program) plan_->program->write(program_bus_.output(), frames, entered_sec(program_bus_), period_sec);
  if (are_levels_wanted_.exchange(false, std::memory_order_acquire)) monitor_levels_.publish(monitor_bus_.take_levels());
  if (are_program_levels_wanted_.exchange(false, std::memory_order_acquire)) {
    program_levels_.publish(program_bus_.take_levels());
  }
  feed_program_tap(frame, frames, entered_sec(program_bus_), period_sec);
  feed_voices(frames, from_sec, period_sec);
}

std::uint64_t CaptureEngine::track_frame_of(std::uint64_t frame) const noexcept {
  return frame + static_cast<std::uint64_t>(first_frame_sec) * static_cast<std::uint64_t>(rate_hz_);
}

std::size_t CaptureEngine::program_delay() noexcept {
  return chain_frames() + aligned_frames_ + program_bus_.latency_frames();
}

void CaptureEngine::feed_program_tap(std::uint64_t frame, std::size_t frames, double entered_sec, double period_sec) noexcept {
  if (is_program_wanted_.load(std::memory_order_relaxed)) {
    program_tap_.write(program_bus_.output(), frames, entered_sec, period_sec, track_frame_of(frame) - program_delay());
  } else {
    program_tap_.forget_gap();
  }
}

void CaptureEngine::feed_voices(std::size_t frames, double from_sec, double period_sec) noexcept {
  for (const CapturePlan::Channel &channel : plan_->channels) {
    if (!channel.voice) continue;
    CaptureNode &node = *channel.node;
    const float *const left = node.frame()[0];
    const float *const right = node.frame()[node.channels() - 1];
    for (std::size_t i = 0; i < frames; ++i) voice_block_[i] = 0.5F * (left[i] + right[i]);
    const float *const mono[] = {voice_block_.data()};
    const auto delay = static_cast<double>(chain_frames() + node.strip().latency_frames());
    channel.voice->write(node.strip().settings().is_muted ? nullptr : mono, frames, from_sec - delay * period_sec, period_sec);
  }
}

void CaptureEngine::feed_tracks(std::uint64_t frame, std::size_t frames, double from_sec) noexcept {
  if (!plan_->sink) return;
  const bool is_standstill = is_in_standstill(from_sec);
  const std::uint64_t origin = track_frame_of(frame);
  const std::size_t late_frames = chain_frames();
  plan_->sink->note_time(origin, from_sec);
  for (std::size_t number = 0; number < plan_->tracks.size(); ++number) {
    const CapturePlan::Track &track = plan_->tracks[number];
    TrackBlock block{number, silence_.data(), frames, origin, 0};
    const float *sources[2] = {nullptr, nullptr};
    if (!track.is_silence && track.channel.has_value()) {
      CaptureNode &node = *plan_->channels[*track.channel].node;
      // A channel that became mono or stereo since: its track stays as wide as it was.
      for (std::size_t i = 0; i < track.width; ++i) {
        const std::size_t side = std::min(i, node.channels() - 1);
        sources[i] = track.is_raw ? node.strip().raw(side) : node.frame()[side];
      }
      block.missing_frames = node.missing();
      block.xruns = node.xruns();
      // Its sound is this much older than the frame: in the track it is at its own time.
      if (!track.is_raw) {
        block.session_frame -= late_frames + node.strip().latency_frames();
        block.lacks_plugins = node.strip().lacks_insert();
        feed_catch_up(number, track, node.strip(), block.session_frame);
      }
    } else if (!track.is_silence) {
      for (std::size_t i = 0; i < track.width; ++i) sources[i] = program_bus_.output()[i];
      block.session_frame -= program_delay();
      block.lacks_plugins = std::ranges::any_of(plan_->channels, [](const auto &channel) { return channel.node->strip().lacks_insert(); });
      for (const auto &channel : plan_->channels) block.xruns = std::max(block.xruns, channel.node->xruns());
    } else {
      block.missing_frames = frames;
    }
    block.is_standstill = is_standstill && block.missing_frames > 0;
    if (sources[0] != nullptr) {
      write_track(block, sources, track.width);
    } else {
      plan_->sink->write(block);
    }
  }
}

void CaptureEngine::feed_catch_up(std::size_t number, const CapturePlan::Track &track, Strip &strip, std::uint64_t first) noexcept {
  const std::size_t all = strip.catch_up_frames();
  for (std::size_t from = 0; from < all; from += max_frames_) {
    const std::size_t frames = std::min(max_frames_, all - from);
    const std::array<float *, 2> planes{catch_up_[0].data(), catch_up_[1].data()};
    strip.read_catch_up(from, planes.data(), frames);
    const std::array<const float *, 2> sources{planes[0], planes[std::min(track.width, strip.channels()) - 1]};
    write_track({number, nullptr, frames, first - all + from, 0}, sources.data(), track.width);
  }
}

void CaptureEngine::write_track(const TrackBlock &block, const float *const *sources, std::size_t width) noexcept {
  for (std::size_t i = 0; i < block.frames; ++i) {
    for (std::size_t side = 0; side < width; ++side) track_block_[i * width + side] = sources[side][i];
  }
  TrackBlock whole = block;
  whole.samples = track_block_.data();
  plan_->sink->write(whole);
}

void CaptureEngine::skip_frame() noexcept {
  const std::size_t frames = plan_->chain.frame;
  const std::uint64_t frame = gather_.next_frame();
  const bool is_standstill = is_in_standstill(gather_.time_of(frame));
  gather_.skip(frames);
  late_.fetch_add(1, std::memory_order_relaxed);
  session_frames_.store(gather_.next_frame(), std::memory_order_relaxed);
  if (is_program_wanted_.load(std::memory_order_relaxed)) program_tap_.skip(frames);
  for (const CapturePlan::Channel &channel : plan_->channels) {
    if (channel.voice) channel.voice->skip(frames);
  }
  if (!plan_->sink) return;
  const std::uint64_t origin = track_frame_of(frame);
  const std::size_t late_frames = chain_frames();
  for (std::size_t number = 0; number < plan_->tracks.size(); ++number) {
    const CapturePlan::Track &track = plan_->tracks[number];
    std::size_t delay = 0;
    if (track.channel.has_value() && !track.is_silence && !track.is_raw) {
      delay = late_frames + plan_->channels[*track.channel].node->strip().latency_frames();
    } else if (!track.channel.has_value() && !track.is_silence) {
      delay = program_delay();
    }
    plan_->sink->write({number, silence_.data(), frames, origin - delay, frames, is_standstill});
  }
}

void CaptureEngine::note_busy(double busy_sec, std::size_t frames) noexcept {
  busy_window_sec_ += busy_sec;
  sound_window_sec_ += static_cast<double>(frames) / rate_hz_;
  if (sound_window_sec_ < 0.1) return;
  const double load = busy_window_sec_ / sound_window_sec_;
  load_.store(load, std::memory_order_relaxed);
  if (load > peak_load_.load(std::memory_order_relaxed)) peak_load_.store(load, std::memory_order_relaxed);
  busy_window_sec_ = 0.0;
  sound_window_sec_ = 0.0;
}

BusLevels CaptureEngine::read_monitor_levels() noexcept {
  are_levels_wanted_.store(true, std::memory_order_release);
  return monitor_levels_.read();
}

BusLevels CaptureEngine::read_program_levels() noexcept {
  are_program_levels_wanted_.store(true, std::memory_order_release);
  return program_levels_.read();
}

}  // namespace sounddesk
