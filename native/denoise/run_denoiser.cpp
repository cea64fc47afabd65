#include "denoise/run_denoiser.hpp"

#include <utility>

#include "denoise/aligned_memory.hpp"
#include "denoise/lanes_kernel.hpp"
#include "denoise/lanes_tables.hpp"
#include "denoise/model_samples.hpp"
#include "rt/denormals.hpp"

namespace sounddesk {
namespace {

class LaneRun final : public RunDenoiser {
 public:
  explicit LaneRun(const lanes::Kernel &kernel)
      : kernel_(kernel), state_(make_zeroed(kernel.run_state_bytes)), scratch_(make_zeroed(kernel.run_scratch_bytes)) {
    lanes::lane_tables();
  }

  DenoiserFacts facts() const noexcept override { return {model_delay_samples, true, true}; }
  std::size_t frames() const noexcept override { return kernel_.width; }

  void process(float *samples, float *speech_probability) noexcept override {
    // The module keeps them. Flushed, a sound after digital silence may find another pitch: −65 dB of its first frames.
    const DenormalScope denormals(DenormalScope::Mode::keep);
    remove_what_is_no_sound(samples, kernel_.width * frame_samples);
    kernel_.process_run(state_.get(), scratch_.get(), samples, speech_probability);
  }

 private:
  const lanes::Kernel &kernel_;
  AlignedMemory state_;
  AlignedMemory scratch_;
};

class SingleRun final : public RunDenoiser {
 public:
  explicit SingleRun(std::unique_ptr<Denoiser> denoiser) : denoiser_(std::move(denoiser)) {}

  DenoiserFacts facts() const noexcept override { return denoiser_->facts(); }
  std::size_t frames() const noexcept override { return 1; }
  void process(float *samples, float *speech_probability) noexcept override {
    *speech_probability = denoiser_->process(samples);
  }

 private:
  std::unique_ptr<Denoiser> denoiser_;
};

}  // namespace

std::unique_ptr<RunDenoiser> make_rnnoise_run() { return std::make_unique<LaneRun>(lanes::best_kernel()); }

std::unique_ptr<RunDenoiser> make_baseline_rnnoise_run() { return std::make_unique<LaneRun>(lanes::baseline_kernel); }

std::unique_ptr<RunDenoiser> make_single_run(std::unique_ptr<Denoiser> denoiser) {
  return std::make_unique<SingleRun>(std::move(denoiser));
}

}  // namespace sounddesk
