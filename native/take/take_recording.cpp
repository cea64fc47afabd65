#include "take/take_recording.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "rt/failure.hpp"
#include "rt/system_file.hpp"
#include "take/take_json.hpp"

namespace sounddesk {
namespace {

constexpr auto maintenance_interval = std::chrono::milliseconds(500);
/** How long the tracks may take to deliver what is before the stop. */
constexpr auto stop_grace = std::chrono::milliseconds(1500);
/** A track that is so far behind the newest one gets silence, so that its file follows. */
constexpr double lag_sec = 5.0;
/** The same where nothing comes while nothing plays: a take that is cut off lacks no more than that. */
constexpr double played_lag_sec = 2.0;
/** Of which nothing came for so long, a stop waits for nothing. */
constexpr double played_idle_sec = 1.0;
constexpr double slow_fill = 0.5;
/** Room for the last `take.json` on a disk that is full. */
constexpr std::size_t reserve_bytes = 4U << 20;

double now_ms() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::milli>(now).count();
}

bool is_wanted(const TakeTrack &track, TakeMode mode) {
  if (mode == TakeMode::both || track.is_played) return true;
  return track.is_mix == (mode == TakeMode::mixed);
}

double nominal_bytes_per_sec(const TakeSetup &setup, const TakeOptions &options) {
  double channels = 0.0;
  for (const TakeTrack &track : setup.tracks) {
    if (is_wanted(track, options.mode)) channels += track.channels;
  }
  const double sample_bytes = options.encoding == TakeEncoding::float32 ? 4.0 : 3.0;
  return channels * (setup.rate_hz * sample_bytes + 400.0);
}

void check(const TakeSetup &setup, const TakeOptions &options) {
  const auto refuse = [](const std::string &message) { throw Failure(FailureCode::bad_option, message); };
  if (options.container == TakeContainer::flac && options.encoding != TakeEncoding::pcm24) {
    refuse("FLAC holds 24-bit samples. Choose 24 bit, or RF64 for floating point.");
  }
  if (options.pre_roll_sec < 0.0 || options.pre_roll_sec > setup.pre_roll_sec + 1e-9) {
    refuse("A pre-roll of " + json_number(options.pre_roll_sec) + " s is asked for, and at most " +
           json_number(setup.pre_roll_sec) + " s are kept.");
  }
  const auto wanted = [&options](const TakeTrack &track) { return is_wanted(track, options.mode); };
  if (std::none_of(setup.tracks.begin(), setup.tracks.end(), wanted)) {
    refuse("There is nothing to record. Enable a channel, or record the mix.");
  }
  if (options.timecode == TimecodeSource::ltc &&
      std::none_of(setup.tracks.begin(), setup.tracks.end(),
                   [&](const TakeTrack &track) { return wanted(track) && track.id == options.ltc_track_id; })) {
    refuse("The timecode's channel is not among those that are recorded. Enable it or choose another one.");
  }
  std::error_code error;
  if (!std::filesystem::is_directory(options.folder, error)) {
    throw Failure(FailureCode::file_unwritable, "The folder " + options.folder + " does not exist. Make it first.");
  }
  if (!std::filesystem::is_empty(options.folder, error) || error) {
    throw Failure(FailureCode::file_unwritable, "The folder " + options.folder + " is not empty. Choose another one.");
  }
}

}  // namespace

void apply_to(TakeSegments &segments, const TakeCommand &command) {
  if (segments.all().empty()) return;
  const TakeSegments::Segment &last = segments.all().back();
  if (command.kind == TakeCommand::Kind::resume) {
    if (!segments.is_open()) segments.open(std::max(command.at, last.to));
  } else if (command.kind != TakeCommand::Kind::marker) {
    segments.close(std::max(command.at, last.from));
  }
}

TakeRecording::TakeRecording(const TakeSetup &setup, const TakeOptions &options,
                             const std::vector<std::unique_ptr<TrackInput>> &inputs, std::uint64_t head,
                             const SessionTime &time, const TakeEvents &events)
    : setup_(setup),
      options_(options),
      inputs_(inputs),
      time_(time),
      events_(events),
      start_head_(head),
      start_head_ms_(now_ms()) {
  check(setup, options);
  const double rate = nominal_bytes_per_sec(setup, options);
  governor_.emplace(rate, options.keep_free_bytes);
  std::uint64_t free = 0;
  if (free_bytes(options.folder, free) &&
      static_cast<double>(free) < static_cast<double>(options.keep_free_bytes) + 10.0 * rate + reserve_bytes) {
    throw Failure(FailureCode::disk_full, "There is not enough room on the disk of " + options.folder +
                                              ". Free some space or choose another folder.");
  }
  try {
    create_files();
  } catch (...) {
    remove_files();
    throw;
  }
}

