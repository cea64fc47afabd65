// A sound without its defects, for the noise model: what of the effects comes before it, at the file's rate.
//
// What has to get to know the sound (a hum) hears the first seconds beforehand, so that the beginning is as good as the rest.
// Clicks are taken out by what waits for their end, before all others.
//
// Threads: an object belongs to one thread at a time. Real-time safety: none.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "dsp/click_repair.hpp"
#include "dsp/effects.hpp"
#include "take/audio_source.hpp"

namespace sounddesk {

class RepairingSource final : public AudioSource {
 public:
  RepairingSource(std::unique_ptr<AudioSource> source, const EffectSettings &settings);

  const SourceFormat &format() const override { return source_->format(); }
  std::size_t read(float *interleaved, std::size_t frames) override;
  std::size_t read(double *interleaved, std::size_t frames) override;

 private:
  void hear_ahead();
  std::size_t read_source(float *interleaved, std::size_t frames);
  std::size_t read_without_clicks(float *interleaved, std::size_t frames);
  /** Into `planar_`. */
  void split(const float *interleaved, std::size_t frames);
  void repair(float *interleaved, std::size_t frames);

  std::unique_ptr<AudioSource> source_;
  std::size_t channels_;
  EffectChain effects_;
  std::optional<ClickRepair> clicks_;
  /** Without clicks, not yet read, a channel each. */
  std::vector<std::vector<float>> ready_;
  bool has_ended_ = false;
  /** Heard beforehand, and what of it is read. */
  std::vector<float> ahead_;
  std::size_t ahead_read_ = 0;
  bool has_heard_ahead_ = false;
  std::vector<std::vector<float>> planar_;
  std::vector<float *> planes_;
};

}  // namespace sounddesk
