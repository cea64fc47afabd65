#include <algorithm>
#include <array>
#include <new>

#include "denoise/denoiser.hpp"
#include "denoise/model_samples.hpp"
#include "denoise/wasm/rnnoise_module.h"
#include "rt/denormals.hpp"

namespace sounddesk {
namespace {

static_assert(frame_samples == SD_RNNOISE_FRAME_SAMPLES);

const sd_rnnoise_module &best_module() noexcept {
#if defined(SD_MODELS_HAVE_AVX2)
  if (__builtin_cpu_supports("avx2")) return sd_rnnoise_avx2;
#endif
  return sd_rnnoise_baseline;
}

class Rnnoise final : public Denoiser {
 public:
  explicit Rnnoise(const sd_rnnoise_module &module) : module_(module), instance_(module.create()) {
    if (instance_ == nullptr) throw std::bad_alloc();
  }
  ~Rnnoise() override { module_.destroy(instance_); }
  Rnnoise(const Rnnoise &) = delete;
  Rnnoise &operator=(const Rnnoise &) = delete;

  DenoiserFacts facts() const noexcept override { return {model_delay_samples, true, true}; }

  float process(float *frame) noexcept override {
    remove_what_is_no_sound(frame, frame_samples);
    std::array<float, frame_samples> input;
    std::copy_n(frame, frame_samples, input.data());
    float speech_probability = 0.0F;
    if (!is_spent_) {
      const DenormalScope denormals(DenormalScope::Mode::keep);
      is_spent_ = module_.process(instance_, frame, &speech_probability) != 0;
    }
    // After a trap the module's memory cannot be trusted: the channel continues with its input, as late as before.
    if (is_spent_) std::copy_n(previous_input_.data(), frame_samples, frame);
    previous_input_ = input;
    return speech_probability;
  }

 private:
  const sd_rnnoise_module &module_;
  void *instance_;
  std::array<float, frame_samples> previous_input_{};
  bool is_spent_ = false;
};

}  // namespace

std::unique_ptr<Denoiser> make_rnnoise() { return std::make_unique<Rnnoise>(best_module()); }

const char *rnnoise_path() noexcept { return best_module().path; }

}  // namespace sounddesk
