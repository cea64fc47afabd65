// Which session frames belong to a take: from its start to its end, without its pauses.
//
// Threads: one. Real-time safety: none.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace sounddesk {

class TakeSegments {
 public:
  static constexpr std::uint64_t open_end = std::numeric_limits<std::uint64_t>::max();

  struct Segment {
    std::uint64_t from;
    std::uint64_t to;
    /** Frame of the take at `from`. */
    std::uint64_t take_frame;
  };

  /** Idle while one is open, or where `at` lies before the end of the last. */
  bool open(std::uint64_t at) {
    if (is_open() || (!segments_.empty() && at < segments_.back().to)) return false;
    segments_.push_back({at, open_end, frames_before(at)});
    return true;
  }
  bool close(std::uint64_t at) {
    if (!is_open() || at < segments_.back().from) return false;
    segments_.back().to = at;
    return true;
  }
  bool is_open() const { return !segments_.empty() && segments_.back().to == open_end; }
  const std::vector<Segment> &all() const { return segments_; }

  /** How many frames of the take lie before a session frame. */
  std::uint64_t frames_before(std::uint64_t session_frame) const {
    std::uint64_t sum = 0;
    for (const Segment &segment : segments_) {
      if (session_frame <= segment.from) break;
      sum += std::min(session_frame, segment.to) - segment.from;
    }
    return sum;
  }

  struct Stretch {
    bool is_recorded;
    std::uint64_t to;
  };
  /** What holds from `session_frame` up to, at most, `to`. */
  Stretch at(std::uint64_t session_frame, std::uint64_t to) const {
    for (const Segment &segment : segments_) {
      if (session_frame < segment.from) return {false, std::min(to, segment.from)};
      if (session_frame < segment.to) return {true, std::min(to, segment.to)};
    }
    return {false, to};
  }

 private:
  std::vector<Segment> segments_;
};

}  // namespace sounddesk
