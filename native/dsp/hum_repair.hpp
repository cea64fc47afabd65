// De-hum for files: what hums is fitted over four seconds around each moment, and subtracted.
//
// The mains are found as in dsp/de_hum.hpp, in the first eight seconds (a short sound is heard again and again) or later on. From second to
// second their harmonics are fitted (dsp/harmonic_fit.hpp); a harmonic is a hum as far as the fit agrees with those two seconds before and
// behind it, which hear next to nothing of the same sound: a voice is somewhere else by then. One fit fades into the next. So the first
// sample is as clean as the last, a harmonic under a voice is no less exact than in a pause, and nothing is learned too slowly.
// Channels are looked at one by one; without a hum every bit passes. `src-renderer/media/dsp/humRepair.ts` is the same for a browser.
//
// Threads: an object belongs to one thread at a time. Real-time safety: none (allocates).
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

#include "dsp/de_hum.hpp"
#include "dsp/file_repair.hpp"
#include "dsp/harmonic_fit.hpp"

namespace sounddesk {

class HumRepair final : public FileRepair {
 public:
  /** Whether it is on is not asked. Values out of their ranges are brought into them. */
  HumRepair(const DeHumSettings &settings, double rate_hz, std::size_t channels);

  /** Each channel may be as far as it is. */
  void process(const float *const *channels, std::size_t frames, bool is_last, std::vector<std::vector<float>> &out) override;

 private:
  /** What was fitted around a step, and how far each harmonic is a hum. */
  struct Step {
    std::optional<FittedHum> fitted;
    /** The same fit as the one before. */
    bool is_repeated = false;
    ToneDepths depths{};
    bool is_hum = false;
  };

  class Channel {
   public:
    Channel(float share, double rate_hz);
    void process(const float *samples, std::size_t frames, bool is_last, std::vector<float> &out);

   private:
    void add(double sample);
    bool begin(std::size_t end, bool is_last);
    void search(std::size_t from, std::size_t to) noexcept;
    Step fit_at(std::size_t center, std::size_t end);
    void judge(std::size_t at) noexcept;
    void subtract(bool is_last, std::vector<float> &out);
    void between(std::size_t from, std::size_t to, std::size_t place, float *out) const noexcept;
    std::size_t zeros_before(std::size_t at) const noexcept;
    bool is_silence(std::size_t at, std::size_t zeros) const noexcept;
    void forget();
    double hop_samples() const noexcept { return static_cast<double>(half_ / 2 * every_); }
    Step &step(std::size_t at) noexcept { return steps_[at - first_step_]; }
    const Step &step(std::size_t at) const noexcept { return steps_[at - first_step_]; }

    float share_;
    double rate_hz_;
    std::size_t every_;
    std::array<SteadyTones, 2> sought_;
    HarmonicFit fit_;
    /** Samples that are not given yet, from `given_` on. */
    std::vector<float> waiting_;
    std::size_t given_ = 0;
    std::size_t zeros_ = 0;
    /** Means of `every_` samples, from `low_first_` on. */
    std::deque<double> low_;
    std::size_t low_first_ = 0;
    double sum_ = 0.0;
    std::size_t summed_ = 0;
    /** Half a window in means; 0 until enough is heard. */
    std::size_t half_ = 0;
    /** Means that the search has heard. */
    std::size_t searched_ = 0;
    double frequency_hz_ = 0.0;
    /** From `first_step_` on. */
    std::deque<Step> steps_;
    std::size_t first_step_ = 0;
    std::size_t judged_ = 0;
  };

  std::vector<Channel> channels_;
};

}  // namespace sounddesk
