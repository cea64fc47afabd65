// A sound without its defects, for the noise model: what of the effects comes before it, at the file's rate.
//
// Each is the form for files of its effect, which looks at what is to come: clicks first, since a click disturbs what the others find.
//
// Threads: an object belongs to one thread at a time. Real-time safety: none.
#pragma once

#include <memory>
#include <vector>

#include "dsp/effects.hpp"
#include "dsp/file_repair.hpp"
#include "take/audio_source.hpp"

namespace sounddesk {

class RepairingSource final : public AudioSource {
 public:
  RepairingSource(std::unique_ptr<AudioSource> source, const EffectSettings &settings);

  const SourceFormat &format() const override { return source_->format(); }
  std::size_t read(float *interleaved, std::size_t frames) override;
  std::size_t read(double *interleaved, std::size_t frames) override;

 private:
  using Planes = std::vector<std::vector<float>>;
  struct Stage {
    std::unique_ptr<FileRepair> repair;
    /** What has come out of it, a channel each: one may be ahead of the others. */
    Planes ready;
  };

  std::size_t ready_frames() const noexcept;
  void advance(std::size_t frames);

  std::unique_ptr<AudioSource> source_;
  std::size_t channels_;
  std::vector<Stage> stages_;
  std::vector<float> block_;
  bool has_ended_ = false;
};

/** As many frames as all channels have, taken from their beginnings and put behind `to`. */
std::size_t take_ready(std::vector<std::vector<float>> &ready, std::size_t most, std::vector<std::vector<float>> &to);

}  // namespace sounddesk
