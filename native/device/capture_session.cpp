#include "device/capture_session.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace sounddesk {
namespace {

constexpr auto report_interval = std::chrono::microseconds(33333);
constexpr int ticks_between_searches = 30;
constexpr int most_ticks_between_rescans = 10 * ticks_between_searches;
constexpr int ticks_between_device_reports = 30;
constexpr int ticks_between_latencies = 30;
constexpr int ticks_between_voices = 3;
/** Stereo pairs that are fetched at once: a tenth of a second. */
constexpr std::size_t program_values_at_once = 2 * 4800;

}  // namespace

CaptureSession::CaptureSession(const CaptureOptions &options, CaptureEvents events)
    : options_(options), events_(std::move(events)), mode_ms_(options.mode_ms), port_audio_(std::make_shared<PortAudioUse>()) {
  engine_ = std::make_shared<CaptureEngine>(options.rate_hz, monotonic_sec());
  for (const CaptureChannelOptions &channel : options.channels) add_channel(channel);
  if (options.monitor_id.has_value()) monitor_ = std::make_unique<CaptureDevice>(*options.monitor_id, false, engine_);
  if (options.program_id.has_value()) program_ = std::make_unique<CaptureDevice>(*options.program_id, false, engine_);
  prepare_strong_bank();
  connect_devices();
  open_outputs();
  TakeOptions armed;
  armed.tap = options.armed_tap;
  if (options.armed_pre_roll_sec > 0.0 && !take_setup(0.0, armed).tracks.empty()) {
    arm_recorder(options.armed_pre_roll_sec, armed);
  }
  publish();
  engine_->start();
  watcher_ = std::thread([this] { watch(); });
}

CaptureSession::~CaptureSession() { stop(); }

void CaptureSession::stop() {
  {
    const std::lock_guard<std::mutex> lock(stop_mutex_);
    is_stopping_ = true;
  }
  stop_signal_.notify_all();
  if (watcher_.joinable()) watcher_.join();
  const std::lock_guard<std::mutex> starting(start_mutex_);
  const std::lock_guard<std::mutex> lock(mutex_);
  if (is_stopped_) return;
  is_stopped_ = true;
  if (recorder_) {
    recorder_->stop();
    recorder_->wait_until_ended();
  }
  for (CaptureDevice *device : devices()) device->close();
  leave_port_audio();
  engine_->stop();
  recorder_.reset();
  engine_.reset();
  leaving_inserts_.clear();
  for (Channel &channel : channels_) channel.insert.reset();
}

// --- devices -----------------------------------------------------------------------------------------------

std::vector<CaptureDevice *> CaptureSession::devices() const {
  std::vector<CaptureDevice *> all;
  for (const auto &[id, device] : inputs_) all.push_back(device.get());
  if (monitor_) all.push_back(monitor_.get());
  if (program_) all.push_back(program_.get());
  return all;
}

CaptureDevice *CaptureSession::input_of(const Channel &channel) {
  if (!channel.options.device_id.has_value()) return nullptr;
  const auto found = inputs_.find(*channel.options.device_id);
  return found == inputs_.end() ? nullptr : found->second.get();
}

void CaptureSession::connect_devices() {
  std::map<std::string, int> wanted;
  for (const Channel &channel : channels_) {
    if (!channel.options.device_id.has_value()) continue;
    int &least = wanted[*channel.options.device_id];
    for (const int number : channel.options.device_channels) least = std::max(least, number + 1);
  }
  for (auto at = inputs_.begin(); at != inputs_.end();) at = wanted.contains(at->first) ? std::next(at) : inputs_.erase(at);
  for (const auto &[id, least] : wanted) {
    std::unique_ptr<CaptureDevice> &device = inputs_[id];
    const bool is_new = !device;
    if (is_new) device = std::make_unique<CaptureDevice>(id, true, engine_);
    if (is_new || (device->is_open() && device->channels() < least)) open_device(*device);
  }
  follow_direct();
}

void CaptureSession::look_after_devices() {
  bool has_changed = false;
  for (CaptureDevice *device : devices()) has_changed = device->has_died() || has_changed;
  if (has_changed) ticks_until_rescan_ = rescan_pause_ticks_ = 0;
  if (ticks_ % ticks_between_searches == 0 && !is_port_audio_stuck_) {
    bool is_one_missing = false;
    for (CaptureDevice *device : devices()) is_one_missing = is_one_missing || !device->is_open();
    if (is_one_missing) rescan_port_audio();
    for (CaptureDevice *device : devices()) {
      if (device->is_open() || is_port_audio_stuck_) continue;
      open_device(*device);
      has_changed = has_changed || device->is_open();
    }
  }
  if (has_changed) {
    follow_direct();
    publish();
    report_devices();
  }
  report_standstill();
}

