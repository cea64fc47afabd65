#include "plugin/plugin_buses.hpp"

#include <pluginterfaces/vst/vstspeaker.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "plugin/plugin_failure.hpp"
#include "plugin/vst3_text.hpp"

namespace sounddesk::plugin {

using namespace Steinberg;
using namespace Steinberg::Vst;

namespace {

// What a broken plug-in may claim is not allocated.
constexpr int32 bus_limit = 64;
constexpr int32 channel_limit = 64;

SpeakerArrangement arrangement_of(std::size_t channels) {
  if (channels == 0) return SpeakerArr::kEmpty;
  if (channels == 1) return SpeakerArr::kMono;
  if (channels == 2) return SpeakerArr::kStereo;
  return channels >= 64 ? ~SpeakerArrangement{0} : (SpeakerArrangement{1} << channels) - 1;
}

/** Copies one set of channels onto another; see the head of the header. */
void map_channels(const float *const *from, std::size_t from_count, float *const *to, std::size_t to_count,
                  std::size_t frames) noexcept {
  if (to_count == 1 && from_count >= 2) {
    for (std::size_t i = 0; i < frames; ++i) to[0][i] = 0.5F * (from[0][i] + from[1][i]);
    return;
  }
  for (std::size_t channel = 0; channel < to_count; ++channel) {
    if (channel < from_count) {
      std::copy_n(from[channel], frames, to[channel]);
    } else if (from_count == 1 && channel == 1) {
      std::copy_n(from[0], frames, to[1]);
    } else {
      std::fill_n(to[channel], frames, 0.0F);
    }
  }
}

bool is_finite(const float *const *channels, std::size_t count, std::size_t frames) noexcept {
  for (std::size_t channel = 0; channel < count; ++channel) {
    // A sum is a number only if all of its parts are; cheaper than asking for each, and never too large for a double.
    double sum = 0.0;
    for (std::size_t i = 0; i < frames; ++i) sum += static_cast<double>(channels[channel][i]);
    if (!std::isfinite(sum)) return false;
  }
  return true;
}

}  // namespace

void PluginBuses::read(Direction &to, IComponent &component, IAudioProcessor &processor, BusDirection direction) {
  const std::vector<BusDescription> before = std::move(to.descriptions);
  const int32 count = std::clamp<int32>(component.getBusCount(kAudio, direction), 0, bus_limit);
  to = Direction{};
  for (int32 index = 0; index < count; ++index) {
    BusInfo info{};
    if (component.getBusInfo(kAudio, direction, index, info) != kResultOk) continue;
    BusDescription bus{.name = utf8_of(info.name),
                       .channels = static_cast<std::size_t>(std::clamp<int32>(info.channelCount, 0, channel_limit)),
                       .is_main = info.busType == kMain,
                       .is_active = false};
    if (bus.is_main && !to.has_main) {
      to.has_main = true;
      to.main = to.descriptions.size();
      bus.is_active = true;
    } else if (direction == kInput) {
      bus.is_active = (info.flags & BusInfo::kDefaultActive) != 0;
    }
    SpeakerArrangement arrangement = 0;
    if (processor.getBusArrangement(direction, index, arrangement) != kResultOk ||
        static_cast<std::size_t>(SpeakerArr::getChannelCount(arrangement)) != bus.channels) {
      arrangement = arrangement_of(bus.channels);
    }
    // What the plug-in requested outlives a new arrangement.
    if (to.descriptions.size() < before.size()) bus.is_active = before[to.descriptions.size()].is_active;
    to.descriptions.push_back(std::move(bus));
    to.arrangements.push_back(arrangement);
  }
}

bool PluginBuses::ask_for(IComponent &component, IAudioProcessor &processor, std::size_t in_channels,
                          std::size_t out_channels) {
  std::vector<SpeakerArrangement> in = inputs_.arrangements;
  std::vector<SpeakerArrangement> out = outputs_.arrangements;
  if (inputs_.has_main) in[inputs_.main] = arrangement_of(in_channels);
  if (outputs_.has_main) out[outputs_.main] = arrangement_of(out_channels);
  const tresult answer = processor.setBusArrangements(in.data(), static_cast<int32>(in.size()), out.data(),
                                                      static_cast<int32>(out.size()));
  // Whatever it answers, it may have adapted itself.
  read(inputs_, component, processor, kInput);
  read(outputs_, component, processor, kOutput);
  const bool is_as_asked =
      (!inputs_.has_main || inputs_.descriptions[inputs_.main].channels == in_channels) &&
      (!outputs_.has_main || outputs_.descriptions[outputs_.main].channels == out_channels);
  return answer == kResultTrue && is_as_asked;
}

void PluginBuses::negotiate(IComponent &component, IAudioProcessor &processor, std::size_t channels) {
  read(inputs_, component, processor, kInput);
  read(outputs_, component, processor, kOutput);
  const std::size_t other = channels == 1 ? 2 : 1;
  const bool is_done = ask_for(component, processor, channels, channels) || ask_for(component, processor, other, other) ||
                       ask_for(component, processor, 1, 2) || ask_for(component, processor, 2, 1);
  if (!is_done && outputs_.has_main) {
    // None of ours: then its own, said once more, so that both sides mean the same.
    const std::size_t own_in = inputs_.has_main ? inputs_.descriptions[inputs_.main].channels : 0;
    ask_for(component, processor, own_in, outputs_.descriptions[outputs_.main].channels);
  }
  if (!outputs_.has_main || outputs_.descriptions[outputs_.main].channels == 0) {
    throw PluginFailure(PluginFailureCode::buses_unsupported,
                        "The plug-in has no audio output, so it can't be part of a channel's chain. Choose an effect.");
  }
}

void PluginBuses::activate(IComponent &component) {
  const auto notify = [&component](Direction &buses, BusDirection direction) {
    buses.in_use.clear();
    for (std::size_t index = 0; index < buses.descriptions.size(); ++index) {
      component.activateBus(kAudio, direction, static_cast<int32>(index), buses.descriptions[index].is_active);
      buses.in_use.push_back(buses.descriptions[index].is_active);
    }
  };
  notify(inputs_, kInput);
  notify(outputs_, kOutput);
}

bool PluginBuses::request(BusDirection direction, int32 index, bool is_active) noexcept {
  Direction &buses = direction == kInput ? inputs_ : outputs_;
  if (index < 0 || static_cast<std::size_t>(index) >= buses.descriptions.size()) return false;
  const auto place = static_cast<std::size_t>(index);
  if (buses.has_main && place == buses.main) return true;
  const bool is_side = direction == kInput && side_input() == place;
  if (is_side) is_side_requested_ = is_active;
  buses.descriptions[place].is_active = is_active || (is_side && is_side_wanted_);
  return true;
}

std::optional<std::size_t> PluginBuses::side_input() const noexcept {
  for (std::size_t index = 0; index < inputs_.descriptions.size(); ++index) {
    if (!inputs_.descriptions[index].is_main) return index;
  }
  return std::nullopt;
}

bool PluginBuses::use_side_input(bool is_wanted) noexcept {
  const std::optional<std::size_t> side = side_input();
  if (!side || is_wanted == is_side_wanted_) return false;
  bool &is_active = inputs_.descriptions[*side].is_active;
  if (is_wanted) is_side_requested_ = is_active;
  is_side_wanted_ = is_wanted;
  const bool was_active = std::exchange(is_active, is_wanted || is_side_requested_);
  return was_active != is_active;
}

void PluginBuses::prepare(std::size_t max_frames) {
  prepare(inputs_, max_frames);
  prepare(outputs_, max_frames);
}

void PluginBuses::prepare(Direction &direction, std::size_t max_frames) {
  direction.buffers.assign(direction.descriptions.size(), AudioBusBuffers{});
  direction.pointers.clear();
  direction.storage.clear();
  for (const BusDescription &bus : direction.descriptions) {
    std::vector<float *> &pointers = direction.pointers.emplace_back();
    for (std::size_t channel = 0; channel < bus.channels; ++channel) {
      pointers.push_back(direction.storage.emplace_back(max_frames, 0.0F).data());
    }
  }
}

/** Again for each block: a plug-in may have changed the pointers. */
void PluginBuses::point(Direction &direction) noexcept {
  std::size_t stored = 0;
  for (std::size_t index = 0; index < direction.buffers.size(); ++index) {
    for (float *&pointer : direction.pointers[index]) pointer = direction.storage[stored++].data();
    AudioBusBuffers &buffers = direction.buffers[index];
    buffers.numChannels = static_cast<int32>(direction.pointers[index].size());
    buffers.channelBuffers32 = direction.pointers[index].data();
    buffers.silenceFlags = 0;
  }
}

void PluginBuses::fill(ProcessData &data, const float *const *from, std::size_t channels, std::size_t frames,
                       const SideChain &side) noexcept {
  point(inputs_);
  point(outputs_);
  const std::optional<std::size_t> side_place = side.is_chosen ? side_input() : std::nullopt;
  for (std::size_t index = 0; index < inputs_.buffers.size(); ++index) {
    std::vector<float *> &to = inputs_.pointers[index];
    const bool is_active = index < inputs_.in_use.size() && inputs_.in_use[index];
    const bool is_side = index == side_place;
    if (is_active && is_side && side.planes != nullptr) {
      map_channels(side.planes, 2, to.data(), to.size(), frames);
    } else if (is_active && !is_side) {
      map_channels(from, channels, to.data(), to.size(), frames);
    } else {
      for (float *channel : to) std::fill_n(channel, frames, 0.0F);
      inputs_.buffers[index].silenceFlags = to.size() >= 64 ? ~uint64{0} : (uint64{1} << to.size()) - 1;
    }
  }
  data.numInputs = static_cast<int32>(inputs_.buffers.size());
  data.numOutputs = static_cast<int32>(outputs_.buffers.size());
  data.inputs = inputs_.buffers.empty() ? nullptr : inputs_.buffers.data();
  data.outputs = outputs_.buffers.data();
}

bool PluginBuses::collect(float *const *to, std::size_t channels, std::size_t frames) noexcept {
  const std::vector<float *> &from = outputs_.pointers[outputs_.main];
  // Its own buffers or ours: plug-ins may hand back others than they were given.
  AudioBusBuffers &buffers = outputs_.buffers[outputs_.main];
  const float *const *given = buffers.channelBuffers32 != nullptr ? buffers.channelBuffers32 : from.data();
  const bool is_good = is_finite(given, from.size(), frames);
  if (!is_good) {
    for (std::size_t channel = 0; channel < channels; ++channel) std::fill_n(to[channel], frames, 0.0F);
    return false;
  }
  map_channels(given, from.size(), to, channels, frames);
  return true;
}

}  // namespace sounddesk::plugin
