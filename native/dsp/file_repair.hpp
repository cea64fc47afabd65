// A repair of a sound that lies there: it looks at what is to come, so what it gives is later.
//
// Threads: an object belongs to one thread at a time. Real-time safety: none (allocates).
#pragma once

#include <cstddef>
#include <vector>

namespace sounddesk {

class FileRepair {
 public:
  FileRepair() = default;
  FileRepair(const FileRepair &) = delete;
  FileRepair &operator=(const FileRepair &) = delete;
  virtual ~FileRepair() = default;

  /**
   * Planar, any number of frames; appends to `out`, of every channel, what is done. With `is_last` that is all of it: as many
   * frames in the end as came.
   */
  virtual void process(const float *const *channels, std::size_t frames, bool is_last, std::vector<std::vector<float>> &out) = 0;
};

/** What is not a number, or far too loud for a sound, is none. */
inline double sound_of(float sample) noexcept { return sample >= -16.0F && sample <= 16.0F ? static_cast<double>(sample) : 0.0; }

}  // namespace sounddesk
