// The buses that a plug-in declares, and the audio that goes through them.
//
// A channel's chain has one or two channels; a plug-in has what it has. Mono in stereo: it gets the mean of both
// sides, and both sides get its output. Stereo in mono: both of its sides get the channel, which gets their mean.
//
// The first input that is not the main one is the side-chain. It is in use where a source was chosen for it, or where
// the plug-in itself wants it in use; then it hears the channel.
//
// Threads: main, except `fill` and `collect`: the audio thread. Real-time safety: those two yes, the rest none.
#pragma once

#include <pluginterfaces/vst/ivstaudioprocessor.h>
#include <pluginterfaces/vst/ivstcomponent.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace sounddesk::plugin {

struct BusDescription {
  std::string name;
  std::size_t channels = 0;
  bool is_main = true;
  bool is_active = false;
};

/** What a plug-in's side-chain hears in a block. */
struct SideChain {
  /** There is a source, if a silent one. */
  bool is_chosen = false;
  /** Left and right, or null: silence. */
  const float *const *planes = nullptr;
};

class PluginBuses {
 public:
  /**
   * Reads the buses and asks for the chain's arrangement, then for others; the plug-in has the last word.
   * The component is not active.
   * @throws PluginFailure `PLUGIN_BUSES_UNSUPPORTED` where it has no audio output
   */
  void negotiate(Steinberg::Vst::IComponent &component, Steinberg::Vst::IAudioProcessor &processor, std::size_t channels);

  /** Reports to the plug-in which of them are in use: the main ones, and side-chains that it wants in use. */
  void activate(Steinberg::Vst::IComponent &component);

  /** Requested by the plug-in itself; takes effect with the next `activate`. False where there is no such bus. */
  bool request(Steinberg::Vst::BusDirection direction, Steinberg::int32 index, bool is_active) noexcept;

  /** Place among the inputs. */
  std::optional<std::size_t> side_input() const noexcept;
  /** Takes effect with the next `activate`; false where nothing changes by it. */
  bool use_side_input(bool is_wanted) noexcept;

  void prepare(std::size_t max_frames);

  /** Points `data` at the buffers and copies the chain's audio in. */
  void fill(Steinberg::Vst::ProcessData &data, const float *const *from, std::size_t channels, std::size_t frames,
            const SideChain &side) noexcept;

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
    /** As the plug-in got it when it was activated, which is what its process calls go by. */
    std::vector<bool> in_use;
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
  /** Somebody chose a source for the side-chain. */
  bool is_side_wanted_ = false;
  /** What the plug-in itself wants of it. */
  bool is_side_requested_ = false;
};

}  // namespace sounddesk::plugin
