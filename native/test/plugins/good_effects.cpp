// "SD Test": a gain, a delay, a filter, a gain for one channel only, and a ducker with a side-chain.
#include <algorithm>
#include <cmath>

#include "test_effect.hpp"
#include "test_factory.hpp"

namespace sdtest {

namespace {

constexpr ParamID bypass_id = 1000;

TestParameter bypass() {
  return {bypass_id, "Bypass", "", 0, 1, 0, 1, ParameterInfo::kCanAutomate | ParameterInfo::kIsBypass, {"Off", "On"}};
}

class Gain : public TestEffect {
 public:
  explicit Gain(bool is_mono_only = false)
      : TestEffect({{1, "Gain", "dB", -60, 12, 0},
                    {2, "Polarity", "", 0, 1, 0, 1, ParameterInfo::kCanAutomate | ParameterInfo::kIsList, {"Normal", "Inverted"}},
                    {3, "Level", "dB", -100, 0, -100, 0, ParameterInfo::kIsReadOnly},
                    {4, "Secret", "", 0, 1, 0, 0, ParameterInfo::kIsHidden | ParameterInfo::kIsReadOnly}},
                   is_mono_only) {}
  void render(float **channels, int32 count, float **, int32 from, int32 to) override {
    const double sign = plain(2) >= 0.5 ? -1.0 : 1.0;
    const auto factor = static_cast<float>(sign * std::pow(10.0, plain(1) / 20.0));
    for (int32 channel = 0; channel < count; ++channel) {
      for (int32 i = from; i < to; ++i) channels[channel][i] *= factor;
    }
  }
};

class MonoGain final : public Gain {
 public:
  MonoGain() : Gain(true) {}
};

/** Late by what it says as its latency: silent otherwise, so that an alignment can be measured to the frame. */
class Delay final : public TestEffect {
 public:
  Delay()
      : TestEffect({{1, "Frames", "frames", 0, 4096, 1000, 4096},
                    {2, "Gain", "dB", -60, 12, 0},
                    bypass()}) {}
  uint32 latency() override { return static_cast<uint32>(std::lround(plain(1))); }
  void reset() override {
    for (std::vector<float> &line : lines_) line.assign(8192, 0.0F);
    place_ = 0;
    active_frames_ = latency();
  }
  /** Its length changes as the rules want it: it asks the host, and follows when it is activated again. */
  tresult PLUGIN_API setParamNormalized(ParamID id, ParamValue value) override {
    const double before = getParamNormalized(id);
    const tresult result = TestEffect::setParamNormalized(id, value);
    if (id == 1 && value != before && handler_) {
      heard_[0] = value;
      handler_->restartComponent(kLatencyChanged);
    }
    return result;
  }
  void render(float **channels, int32 count, float **, int32 from, int32 to) override {
    const auto factor = static_cast<float>(std::pow(10.0, plain(2) / 20.0));
    for (int32 i = from; i < to; ++i, ++place_) {
      for (int32 channel = 0; channel < std::min(count, 2); ++channel) {
        std::vector<float> &line = lines_[channel];
        line[place_ & 8191] = channels[channel][i];
        channels[channel][i] = factor * line[(place_ - active_frames_) & 8191];
      }
    }
  }

 private:
  std::vector<float> lines_[2] = {std::vector<float>(8192), std::vector<float>(8192)};
  std::size_t place_ = 0;
  std::size_t active_frames_ = 0;
};

/** One pole, low or high. */
class Filter final : public TestEffect {
 public:
  Filter()
      : TestEffect({{1, "Cutoff", "Hz", 20, 20000, 1000, 0, ParameterInfo::kCanAutomate, {}, 1},
                    {2, "Kind", "", 0, 2, 0, 2, ParameterInfo::kCanAutomate | ParameterInfo::kIsList, {"Low-pass", "High-pass", "Off"}, 1},
                    bypass()}) {}
  void reset() override { state_[0] = state_[1] = 0.0; }
  void render(float **channels, int32 count, float **, int32 from, int32 to) override {
    const double share = 1.0 - std::exp(-2.0 * 3.14159265358979 * plain(1) / rate_hz());
    const auto kind = static_cast<int>(std::lround(plain(2)));
    for (int32 channel = 0; channel < std::min(count, 2); ++channel) {
      double &state = state_[channel];
      for (int32 i = from; i < to; ++i) {
        const double sample = channels[channel][i];
        state += share * (sample - state);
        if (kind == 0) channels[channel][i] = static_cast<float>(state);
        if (kind == 1) channels[channel][i] = static_cast<float>(sample - state);
      }
    }
  }

 private:
  double state_[2] = {0.0, 0.0};
};

/** Silent while its side-chain is loud. */
class Ducker final : public TestEffect {
 public:
  Ducker() : TestEffect({{1, "Threshold", "dB", -60, 0, -20}}, false, true) {}
  void render(float **channels, int32 count, float **side_chain, int32 from, int32 to) override {
    const double threshold = std::pow(10.0, plain(1) / 20.0);
    for (int32 i = from; i < to; ++i) {
      const bool is_ducked = side_chain != nullptr && std::fabs(side_chain[0][i]) > threshold;
      for (int32 channel = 0; channel < count && is_ducked; ++channel) channels[channel][i] = 0.0F;
    }
  }
};

template <typename Effect>
FUnknown *create() {
  return static_cast<IComponent *>(new Effect);
}

}  // namespace

}  // namespace sdtest

SD_TEST_MODULE_ENTRY

SD_EXPORT Steinberg::IPluginFactory *PLUGIN_API GetPluginFactory() {
  using namespace sdtest;
  static TestFactory factory({{SD_TEST_ID(1, 1), kVstAudioEffectClass, "SD Test Gain", "Fx|Tools", create<Gain>},
                              {SD_TEST_ID(1, 2), kVstAudioEffectClass, "SD Test Delay", "Fx|Delay", create<Delay>},
                              {SD_TEST_ID(1, 3), kVstAudioEffectClass, "SD Test Filter", "Fx|Filter", create<Filter>},
                              {SD_TEST_ID(1, 4), kVstAudioEffectClass, "SD Test Mono Gain", "Fx|Tools|Mono", create<MonoGain>},
                              {SD_TEST_ID(1, 5), kVstAudioEffectClass, "SD Test Ducker", "Fx|Dynamics", create<Ducker>}});
  return &factory;
}
