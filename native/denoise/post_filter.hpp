// Gives a voice back what the model took from it along with a steady noise, and takes out what it left of the noise.
//
// The model sees 22 bands; between and below the harmonics of a voice it can't distinguish the two. Where steady noise
// has been heard alone, its spectrum N is known to the hertz. Then the model's output W needs to be no more than a first
// guess at the voice: in each bin of 40 ms of the untouched sound X
//
//     Y = X ξ / (1 + ξ),   ξ = |W|² / N,   |Y| ≤ |W| + √N
//
// which is Wiener's filter with the guess as its voice (a second step as in Plapous, Marro and Scalart, IEEE Trans. Audio,
// Speech, Lang. Process. 14(6), 2006). The bound keeps away what else the model has removed: no more comes back than
// the known noise could have hidden. Before steady noise was heard, and within it, the output is the model's; and N is
// never taken to be more than the quietest of the last second allows, so noise that has ended is forgotten.
//
// Threads: an object belongs to one thread at a time. Real-time safety: `process` is; the constructor allocates.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "denoise/denoiser.hpp"
#include "dsp/real_fft.hpp"

namespace sounddesk {

class PostFilter {
 public:
  /** Sound that has to be known from a frame on, for that frame to be finished. */
  static constexpr std::size_t window_frames = 4;
  using Window = std::array<const float *, window_frames>;

  PostFilter();

  /**
   * Four frames that follow each other, untouched and from the model, one further with every call; `is_steady_noise` if
   * all four are noise and nothing else. `out` is the first of them, finished.
   */
  void process(const Window &dry, const Window &wet, bool is_steady_noise, float *out) noexcept;

 private:
  static constexpr std::size_t window_samples = window_frames * frame_samples;
  static constexpr std::size_t transform_samples = 2048;
  static constexpr std::size_t bins = transform_samples / 2 + 1;
  /** The quietest is looked for in whole blocks. */
  static constexpr std::size_t minimum_blocks = 8;
  static constexpr std::size_t minimum_block_frames = 12;
  using Spectrum = std::vector<float>;

  void transform(const Window &frames, Spectrum &re, Spectrum &im) noexcept;
  void learn() noexcept;
  void follow_quietest() noexcept;
  void correct() noexcept;

  RealFft fft_;
  std::vector<float> shape_;
  std::vector<float> buffer_;
  Spectrum dry_re_;
  Spectrum dry_im_;
  Spectrum wet_re_;
  Spectrum wet_im_;
  Spectrum power_;
  Spectrum noise_;
  Spectrum smooth_power_;
  std::array<Spectrum, minimum_blocks> block_minimum_;
  /** Of all blocks but the current one. */
  Spectrum past_minimum_;
  std::size_t block_ = 0;
  std::size_t frames_in_block_ = 0;
  /** What is still to be added to the model's next frames. */
  std::array<float, window_samples> correction_{};
  int windows_learnt_ = 0;
  bool has_smooth_power_ = false;
};

}  // namespace sounddesk
