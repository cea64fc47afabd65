// What the engine "auto" makes of RNNoise and of GTCRN, which heard the same sound.
//
// Up to 6.5 kHz, in two bands, it is a mean of both that follows how much of the voice GTCRN leaves beside RNNoise: all
// of GTCRN where that keeps the voice, most of RNNoise where it takes the voice away, and then louder, so that the voice
// keeps its level. Where GTCRN takes far more than RNNoise, and what RNNoise takes moves as voices do (babble), RNNoise
// alone is heard, with some of the untouched sound, the more the louder they talk. Above 6.5 kHz it is RNNoise, since
// GTCRN has nothing there. What RNNoise lets through for a moment and GTCRN does not, a click, is GTCRN's word, in the
// treble, too. There is speech where RNNoise says so, or where a GTCRN that keeps the voice keeps the sound: RNNoise
// misses words under hum and steady noise.
//
// The bands are what filters without delay leave to each other: where both models agree, their sound comes out as it was.
// docs/decisions/0107-auto.md has the figures. Every sum is in double and in one order: src-renderer/media/chain/autoBlend.ts
// gives the same samples, bit for bit.
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes.
#pragma once

#include <array>
#include <cstddef>

#include "denoise/denoiser.hpp"
#include "dsp/biquad.hpp"

namespace sounddesk {

class AutoBlend {
 public:
  /** As if it had only heard silence. */
  void reset() noexcept { *this = AutoBlend(); }

  /**
   * One frame of each in ±1, of the same moment, and how surely there is speech in it by RNNoise, 0-1. The result takes the
   * place of `strong`. Returns how surely there is speech by both.
   */
  float process(const float *dry, const float *rnnoise, float *strong, float speech_probability) noexcept;

 private:
  using Samples = std::array<float, frame_samples>;

  class Split {
   public:
    void process(const float *samples) noexcept;
    Samples low;
    Samples middle;
    Samples treble;

   private:
    /** A fourth-order low-pass at 6.5 kHz, and a second-order one at 1.5 kHz (Butterworth). */
    Biquad top_first_{{0.10051141847217582, 0.20102283694435163, 0.10051141847217582, -0.778170779365221, 0.1802164532539245}};
    Biquad top_second_{{0.132271468825122, 0.264542937650244, 0.132271468825122, -1.024060684328332, 0.5531465596288199}};
    Biquad edge_{{0.008442692929079959, 0.016885385858159917, 0.008442692929079959, -1.7237761727625094, 0.7575469444788291}};
  };

  /** Where most of a voice is: from 200 Hz to 4 kHz (Butterworth, second order each). */
  class VoiceBand {
   public:
    /** The sum of squares of a frame. */
    double power(const float *samples) noexcept;

   private:
    Biquad from_{{0.9816582684032611, -1.9633165368065222, 0.9816582684032611, -1.9629800893893394, 0.9636529842237054}};
    Biquad to_{{0.04948995626867704, 0.09897991253735408, 0.04948995626867704, -1.279632424997809, 0.47759225007251715}};
  };

  /** Mean squares of frames: the median of the last five, so that a click counts for nothing, and that over a second. */
  class Level {
   public:
    void hear(double power) noexcept;
    /** Somebody speaks in the frame. */
    void follow() noexcept;
    double speech() const noexcept { return speech_; }

   private:
    std::array<double, 5> recent_{};
    std::size_t oldest_ = 0;
    double speech_ = 1e-7;
  };

  /**
   * How little a power moves over two seconds: the square of the mean of its roots over its mean, 1 where it stands still. Of two
   * frames together, in which mains hum is whole periods: noise has 0.92 and more, hum 0.87, people who talk 0.83 at most.
   */
  class Steadiness {
   public:
    void hear(double power) noexcept;
    double value() const noexcept { return roots_ * roots_ / (powers_ * heard_ + 1e-12); }

   private:
    double before_ = 0.0;
    double heard_ = 0.0;
    double roots_ = 0.0;
    double powers_ = 0.0;
  };

  /** Of GTCRN in its bands, of RNNoise in the treble, of the untouched sound in all. */
  struct Shares {
    double low = 0.0;
    double middle = 0.0;
    double treble = 1.0;
    double dry = 0.0;
  };

  struct Judgement {
    double trust;
    double babble;
    double strong_share;
    double strong_gain;
    double dry_share;
  };

  Judgement judge() const noexcept;
  Shares next_shares(const Judgement &judgement, std::size_t at) noexcept;
  void blend(const float *dry, float *out, std::size_t at, const Shares &next, double strong_gain) noexcept;

  Split rnnoise_;
  Split strong_;
  VoiceBand dry_voice_;
  VoiceBand strong_voice_;
  VoiceBand taken_voice_;
  Level rnnoise_level_;
  Level strong_level_;
  Level dry_level_;
  /** Of what RNNoise takes away of the band of voices. */
  Steadiness taken_;
  Shares shares_;
  /** Of RNNoise above 6.5 kHz, power of a step, over the last 0.6 s. */
  double treble_level_ = 0.0;
};

}  // namespace sounddesk
