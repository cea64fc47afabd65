#include "denoise/batch_denoiser.hpp"

#include <new>
#include <vector>

namespace sounddesk {
namespace {

/** One instance of the module a channel: the reference, and the path where the lanes cannot run. */
class ModuleBatch final : public BatchDenoiser {
 public:
  explicit ModuleBatch(std::size_t channels) {
    for (std::size_t channel = 0; channel < channels; ++channel) models_.push_back(make_rnnoise());
  }

  std::size_t channels() const noexcept override { return models_.size(); }

  void process(float *const *frames, float *speech_probability) noexcept override {
    for (std::size_t channel = 0; channel < models_.size(); ++channel) {
      if (frames[channel] != nullptr) speech_probability[channel] = models_[channel]->process(frames[channel]);
    }
  }

  /** Makes the instance anew, which allocates: not for a real-time thread in this implementation. */
  void reset(std::size_t channel) noexcept override {
    try {
      models_[channel] = make_rnnoise();
    } catch (const std::bad_alloc &) {
      // Without memory for another instance the channel goes on with what it has heard.
    }
  }

 private:
  std::vector<std::unique_ptr<Denoiser>> models_;
};

}  // namespace

std::unique_ptr<BatchDenoiser> make_rnnoise_batch(std::size_t channels) {
  return std::make_unique<ModuleBatch>(channels);
}

const char *batch_path() noexcept { return rnnoise_path(); }

}  // namespace sounddesk