void CaptureSession::report_standstill() {
  if (!is_port_audio_stuck_ || has_failed_) return;
  std::string names;
  for (const CaptureDevice *device : devices()) {
    if (device->is_open()) return;
    names += (names.empty() ? "" : ", ") + device->state().name;
  }
  has_failed_ = true;
  events_.on_failed(FailureCode::device_lost,
                    "The sound server of " + names +
                        " has died. Start it again: the session waits for its devices.");
}

void CaptureSession::rescan_port_audio() {
  for (CaptureDevice *device : devices()) {
    if (device->is_of_port_audio()) return;
  }
  // It takes tens of milliseconds of a core, so it becomes rarer while nothing is found.
  ticks_until_rescan_ -= ticks_between_searches;
  if (ticks_until_rescan_ > 0) return;
  rescan_pause_ticks_ = std::clamp(2 * rescan_pause_ticks_, ticks_between_searches, most_ticks_between_rescans);
  ticks_until_rescan_ = rescan_pause_ticks_;
  // Any other program that uses PortAudio keeps it as it is.
  leave_port_audio();
  if (!is_port_audio_stuck_) port_audio_ = std::make_shared<PortAudioUse>();
}

void CaptureSession::leave_port_audio() {
  if (is_port_audio_stuck_) return;
  is_port_audio_stuck_ = !finish_or_leave([jack = std::move(jack_), port_audio = std::move(port_audio_)]() mutable {
    jack.reset();
    port_audio.reset();
  });
  jack_.reset();
  port_audio_.reset();
}

void CaptureSession::follow_jack() {
  if (!jack_) return;
  const std::optional<JackLatency::Reading> reading = jack_->read();
  if (!reading.has_value()) return;
  for (CaptureDevice *device : devices()) {
    if (device->is_of_jack()) device->set_device_latency(device->is_input() ? reading->capture_sec : reading->playback_sec);
  }
}

// --- the plan ----------------------------------------------------------------------------------------------

LatencyChain CaptureSession::chain() const {
  return latency_chain(mode_ms_, options_.rate_hz, static_cast<std::size_t>(options_.block_frames));
}

int CaptureSession::block_frames() const {
  return std::min(static_cast<int>(chain().block_frames) * block_factor_, std::max(largest_relief_block, options_.block_frames));
}

bool CaptureSession::is_direct() const {
  return are_inputs_direct() && monitor_ && monitor_->is_open() && monitor_->output()->is_same_clock();
}

std::unique_ptr<CapturePlan> CaptureSession::make_plan() {
  auto plan = std::make_unique<CapturePlan>();
  plan->chain = chain();
  plan->is_direct = is_direct();
  plan->strong_bank = strong_bank_;
  for (const auto &[id, device] : inputs_) {
    if (device->input()) plan->inputs.push_back(device->input());
  }
  std::map<std::string, std::size_t> places;
  for (const Channel &channel : channels_) {
    CapturePlan::Channel planned;
    planned.node = channel.node;
    CaptureDevice *device = input_of(channel);
    if (device != nullptr) planned.input = device->input();
    for (std::size_t i = 0; i < channel.options.device_channels.size(); ++i) {
      planned.device_channels[i] = static_cast<std::size_t>(channel.options.device_channels[i]);
    }
    planned.bank_channels = channel.bank_channels;
    planned.insert = channel.insert;
    if (channel.voice) planned.voice = channel.voice->tap();
    places[channel.options.id] = plan->channels.size();
    plan->channels.push_back(std::move(planned));
  }
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    const std::vector<std::string> &sides = channels_[i].sides;
    for (std::size_t bus = 0; bus < std::min(sides.size(), side_chain_count); ++bus) {
      const auto place = places.find(sides[bus]);
      if (place != places.end()) plan->channels[i].sides[bus] = place->second;
    }
  }
  if (monitor_ && monitor_->is_open()) plan->monitor = monitor_->output();
  if (program_ && program_->is_open()) plan->program = program_->output();
  plan->sink = recorder_;
  for (const RecorderTrack &recorded : recorder_tracks_) {
    // They come last, and their sound from elsewhere.
    if (recorded.is_played) break;
    CapturePlan::Track track;
    track.width = recorded.width;
    track.is_raw = recorded.is_raw;
    if (!recorded.is_mix) {
      const auto place = places.find(recorded.channel_id);
      track.is_silence = place == places.end();
      if (!track.is_silence) track.channel = place->second;
    }
    plan->tracks.push_back(track);
  }
  return plan;
}

