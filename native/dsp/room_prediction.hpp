// What a room gives back late, predicted from the sound before it and subtracted.
//
// Weighted prediction error (T. Nakatani, T. Yoshioka, K. Kinoshita, M. Miyoshi, B.-H. Juang, "Speech dereverberation based on variance-normalized
// delayed linear prediction", IEEE Trans. ASLP 18, 2010), with one microphone: each bin of a short-time transform (43 ms, a quarter of it a hop) is
// predicted from 24 frames of its own that are at least 32 ms old; a frame counts for less the louder the voice in it, which is found in two passes.
// The 32 ms leave a voice and its early reflections alone. Learned over stretches of 20 s, up to 8 kHz; of less than 3 s nothing can be learned,
// and every bit passes. `src-renderer/media/dsp/roomPrediction.ts` is the same for a browser.
//
// Threads: an object belongs to one thread at a time. Real-time safety: none (allocates).
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <vector>

#include "dsp/double_fft.hpp"

namespace sounddesk {

class RoomPrediction {
 public:
  /** Of one channel; `share` of what is predicted is subtracted, 0 to 1. */
  RoomPrediction(double share, double rate_hz);

  /** Appends what is done. */
  void process(const float *samples, std::size_t frames, bool is_last, std::vector<float> &out);

  /** False where the sound was too short. */
  bool is_predicted() const noexcept { return is_predicted_; }

 private:
  static constexpr std::size_t taps = 24;

  struct Spectrum {
    std::vector<double> re;
    std::vector<double> im;
  };

  void transform(const float *samples, std::size_t frames, bool is_last);
  void predict(std::size_t frames);
  void predict_bin(std::size_t history);
  void correlate(std::size_t history, double least) noexcept;
  void solve() noexcept;
  void subtract(std::size_t history) noexcept;
  double power_around(std::size_t t, std::size_t history) const noexcept;
  void overlap(const std::vector<Spectrum> &predicted);
  void give(std::ptrdiff_t count, std::vector<float> &out);

  double share_;
  double rate_hz_;
  std::size_t size_;
  std::size_t hop_;
  std::size_t bins_;
  DoubleFft fft_;
  std::vector<double> window_;
  /** Not given yet, from `given_` on. */
  std::vector<float> waiting_;
  std::size_t given_ = 0;
  /** What of the sound before is still in a window. */
  std::vector<double> before_;
  std::size_t came_ = 0;
  /** Of the frames from `first_` on. */
  std::deque<Spectrum> spectra_;
  std::size_t first_ = 0;
  std::size_t done_ = 0;
  /** From `given_` on. */
  std::vector<double> late_;
  bool is_predicted_ = true;
  /** One bin's frames, and what is left of them. */
  std::vector<double> re_;
  std::vector<double> im_;
  std::vector<double> left_re_;
  std::vector<double> left_im_;
  std::array<double, taps * taps> matrix_re_{};
  std::array<double, taps * taps> matrix_im_{};
  std::array<double, taps> taps_re_{};
  std::array<double, taps> taps_im_{};
};

}  // namespace sounddesk
