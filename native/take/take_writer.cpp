#include "take/take_writer.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "rt/failure.hpp"
#include "take/session_time.hpp"
#include "take/take_recording.hpp"
#include "take/track_input.hpp"

namespace sounddesk {
namespace {

/** What a stalled disk may cost before sound is lost. */
constexpr double stall_sec = 10.0;
/** How long the files of a take may need to be made, while sound arrives already. */
constexpr double start_sec = 4.0;
constexpr auto tick = std::chrono::milliseconds(100);
/** 32 channels, raw and processed, the mix, and sound files. */
constexpr std::size_t most_tracks = 65 + 20;

void check(const TakeSetup &setup) {
  const auto refuse = [](const char *message) { throw Failure(FailureCode::bad_option, message); };
  if (setup.tracks.empty() || setup.tracks.size() > most_tracks) refuse("A take has 1 to 85 tracks.");
  if (setup.rate_hz < 8000 || setup.rate_hz > 192000) refuse("A take's rate is from 8 to 192 kHz.");
  if (!(setup.pre_roll_sec >= 0.0 && setup.pre_roll_sec <= 30.0)) refuse("The pre-roll is from 0 to 30 s.");
  for (const TakeTrack &track : setup.tracks) {
    if (track.channels < 1 || track.channels > 8) refuse("A track has 1 to 8 channels.");
  }
}

}  // namespace

class TakeWriter::Impl {
 public:
  Impl(TakeSetup setup, TakeEvents events)
      : setup_(std::move(setup)), events_(std::move(events)), time_(setup_.rate_hz) {
    check(setup_);
    const double room_sec = setup_.pre_roll_sec + stall_sec + start_sec;
    for (const TakeTrack &track : setup_.tracks) {
      inputs_.push_back(std::make_unique<TrackInput>(track.channels, setup_.rate_hz, room_sec));
    }
    drifts_.resize(setup_.tracks.size());
    thread_ = std::thread([this] { run(); });
  }

