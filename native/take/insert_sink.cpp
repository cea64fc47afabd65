#include "take/insert_sink.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>

#include "rt/failure.hpp"
#include "take/sanitize.hpp"

namespace sounddesk {
namespace {

/** 150 ms without a change, and 2 s for one that never rests. */
constexpr int enough_same_looks = 30;
constexpr int most_settling_looks = 400;
constexpr std::chrono::milliseconds settling_look(5);

}  // namespace

InsertSink::InsertSink(AudioSink &result, const FileInsert &insert, const SourceFormat &format)
    : result_(result),
      insert_(insert),
      channels_(static_cast<std::size_t>(format.channels)),
      planar_(channels_, std::vector<float>(insert.block_frames)),
      planes_(channels_) {
  if (insert.rate_hz != format.rate_hz || insert.channels != format.channels) {
    throw Failure(FailureCode::bad_option, "The chain of plug-ins was made for " + std::to_string(insert.channels) +
                                               " channels at " + std::to_string(insert.rate_hz) + " Hz, the file has " +
                                               std::to_string(format.channels) + " at " +
                                               std::to_string(format.rate_hz) + " Hz");
  }
  for (std::size_t channel = 0; channel < channels_; ++channel) planes_[channel] = planar_[channel].data();
}

/** Settings take their effect with blocks, and a new delay a moment later: silence until it stays the same. */
void InsertSink::settle() {
  InsertProcessor &chain = *insert_.processor;
  std::size_t last = 0;
  for (int look = 0, same = 0; look < most_settling_looks && same < enough_same_looks; ++look) {
    for (std::vector<float> &plane : planar_) std::fill(plane.begin(), plane.end(), 0.0F);
    chain.post(planes_.data(), insert_.block_frames);
    if (!chain.collect(planes_.data(), insert_.block_frames)) {
      throw Failure(FailureCode::device_lost, "The plug-in has crashed or hangs");
    }
    same = chain.latency_frames() == last ? same + 1 : 0;
    last = chain.latency_frames();
    std::this_thread::sleep_for(settling_look);
  }
}

void InsertSink::write(const float *interleaved, std::size_t frames) {
  if (!has_settled_) settle();
  has_settled_ = true;
  for (std::size_t at = 0; at < frames;) {
    const std::size_t count = std::min(frames - at, insert_.block_frames);
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      for (std::size_t i = 0; i < count; ++i) planes_[channel][i] = interleaved[(at + i) * channels_ + channel];
    }
    process(count);
    frames_in_ += static_cast<std::int64_t>(count);
    at += count;
  }
}

void InsertSink::write(const double *interleaved, std::size_t frames) {
  std::vector<float> samples(interleaved, interleaved + frames * channels_);
  silence_non_numbers(samples.data(), samples.size());
  write(samples.data(), frames);
}

void InsertSink::process(std::size_t frames) {
  InsertProcessor &chain = *insert_.processor;
  chain.post(planes_.data(), frames);
  if (!chain.collect(planes_.data(), frames)) {
    throw Failure(FailureCode::device_lost, "The plug-in has crashed or hangs");
  }
  if (!has_begun_) latency_frames_ = static_cast<std::int64_t>(chain.latency_frames());
  has_begun_ = true;
  const auto skipped = static_cast<std::size_t>(
      std::min<std::int64_t>(static_cast<std::int64_t>(frames), latency_frames_ - frames_skipped_));
  frames_skipped_ += static_cast<std::int64_t>(skipped);
  const std::size_t kept = frames - skipped;
  if (kept == 0) return;
  interleaved_.resize(kept * channels_);
  for (std::size_t channel = 0; channel < channels_; ++channel) {
    for (std::size_t i = 0; i < kept; ++i) interleaved_[i * channels_ + channel] = planes_[channel][skipped + i];
  }
  silence_non_numbers(interleaved_.data(), interleaved_.size());
  frames_out_ += static_cast<std::int64_t>(kept);
  result_.write(interleaved_.data(), kept);
}

void InsertSink::finish() {
  while (frames_out_ < frames_in_) {
    const std::int64_t missing = frames_in_ - frames_out_ + (latency_frames_ - frames_skipped_);
    const std::size_t count = std::min<std::size_t>(static_cast<std::size_t>(missing), insert_.block_frames);
    for (std::vector<float> &plane : planar_) std::fill(plane.begin(), plane.end(), 0.0F);
    process(count);
  }
  result_.finish();
}

}  // namespace sounddesk