void CaptureSession::publish() {
  // The queue is full only where the DSP thread stands still; then it will find the newest plan later.
  for (int attempt = 0; attempt < 200; ++attempt) {
    if (engine_->publish(make_plan())) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

void CaptureSession::wait_until_swapped() {
  for (int attempt = 0; attempt < 400 && !engine_->collect_garbage(); ++attempt) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void CaptureSession::set_mode(int mode_ms) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (is_stopped_ || mode_ms == mode_ms_) return;
  mode_ms_ = mode_ms;
  block_factor_ = 1;
  is_direct_given_up_ = false;
  is_strong_given_up_ = false;
  strong_bank_.reset();
  prepare_strong_bank();
  overload_.begin();
  reopen_devices(false);
  publish();
}

// --- the watching thread -----------------------------------------------------------------------------------

void CaptureSession::watch() {
  auto next = std::chrono::steady_clock::now();
  for (;;) {
    // After a standstill (sleep, SIGSTOP) from now on, instead of all ticks that were missed.
    next = std::max(next + report_interval, std::chrono::steady_clock::now());
    {
      std::unique_lock<std::mutex> lock(stop_mutex_);
      if (stop_signal_.wait_until(lock, next, [this] { return is_stopping_; })) return;
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    tick();
  }
}

void CaptureSession::tick() {
  ++ticks_;
  engine_->collect_garbage();
  let_go_of_inserts();
  look_after_devices();
  bool has_gone = false;
  for (Channel &channel : channels_) {
    if (channel.ticks_left > 0 && --channel.ticks_left == 0) has_gone = true;
  }
  if (has_gone) {
    for (const Channel &channel : channels_) {
      if (channel.ticks_left == 0 && channel.insert) leaving_inserts_.emplace_back(channel.node, channel.insert);
    }
    std::erase_if(channels_, [](const Channel &channel) { return channel.ticks_left == 0; });
    connect_devices();
    publish();
  }
  if (ticks_ % ticks_between_device_reports == 0) {
    follow_jack();
    report_devices();
  }
  follow_load();
  report_levels();
  report_program();
  if (ticks_ % ticks_between_voices == 0) report_voices();
}

void CaptureSession::watch_program(bool is_wanted) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (is_stopped_ || is_wanted == is_program_watched_) return;
  is_program_watched_ = is_wanted;
  engine_->tap_program(is_wanted);
  program_block_.resize(is_wanted ? program_values_at_once : 0);
  // What was kept for a listener before is not for this one.
  while (is_wanted && engine_->take_program(program_block_.data(), program_block_.size()) > 0) {
  }
  waiting_program_.clear();
}

void CaptureSession::report_program() {
  if (!is_program_watched_ || !events_.on_program) return;
  const auto report = [this] {
    if (!events_.on_program(waiting_program_, waiting_program_sec_, waiting_program_frame_)) return false;
    waiting_program_.clear();
    return true;
  };
  // One that does not listen in time is owed silence by the engine: nothing piles up here.
  if (!waiting_program_.empty() && !report()) return;
  for (std::size_t count = program_block_.size(); count == program_block_.size();) {
    count = engine_->take_program(program_block_.data(), program_block_.size());
    waiting_program_.insert(waiting_program_.end(), program_block_.begin(),
                            program_block_.begin() + static_cast<std::ptrdiff_t>(count));
  }
  // The end is known: what is in the tap now is newer than what was taken.
  const std::size_t frames = waiting_program_.size() / 2;
  waiting_program_sec_ = engine_->program_sec() - static_cast<double>(frames) / engine_->rate_hz();
  waiting_program_frame_ = engine_->program_frame() - static_cast<std::int64_t>(frames);
  if (frames > 0) report();
}

void CaptureSession::report_levels() {
  CaptureLevels levels;
  for (const Channel &channel : channels_) {
    if (channel.ticks_left < 0) levels.channels.emplace_back(channel.options.id, channel.node->read_levels());
  }
  levels.monitor = engine_->read_monitor_levels();
  levels.program = engine_->read_program_levels();
  const CaptureDevice *heard = monitor_ && monitor_->is_open() ? monitor_.get() : nullptr;
  if (heard != nullptr && ticks_ >= latency_from_tick_) latency_.add(heard->output()->latency_sec());
  if (heard != nullptr && latency_.is_known()) {
    if (ticks_ % ticks_between_latencies == 0) engine_->set_monitor_latency(*latency_.at(0.5));
    levels.latency_ms = latency_.newest_ms();
    levels.latency_p50_ms = latency_.at(0.5);
    levels.latency_p99_ms = latency_.at(0.99);
  }
  levels.frames_processed = engine_->frames_processed();
  levels.frames_missed = frames_missed();
  levels.dsp_load = engine_->load();
  if (recorder_) recorder_->set_missed_deadlines(levels.frames_missed);
  events_.on_levels(std::move(levels));
}

std::uint64_t CaptureSession::frames_missed() const {
  double missed_sec = 0.0;
  for (const auto &[id, device] : inputs_) {
    if (device->input()) {
      missed_sec += static_cast<double>(device->input()->aligned().discarded_frames()) / device->input()->format().device_rate_hz;
    }
  }
  for (const CaptureDevice *device : {monitor_.get(), program_.get()}) {
    if (device != nullptr && device->output()) {
      missed_sec += static_cast<double>(device->output()->silent_frames()) / device->output()->device_rate_hz();
    }
  }
  return engine_->frames_late() + static_cast<std::uint64_t>(std::ceil(missed_sec * 100.0));
}

void CaptureSession::report_devices() {
  std::vector<CaptureDeviceState> states;
  for (const CaptureDevice *device : devices()) states.push_back(device->state());
  if (recorder_) {
    for (std::size_t number = 0; number < recorder_tracks_.size(); ++number) {
      for (const Channel &channel : channels_) {
        CaptureDevice *device = channel.options.id == recorder_tracks_[number].channel_id ? input_of(channel) : nullptr;
        const std::optional<double> drift = device == nullptr ? std::nullopt : device->state().drift_ppm;
        if (drift.has_value()) recorder_->set_drift(number, *drift);
      }
    }
  }
  if (states == reported_devices_) return;
  reported_devices_ = states;
  events_.on_devices(std::move(states));
}

std::uint64_t CaptureSession::misses() const {
  std::uint64_t misses = engine_->frames_late();
  for (const CaptureDevice *device : {monitor_.get(), program_.get()}) {
    if (device != nullptr && device->output()) misses += device->output()->dropouts();
  }
  return misses;
}

void CaptureSession::follow_load() {
  if (!overload_.is_overloaded(engine_->take_peak_load(), misses())) return;
  const int from_ms = mode_ms_;
  const CaptureRelief relief = relief_of({mode_ms_, strong_bank_ != nullptr, is_direct(), block_frames()});
  relieve(relief);
  events_.on_overloaded(from_ms, mode_ms_, relief.message);
}

void CaptureSession::relieve(const CaptureRelief &relief) {
  const int block_before = block_frames();
  switch (relief.kind) {
    case CaptureRelief::Kind::rnnoise:
      strong_bank_.reset();
      is_strong_given_up_ = true;
      break;
    case CaptureRelief::Kind::longer_mode:
      // A session without a mode has room for the strong engine, but this machine does not.
      is_strong_given_up_ = true;
      mode_ms_ = relief.mode_ms;
      // The longest mode's chain is that of no mode: only longer blocks make a difference.
      if (mode_ms_ == 0 && block_frames() == block_before && block_before < largest_relief_block) block_factor_ *= 2;
      break;
    case CaptureRelief::Kind::reserve:
      is_direct_given_up_ = true;
      break;
    case CaptureRelief::Kind::longer_blocks:
      block_factor_ *= 2;
      break;
    case CaptureRelief::Kind::none:
      overload_.rest();
      return;
  }
  reopen_devices(relief.kind != CaptureRelief::Kind::longer_blocks);
  publish();
}

CaptureInformation CaptureSession::information() {
  const std::lock_guard<std::mutex> lock(mutex_);
  CaptureInformation information;
  information.rate_hz = options_.rate_hz;
  information.block_frames = is_stopped_ ? options_.block_frames : block_frames();
  if (is_stopped_) return information;
  for (const CaptureDevice *device : devices()) information.devices.push_back(device->state());
  LatencyFacts facts{options_.rate_hz, static_cast<std::size_t>(options_.block_frames), std::nullopt, mode_ms_, std::nullopt, 0};
  facts.is_strong_wanted = is_strong_wanted();
  double input_sec = 0.0;
  for (const auto &[id, device] : inputs_) input_sec = std::max(input_sec, device->own_latency_sec());
  if (monitor_ && monitor_->is_open()) {
    facts.device_sec = input_sec + monitor_->own_latency_sec();
    if (latency_.is_known()) facts.measured_p99_ms = latency_.at(0.99);
    if (jack_ && are_inputs_of_one_server() && monitor_->can_be_direct(options_.rate_hz)) {
      if (const std::optional<JackLatency::Reading> reading = jack_->read(); reading.has_value()) {
        facts.direct_sec = reading->capture_sec + reading->playback_sec;
        facts.period_frames = reading->period_frames;
      }
    }
    // A sound system may hand over more at once than it was asked for.
    if (static_cast<int>(monitor_->largest_block()) > block_frames()) facts.least_block_frames = monitor_->largest_block();
  }
  for (const int mode_ms : {5, 10, 20, 50}) information.modes.push_back(latency_mode_state(mode_ms, facts));
  information.priority_refusal = engine_->priority_refusal();
  return information;
}

}  // namespace sounddesk
