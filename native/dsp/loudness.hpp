// Integrated loudness after ITU-R BS.1770 of a whole programme.
//
// Threads: an object belongs to one thread at a time. Real-time safety: none (allocates).
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

namespace sounddesk {

class LoudnessMeter {
 public:
  LoudnessMeter(int channels, int rate_hz);
  ~LoudnessMeter();
  LoudnessMeter(const LoudnessMeter &) = delete;
  LoudnessMeter &operator=(const LoudnessMeter &) = delete;

  /** Interleaved samples in ±1. */
  void add(const float *interleaved, std::size_t frames);
  void add(const double *interleaved, std::size_t frames);

  /** LUFS; nothing where the programme is shorter than one block of 0.4 s or silent. */
  std::optional<double> integrated_lufs() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sounddesk
