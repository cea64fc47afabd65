// What the engine "auto" makes of RNNoise and of GTCRN, which heard the same sound.
//
// Up to 7.85 kHz it is a mean of both, two thirds GTCRN, more where that keeps as much of the voice, and less where it takes
// what can only be the voice: what one of them leaves of a noise the other takes, so that the mean is cleaner than either.
// Above, it is RNNoise, since GTCRN has nothing there. What RNNoise lets through for a moment and GTCRN does not, a click, is GTCRN's word, in the treble, too. Where
// GTCRN takes far more than RNNoise, and what RNNoise takes moves as voices do (babble), it is mostly RNNoise, with some of
// the untouched sound, the more the louder they talk. Both take a part of the voice, most of which is made good.
//
// Both have to be cut at the same place without turning their phases, or what is left of each adds up to more noise:
// GTCRN ends at 7.85 kHz by a filter of linear phase, so RNNoise, which is earlier, is cut there by one, too.
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

  /** So many samples of RNNoise behind a frame have to be there. */
  static constexpr std::size_t ahead_samples = 48;

  /**
   * One frame of each in ±1, of the same moment, `ahead_samples` that RNNoise made behind it, and how surely there is speech in the
   * frame by RNNoise, 0-1. The result takes the place of `strong`. Returns how surely there is speech by both.
   */
  float process(const float *dry, const float *rnnoise, const float *ahead, float *strong, float speech_probability) noexcept;

 private:
  using Samples = std::array<float, frame_samples>;

  /** By which clicks are known. */
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

  /** Of RNNoise, what GTCRN has too, without a delay of its own. */
  class Below {
   public:
    void process(const float *samples, const float *ahead) noexcept;
    Samples sound;
    /** The rest. */
    Samples treble;

   private:
    std::array<double, frame_samples + 2 * ahead_samples> line_{};
  };

  /** At 1.5 kHz (Butterworth, second order). */
  class Edge {
   public:
    void process(const float *samples) noexcept;
    Samples low;
    Samples middle;

   private:
    Biquad edge_{{0.008442692929079959, 0.016885385858159917, 0.008442692929079959, -1.7237761727625094, 0.7575469444788291}};
  };

  /** What GTCRN adds beneath any voice, where it lets rumble through that RNNoise takes. */
  class Rumble {
   public:
    /** `strong_low` without it. */
    void take_out(const float *rnnoise, const float *strong, const Samples &rnnoise_low, Samples &strong_low) noexcept;

   private:
    /** How surely there is any, by what both have below 80 Hz over the last half second, and how much of GTCRN's sound it is. */
    void follow(const float *rnnoise, const float *strong) noexcept;
    /** 80 Hz (Butterworth, second order). */
    static constexpr BiquadCoefficients low_pass{2.721380798831886e-05, 5.442761597663772e-05, 2.721380798831886e-05, -1.985190657896261, 0.9852995131282144};
    Biquad rnnoise_{low_pass};
    Biquad strong_{low_pass};
    Biquad high_pass_{{0.9926225427561188, -1.9852450855122377, 0.9926225427561188, -1.985190657896261, 0.9852995131282144}};
    double rnnoise_power_ = 0.0;
    double strong_power_ = 0.0;
    double whole_power_ = 0.0;
    double share_ = 0.0;
  };

  /** How much of the untouched sound's power in the band of voices GTCRN's is, but for its level; over five seconds. */
  class Explained {
   public:
    void hear(double dry, double strong, double both) noexcept;
    double value() const noexcept { return both_ * both_ / (dry_ * strong_ + 1e-18); }

   private:
    double dry_ = 0.0;
    double strong_ = 0.0;
    double both_ = 0.0;
  };

  /** Where most of a voice is: from 200 Hz to 4 kHz (Butterworth, second order each). */
  class VoiceBand {
   public:
    Samples process(const float *samples) noexcept;

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

  /**
   * What is made good of the loudness that a voice lost: most of it, at most 5 dB. As loud as it came in is the untouched sound
   * over what is left, by least squares in the band of voices, over ten seconds of speech. A gain that moves faster, or is
   * bounded from frame to frame, is noise of its own (2 dB among people who talk).
   */
  class VoiceGain {
   public:
    /** `speech` is how surely there is any, 0-1. */
    void follow(const Samples &dry, const Samples &left, double speech) noexcept;
    double value() const noexcept;

   private:
    double heard_ = 0.0;
    double dry_by_left_ = 1e-6;
    double left_power_ = 1e-6;
  };

  /**
   * How surely RNNoise took noise for speech: of voices GTCRN leaves something, and of music RNNoise takes nothing. At once
   * where RNNoise takes half or more; where it takes a tenth, more and more surely between one second and four of such
   * "speech": of a loud voice that begins among others, GTCRN leaves nothing in its first second, and RNNoise takes what the others have.
   */
  class NoiseAlone {
   public:
    /** A frame, with the powers that GTCRN kept of RNNoise's sound, and that came in for it. */
    double hear(double kept, double taken, bool is_speech) noexcept;

   private:
    double lasting_ = 0.0;
  };

  /** Of GTCRN in its bands, of RNNoise in the treble. */
  struct Shares {
    double low = 0.0;
    double middle = 0.0;
    double treble = 1.0;
  };

  struct Judgement {
    double trust;
    double babble;
    double strong_share;
    double dry_share;
    /** How much of the gain of voices is due. */
    double louder;
  };

  Judgement judge(bool is_speech) noexcept;
  Shares next_shares(const Judgement &judgement, std::size_t at) noexcept;
  void blend(float *out, std::size_t at, const Shares &next) noexcept;
  void make_louder(const float *dry, float *out, double gain, double dry_share) noexcept;

  Split rnnoise_;
  Split strong_;
  Below rnnoise_below_;
  Edge rnnoise_edge_;
  Edge strong_edge_;
  VoiceBand dry_voice_;
  VoiceBand strong_voice_;
  VoiceBand left_voice_;
  VoiceBand taken_voice_;
  Level rnnoise_level_;
  Level strong_level_;
  Level dry_level_;
  /** Of what RNNoise takes away of the band of voices. */
  Steadiness taken_;
  Shares shares_;
  /** Of RNNoise above 6.5 kHz, power of a step, over the last 0.6 s. */
  double treble_level_ = 0.0;
  VoiceGain voice_gain_;
  NoiseAlone noise_alone_;
  Rumble rumble_;
  Explained explained_;
  double gain_ = 1.0;
  /** Of the untouched sound in all. */
  double dry_share_ = 0.0;
};

}  // namespace sounddesk