TakeRecording::~TakeRecording() { end_now(); }

void TakeRecording::create_files() {
  const std::filesystem::path folder = path_of(options_.folder);
  std::optional<BroadcastInfo> info;
  if (options_.timecode != TimecodeSource::none) info.emplace();
  reserve_ = std::make_unique<TakeFile>(name_of_path(folder / "take.reserve"));
  reserve_->append(std::string(reserve_bytes, '\0').data(), reserve_bytes);
  for (std::size_t i = 0; i < setup_.tracks.size(); ++i) {
    const TakeTrack &track = setup_.tracks[i];
    if (!is_wanted(track, options_.mode)) continue;
    char number[8];
    std::snprintf(number, sizeof number, "%02d", static_cast<int>((tracks_.size() + 1) % 1000));
    const std::string plain = plain_name(track.name);
    const std::string stem = number + (plain.empty() ? "" : "-" + plain);
    const bool is_flac = options_.container == TakeContainer::flac;
    Track made{i, stem + (is_flac ? ".flac" : ".wav"), stem + ".peaks", nullptr, std::nullopt, std::nullopt};
    const TrackFormat format{setup_.rate_hz, track.channels, options_.encoding};
    const std::string path = name_of_path(folder / made.file_name);
    made.recorder = std::make_unique<TrackRecorder>(
        *inputs_[i], is_flac ? create_flac_file(path, format) : create_rf64_file(path, format, info),
        std::make_unique<PeaksFile>(name_of_path(folder / made.peaks_name), setup_.rate_hz, track.channels), track.is_played);
    if (options_.timecode == TimecodeSource::ltc && track.id == options_.ltc_track_id) {
      ltc_ = std::make_unique<LtcDecoder>(setup_.rate_hz);
      const auto stride = static_cast<std::size_t>(track.channels);
      made.recorder->listen([this, stride](const float *interleaved, std::size_t frames, std::uint64_t) {
        ltc_->process(interleaved, frames, stride);
      });
    }
    tracks_.push_back(std::move(made));
  }
  journal_ = std::make_unique<TakeJournal>(name_of_path(folder / "take.journal.jsonl"));
  // A power cut may leave only the name of a file: each file can be identified before the take is reported.
  std::vector<TakeFile *> files;
  std::vector<TakeFile *> waveforms;
  for (Track &track : tracks_) {
    files.push_back(&track.recorder->file().file());
    waveforms.push_back(&track.recorder->peaks().file());
    files.back()->sync();
  }
  syncer_ = std::make_unique<TakeSyncer>(std::move(files), std::move(waveforms), *journal_);
  syncer_->note_synced();
  update_state();
  replace_file(name_of_path(folder / "take.json"), take_document(state_));
}

void TakeRecording::remove_files() noexcept {
  const std::filesystem::path folder = path_of(options_.folder);
  std::error_code ignored;  // What is left is an empty take, which the library shows as such.
  // Windows removes no open file.
  syncer_.reset();
  journal_.reset();
  reserve_.reset();
  for (Track &track : tracks_) {
    track.recorder.reset();
    std::filesystem::remove(folder / track.file_name, ignored);
    std::filesystem::remove(folder / track.peaks_name, ignored);
  }
  for (const char *name : {"take.reserve", "take.journal.jsonl", "take.json", "take.json.tmp"}) {
    std::filesystem::remove(folder / name, ignored);
  }
  has_ended_ = true;
}

