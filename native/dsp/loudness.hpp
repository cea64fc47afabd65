// Integrated loudness after ITU-R BS.1770 of a whole programme: both gates, to the block. Live meters are
// dsp/live_loudness.hpp; files that are looked at are measured by libebur128 (take/track_inspect.cpp), with which this
// agrees (dsp_loudness_test.cpp). Why not by the library here: docs/decisions/0095-files-at-the-speed-of-the-machine.md.
//
// Threads: an object belongs to one thread at a time. Real-time safety: none (allocates).
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "dsp/live_loudness.hpp"

namespace sounddesk {

class LoudnessMeter {
 public:
  LoudnessMeter(int channels, int rate_hz);

  /** Interleaved samples in ±1; numbers. */
  void add(const float *interleaved, std::size_t frames);
  void add(const double *interleaved, std::size_t frames);

  /** LUFS; nothing where the programme is shorter than one block of 0.4 s or silent. */
  std::optional<double> integrated_lufs() const;

 private:
  static constexpr std::size_t parts_of_block = 4;

  /** Both filters of a channel (direct form II), and how much of its energy counts. */
  struct Channel {
    double weight;
    std::array<double, 2> shelf{};
    std::array<double, 2> high_pass{};
  };

  template <typename Sample>
  void add_all(const Sample *interleaved, std::size_t frames);
  template <typename Sample>
  double energy_of(const Sample *samples, std::size_t count, Channel &channel) const noexcept;
  void end_part();

  KWeighting weighting_;
  std::vector<Channel> channels_;
  std::size_t part_frames_;
  /** Weighted energy of the last parts of 0.1 s; a ring. */
  std::array<double, parts_of_block> parts_{};
  std::size_t parts_done_ = 0;
  std::size_t part_filled_ = 0;
  double part_energy_ = 0.0;
  /** Mean squares of all blocks above the absolute gate. */
  std::vector<double> blocks_;
};

}  // namespace sounddesk
