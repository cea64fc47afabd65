// De-reverb for files: what of a room can be predicted is subtracted (dsp/room_prediction.hpp), up to the middle of the knob; beyond it, what is
// left of the tail is lowered as it is live (dsp/de_reverb.hpp), which has heard the first eight seconds beforehand.
//
// A sound of less than three seconds, of which nothing can be learned, is lowered alone. `src-renderer/media/dsp/roomRepair.ts` is the same for a
// browser.
//
// Threads: an object belongs to one thread at a time. Real-time safety: none (allocates).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "dsp/de_reverb.hpp"
#include "dsp/file_repair.hpp"
#include "dsp/room_prediction.hpp"

namespace sounddesk {

class RoomRepair final : public FileRepair {
 public:
  /** Whether it is on is not asked. Values out of their ranges are brought into them. */
  RoomRepair(const DeReverbSettings &settings, double rate_hz, std::size_t channels);

  void process(const float *const *channels, std::size_t frames, bool is_last, std::vector<std::vector<float>> &out) override;

 private:
  void begin();
  void lower(std::vector<std::vector<float>> &samples, std::size_t from, std::size_t frames) noexcept;

  double amount_;
  double rate_hz_;
  std::vector<RoomPrediction> channels_;
  std::optional<DeReverb> gain_;
  /** Until it has begun. */
  std::vector<std::vector<float>> waiting_;
  std::vector<float *> planes_;
  bool has_begun_ = false;
};

}  // namespace sounddesk
