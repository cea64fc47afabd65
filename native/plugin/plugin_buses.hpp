// The buses that a plug-in declares, and the audio that goes through them.
//
// A channel's chain has one or two channels; a plug-in has what it has. Mono in stereo: it gets the mean of both
// sides, and both sides get its output. Stereo in mono: both of its sides get the channel, which gets their mean.
//
// Threads: main, except `fill` and `collect`: the audio thread. Real-time safety: those two yes, the rest none.
#pragma once

#include <pluginterfaces/vst/ivstaudioprocessor.h>
#include <pluginterfaces/vst/ivstcomponent.h>

#include <cstddef>
#include <string>
#include <vector>

namespace sounddesk::plugin {

struct BusDescription {
  std::string name;
  std::size_t channels = 0;
  bool is_main = true;
  bool is_active = false;
};

class PluginBuses {
 public:
  /**
   * Reads the buses and asks for the chain's arrangement, then for others; the plug-in has the last word.
   * The component is not active.
   * @throws PluginFailure `PLUGIN_BUSES_UNSUPPORTED` where it has no audio output
   */
  void negotiate(Steinberg::Vst::IComponent &component, Steinberg::Vst::IAudioProcessor &processor, std::size_t channels);

  /** Tells the plug-in which of them are in use: the main ones, and side-chains that it wants in use. */
  void activate(Steinberg::Vst::IComponent &component);

  /** Wished by the plug-in itself; takes effect with the next `activate`. False where there is no such bus. */
  bool wish(Steinberg::Vst::BusDirection direction, Steinberg::int32 index, bool is_active) noexcept;

  void prepare(std::size_t max_frames);

  /** Points `data` at the buffers and copies the chain's audio in. A side-chain in use hears the channel itself. */
  void fill(Steinberg::Vst::ProcessData &data, const float *const *from, std::size_t channels,
            std::size_t frames) noexcept;

  /** Copies the plug-in's main output to the chain; false, and silence, where a sample is no number. */
  bool collect(float *const *to, std::size_t channels, std::size_t frames) noexcept;

  const std::vector<BusDescription> &inputs() const noexcept { return inputs_.descriptions; }
  const std::vector<BusDescription> &outputs() const noexcept { return outputs_.descriptions; }

 private:
  struct Direction {
    std::vector<BusDescription> descriptions;
    std::vector<Steinberg::Vst::SpeakerArrangement> arrangements;
    std::vector<Steinberg::Vst::AudioBusBuffers> buffers;
    std::vector<std::vector<float *>> pointers;
    std::vector<std::vector<float>> storage;
    std::size_t main = 0;
    bool has_main = false;
  };
  void read(Direction &to, Steinberg::Vst::IComponent &component, Steinberg::Vst::IAudioProcessor &processor,
            Steinberg::Vst::BusDirection direction);
  bool ask_for(Steinberg::Vst::IComponent &component, Steinberg::Vst::IAudioProcessor &processor,
               std::size_t in_channels, std::size_t out_channels);
  static void prepare(Direction &direction, std::size_t max_frames);
  static void point(Direction &direction) noexcept;

  Direction inputs_;
  Direction outputs_;
};

}  // namespace sounddesk::plugin
