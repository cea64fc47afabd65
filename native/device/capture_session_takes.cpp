// The takes of a capture session: which tracks a recorder gets, and when.
#include <algorithm>
#include <chrono>
#include <thread>

#include "device/capture_session.hpp"

namespace sounddesk {

TakeSetup CaptureSession::take_setup(double pre_roll_sec, const TakeOptions &options) const {
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
    const bool is_raw_only = std::ranges::find(options.raw_only_ids, track.id) != options.raw_only_ids.end();
    if (options.tap == TakeTap::both && !is_raw_only) {
      TakeTrack processed = track;
      processed.id = "processed:" + track.id;
      processed.name = track.name + " (processed)";
      processed.processed_of = track.id;
      setup.tracks.push_back(std::move(track));
      setup.tracks.push_back(std::move(processed));
    } else {
      setup.tracks.push_back(std::move(track));
    }
  }
  if (!setup.tracks.empty()) {
    TakeTrack mix;
    mix.id = "mix";
    mix.name = "Mix";
    mix.is_mix = true;
    mix.channels = 2;
    setup.tracks.push_back(std::move(mix));
    for (const PlayedTrack &played : options.played) {
      TakeTrack track;
      track.id = played.id;
      track.name = played.name;
      track.is_played = true;
      track.channels = 2;
      setup.tracks.push_back(std::move(track));
    }
  }
  return setup;
}

std::vector<CaptureSession::RecorderTrack> CaptureSession::tracks_of(const TakeSetup &setup, TakeTap tap) {
  std::vector<RecorderTrack> tracks;
  for (const TakeTrack &track : setup.tracks) {
    const bool is_processed = !track.processed_of.empty();
    const bool is_raw = !track.is_mix && !track.is_played && !is_processed && tap != TakeTap::processed;
    const std::string &channel_id = is_processed ? track.processed_of : track.id;
    tracks.push_back({channel_id, static_cast<std::size_t>(track.channels), track.is_mix, is_raw, track.is_played});
  }
  return tracks;
}

void CaptureSession::arm_recorder(double pre_roll_sec, const TakeOptions &options) {
  disarm_recorder();
  const TakeSetup setup = take_setup(pre_roll_sec, options);
  recorder_ = std::make_shared<TakeWriter>(setup, events_.take);
  recorder_tracks_ = tracks_of(setup, options.tap);
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
  const std::lock_guard<std::mutex> starting(start_mutex_);
  TakeOptions fitting = options;
  fitting.pre_roll_sec = std::min(options.pre_roll_sec, options_.armed_pre_roll_sec);
  const std::shared_ptr<TakeWriter> recorder = ready_recorder(options);
  // Files are made without the lock: what listens to the program is served meanwhile.
  recorder->start(fitting);
}

std::shared_ptr<TakeWriter> CaptureSession::ready_recorder(const TakeOptions &options) {
  std::unique_lock<std::mutex> lock(mutex_);
  if (is_stopped_) throw Failure(FailureCode::bad_option, "The session has ended. Start it again, then record.");
  if (recorder_ && recorder_->is_recording()) {
    throw Failure(FailureCode::bad_option, "A take is running already. Stop it before the next one is started.");
  }
  const TakeSetup setup = take_setup(0.0, options);
  if (setup.tracks.empty()) {
    throw Failure(FailureCode::bad_option, "No channel is enabled. Enable at least one channel, then record.");
  }
  if (recorder_ && recorder_tracks_ == tracks_of(setup, options.tap)) return recorder_;
  arm_recorder(options_.armed_pre_roll_sec, options);
  publish();
  wait_until_swapped();
  const std::shared_ptr<TakeWriter> armed = recorder_;
  lock.unlock();
  // The first frames: a take begins at the newest.
  const std::uint64_t before = engine_->session_frames();
  for (int attempt = 0; attempt < 200 && engine_->session_frames() == before; ++attempt) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return armed;
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

void CaptureSession::write_played(const std::string &id, std::uint64_t session_frame, const float *samples,
                                  std::size_t count) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!recorder_ || !recorder_->is_recording()) return;
  // Of a session before this one, whose frames were counted otherwise.
  if (session_frame > engine_->newest_track_frame()) return;
  for (std::size_t number = 0; number < recorder_tracks_.size(); ++number) {
    const RecorderTrack &track = recorder_tracks_[number];
    if (!track.is_played || track.channel_id != id) continue;
    const std::size_t frames = count / track.width;
    // As the engine's: a track's ring has room for so many blocks.
    const auto most = static_cast<std::size_t>(options_.rate_hz) / 100;
    for (std::size_t done = 0; done < frames; done += most) {
      const std::size_t part = std::min(most, frames - done);
      recorder_->write({number, samples + done * track.width, part, session_frame + done, 0});
    }
  }
}

}  // namespace sounddesk
