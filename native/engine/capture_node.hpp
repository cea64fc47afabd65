// One channel of a running session: its strip, its way into the denoisers, and its meters' way out.
//
// Threads: constructor and destructor, `set` and `read_levels` on the control thread; the rest on the DSP thread.
// Real-time safety: yes, except constructor and destructor (allocate).
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>
#include <vector>

#include "denoise/denoise_bank.hpp"
#include "engine/capture_gather.hpp"
#include "engine/strip.hpp"
#include "rt/triple_buffer.hpp"

namespace sounddesk {

class CaptureNode {
 public:
  CaptureNode(const StripFormat &format, const StripSettings &settings);

  void set(const StripSettings &settings) noexcept { settings_.publish(settings); }
  /** What has been measured since the last reading but one; asks for the next. */
  StripLevels read_levels() noexcept;

  /** Takes the sound of the frame that was just read from its device; null: silence. */
  void take(const CaptureInput *input, const std::array<std::size_t, 2> &device_channels, std::size_t frames) noexcept;
  /** As `Strip::set_echo_delay`; what is nearly the same as before changes nothing, since a step costs the echo filter. */
  void set_echo_delay(double sec) noexcept;
  double echo_delay_sec() const noexcept { return echo_delay_sec_; }
  void before_denoise(const float *const *loudspeakers, std::size_t frames) noexcept;
  /** What its insert point should hold; kept alive by the caller until `has_insert` says no. */
  void set_insert(InsertProcessor *insert) noexcept { strip_.set_insert(insert); }
  /** Any thread: whether the DSP thread used it in its newest frame. */
  bool has_insert(const InsertProcessor *insert) const noexcept {
    return insert != nullptr && active_insert_.load(std::memory_order_acquire) == insert;
  }
  void before_insert(std::size_t frames) noexcept;
  /** Before `post_insert`, behind all nodes' `before_insert`: a side-chain hears this other channel. */
  void hear_side(std::size_t bus, const CaptureNode &source) noexcept {
    strip_.hear_side(bus, source.frame_[0], source.frame_[source.format_.channels - 1]);
  }
  void post_insert(std::size_t frames) noexcept { strip_.post_insert(frame_.data(), frames); }
  void after_insert(std::size_t frames) noexcept { strip_.after_insert(frame_.data(), frames); }
  StereoBlock to_output(std::size_t frames, bool is_any_solo) noexcept;
  /** After a frame: hands out the meters where they were asked for. */
  void finish(std::optional<float> speech_probability) noexcept;
  /** The chain has become longer or shorter: what comes next does not join on to what was. */
  void chain_changed() noexcept { has_chain_changed_ = true; }

  Strip &strip() noexcept { return strip_; }
  std::size_t channels() const noexcept { return format_.channels; }
  float *const *frame() noexcept { return frame_.data(); }
  BankSettings bank_settings() const noexcept;
  std::size_t missing() const noexcept { return missing_; }
  /** Since the frame before, how often the device's sound system said that it lost its time. */
  std::uint32_t xruns() const noexcept { return xruns_; }

 private:
  /** Lets a sound that stops or begins in the middle fall and rise over a few milliseconds. */
  class Edge {
   public:
    void begin(float last) noexcept;
    float process(float sample) noexcept;
    float last() const noexcept { return last_; }

   private:
    static constexpr std::size_t length = 256;
    std::size_t left_ = 0;
    float from_ = 0.0F;
    float last_ = 0.0F;
  };

  const StripFormat format_;
  Strip strip_;
  TripleBuffer<StripSettings> settings_;
  std::vector<float> storage_;
  std::array<float *, 2> frame_{};
  std::array<Edge, 2> input_edges_;
  std::array<Edge, 2> chain_edges_;
  bool has_chain_changed_ = false;
  const CaptureInput *source_ = nullptr;
  std::array<std::size_t, 2> source_channels_{};
  std::size_t missing_ = 0;
  std::uint64_t seen_xruns_ = 0;
  std::uint32_t xruns_ = 0;
  double echo_delay_sec_ = 0.0;
  std::atomic<const InsertProcessor *> active_insert_{nullptr};

  std::atomic<bool> are_levels_wanted_{true};
  TripleBuffer<StripLevels> levels_{StripLevels{}};
  float speech_ = 0.0F;
  bool has_speech_ = false;
};

}  // namespace sounddesk
