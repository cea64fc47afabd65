// The stages of a file job with the engine on.
//
//   caller: read, loudness in, to 48 kHz  →  models  →  cleaners: post-filter and mix  →  writer: latency off, back to
//   the file's rate, to the sink
//
// Models and cleaners share the channels among them. Bounded queues lie between all: a few half seconds of sound are in
// memory, whatever the length. So a file of one channel, too, has work for several processors.
//
// The model needs about a second to learn a noise; in a file it is played the first two seconds backwards
// beforehand, so that the beginning is as clean as the rest. With sensitivity and reduction at 100 the output
// is the model's alone, sample for sample: then it is not.
//
// Threads: `run` on one thread; it starts and joins the others. Real-time safety: none.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "denoise/denoise_engine.hpp"
#include "denoise/file_cleaner.hpp"
#include "denoise/run_denoiser.hpp"
#include "dsp/loudness.hpp"
#include "dsp/soxr_resampler.hpp"
#include "rt/bounded_queue.hpp"
#include "take/audio_sink.hpp"
#include "take/audio_source.hpp"
#include "take/clean_job.hpp"

namespace sounddesk {

class CleanPipeline {
 public:
  CleanPipeline(AudioSource &source, AudioSink &sink, const DenoiseChoice &choice, const std::atomic<bool> &is_cancelled);

  /** Fills in what the chain knows: frames, latency, loudness in, speech, reduction. Throws the first failure. */
  CleanResult run(const std::function<void(std::int64_t)> &on_frames_written);

 private:
  /** What one channel's frames added up to; owned by that channel's cleaner. */
  struct ChannelStatistics {
    std::int64_t frames = 0;
    std::int64_t speech_frames = 0;
    double pause_input_power = 0.0;
    double pause_output_power = 0.0;
  };

  /** A stretch of sound at 48 kHz, whole frames, a channel each. */
  struct Block {
    std::vector<std::vector<float>> channels;
    /** What the model makes of it, in ±32768, and how surely there is speech in each frame. */
    std::vector<std::vector<float>> wet;
    std::vector<std::vector<float>> speech;
    /** So much of the first block is heard beforehand, without being written. */
    std::size_t lead_in_samples = 0;
    std::atomic<int> cleaners_left{0};
    bool is_last = false;
    /** Frames of the whole input at its own rate; known with the last block. */
    std::int64_t frames_total = 0;
  };
  using BlockPointer = std::shared_ptr<Block>;

  void read_all();
  /** Takes whole frames out of what waits for the model; with `is_last` everything, padded. */
  BlockPointer cut_block(bool is_last);
  static void add_lead_in(Block &block);
  bool hand_out(const BlockPointer &block);
  void run_models(std::size_t worker);
  void run_cleaners(std::size_t worker);
  void run_model(Block &block, std::size_t channel);
  void clean_channel(Block &block, std::size_t channel);
  void write_all(const std::function<void(std::int64_t)> &on_frames_written);
  void collect(const Block &block);
  void write_collected(std::int64_t frames_wanted);
  void guard(const std::function<void()> &stage);
  void close_queues();
  CleanResult summary() const;

  AudioSource &source_;
  AudioSink &sink_;
  const std::atomic<bool> &is_cancelled_;
  const std::size_t channel_count_;
  const int rate_hz_;
  const bool has_lead_in_;
  const bool knows_speech_;

  // The caller's.
  std::vector<SoxrResampler> to_model_;
  std::vector<std::vector<float>> waiting_;
  LoudnessMeter loudness_in_;
  std::int64_t frames_read_ = 0;

  // By channel; those of a channel belong to one thread each.
  std::vector<std::unique_ptr<RunDenoiser>> models_;
  std::vector<FileCleaner> cleaners_;
  std::vector<ChannelStatistics> statistics_;
  std::vector<std::unique_ptr<BoundedQueue<BlockPointer>>> to_models_;
  std::vector<std::unique_ptr<BoundedQueue<BlockPointer>>> to_cleaners_;

  // The writer's.
  BoundedQueue<BlockPointer> to_writer_;
  std::vector<SoxrResampler> from_model_;
  std::vector<std::vector<float>> collected_;
  std::size_t latency_left_ = FileCleaner::delay_samples;
  std::vector<float> interleaved_;
  std::int64_t frames_written_ = 0;

  std::mutex failure_mutex_;
  std::exception_ptr failure_;
};

}  // namespace sounddesk
