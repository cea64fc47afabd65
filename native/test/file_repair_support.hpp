// What tests of the repairs of files share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace sounddesk::test {

using Sound = std::vector<float>;
using Sounds = std::vector<Sound>;

/** All of it, `step` frames at a time. */
template <typename Repair, typename Settings>
Sounds through(const Settings &settings, const Sounds &sounds, std::size_t step = 24000) {
  Repair repair(settings, 48000.0, sounds.size());
  Sounds out(sounds.size());
  const std::size_t frames = sounds.front().size();
  for (std::size_t at = 0; at == 0 || at < frames; at += step) {
    std::vector<const float *> planes;
    for (const Sound &sound : sounds) planes.push_back(sound.data() + at);
    const std::size_t count = std::min(step, frames - at);
    repair.process(planes.data(), count, at + count == frames, out);
  }
  return out;
}

}  // namespace sounddesk::test
