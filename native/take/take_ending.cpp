// How a take ends: as asked, or since its disk or folder forces it to; what was recorded is kept in every case.
#include <algorithm>
#include <filesystem>
#include <utility>

#include "rt/failure.hpp"
#include "rt/system_file.hpp"
#include "take/take_recording.hpp"
#include "take/track_repair.hpp"

namespace sounddesk {

void TakeRecording::end_now() {
  if (has_ended_) return;
  end(std::nullopt, "");
}

/**
 * Removed while it is recorded: the files live on until they are closed, so all that was recorded is put back,
 * half a second later, when anyone who removes them is through. Moved: they are whole where they are now.
 */
void TakeRecording::watch_folder() {
  const auto is_removed = [](Track &track) {
    return track.recorder->file().file().is_removed() || track.recorder->peaks().file().is_removed();
  };
  std::error_code error;
  const bool is_there = std::filesystem::is_directory(path_of(options_.folder), error);
  const bool is_going = !is_there || journal_->is_removed() || std::any_of(tracks_.begin(), tracks_.end(), is_removed);
  if (!std::exchange(is_folder_going_, is_going) || !is_going) return;
  end(FailureCode::file_unwritable, "The folder of the recording was removed or moved: " + options_.folder + ".");
}

void TakeRecording::end(std::optional<FailureCode> code, const std::string &message) {
  if (std::exchange(has_ended_, true)) return;
  syncer_.reset();
  // Its room is for what still has to be written. Closed first: Windows removes no open file.
  reserve_.reset();
  const std::filesystem::path folder = path_of(options_.folder);
  std::error_code ignored;
  std::filesystem::remove(folder / "take.reserve", ignored);

  std::string trouble;
  std::string reported = message;
  close_files(trouble);
  if (is_folder_going_) rescue(reported);
  state_.end_code = code;
  if (!trouble.empty() && !code.has_value()) {
    state_.end_code = FailureCode::file_unwritable;
    reported = trouble;
  }
  state_.end_message = reported;
  state_.is_finished = true;
  update_state();
  try {
    replace_file(name_of_path(folder / "take.json"), take_document(state_));
    journal_->close();
    std::filesystem::remove(folder / "take.journal.jsonl", ignored);
  } catch (const Failure &failure) {
    // The journal stays: with it the take is found unfinished, and repaired from it.
    if (!state_.end_code.has_value()) state_.end_code = failure.code();
    reported += (reported.empty() ? "" : " ") + std::string(failure.what());
  }
  state_.end_message = reported;
}

void TakeRecording::close_files(std::string &trouble) {
  for (Track &track : tracks_) {
    TrackFile &file = track.recorder->file();
    const auto attempt = [&trouble](const auto &step) {
      try {
        step();
      } catch (const Failure &failure) {
        if (trouble.empty()) trouble = failure.what();
      }
    };
    attempt([&] { track.recorder->peaks().finish(); });
    bool is_whole = false;
    attempt([&] {
      file.finish();
      is_whole = true;
    });
    attempt([&] { file.file().sync(); });
    attempt([&] { track.recorder->peaks().file().sync(); });
    if (is_folder_going_) continue;  // The copies need them open.
    attempt([&] { file.file().close(); });
    attempt([&] { track.recorder->peaks().file().close(); });
    if (!is_whole) attempt([&] { track.repaired_frames = repair_track(file.file().path(), std::nullopt).frames; });
  }
}

void TakeRecording::rescue(std::string &message) {
  const std::filesystem::path folder = path_of(options_.folder);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  std::size_t back = 0;
  std::string trouble;
  const auto put_back = [&](const TakeFile &file) {
    if (!file.is_removed()) return;
    std::filesystem::remove(path_of(file.path()), error);
    try {
      file.copy_to(file.path());
      ++back;
    } catch (const Failure &failure) {
      if (trouble.empty()) trouble = failure.what();
    }
  };
  bool is_any_removed = false;
  for (Track &track : tracks_) {
    is_any_removed = is_any_removed || track.recorder->file().file().is_removed();
    put_back(track.recorder->file().file());
    put_back(track.recorder->peaks().file());
  }
  if (!trouble.empty()) {
    message += " Not everything could be put back: " + trouble;
  } else if (back > 0) {
    message += " All that was recorded has been put back there.";
  } else if (!is_any_removed) {
    message += " All that was recorded is in it, where it is now.";
    std::filesystem::remove(folder, error);  // Made here, and empty.
  }
}

void TakeRecording::update_state() {
  state_.options = options_;
  state_.rate_hz = setup_.rate_hz;
  state_.frames = frames_recorded();
  state_.missed_deadlines = missed_deadlines_ - missed_deadlines_at_start_;
  state_.tracks.clear();
  for (Track &track : tracks_) {
    TrackRecorder &recorder = *track.recorder;
    if (state_.is_finished) recorder.take_all_gaps();
    TakeTrackState state;
    state.track = setup_.tracks[track.index];
    state.file_name = track.file_name;
    state.peaks_name = track.peaks_name;
    state.frames_written = track.repaired_frames.value_or(recorder.file().frames());
    state.clipped_samples = recorder.file().clipped_samples();
    state.gap_count = recorder.gap_count();
    state.missing_frames = recorder.missing_frames();
    state.dry_frames = recorder.dry_frames();
    state.xruns = recorder.xruns();
    state.gaps = recorder.gaps();
    state.drift_ppm = track.drift_ppm;
    state_.tracks.push_back(std::move(state));
  }
}

}  // namespace sounddesk
