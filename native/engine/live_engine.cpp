#include "engine/live_engine.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "dsp/levels.hpp"
#include "rt/denormals.hpp"
#include "rt/thread_priority.hpp"

namespace sounddesk {
namespace {

/** How often the DSP thread looks for input: a callback that woke it would have to make a system call. */
constexpr auto poll_interval = std::chrono::milliseconds(1);

/** On Linux read from memory that the kernel shares: no system call, so the callbacks may ask, too. */
double now_sec() noexcept {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

constexpr std::size_t ring_samples = 1 << 16;
constexpr std::size_t dsp_block = 1024;
/** More than a second of both ends. */
constexpr std::size_t tapped_values = 1 << 17;

}  // namespace

LiveEngine::LiveEngine(const LiveFormat &format, const LiveSettings &settings)
    : format_(format),
      input_ring_(ring_samples),
      to_model_(format.input_rate_hz, model_rate_hz, dsp_block),
      from_model_(model_rate_hz, format.output_rate_hz, frame_samples),
      chain_(settings),
      settings_(settings),
      input_block_(dsp_block),
      at_model_rate_(frame_samples + to_model_.max_output(dsp_block)),
      resampled_(from_model_.max_output(frame_samples)),
      output_ring_(ring_samples),
      buffer_(format.output_rate_hz, format.block_frames,
              frame_samples * static_cast<std::size_t>(format.output_rate_hz) / model_rate_hz),
      output_block_(8192),
      records_(512),
      sound_(tapped_values) {}

LiveEngine::~LiveEngine() { stop(); }

void LiveEngine::start() {
  thread_ = std::thread([this] { run(); });
  std::unique_lock<std::mutex> lock(start_mutex_);
  has_started_.wait(lock, [this] { return is_running_; });
}

void LiveEngine::stop() {
  is_stopping_.store(true);
  if (thread_.joinable()) thread_.join();
}

void LiveEngine::set_monitor(CaptureOutput *monitor) noexcept {
  monitor_.store(monitor);
  // The turn that is under way may still write to the one before.
  const std::uint64_t before = turns_.load();
  while (turns_.load() < before + 2 && !is_stopping_.load()) std::this_thread::sleep_for(poll_interval);
}

std::uint64_t LiveEngine::frames_missed() const noexcept {
  const double silent_sec = static_cast<double>(buffer_.silent_samples()) / format_.output_rate_hz;
  const double lost_sec = static_cast<double>(input_lost_.load(std::memory_order_relaxed)) / format_.input_rate_hz;
  return static_cast<std::uint64_t>(std::ceil((silent_sec + lost_sec) * 100.0));
}

void LiveEngine::receive(const float *interleaved, std::size_t frames, std::size_t channels, double age_sec) noexcept {
  const ClockMark mark{static_cast<double>(input_received_), now_sec() - age_sec, true};
  std::size_t taken = 0;
  if (channels == 1) {
    taken = input_ring_.push(interleaved, frames);
  } else {
    std::array<float, 256> mono;
    const float share = 1.0F / static_cast<float>(channels);
    for (std::size_t at = 0; at < frames; at += mono.size()) {
      const std::size_t count = std::min(mono.size(), frames - at);
      for (std::size_t i = 0; i < count; ++i) {
        float sum = 0.0F;
        for (std::size_t channel = 0; channel < channels; ++channel) sum += interleaved[(at + i) * channels + channel];
        mono[i] = sum * share;
      }
      taken += input_ring_.push(mono.data(), count);
    }
  }
  input_received_ += taken;
  if (taken < frames) input_lost_.fetch_add(frames - taken, std::memory_order_relaxed);
  input_clock_.publish(mark);
  input_calls_.fetch_add(1, std::memory_order_relaxed);
}

void LiveEngine::provide(float *interleaved, std::size_t frames, std::size_t channels, double lead_sec) noexcept {
  output_calls_.fetch_add(1, std::memory_order_relaxed);
  const double leaves_sec = now_sec() + lead_sec;
  std::size_t done = 0;
  if (!buffer_.must_wait(output_ring_.readable(), frames)) {
    output_read_ += output_ring_.skip(buffer_.surplus(output_ring_.readable(), frames));
    output_clock_.publish({static_cast<double>(output_read_), leaves_sec, true});
    while (done < frames) {
      const std::size_t got = output_ring_.pop(output_block_.data(), std::min(output_block_.size(), frames - done));
      if (got == 0) break;
      for (std::size_t i = 0; i < got; ++i) {
        std::fill_n(interleaved + (done + i) * channels, channels, output_block_[i]);
      }
      done += got;
    }
    output_read_ += done;
  }
  std::fill_n(interleaved + done * channels, (frames - done) * channels, 0.0F);
  buffer_.took(frames - done, output_ring_.readable());
}

void LiveEngine::run() {
  const std::optional<std::string> refusal = request_realtime_priority();
  {
    const std::lock_guard<std::mutex> lock(start_mutex_);
    priority_refusal_ = refusal;
    is_running_ = true;
  }
  has_started_.notify_one();
  const DenormalScope denormals(DenormalScope::Mode::flush);
  while (!is_stopping_.load(std::memory_order_relaxed)) {
    process_available();
    turns_.fetch_add(1);
    std::this_thread::sleep_for(poll_interval);
  }
}

void LiveEngine::process_available() noexcept {
  for (;;) {
    // Before the samples, so that the mark is never of later ones than those that were popped.
    input_mark_ = input_clock_.read();
    const std::size_t count = input_ring_.pop(input_block_.data(), input_block_.size());
    if (count == 0) return;
    at_model_filled_ += to_model_.push(input_block_.data(), count, at_model_rate_.data() + at_model_filled_);
    while (at_model_filled_ >= frame_samples) process_frame();
  }
}

void LiveEngine::process_frame() noexcept {
  const double start_sec = now_sec();
  std::array<float, frame_samples> frame;
  std::copy_n(at_model_rate_.data(), frame_samples, frame.data());
  at_model_filled_ -= frame_samples;
  std::copy_n(at_model_rate_.data() + frame_samples, at_model_filled_, at_model_rate_.data());

  FrameRecord record{};
  chain_.set(settings_.read());
  const CleanedFrame cleaned = chain_.process(frame.data());
  record.input_peak = peak_of(chain_.input(), frame_samples);
  record.input_power = mean_square(chain_.input(), frame_samples);
  record.output_peak = peak_of(chain_.clean(), frame_samples);
  record.output_power = mean_square(chain_.clean(), frame_samples);
  record.aligned_input_power = cleaned.input_power;
  record.denoised_power = cleaned.output_power;
  record.is_pause = cleaned.is_pause;
  record.speech_probability = cleaned.speech_probability;
  const StripLevels levels = chain_.take_levels();
  for (std::size_t place = 0; place < effect_count; ++place) {
    record.reductions_db[place] = levels.reductions_db[place].value_or(0.0F);
  }
  record.input_clips = levels.input_clipped;
  record.output_clips = levels.output_clipped;
  record.output_lufs = static_cast<float>(levels.momentary_lufs.value_or(silence_lufs));
  tap();
  monitor(frame.data());

  if (!leave_out_frame(cleaned.is_pause)) {
    from_model_.set_deviation(buffer_.deviation());
    const std::size_t count = from_model_.push(frame.data(), frame_samples, resampled_.data());
    output_written_ += output_ring_.push(resampled_.data(), count);
  }
  record.latency_ms = latency_ms_of_newest();
  // What is played now is heard again after the devices' part of the latency: the rest of it is the chain's own.
  const double chain_ms = 1000.0 * static_cast<double>(chain_.latency_samples()) / model_rate_hz;
  if (record.latency_ms >= 0.0F) chain_.set_echo_delay(std::max(0.0, (record.latency_ms - chain_ms) / 1000.0));
  frames_processed_.fetch_add(1, std::memory_order_relaxed);
  record.busy_sec = static_cast<float>(now_sec() - start_sec);
  // A control thread that sleeps for five seconds loses meter values, never sound.
  records_.push(&record, 1);
}

void LiveEngine::monitor(const float *frame) noexcept {
  CaptureOutput *const output = monitor_.load();
  if (output == nullptr) return;
  // Of the frame's first sample, as in `latency_ms_of_newest`.
  const double model_position =
      static_cast<double>(frames_processed_.load(std::memory_order_relaxed) * frame_samples) - static_cast<double>(chain_.latency_samples());
  const double input_index = model_position * format_.input_rate_hz / model_rate_hz;
  const double entered_sec = input_mark_.time_sec + (input_index - input_mark_.index) / format_.input_rate_hz;
  const float *const planes[2] = {frame, frame};
  output->write(planes, frame_samples, entered_sec, 1.0 / model_rate_hz);
}

void LiveEngine::tap() noexcept {
  if (!is_sound_wanted_.load(std::memory_order_relaxed)) return;
  std::array<float, 2 * frame_samples> pairs;
  for (std::size_t i = 0; i < frame_samples; ++i) {
    pairs[2 * i] = chain_.raw()[i];
    pairs[2 * i + 1] = chain_.clean()[i];
  }
  // A frame or none of it: both ends stay side by side even where a second of them was not taken in time.
  if (sound_.free_space() >= pairs.size()) sound_.push(pairs.data(), pairs.size());
}

bool LiveEngine::leave_out_frame(bool is_pause) noexcept {
  const auto frame_at_output = frame_samples * static_cast<std::size_t>(format_.output_rate_hz) / model_rate_hz;
  const std::size_t idle = buffer_.idle_samples();
  // In a pause for one spare frame, in speech only where the delay would be felt.
  const std::size_t limit = is_pause ? frame_at_output : 4 * frame_at_output;
  if (idle <= limit) return false;
  buffer_.left_out(frame_at_output);
  left_out_samples_ += frame_samples;
  return true;
}

float LiveEngine::latency_ms_of_newest() noexcept {
  const ClockMark output = output_clock_.read();
  if (!output.is_known || !input_mark_.is_known) return -1.0F;
  // The sample written next comes from this position of the model's output, hence of the input.
  const double model_position =
      from_model_.position() + static_cast<double>(left_out_samples_) - static_cast<double>(chain_.latency_samples());
  const double input_index = model_position * format_.input_rate_hz / model_rate_hz;
  const double entered_sec = input_mark_.time_sec + (input_index - input_mark_.index) / format_.input_rate_hz;
  const double leaves_sec =
      output.time_sec + (static_cast<double>(output_written_) - output.index) / format_.output_rate_hz;
  return static_cast<float>((leaves_sec - entered_sec) * 1000.0);
}

}  // namespace sounddesk
