#include <doctest/doctest.h>

#include <array>
#include <vector>

#include "denoise/batch_denoiser.hpp"
#include "support.hpp"

using namespace sounddesk;

TEST_CASE("batch: a channel that pauses keeps its sound and its state") {
  const auto batch = make_rnnoise_batch(2);
  REQUIRE(batch->channels() == 2);
  const auto alone = make_rnnoise();
  const std::vector<double> input = test::voice_like(48000, 1, 48000);
  for (std::size_t at = 0; at + frame_samples <= input.size(); at += frame_samples) {
    std::array<float, frame_samples> expected{};
    for (std::size_t i = 0; i < frame_samples; ++i) expected[i] = static_cast<float>(input[at + i]) * model_full_scale;
    std::array<float, frame_samples> frame = expected;
    const bool has_paused = (at / frame_samples) % 3 == 1;
    std::array<float *, 2> frames{nullptr, has_paused ? nullptr : frame.data()};
    std::array<float, 2> probability{-1.0F, -1.0F};
    if (!has_paused) alone->process(expected.data());
    batch->process(frames.data(), probability.data());
    CHECK(probability[0] == -1.0F);
    for (std::size_t i = 0; i < frame_samples; ++i) REQUIRE(frame[i] == doctest::Approx(expected[i]).epsilon(1e-3));
  }
}
