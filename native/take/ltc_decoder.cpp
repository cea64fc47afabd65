#include "take/ltc_decoder.hpp"

#include <algorithm>
#include <cmath>

namespace sounddesk {
namespace {

/** Bits 64 to 79 as they come, the first one lowest: 0011 1111 1111 1101. */
constexpr std::uint16_t sync_word = 0xBFFC;
constexpr int bits_of_frame = 80;
/** Below this it is no signal. */
constexpr float least_envelope = 0.001F;
constexpr int sure_after_frames = 12;
constexpr double frames_per_second_known[] = {24000.0 / 1001.0, 24.0, 25.0, 30000.0 / 1001.0, 30.0};

int digit(std::uint64_t data, int from, int bits) { return static_cast<int>((data >> from) & ((1U << bits) - 1U)); }

std::optional<LtcFrame> parse(std::uint64_t data, double at_sample) {
  const int units[] = {digit(data, 0, 4), digit(data, 16, 4), digit(data, 32, 4), digit(data, 48, 4)};
  if (std::any_of(std::begin(units), std::end(units), [](int unit) { return unit > 9; })) return std::nullopt;
  const LtcFrame frame{digit(data, 56, 2) * 10 + units[3], digit(data, 40, 3) * 10 + units[2],
                       digit(data, 24, 3) * 10 + units[1], digit(data, 8, 2) * 10 + units[0],
                       digit(data, 10, 1) == 1, at_sample};
  const bool is_time = frame.hours < 24 && frame.minutes < 60 && frame.seconds < 60 && frame.frames < 30;
  return is_time ? std::optional<LtcFrame>(frame) : std::nullopt;
}

/** Whether `next` comes behind `last`; the highest frame number depends on a rate that is not known here. */
bool follows(const LtcFrame &last, const LtcFrame &next) {
  const int from = (last.hours * 60 + last.minutes) * 60 + last.seconds;
  const int to = (next.hours * 60 + next.minutes) * 60 + next.seconds;
  if (from == to) return next.frames == last.frames + 1;
  const bool is_first = next.frames == 0 || (next.is_drop_frame && next.frames == 2 && next.minutes % 10 != 0);
  return (to == from + 1 || (to == 0 && from == 86399)) && is_first && last.frames >= 23;
}

}  // namespace

std::int64_t ltc_frame_number(const LtcFrame &frame, double fps) {
  const std::int64_t minutes = frame.hours * 60 + frame.minutes;
  const std::int64_t counted = (minutes * 60 + frame.seconds) * std::llround(fps) + frame.frames;
  return frame.is_drop_frame ? counted - 2 * (minutes - minutes / 10) : counted;
}

LtcDecoder::LtcDecoder(int rate_hz) : rate_hz_(rate_hz), bit_samples_(rate_hz / (27.0 * bits_of_frame)) {}

void LtcDecoder::process(const float *samples, std::size_t frames, std::size_t stride) {
  // Falls to a third in 20 ms, ten bits or more: fades are followed, single edges are not.
  const auto decay = static_cast<float>(std::exp(-1.0 / (0.02 * rate_hz_)));
  for (std::size_t i = 0; i < frames; ++i, sample_number_ += 1.0) {
    const float sample = std::isfinite(samples[i * stride]) ? samples[i * stride] : 0.0F;
    envelope_ = std::max(std::fabs(sample), envelope_ * decay);
    if ((sample >= 0.0F) != (previous_ >= 0.0F)) {
      crossing_ = sample_number_ - 1.0 + static_cast<double>(previous_ / (previous_ - sample));
    }
    previous_ = sample;
    // Noise near zero is no edge: the other side must be reached.
    const float limit = 0.3F * envelope_;
    const bool is_edge = envelope_ > least_envelope && (is_high_ ? sample < -limit : sample > limit);
    if (is_edge) {
      is_high_ = !is_high_;
      on_edge(crossing_);
    }
  }
}

void LtcDecoder::on_edge(double at) {
  const double length = at - last_edge_;
  const bool is_known = last_edge_ >= 0.0;
  const double begin = last_edge_;
  last_edge_ = at;
  if (!is_known || length > 1.5 * bit_samples_ || length < 0.25 * bit_samples_) {
    half_begin_.reset();
    bits_since_break_ = 0;
    return;
  }
  if (length < 0.75 * bit_samples_) {
    if (!half_begin_.has_value()) {
      half_begin_ = begin;
      return;
    }
    on_bit(true, *half_begin_, at);
    half_begin_.reset();
    return;
  }
  // A whole bit behind half a one: the halves were paired wrongly until here.
  half_begin_.reset();
  on_bit(false, begin, at);
}

void LtcDecoder::on_bit(bool is_one, double begin, double end) {
  const double shortest = rate_hz_ / (33.0 * bits_of_frame);
  const double longest = rate_hz_ / (22.0 * bits_of_frame);
  bit_samples_ = std::clamp(bit_samples_ + 0.05 * (end - begin - bit_samples_), shortest, longest);
  data_ = data_ >> 1 | static_cast<std::uint64_t>(sync_ & 1U) << 63;
  sync_ = static_cast<std::uint16_t>(sync_ >> 1 | (is_one ? 0x8000U : 0U));
  bit_begins_[bit_index_] = begin;
  bit_index_ = (bit_index_ + 1) % bit_begins_.size();
  if (++bits_since_break_ >= bits_of_frame && sync_ == sync_word) on_frame();
}

void LtcDecoder::on_frame() {
  // The oldest of the last 80 bits is the one that would be overwritten next.
  const std::optional<LtcFrame> frame = parse(data_, bit_begins_[bit_index_]);
  if (!frame.has_value()) return;
  ++frames_read_;
  const bool goes_on = run_first_.has_value() && follows(last_, *frame);
  if (!goes_on) {
    run_first_ = frame;
    run_length_ = 0;
  }
  last_ = *frame;
  if (++run_length_ <= longest_run_) return;
  longest_run_ = run_length_;
  best_first_ = *run_first_;
  best_last_ = *frame;
}

std::optional<LtcReading> LtcDecoder::reading() const {
  if (longest_run_ < sure_after_frames) return std::nullopt;
  const double frame_samples = (best_last_.at_sample - best_first_.at_sample) / (longest_run_ - 1);
  const double measured = rate_hz_ / frame_samples;
  double fps = frames_per_second_known[0];
  for (const double known : frames_per_second_known) {
    if (std::fabs(known - measured) < std::fabs(fps - measured)) fps = known;
  }
  if (best_first_.is_drop_frame) fps = 30000.0 / 1001.0;
  // A rate that is none of them is another signal, or a recording at another speed.
  if (std::fabs(fps - measured) > 0.02 * fps) return std::nullopt;
  const double at_sec = static_cast<double>(ltc_frame_number(best_first_, fps)) / fps;
  return LtcReading{best_first_, fps, at_sec - best_first_.at_sample / rate_hz_};
}

}  // namespace sounddesk
