// High-quality resampling of one channel of a file, aligned with its input: the filter's own delay is taken
// out, so sample n at one rate lies at n × ratio at the other.
//
// Threads: an object belongs to one thread at a time. Real-time safety: none (allocates): files only.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace sounddesk {

class SoxrResampler {
 public:
  /** Throws `Failure` (FORMAT_UNSUPPORTED) where soxr does not take the rates. */
  SoxrResampler(int from_hz, int to_hz);
  ~SoxrResampler();
  SoxrResampler(SoxrResampler &&) noexcept;
  SoxrResampler &operator=(SoxrResampler &&) = delete;

  /** Appends to `out` what `count` more samples make audible. */
  void process(const float *samples, std::size_t count, std::vector<float> &out);

  /** Appends what is still inside; nothing may follow. */
  void finish(std::vector<float> &out);

 private:
  struct Deleter {
    void operator()(void *handle) const noexcept;
  };
  std::unique_ptr<void, Deleter> handle_;
  double ratio_;
};

}  // namespace sounddesk
