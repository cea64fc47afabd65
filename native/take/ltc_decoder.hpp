// Reads linear timecode (SMPTE ST 12-1) out of sound: 24, 25, 29.97 (drop and non-drop) and 30 frames a second.
//
// Threads: one. Real-time safety: `process` does not allocate; it is meant for the writer's thread and for files.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace sounddesk {

struct LtcFrame {
  int hours;
  int minutes;
  int seconds;
  int frames;
  bool is_drop_frame;
  /** Where its first bit begins, in samples since the decoder's first. */
  double at_sample;
};

/** The timecode of a whole sound, once it is sure of it. */
struct LtcReading {
  LtcFrame first;
  double fps;
  /** Seconds since midnight at the decoder's first sample; may be negative just behind midnight. */
  double start_sec;
};

/** Frames of video since midnight, with the numbers left out that drop-frame counting skips. */
std::int64_t ltc_frame_number(const LtcFrame &frame, double fps);

class LtcDecoder {
 public:
  explicit LtcDecoder(int rate_hz);

  /** One channel of interleaved sound: `stride` is the number of channels. */
  void process(const float *samples, std::size_t frames, std::size_t stride);
  std::int64_t frames_read() const { return frames_read_; }
  /** Known after half a second of frames that follow each other. */
  std::optional<LtcReading> reading() const;

 private:
  void on_edge(double at);
  void on_bit(bool is_one, double begin, double end);
  void on_frame();

  double rate_hz_;
  double sample_number_ = 0.0;
  // Edges.
  float previous_ = 0.0F;
  float envelope_ = 0.0F;
  bool is_high_ = false;
  double crossing_ = 0.0;
  // Bits.
  double last_edge_ = -1.0;
  double bit_samples_;
  std::optional<double> half_begin_;
  std::uint64_t data_ = 0;
  std::uint16_t sync_ = 0;
  std::array<double, 80> bit_begins_{};
  std::size_t bit_index_ = 0;
  int bits_since_break_ = 0;
  // Frames.
  std::int64_t frames_read_ = 0;
  std::optional<LtcFrame> run_first_;
  LtcFrame last_{};
  int run_length_ = 0;
  int longest_run_ = 0;
  LtcFrame best_first_{};
  LtcFrame best_last_{};
};

}  // namespace sounddesk
