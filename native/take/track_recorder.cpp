#include "take/track_recorder.hpp"

#include <algorithm>
#include <utility>

namespace sounddesk {
namespace {

/** How many are listed in the take; the rest is counted alone. */
constexpr std::size_t listed_gaps = 10000;
/** Gaps that lie no further apart belong together: blocks of 10 ms at up to 96 kHz. */
constexpr std::uint64_t same_gap_frames = 960;
constexpr std::uint32_t block_frames = 4800;

}  // namespace

TrackRecorder::TrackRecorder(TrackInput &input, std::unique_ptr<TrackFile> file, std::unique_ptr<PeaksFile> peaks,
                             bool is_played)
    : input_(input),
      file_(std::move(file)),
      peaks_(std::move(peaks)),
      is_played_(is_played),
      seen_drops_(input.dropped_frames()),
      block_(block_frames * input.channels()) {}

void TrackRecorder::drain(const TakeSegments &segments, std::uint64_t horizon) {
  while (const PendingBlock *block = input_.peek()) {
    if (block->session_frame >= horizon) return;
    const std::uint64_t end = block->session_frame + block->frames;
    if (block->session_frame < next_) {
      leave_out(segments, static_cast<std::uint32_t>(std::min(end, next_) - block->session_frame));
    } else if (block->session_frame > next_) {
      write_silence(segments, block->session_frame);
    } else {
      const TakeSegments::Stretch stretch = segments.at(next_, std::min(end, horizon));
      const auto frames = static_cast<std::uint32_t>(std::min<std::uint64_t>(stretch.to - next_, block_frames));
      if (stretch.is_recorded) {
        write(segments, frames);
      } else {
        input_.take(nullptr, frames);
        next_ += frames;
      }
    }
  }
}

void TrackRecorder::fill_up_to(const TakeSegments &segments, std::uint64_t session_frame) {
  if (next_ < session_frame) write_silence(segments, session_frame);
}

void TrackRecorder::write(const TakeSegments &segments, std::uint32_t frames) {
  const std::uint32_t missing = std::min(input_.peek()->missing_frames, frames);
  const GapReason reason = input_.peek()->is_standstill ? GapReason::standstill : GapReason::device;
  if (missing > 0) note_gap(segments.frames_before(next_), frames, missing, reason);
  if (input_.peek()->lacks_plugins) dry_frames_ += frames;
  xruns_ += input_.peek()->xruns;
  input_.take(block_.data(), frames);
  next_ += frames;
  put(block_.data(), frames);
}

/** It comes twice, is from before the take, or, where it was played, came later than it was waited for. */
void TrackRecorder::leave_out(const TakeSegments &segments, std::uint32_t frames) {
  const std::uint64_t at = input_.peek()->session_frame;
  if (is_played_ && at >= begun_ && segments.at(at, at + frames).is_recorded) {
    note_gap(segments.frames_before(at), frames, frames, GapReason::late);
  }
  input_.take(nullptr, frames);
}

void TrackRecorder::write_silence(const TakeSegments &segments, std::uint64_t to) {
  const std::uint64_t drops = input_.dropped_frames();
  const GapReason reason = drops > seen_drops_ ? GapReason::overflow : GapReason::late;
  seen_drops_ = drops;
  while (next_ < to) {
    const TakeSegments::Stretch stretch = segments.at(next_, to);
    if (stretch.is_recorded) {
      const std::uint64_t frames = stretch.to - next_;
      if (!is_played_ || reason == GapReason::overflow) note_gap(segments.frames_before(next_), frames, frames, reason);
      for (std::uint64_t left = frames; left > 0;) {
        const auto now = static_cast<std::uint32_t>(std::min<std::uint64_t>(left, block_frames));
        std::fill(block_.begin(), block_.end(), 0.0F);
        put(block_.data(), now);
        left -= now;
      }
    }
    next_ = stretch.to;
  }
}

void TrackRecorder::put(const float *interleaved, std::size_t frames) {
  const std::uint64_t take_frame = file_->frames();
  file_->write(interleaved, frames);
  peaks_->write(interleaved, frames);
  if (listener_) listener_(interleaved, frames, take_frame);
}

void TrackRecorder::note_gap(std::uint64_t at, std::uint64_t span, std::uint64_t frames, GapReason reason) {
  missing_frames_ += frames;
  if (open_gap_.has_value()) {
    Gap &gap = *open_gap_;
    if (gap.reason == reason && at <= gap.at + gap.span + same_gap_frames) {
      gap.span = at + span - gap.at;
      gap.frames += frames;
      return;
    }
    unreported_.push_back(gap);
  }
  open_gap_ = Gap{at, span, frames, reason};
  named_span_ = 0;
  ++gap_count_;
}

std::optional<Gap> TrackRecorder::take_grown_gap() {
  if (!open_gap_.has_value() || open_gap_->span <= 2 * named_span_) return std::nullopt;
  named_span_ = open_gap_->span;
  return open_gap_;
}

std::vector<Gap> TrackRecorder::take_closed_gaps() {
  if (open_gap_.has_value() && file_->frames() > open_gap_->at + open_gap_->span + same_gap_frames) {
    unreported_.push_back(*open_gap_);
    open_gap_.reset();
  }
  for (const Gap &gap : unreported_) {
    if (gaps_.size() < listed_gaps) gaps_.push_back(gap);
  }
  return std::exchange(unreported_, {});
}

std::vector<Gap> TrackRecorder::take_all_gaps() {
  if (open_gap_.has_value()) unreported_.push_back(*open_gap_);
  open_gap_.reset();
  return take_closed_gaps();
}

}  // namespace sounddesk
