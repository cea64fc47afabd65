#include "take/clean_pipeline.hpp"

#include <algorithm>
#include <cmath>
#include <thread>

#include "denoise/auto_denoiser.hpp"
#include "denoise/gtcrn.hpp"
#include "denoise/studio.hpp"
#include "rt/denormals.hpp"
#include "rt/failure.hpp"
#include "take/sanitize.hpp"

namespace sounddesk {
namespace {

constexpr std::size_t queue_blocks = 4;
/** Shorter, white noise leaks through for the rest of its first second (measured: 11 dB in place of 31). */
constexpr std::size_t lead_in_samples = 2 * model_rate_hz;

/** As late as whole frames allow: the file cleaner holds sound back for longer anyway. */
constexpr std::size_t strong_delay_samples = AutoDenoiser::file_delay_samples;

/** Blocks are whole runs of every model, but for the last one. */
constexpr std::size_t run_samples = RunDenoiser::most_frames * frame_samples;
static_assert(lead_in_samples % run_samples == 0);

std::unique_ptr<RunDenoiser> make_model(const DenoiseChoice &choice) {
  if (choice.engine == DenoiseEngine::studio) {
    return std::make_unique<Studio>(choice.studio_weights, choice.is_sequential ? 1 : studio::most_frames);
  }
  if (choice.engine == DenoiseEngine::strong) return make_single_run(std::make_unique<Gtcrn>(strong_delay_samples));
  std::unique_ptr<RunDenoiser> rnnoise = choice.is_sequential ? make_single_run(make_rnnoise()) : make_rnnoise_run();
  if (choice.engine != DenoiseEngine::automatic) return rnnoise;
  return std::make_unique<AutoDenoiser>(std::move(rnnoise), strong_delay_samples);
}

bool models_know_speech(DenoiseEngine engine) noexcept {
  return engine == DenoiseEngine::rnnoise || engine == DenoiseEngine::automatic;
}

std::size_t worker_count(std::size_t channels) {
  const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
  return std::min(channels, processors);
}

}  // namespace

CleanPipeline::CleanPipeline(AudioSource &source, AudioSink &sink, const DenoiseChoice &choice,
                             const std::atomic<bool> &is_cancelled)
    : source_(source),
      sink_(sink),
      is_cancelled_(is_cancelled),
      channel_count_(static_cast<std::size_t>(source.format().channels)),
      rate_hz_(source.format().rate_hz),
      has_lead_in_(!is_model_alone(choice.settings)),
      knows_speech_(models_know_speech(choice.engine)),
      waiting_(channel_count_),
      loudness_in_(source.format().channels, rate_hz_),
      statistics_(channel_count_),
      to_writer_(queue_blocks),
      collected_(channel_count_) {
  for (std::size_t channel = 0; channel < channel_count_; ++channel) {
    models_.push_back(make_model(choice));
    cleaners_.emplace_back(models_.back()->facts(), choice.settings);
    if (rate_hz_ != model_rate_hz) {
      to_model_.emplace_back(rate_hz_, model_rate_hz);
      from_model_.emplace_back(model_rate_hz, rate_hz_);
    }
  }
  for (std::size_t worker = 0; worker < worker_count(channel_count_); ++worker) {
    to_models_.push_back(std::make_unique<BoundedQueue<BlockPointer>>(queue_blocks));
    to_cleaners_.push_back(std::make_unique<BoundedQueue<BlockPointer>>(queue_blocks));
  }
}

CleanResult CleanPipeline::run(const std::function<void(std::int64_t)> &on_frames_written) {
  std::vector<std::thread> threads;
  for (std::size_t worker = 0; worker < to_models_.size(); ++worker) {
    threads.emplace_back([this, worker] { guard([this, worker] { run_models(worker); }); });
    threads.emplace_back([this, worker] { guard([this, worker] { run_cleaners(worker); }); });
  }
  threads.emplace_back([this, &on_frames_written] { guard([&] { write_all(on_frames_written); }); });
  guard([this] { read_all(); });
  for (std::thread &thread : threads) thread.join();
  if (is_cancelled_.load()) throw Failure(FailureCode::cancelled, "Cancelled");
  if (failure_ != nullptr) std::rethrow_exception(failure_);
  return summary();
}

/** The first failure of any stage ends them all. */
void CleanPipeline::guard(const std::function<void()> &stage) {
  const DenormalScope denormals(DenormalScope::Mode::flush);
  try {
    stage();
  } catch (...) {
    {
      const std::lock_guard<std::mutex> lock(failure_mutex_);
      if (failure_ == nullptr) failure_ = std::current_exception();
    }
    close_queues();
  }
}

void CleanPipeline::close_queues() {
  for (const auto &queue : to_models_) queue->close();
  for (const auto &queue : to_cleaners_) queue->close();
  to_writer_.close();
}

void CleanPipeline::read_all() {
  const std::size_t block_frames = std::max<std::size_t>(1, static_cast<std::size_t>(rate_hz_) / 2);
  std::vector<float> interleaved(block_frames * channel_count_);
  std::vector<float> channel_samples(block_frames);
  bool has_begun = false;
  for (std::size_t got = block_frames; got == block_frames;) {
    if (is_cancelled_.load()) throw Failure(FailureCode::cancelled, "Cancelled");
    got = source_.read(interleaved.data(), block_frames);
    silence_non_numbers(interleaved.data(), got * channel_count_);
    loudness_in_.add(interleaved.data(), got);
    frames_read_ += static_cast<std::int64_t>(got);
    for (std::size_t channel = 0; channel < channel_count_; ++channel) {
      for (std::size_t i = 0; i < got; ++i) channel_samples[i] = interleaved[i * channel_count_ + channel];
      if (to_model_.empty()) {
        waiting_[channel].insert(waiting_[channel].end(), channel_samples.begin(),
                                 channel_samples.begin() + static_cast<std::ptrdiff_t>(got));
      } else {
        to_model_[channel].process(channel_samples.data(), got, waiting_[channel]);
      }
    }
    const bool is_last = got < block_frames;
    if (is_last) {
      for (std::size_t channel = 0; channel < to_model_.size(); ++channel) to_model_[channel].finish(waiting_[channel]);
    }
    // The first block waits until it holds what the lead-in is made of.
    if (!has_begun && !is_last && waiting_.front().size() < lead_in_samples) continue;
    const BlockPointer block = cut_block(is_last);
    if (!has_begun && has_lead_in_) add_lead_in(*block);
    has_begun = true;
    if (!hand_out(block)) return;
  }
}

/** The beginning backwards, so that it runs into the first sample without a jump; a short one to and fro. */
void CleanPipeline::add_lead_in(Block &block) {
  for (std::vector<float> &channel : block.channels) {
    const std::size_t count = channel.size();
    std::vector<float> lead_in(lead_in_samples);
    for (std::size_t i = 0; i < lead_in_samples; ++i) {
      const std::size_t step = (lead_in_samples - 1 - i) % (2 * count);
      lead_in[i] = channel[step < count ? step : 2 * count - 1 - step];
    }
    channel.insert(channel.begin(), lead_in.begin(), lead_in.end());
  }
  block.lead_in_samples = lead_in_samples;
}

CleanPipeline::BlockPointer CleanPipeline::cut_block(bool is_last) {
  auto block = std::make_shared<Block>();
  block->is_last = is_last;
  block->frames_total = frames_read_;
  block->cleaners_left.store(static_cast<int>(to_cleaners_.size()));
  block->wet.resize(channel_count_);
  block->speech.resize(channel_count_);
  std::size_t samples = waiting_.front().size();
  if (is_last) {
    // The chain's delay is flushed out with silence, up to a whole frame.
    const std::size_t wanted = samples + FileCleaner::delay_samples;
    samples = (wanted + frame_samples - 1) / frame_samples * frame_samples;
    for (auto &channel : waiting_) channel.resize(samples, 0.0F);
  } else {
    samples = samples / run_samples * run_samples;
  }
  const auto cut = static_cast<std::ptrdiff_t>(samples);
  for (auto &channel : waiting_) {
    block->channels.emplace_back(channel.begin(), channel.begin() + cut);
    channel.erase(channel.begin(), channel.begin() + cut);
  }
  return block;
}

bool CleanPipeline::hand_out(const BlockPointer &block) {
  return std::all_of(to_models_.begin(), to_models_.end(), [&block](const auto &queue) { return queue->push(block); });
}

void CleanPipeline::run_models(std::size_t worker) {
  for (bool is_last = false; !is_last;) {
    const std::optional<BlockPointer> block = to_models_[worker]->pop();
    if (!block.has_value()) return;
    is_last = (*block)->is_last;
    for (std::size_t channel = worker; channel < channel_count_; channel += to_models_.size()) run_model(**block, channel);
    if (!to_cleaners_[worker]->push(*block)) return;
  }
}

void CleanPipeline::run_model(Block &block, std::size_t channel) {
  RunDenoiser &model = *models_[channel];
  std::vector<float> &wet = block.wet[channel];
  std::vector<float> &speech = block.speech[channel];
  wet = block.channels[channel];
  for (float &sample : wet) sample *= model_full_scale;
  // The end of the sound may lie within a run of frames.
  wet.resize((wet.size() + run_samples - 1) / run_samples * run_samples, 0.0F);
  speech.resize(wet.size() / frame_samples);
  for (std::size_t frame = 0; frame < speech.size(); frame += model.frames()) {
    model.process(wet.data() + frame * frame_samples, speech.data() + frame);
  }
}

void CleanPipeline::run_cleaners(std::size_t worker) {
  for (bool is_last = false; !is_last;) {
    const std::optional<BlockPointer> block = to_cleaners_[worker]->pop();
    if (!block.has_value()) return;
    is_last = (*block)->is_last;
    for (std::size_t channel = worker; channel < channel_count_; channel += to_cleaners_.size()) {
      clean_channel(**block, channel);
    }
    // The last one hands on: no one can be ahead of it with the next block, so the order stays.
    if ((*block)->cleaners_left.fetch_sub(1) == 1 && !to_writer_.push(*block)) return;
  }
}

void CleanPipeline::clean_channel(Block &block, std::size_t channel) {
  std::vector<float> &samples = block.channels[channel];
  ChannelStatistics &statistics = statistics_[channel];
  for (std::size_t at = 0; at < samples.size(); at += frame_samples) {
    const float *wet = block.wet[channel].data() + at;
    const CleanedFrame frame = cleaners_[channel].process(samples.data() + at, wet, block.speech[channel][at / frame_samples]);
    if (at < block.lead_in_samples) continue;
    ++statistics.frames;
    if (frame.speech_probability >= ChannelCleaner::speech_threshold) ++statistics.speech_frames;
    if (frame.is_pause) {
      statistics.pause_input_power += frame.input_power;
      statistics.pause_output_power += frame.output_power;
    }
  }
  samples.erase(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(block.lead_in_samples));
}

void CleanPipeline::write_all(const std::function<void(std::int64_t)> &on_frames_written) {
  for (bool is_last = false; !is_last;) {
    const std::optional<BlockPointer> block = to_writer_.pop();
    if (!block.has_value()) return;
    is_last = (*block)->is_last;
    collect(**block);
    auto ready = static_cast<std::int64_t>(collected_.front().size());
    if (is_last) {
      // Resampling there and back may end a sample early or late: the length is the input's.
      ready = (*block)->frames_total - frames_written_;
      for (auto &channel : collected_) channel.resize(static_cast<std::size_t>(ready), 0.0F);
    }
    write_collected(ready);
    on_frames_written(frames_written_);
  }
}

void CleanPipeline::collect(const Block &block) {
  const std::size_t skipped = std::min(latency_left_, block.channels.front().size());
  latency_left_ -= skipped;
  for (std::size_t channel = 0; channel < channel_count_; ++channel) {
    const float *samples = block.channels[channel].data() + skipped;
    const std::size_t count = block.channels[channel].size() - skipped;
    if (from_model_.empty()) {
      collected_[channel].insert(collected_[channel].end(), samples, samples + count);
      continue;
    }
    from_model_[channel].process(samples, count, collected_[channel]);
    if (block.is_last) from_model_[channel].finish(collected_[channel]);
  }
}

void CleanPipeline::write_collected(std::int64_t frames_wanted) {
  const auto frames = static_cast<std::size_t>(frames_wanted);
  interleaved_.resize(frames * channel_count_);
  for (std::size_t channel = 0; channel < channel_count_; ++channel) {
    std::vector<float> &samples = collected_[channel];
    for (std::size_t i = 0; i < frames; ++i) interleaved_[i * channel_count_ + channel] = samples[i];
    samples.erase(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(frames));
  }
  sink_.write(interleaved_.data(), frames);
  frames_written_ += frames_wanted;
}

CleanResult CleanPipeline::summary() const {
  ChannelStatistics all;
  for (const ChannelStatistics &channel : statistics_) {
    all.frames += channel.frames;
    all.speech_frames += channel.speech_frames;
    all.pause_input_power += channel.pause_input_power;
    all.pause_output_power += channel.pause_output_power;
  }
  CleanResult result;
  result.frames = frames_written_;
  result.latency_frames =
      std::llround(static_cast<double>(FileCleaner::delay_samples) * rate_hz_ / static_cast<double>(model_rate_hz));
  result.integrated_lufs_in = loudness_in_.integrated_lufs();
  if (knows_speech_ && all.frames > 0) {
    result.speech_ratio = static_cast<double>(all.speech_frames) / static_cast<double>(all.frames);
  }
  if (all.pause_input_power > 0.0) {
    // The floor stands for a level that fell to nothing.
    const double kept = std::max(all.pause_output_power / all.pause_input_power, 1e-12);
    result.mean_reduction_db = -10.0 * std::log10(kept);
  }
  return result;
}

}  // namespace sounddesk
