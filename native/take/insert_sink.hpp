// A chain of plug-ins in another process, in front of the sink of a file job.
//
// What the chain holds back is taken off the beginning and flushed out with silence at the end, so that the result has
// the recording's length and lies on it to the sample. The chain waits as long as its process lives; where it is gone
// or hung the job fails, and no part of the result is taken for whole.
//
// Threads: an object belongs to one thread at a time. Real-time safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/insert_processor.hpp"
#include "take/audio_sink.hpp"

namespace sounddesk {

struct FileInsert {
  std::shared_ptr<InsertProcessor> processor;
  /** What it was made for: the file has to be of the same. */
  int rate_hz = 0;
  int channels = 0;
  std::size_t block_frames = 0;
};

class InsertSink final : public AudioSink {
 public:
  /** Throws BAD_OPTION where the chain was made for another format. */
  InsertSink(AudioSink &result, const FileInsert &insert, const SourceFormat &format);

  void write(const float *interleaved, std::size_t frames) override;
  void write(const double *interleaved, std::size_t frames) override;
  void finish() override;
  std::int64_t clipped_samples() const override { return result_.clipped_samples(); }

  /** After `finish`: what was compensated. */
  std::int64_t latency_frames() const { return latency_frames_; }

 private:
  void settle();
  /** Through the chain, and what comes out of it on, without what it has held back. */
  void process(std::size_t frames);

  AudioSink &result_;
  FileInsert insert_;
  std::size_t channels_;
  bool has_settled_ = false;
  bool has_begun_ = false;
  std::int64_t latency_frames_ = 0;
  std::int64_t frames_in_ = 0;
  std::int64_t frames_out_ = 0;
  std::int64_t frames_skipped_ = 0;
  std::vector<std::vector<float>> planar_;
  std::vector<float *> planes_;
  std::vector<float> interleaved_;
};

}  // namespace sounddesk
