// One channel of a recording and what the model made of it, put together by the mix, with a look at what comes next.
//
// A file can wait where a talker can't. Half a second ahead it is known whether a stretch is steady noise and nothing
// else: there the model's word that somebody speaks is not taken (white and pink noise alone deceive it), and the whole
// stretch is lowered from its first frame on; its spectrum then distinguishes noise from voice elsewhere (post_filter.hpp).
// Behind other words, too, the end is known when it comes. And how loud the noise is against the voice decides how much
// of the room stays under the voice. At 100 and 100 it is the model alone, still.
//
// Threads: an object belongs to one thread at a time. Real-time safety: not needed; nothing allocates but the
// constructor.
#pragma once

#include <array>
#include <vector>

#include "denoise/channel_cleaner.hpp"
#include "denoise/post_filter.hpp"
#include "denoise/steady_noise.hpp"

namespace sounddesk {

class FileCleaner {
 public:
  /** What comes out is so much older than what went in: 470 ms. */
  static constexpr std::size_t delay_samples = (SteadyNoiseDetector::window_frames - 1) * frame_samples;

  /** What is known of the model, whose delay is whole frames. Throws `std::invalid_argument`. */
  FileCleaner(const DenoiserFacts &model, const DenoiseSettings &settings);

  /**
   * `frame_samples` samples in ±1 at 48 kHz, in place, and what the model made of them: `wet` in ±32768 and how surely
   * there is speech in it. The report is of what comes out.
   */
  CleanedFrame process(float *samples, const float *wet, float speech_probability) noexcept;

 private:
  static constexpr std::size_t slots = SteadyNoiseDetector::window_frames;
  /** No model may be later: what it gives has to be there well before its frame comes out. */
  static constexpr std::size_t most_model_frames = 8;

  struct Slot {
    std::array<float, frame_samples> dry{};
    std::array<float, frame_samples> wet{};
    /** Of the stretch in `wet`. */
    float speech_probability = 0.0F;
    /** Mean squares of `dry` and of what changes in it from sample to sample: its low and its high tones. */
    double dry_power = 0.0;
    double dry_change_power = 0.0;
  };

  void follow_levels(double power, bool is_noise, float speech_probability) noexcept;
  void restore(float *out) noexcept;
  float oldest_speech_probability() const noexcept;
  bool is_behind_word() noexcept;
  float room_share() const noexcept;

  const DenoiserFacts facts_;
  const bool is_model_alone_;
  DryWetMix mix_;
  SteadyNoiseDetector detector_;
  PostFilter post_filter_;
  std::vector<Slot> ring_;
  std::size_t newest_ = slots - 1;
  double noise_power_ = 0.0;
  double speech_power_ = 0.0;
  int quiet_frames_ = 0;
  /** Frames since the model last heard speech. */
  std::size_t frames_since_speech_ = 0;
};

}  // namespace sounddesk