void TakeRecording::apply(const TakeCommand &command, std::mutex &lock) {
  const bool is_pause = command.kind == TakeCommand::Kind::pause;
  if (!state_.start_frame.has_value() && (is_pause || command.kind == TakeCommand::Kind::resume)) {
    is_held_ = is_pause;
    return;
  }
  const bool was_open = state_.segments.is_open();
  {
    const std::lock_guard<std::mutex> guard(lock);
    apply_to(state_.segments, command);
  }
  const std::uint64_t at_frame = state_.segments.frames_before(command.at);
  JsonObject line;
  switch (command.kind) {
    case TakeCommand::Kind::marker:
      state_.markers.push_back({at_frame, command.label});
      line.text("type", "marker").whole("atFrame", at_frame).text("label", command.label);
      break;
    case TakeCommand::Kind::pause:
      line.text("type", "pause").whole("atFrame", at_frame).whole("sessionFrame", command.at);
      break;
    case TakeCommand::Kind::resume:
      line.text("type", "resume").whole("atFrame", at_frame).whole("sessionFrame", command.at);
      break;
    case TakeCommand::Kind::stop:
      stop_at_ = command.at;
      stop_asked_at_ = Clock::now();
      return;
  }
  try {
    journal_->append(line.str());
  } catch (const Failure &failure) {
    return end(failure.code(), failure.what());
  }
  if (state_.segments.is_open() != was_open) report_pause(was_open);
}

void TakeRecording::report_pause(bool is_paused) {
  const auto &notify = is_paused ? events_.on_paused : events_.on_resumed;
  if (!notify) return;
  const TakeSegments::Segment &last = state_.segments.all().back();
  const std::uint64_t at = is_paused ? last.to : last.from;
  notify(static_cast<double>(at - *state_.start_frame) / setup_.rate_hz);
}

void TakeRecording::begin_with_sound(std::uint64_t horizon, std::mutex &lock) {
  if (has_ended_ || state_.start_frame.has_value()) return;
  try {
    try_begin(horizon, lock);
  } catch (const Failure &failure) {
    end(failure.code(), failure.what());
  }
}

bool TakeRecording::advance(std::uint64_t horizon, std::mutex &lock) {
  if (has_ended_) return false;
  try {
    if (!state_.start_frame.has_value() && !try_begin(horizon, lock)) {
      if (stop_at_.has_value()) end(std::nullopt, "");
      return !has_ended_;
    }
    drain(stop_at_.has_value() ? std::min(horizon, *stop_at_) : horizon);
    if (stop_at_.has_value()) {
      end_where_asked();
    } else if (Clock::now() >= next_maintenance_) {
      next_maintenance_ = Clock::now() + maintenance_interval;
      maintain(horizon, lock);
    }
  } catch (const Failure &failure) {
    end(failure.code(), failure.what());
  }
  return !has_ended_;
}

/** With the first sound: at the frame that was the newest when it was asked for, or the pre-roll before it. */
bool TakeRecording::try_begin(std::uint64_t horizon, std::mutex &lock) {
  std::optional<std::uint64_t> oldest;
  for (const Track &track : tracks_) {
    const PendingBlock *block = track.recorder->input().peek();
    if (block != nullptr) oldest = std::min(oldest.value_or(block->session_frame), block->session_frame);
  }
  if (!oldest.has_value()) return false;
  const auto pre_roll = static_cast<std::uint64_t>(std::llround(options_.pre_roll_sec * setup_.rate_hz));
  const bool has_head = start_head_ > 0;
  const std::uint64_t asked = start_head_ > pre_roll ? start_head_ - pre_roll : 0;
  const std::uint64_t start = has_head ? std::max(asked, std::min(*oldest, start_head_)) : *oldest;
  // Negative: nothing but what comes later was asked for.
  const double since_start = has_head ? static_cast<double>(start_head_) - static_cast<double>(start)
                                      : static_cast<double>(horizon) - static_cast<double>(start);
  origin_at_start_sec_ = time_.origin_sec();
  // Where nobody says when a frame was at the converter: as if the newest were from now.
  const std::optional<double> age_sec = time_.age_sec(start);
  begin(start,
        age_sec.has_value() ? now_ms() - 1000.0 * *age_sec
                            : (has_head ? start_head_ms_ : now_ms()) - 1000.0 * since_start / setup_.rate_hz,
        lock);
  return true;
}

void TakeRecording::begin(std::uint64_t start_frame, double started_at_ms, std::mutex &lock) {
  {
    const std::lock_guard<std::mutex> guard(lock);
    state_.segments.open(start_frame);
  }
  state_.start_frame = start_frame;
  state_.started_at_ms = started_at_ms;
  for (const Track &track : tracks_) track.recorder->begin(start_frame);
  if (options_.timecode == TimecodeSource::time_of_day) {
    const double seconds = local_time(started_at_ms).seconds_since_midnight;
    state_.time_reference = static_cast<std::uint64_t>(std::llround(seconds * setup_.rate_hz));
  }
  report_broadcast_info();
  const auto &reference = state_.time_reference;
  journal_->append(JsonObject()
                   .text("type", "start")
                   .whole("sessionFrame", start_frame)
                   .number("startedAtMs", started_at_ms)
                   .raw("timeReference", reference.has_value() ? std::to_string(*reference) : "null")
                   .str());
  if (events_.on_started) events_.on_started(started_at_ms, setup_.rate_hz);
  if (is_held_) apply({TakeCommand::Kind::pause, start_frame, {}}, lock);
}

