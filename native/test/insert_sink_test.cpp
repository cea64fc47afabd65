#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <vector>

#include "rt/failure.hpp"
#include "take/insert_sink.hpp"

using namespace sounddesk;

namespace {

/** Delays by so many frames, which it only says after its first blocks, as a plug-in with a setting does. */
class LateChain final : public InsertProcessor {
 public:
  explicit LateChain(std::size_t delay, int blocks_left = 1'000'000) : blocks_left_(blocks_left), delay_(delay) {}

  void post(const float *const *channels, std::size_t frames) noexcept override {
    posted_.assign(channels[0], channels[0] + frames);
  }
  bool collect(float *const *channels, std::size_t frames) noexcept override {
    if (--blocks_left_ < 0) return false;
    if (++blocks_ == 3) held_.assign(delay_, 0.0F);
    held_.insert(held_.end(), posted_.begin(), posted_.end());
    std::copy_n(held_.begin(), frames, channels[0]);
    held_.erase(held_.begin(), held_.begin() + static_cast<std::ptrdiff_t>(frames));
    return true;
  }
  std::size_t latency_frames() const noexcept override { return blocks_ >= 3 ? delay_ : 0; }

 private:
  int blocks_left_;
  int blocks_ = 0;
  std::size_t delay_;
  std::vector<float> posted_;
  std::deque<float> held_;
};

class Memory final : public AudioSink {
 public:
  void write(const float *interleaved, std::size_t frames) override {
    samples.insert(samples.end(), interleaved, interleaved + frames);
  }
  void write(const double *interleaved, std::size_t frames) override {
    samples.insert(samples.end(), interleaved, interleaved + frames);
  }
  void finish() override { is_finished = true; }
  std::int64_t clipped_samples() const override { return 0; }

  std::vector<float> samples;
  bool is_finished = false;
};

SourceFormat mono() {
  SourceFormat format;
  format.rate_hz = 48000;
  format.channels = 1;
  return format;
}

FileInsert insert_of(std::shared_ptr<InsertProcessor> chain) {
  return {.processor = std::move(chain), .rate_hz = 48000, .channels = 1, .block_frames = 64};
}

}  // namespace

TEST_CASE("insert sink: a file comes out as long as it is and on its place, however late the chain says its delay") {
  Memory memory;
  InsertSink sink(memory, insert_of(std::make_shared<LateChain>(100)), mono());
  std::vector<float> sound(1000);
  for (std::size_t i = 0; i < sound.size(); ++i) sound[i] = static_cast<float>(i + 1);
  sink.write(sound.data(), 700);
  sink.write(sound.data() + 700, 300);
  sink.finish();
  CHECK(memory.is_finished);
  CHECK(sink.latency_frames() == 100);
  CHECK(memory.samples == sound);
}

TEST_CASE("insert sink: a chain that is gone ends the job, and another format is refused") {
  Memory memory;
  InsertSink sink(memory, insert_of(std::make_shared<LateChain>(0, 40)), mono());
  const std::vector<float> sound(10'000);
  CHECK_THROWS_AS(sink.write(sound.data(), sound.size()), Failure);
  CHECK_FALSE(memory.is_finished);
  SourceFormat stereo = mono();
  stereo.channels = 2;
  CHECK_THROWS_AS(InsertSink(memory, insert_of(std::make_shared<LateChain>(0)), stereo), Failure);
}
