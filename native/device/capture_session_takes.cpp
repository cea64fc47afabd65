// The takes of a capture session: which tracks a recorder gets, and when.
#include <chrono>
#include <thread>

#include "device/capture_session.hpp"

namespace sounddesk {

TakeSetup CaptureSession::take_setup(double pre_roll_sec) const {
  TakeSetup setup;
  setup.rate_hz = options_.rate_hz;
  setup.pre_roll_sec = pre_roll_sec;
  for (const Channel &channel : channels_) {
    if (!channel.options.is_enabled || channel.ticks_left >= 0) continue;
    TakeTrack track;
    track.id = channel.options.id;
    track.name = channel.options.name;
    track.channels = static_cast<int>(channel.options.device_channels.size());
    track.device_id = channel.options.device_id.value_or("");
    const auto device = inputs_.find(track.device_id);
    if (device != inputs_.end()) track.device_name = device->second->state().name;
    track.device_channels = channel.options.device_channels;
    setup.tracks.push_back(std::move(track));
  }
  if (!setup.tracks.empty()) {
    TakeTrack mix;
    mix.id = "mix";
    mix.name = "Mix";
    mix.is_mix = true;
    mix.channels = 2;
    setup.tracks.push_back(std::move(mix));
  }
  return setup;
}

std::vector<CaptureSession::RecorderTrack> CaptureSession::tracks_of(const TakeSetup &setup) {
  std::vector<RecorderTrack> tracks;
  for (const TakeTrack &track : setup.tracks) {
    tracks.push_back({track.id, static_cast<std::size_t>(track.channels), track.is_mix});
  }
  return tracks;
}

void CaptureSession::arm_recorder(double pre_roll_sec, bool is_raw_tap) {
  disarm_recorder();
  const TakeSetup setup = take_setup(pre_roll_sec);
  recorder_ = std::make_shared<TakeWriter>(setup, events_.take);
  recorder_tracks_ = tracks_of(setup);
  is_raw_tap_ = is_raw_tap;
}

void CaptureSession::disarm_recorder() {
  if (!recorder_) return;
  std::shared_ptr<TakeWriter> leaving = std::move(recorder_);
  recorder_ = nullptr;
  recorder_tracks_.clear();
  publish();
  // It is destroyed here, not where the plan that named it is given back.
  wait_until_swapped();
}

void CaptureSession::start_take(const TakeOptions &options) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (is_stopped_) throw Failure(FailureCode::bad_option, "The session has ended. Start it again, then record.");
  if (recorder_ && recorder_->is_recording()) {
    throw Failure(FailureCode::bad_option, "A take is running already. Stop it before the next one is started.");
  }
  const TakeSetup setup = take_setup(0.0);
  if (setup.tracks.empty()) {
    throw Failure(FailureCode::bad_option, "No channel is enabled. Enable at least one channel, then record.");
  }
  const bool is_raw = options.tap == TakeTap::raw;
  const bool is_fit = recorder_ && recorder_tracks_ == tracks_of(setup) && is_raw_tap_ == is_raw;
  if (!is_fit) {
    arm_recorder(options_.armed_pre_roll_sec, is_raw);
    publish();
    wait_until_swapped();
    // The first frames: a take begins at the newest.
    const std::uint64_t before = engine_->session_frames();
    for (int attempt = 0; attempt < 200 && engine_->session_frames() == before; ++attempt) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
  TakeOptions fitting = options;
  fitting.pre_roll_sec = std::min(options.pre_roll_sec, options_.armed_pre_roll_sec);
  recorder_->start(fitting);
}

void CaptureSession::pause_take() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (recorder_) recorder_->pause();
}

void CaptureSession::resume_take() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (recorder_) recorder_->resume();
}

double CaptureSession::add_marker(const std::string &label) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return recorder_ ? recorder_->add_marker(label) : 0.0;
}

void CaptureSession::stop_take() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (recorder_) recorder_->stop();
}

}  // namespace sounddesk