void TakeRecording::drain(std::uint64_t horizon) {
  for (const Track &track : tracks_) track.recorder->drain(state_.segments, horizon);
  for (const Track &track : tracks_) {
    const double most_sec = setup_.tracks[track.index].is_played ? played_lag_sec : lag_sec;
    const auto lag = static_cast<std::uint64_t>(most_sec * setup_.rate_hz);
    if (horizon < lag) continue;
    // Blocks that wait behind the horizon belong to a later moment.
    const PendingBlock *block = track.recorder->input().peek();
    const bool has_nothing = block == nullptr || block->session_frame >= horizon;
    if (!has_nothing || track.recorder->next() + lag >= horizon) continue;
    track.recorder->fill_up_to(state_.segments, horizon - lag);
  }
  // At once: who is killed in the next second has its silence on the disk.
  for (const Track &track : tracks_) {
    if (const std::optional<Gap> gap = track.recorder->take_grown_gap()) journal_gap(track, *gap);
  }
}

void TakeRecording::journal_gap(const Track &track, const Gap &gap) {
  journal_->append(JsonObject()
                   .text("type", "gap")
                   .text("track", setup_.tracks[track.index].id)
                   .raw("gap", gap_json(gap))
                   .str());
}

void TakeRecording::end_where_asked() {
  const std::uint64_t stop_at = *stop_at_;
  const auto idle = static_cast<std::uint64_t>(played_idle_sec * setup_.rate_hz);
  const bool is_complete = std::all_of(tracks_.begin(), tracks_.end(), [&](const Track &track) {
    const bool is_idle = setup_.tracks[track.index].is_played && track.recorder->input().end_frame() + idle < stop_at;
    return is_idle || track.recorder->next() >= stop_at;
  });
  if (!is_complete && Clock::now() < stop_asked_at_ + stop_grace) return;
  for (const Track &track : tracks_) track.recorder->fill_up_to(state_.segments, stop_at);
  if (wanted_end_.has_value()) return end(wanted_end_->first, wanted_end_->second);
  end(std::nullopt, "");
}

void TakeRecording::maintain(std::uint64_t horizon, std::mutex &lock) {
  syncer_->throw_if_failed();
  for (Track &track : tracks_) track.recorder->file().update_header();
  watch_timecode();
  for (Track &track : tracks_) {
    for (const Gap &gap : track.recorder->take_closed_gaps()) journal_gap(track, gap);
  }
  journal_progress(horizon);
  syncer_->begin_round();
  watch_folder();
  if (!has_ended_) govern(horizon, lock);
  if (!has_ended_) report();
}

void TakeRecording::govern(std::uint64_t horizon, std::mutex &lock) {
  std::uint64_t free = 0;
  if (!free_bytes(options_.folder, free)) return;
  const double recorded_sec = static_cast<double>(frames_recorded()) / setup_.rate_hz;
  const TakeGovernor::Verdict verdict = governor_->update(free, bytes_written(), recorded_sec);
  if (verdict == TakeGovernor::Verdict::low && events_.on_warning) {
    const int minutes = static_cast<int>(*governor_->seconds_left() / 60.0);
    const std::string room = minutes < 1 ? "less than a minute" : "about " + std::to_string(minutes) + " min";
    events_.on_warning(TakeWarning::disk_low, "The disk has room for " + room +
                                                  " of this recording. Free some space, or it will be ended then.");
  }
  if (verdict == TakeGovernor::Verdict::full) {
    // As if it were asked for: the room that is left is for all tracks to come to the same frame.
    wanted_end_.emplace(
        FailureCode::disk_full,
        "The recording was ended before the disk was full. Everything until then is kept. Free some space.");
    apply({TakeCommand::Kind::stop, horizon, {}}, lock);
  }
}