  ~Impl() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (recording_) ask(TakeCommand::Kind::stop, "");
      is_ending_ = true;
    }
    wake_.notify_all();
    thread_.join();
  }

  void write(const TrackBlock &block) noexcept {
    if (block.track < inputs_.size()) inputs_[block.track]->push(block);
  }

  void note_time(std::uint64_t session_frame, double at_sec) noexcept { time_.note(session_frame, at_sec); }

  void start(const TakeOptions &options) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (recording_) throw Failure(FailureCode::bad_option, "A take is being recorded already. Stop it first.");
    }
    auto made = std::make_unique<TakeRecording>(setup_, options, inputs_, head(), time_, events_);
    const std::lock_guard<std::mutex> lock(mutex_);
    commands_.clear();
    recording_ = std::move(made);
    is_keeping_.store(true, std::memory_order_relaxed);
    wake_.notify_all();
  }

  void command(TakeCommand::Kind kind) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (recording_) ask(kind, "");
    wake_.notify_all();
  }

  double add_marker(const std::string &label) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!recording_) return 0.0;
    TakeSegments segments = recording_->segments();
    for (const TakeCommand &command : commands_) apply_to(segments, command);
    ask(TakeCommand::Kind::marker, label);
    return static_cast<double>(segments.frames_before(commands_.back().at)) / setup_.rate_hz;
  }

  void wait_until_ended() {
    std::unique_lock<std::mutex> lock(mutex_);
    ended_.wait(lock, [this] { return !recording_ && !is_reporting_; });
  }

  bool is_keeping() const noexcept { return is_keeping_.load(std::memory_order_relaxed); }

  bool is_recording() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return recording_ != nullptr;
  }

  void set_drift(std::size_t track, double ppm) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (track < drifts_.size()) drifts_[track] = ppm;
  }

  void set_missed_deadlines(std::uint64_t total) {
    const std::lock_guard<std::mutex> lock(mutex_);
    missed_deadlines_ = total;
  }

 private:
  std::uint64_t head() const {
    std::uint64_t head = 0;
    for (const auto &input : inputs_) head = std::max(head, input->end_frame());
    return head;
  }

  /** With the lock held. What was asked for is for the newest frame; frames behind it are not yet written. */
  void ask(TakeCommand::Kind kind, const std::string &label) { commands_.push_back({kind, head(), label}); }

  void run() {
    for (;;) {
      std::vector<TakeCommand> commands;
      std::optional<std::uint64_t> missed_deadlines;
      std::vector<std::optional<double>> drifts;
      TakeRecording *recording = nullptr;
      std::uint64_t horizon = 0;
      {
        std::unique_lock<std::mutex> lock(mutex_);
        wake_.wait_for(lock, tick, [this] { return is_ending_ || !commands_.empty(); });
        if (is_ending_ && !recording_) return;
        recording = recording_.get();
        // They stay until each is applied: a marker's place is reckoned by those before it.
        commands = commands_;
        if (recording == nullptr) commands_.clear();
        horizon = head();
        drifts = drifts_;
        missed_deadlines = missed_deadlines_;
      }
      if (recording == nullptr) {
        trim(horizon);
        continue;
      }
      for (std::size_t i = 0; i < drifts.size(); ++i) {
        if (drifts[i].has_value()) recording->set_drift(i, *drifts[i]);
      }
      if (missed_deadlines.has_value()) recording->set_missed_deadlines(*missed_deadlines);
      recording->begin_with_sound(horizon, mutex_);
      for (const TakeCommand &command : commands) {
        recording->apply(command, mutex_);
        const std::lock_guard<std::mutex> lock(mutex_);
        commands_.erase(commands_.begin());
      }
      if (!recording->advance(horizon, mutex_)) report_end();
    }
  }

  /** Another take may be started from within `on_ended`. */
  void report_end() {
    std::unique_ptr<TakeRecording> ended;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      ended = std::move(recording_);
      is_keeping_.store(false, std::memory_order_relaxed);
      is_reporting_ = true;
    }
    if (events_.on_ended) events_.on_ended(ended->end_code(), ended->end_message());
    const std::lock_guard<std::mutex> lock(mutex_);
    is_reporting_ = false;
    ended_.notify_all();
  }

  /** Keeps the pre-roll, and what a start needs that is still making its files. */
  void trim(std::uint64_t horizon) {
    const auto keep = static_cast<std::uint64_t>((setup_.pre_roll_sec + start_sec) * setup_.rate_hz);
    const std::uint64_t from = horizon > keep ? horizon - keep : 0;
    for (const auto &input : inputs_) {
      for (const PendingBlock *block = input->peek(); block != nullptr && block->session_frame + block->frames <= from;
           block = input->peek()) {
        input->take(nullptr, block->frames);
      }
    }
  }

  TakeSetup setup_;
  TakeEvents events_;
  SessionTime time_;
  std::vector<std::unique_ptr<TrackInput>> inputs_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable ended_;
  std::vector<TakeCommand> commands_;
  std::unique_ptr<TakeRecording> recording_;
  std::vector<std::optional<double>> drifts_;
  std::optional<std::uint64_t> missed_deadlines_;
  std::atomic<bool> is_keeping_{false};
  bool is_reporting_ = false;
  bool is_ending_ = false;
  std::thread thread_;
};

TakeWriter::TakeWriter(TakeSetup setup, TakeEvents events)
    : impl_(std::make_unique<Impl>(std::move(setup), std::move(events))) {}
TakeWriter::~TakeWriter() = default;
void TakeWriter::write(const TrackBlock &block) noexcept { impl_->write(block); }
bool TakeWriter::is_keeping() const noexcept { return impl_->is_keeping(); }
void TakeWriter::note_time(std::uint64_t session_frame, double at_sec) noexcept {
  impl_->note_time(session_frame, at_sec);
}
void TakeWriter::start(const TakeOptions &options) { impl_->start(options); }
void TakeWriter::pause() { impl_->command(TakeCommand::Kind::pause); }
void TakeWriter::resume() { impl_->command(TakeCommand::Kind::resume); }
double TakeWriter::add_marker(const std::string &label) { return impl_->add_marker(label); }
void TakeWriter::stop() { impl_->command(TakeCommand::Kind::stop); }
void TakeWriter::wait_until_ended() { impl_->wait_until_ended(); }
bool TakeWriter::is_recording() const { return impl_->is_recording(); }
void TakeWriter::set_drift(std::size_t track, double ppm) { impl_->set_drift(track, ppm); }
void TakeWriter::set_missed_deadlines(std::uint64_t total) { impl_->set_missed_deadlines(total); }

}  // namespace sounddesk
