// One frame through a model and the file cleaner.
#pragma once

#include <array>

#include "denoise/file_cleaner.hpp"

namespace sounddesk::test {

/** `samples` in ±1, in place. */
inline CleanedFrame clean_frame(FileCleaner &cleaner, Denoiser &model, float *samples) {
  std::array<float, frame_samples> wet;
  for (std::size_t i = 0; i < frame_samples; ++i) wet[i] = samples[i] * model_full_scale;
  const float speech_probability = model.process(wet.data());
  return cleaner.process(samples, wet.data(), speech_probability);
}

}  // namespace sounddesk::test