void TakeRecording::watch_timecode() {
  if (!ltc_ || state_.time_reference.has_value()) return;
  const std::optional<LtcReading> reading = ltc_->reading();
  if (!reading.has_value()) return;
  const double day = 86400.0;
  const double start_sec = reading->start_sec < 0.0 ? reading->start_sec + day : reading->start_sec;
  state_.time_reference = static_cast<std::uint64_t>(std::llround(start_sec * setup_.rate_hz));
  state_.timecode_fps = reading->fps;
  report_broadcast_info();
  journal_->append(JsonObject()
                   .text("type", "timecode")
                   .whole("timeReference", *state_.time_reference)
                   .number("fps", reading->fps)
                   .str());
}

void TakeRecording::report_broadcast_info() {
  if (options_.timecode == TimecodeSource::none) return;
  const LocalTime local = local_time(*state_.started_at_ms);
  for (Track &track : tracks_) {
    track.recorder->file().set_broadcast_info({options_.name + " - " + setup_.tracks[track.index].name, local.date,
                                               local.time, state_.time_reference.value_or(0)});
  }
}

void TakeRecording::journal_progress(std::uint64_t horizon) {
  std::vector<std::string> drifts;
  std::vector<std::string> dry;
  std::vector<std::string> xruns;
  for (const Track &track : tracks_) {
    const double ppm = std::round(track.drift_ppm.value_or(0.0) * 1000.0) / 1000.0;
    drifts.push_back(track.drift_ppm.has_value() ? json_number(ppm) : "null");
    dry.push_back(std::to_string(track.recorder->dry_frames()));
    xruns.push_back(std::to_string(track.recorder->xruns()));
  }
  journal_->append(JsonObject()
                   .text("type", "progress")
                   .whole("sessionFrame", horizon)
                   .whole("frames", frames_recorded())
                   .whole("missedDeadlines", missed_deadlines_ - missed_deadlines_at_start_)
                   .raw("driftPpm", json_array(drifts))
                   .raw("dryFrames", json_array(dry))
                   .raw("xruns", json_array(xruns))
                   .str());
}

void TakeRecording::report() {
  std::uint64_t gaps = 0;
  std::uint64_t missing = 0;
  std::uint64_t drops = 0;
  double fill = 0.0;
  for (const Track &track : tracks_) {
    gaps += track.recorder->gap_count();
    missing += track.recorder->missing_frames();
    drops += track.recorder->input().dropped_frames();
    fill = std::max(fill, track.recorder->input().fill());
  }
  const bool is_slow = fill > slow_fill || drops > seen_drops_;
  seen_drops_ = drops;
  if (is_slow && Clock::now() >= next_slow_warning_ && events_.on_warning) {
    next_slow_warning_ = Clock::now() + std::chrono::seconds(30);
    events_.on_warning(TakeWarning::disk_slow,
                       "The disk does not keep up with the recording. Sound that it cannot take becomes silence. Close "
                       "other programs that write, or record to a faster disk.");
  }
  if (!events_.on_progress) return;
  events_.on_progress({static_cast<double>(frames_recorded()) / setup_.rate_hz, !state_.segments.is_open(),
                       bytes_written(), governor_->seconds_left(), gaps, missing, clock_drift_ms()});
}

double TakeRecording::clock_drift_ms() const {
  const std::optional<double> origin_sec = time_.origin_sec();
  if (!origin_sec.has_value() || !origin_at_start_sec_.has_value()) return 0.0;
  return 1000.0 * (*origin_sec - *origin_at_start_sec_);
}

void TakeRecording::set_drift(std::size_t track, double ppm) {
  for (Track &known : tracks_) {
    if (known.index == track) known.drift_ppm = ppm;
  }
}

void TakeRecording::set_missed_deadlines(std::uint64_t total) {
  if (!std::exchange(has_missed_deadlines_, true)) missed_deadlines_at_start_ = total;
  missed_deadlines_ = total;
}

std::uint64_t TakeRecording::bytes_written() const {
  std::uint64_t sum = journal_->size_bytes();
  for (const Track &track : tracks_) {
    sum += track.recorder->file().file().size_bytes() + track.recorder->peaks().file().size_bytes();
  }
  return sum;
}

std::uint64_t TakeRecording::frames_recorded() const {
  std::uint64_t frames = 0;
  for (const Track &track : tracks_) frames = std::max(frames, track.recorder->file().frames());
  return frames;
}

}  // namespace sounddesk
