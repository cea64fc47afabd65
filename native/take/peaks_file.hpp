// The waveform beside a track: the lowest and the highest sample of every 10 ms.
//
// `<track>.peaks`, little-endian: "SDPK", u16 version 1, u16 channels, u32 rate in Hz, u32 frames of a point,
// 16 bytes of zero; then for every point and channel i16 lowest, i16 highest (32767 is full scale). Its length says
// how many points there are, so a kill leaves it valid.
//
// Threads: one. Real-time safety: none.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "take/take_file.hpp"

namespace sounddesk {

class PeaksFile {
 public:
  PeaksFile(const std::string &path, int rate_hz, int channels);
  /** Whole points are appended; throws as `TakeFile` does. */
  void write(const float *interleaved, std::size_t frames);
  /** The last point, of fewer frames. */
  void finish();
  TakeFile &file() { return file_; }

 private:
  void close_point();
  void flush();

  TakeFile file_;
  std::size_t channels_;
  std::size_t point_frames_;
  std::size_t frames_in_point_ = 0;
  std::vector<float> lowest_;
  std::vector<float> highest_;
  std::vector<unsigned char> pending_;
};

}  // namespace sounddesk
