// What a device's stream feeds and asks: the seam between one device and whatever is behind it.
//
// Threads and real-time safety: called on the device's own audio thread; both must be real-time safe.
#pragma once

#include <cstddef>

namespace sounddesk {

class DeviceEndpoint {
 public:
  virtual ~DeviceEndpoint() = default;

  /** Sound from an input: ±1, interleaved. `age_sec` is how long ago the first of these samples was at the converter. */
  virtual void receive(const float *interleaved, std::size_t frames, std::size_t channels, double age_sec) noexcept = 0;

  /** Before the next `receive`: the sound system says that it lost its time, so that sound may lack or come twice. */
  virtual void lost_time() noexcept {}

  /** Sound for an output, to be written whole. `lead_sec` is how long from now the first of these samples leaves. */
  virtual void provide(float *interleaved, std::size_t frames, std::size_t channels, double lead_sec) noexcept = 0;
};

}  // namespace sounddesk
