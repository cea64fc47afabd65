// One misbehaviour a module, chosen by SD_BAD at compile time: README.md has the list.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <thread>

#include "test_effect.hpp"
#include "test_factory.hpp"

#define SD_CRASH_ON_LOAD 1
#define SD_HANG_ON_LOAD 2
#define SD_EXIT_ON_LOAD 3
#define SD_CRASH_ON_PROCESS 4
#define SD_CRASH_AFTER_BLOCKS 5
#define SD_HANG 6
#define SD_EXIT 7
#define SD_ALLOCATE 8
#define SD_NAN 9
#define SD_INFINITY 10
#define SD_CHANGING 11
#define SD_NO_FACTORY 12
#define SD_NO_CLASSES 13
#define SD_HUGE_COUNTS 14
#define SD_THROW 15
#define SD_SLEEP 16
#define SD_LEAK 17

namespace sdtest {

namespace {

[[maybe_unused]] void crash() {
  // A pointer that is known to be null lets a compiler leave the write out.
  volatile int *volatile nowhere = nullptr;
  *nowhere = 1;
}

[[maybe_unused]] void hang() {
  volatile bool is_forever = true;
  while (is_forever) {
  }
}

[[maybe_unused]] void allocate_without_end() {
  constexpr std::size_t bytes = std::size_t{16} << 20;
  while (true) {
    auto *block = static_cast<char *>(std::malloc(bytes));
    if (block == nullptr) std::abort();
    std::memset(block, 1, bytes);
  }
}

/** In time for every block, until there is no more. */
[[maybe_unused]] void leak() {
  constexpr std::size_t bytes = std::size_t{4} << 20;
  auto *block = static_cast<char *>(std::malloc(bytes));
  if (block == nullptr) std::abort();
  std::memset(block, 1, bytes);
}

class Bad final : public TestEffect {
 public:
  Bad() : TestEffect({{1, "After", "blocks", 0, 1000, initial_blocks(), 1000}, {2, "Extra", "", 0, 1, 0.25}}) {
    if (SD_BAD == SD_CHANGING) parameters_[1].name = "Extra A";
  }

  static double initial_blocks() { return SD_BAD == SD_CRASH_ON_PROCESS ? 0 : 100; }

  void begin_block(ProcessData &data) override {
    if (data.numSamples > 0) ++blocks_;
    if (SD_BAD == SD_CHANGING) return change(data);
    if (static_cast<double>(blocks_) <= plain(1)) return;
    if (SD_BAD == SD_CRASH_ON_PROCESS || SD_BAD == SD_CRASH_AFTER_BLOCKS) crash();
    if (SD_BAD == SD_HANG) hang();
    if (SD_BAD == SD_EXIT) std::exit(0);
    if (SD_BAD == SD_ALLOCATE) allocate_without_end();
    if (SD_BAD == SD_LEAK) leak();
    if (SD_BAD == SD_THROW) throw 1;
    // Ends on its own, much too late for any deadline.
    if (SD_BAD == SD_SLEEP) std::this_thread::sleep_for(std::chrono::milliseconds(150));
  }

  void render(float **channels, int32 count, float **, int32 from, int32 to) override {
    if (SD_BAD == SD_CHANGING) return delay(channels, count, from, to);
    if (static_cast<double>(blocks_) <= plain(1)) return;
    if (SD_BAD != SD_NAN && SD_BAD != SD_INFINITY) return;
    const float bad =
        SD_BAD == SD_NAN ? std::numeric_limits<float>::quiet_NaN() : std::numeric_limits<float>::infinity();
    for (int32 channel = 0; channel < count; ++channel) channels[channel][to - 1] = from == 0 ? bad : -bad;
  }

  uint32 latency() override { return SD_BAD == SD_CHANGING ? latency_frames_.load() : 0; }

  void reset() override {
    for (std::vector<float> &line : lines_) line.assign(1024, 0.0F);
    active_frames_ = latency_frames_;
  }

  int32 PLUGIN_API getParameterCount() override {
    // Claims more than anybody could hold.
    return SD_BAD == SD_HUGE_COUNTS ? std::numeric_limits<int32>::max() : TestEffect::getParameterCount();
  }
  int32 PLUGIN_API getBusCount(MediaType type, BusDirection direction) override {
    return SD_BAD == SD_HUGE_COUNTS ? std::numeric_limits<int32>::max() : TestEffect::getBusCount(type, direction);
  }

 private:
  /** Every so many blocks another latency, another value and another name of a parameter: reported from this thread. */
  void change(ProcessData &data) {
    const auto period = static_cast<std::uint64_t>(std::max(plain(1), 1.0));
    if (data.numSamples == 0 || blocks_ % period != 0 || !handler_) return;
    const std::uint64_t round = blocks_ / period;
    latency_frames_ = static_cast<uint32>(round % 5 * 100);
    parameters_[1].name = round % 2 == 0 ? "Extra A" : "Extra B";
    int32 index = 0;
    if (data.outputParameterChanges != nullptr) {
      const ParamID id = 2;
      IParamValueQueue *queue = data.outputParameterChanges->addParameterData(id, index);
      if (queue != nullptr) queue->addPoint(0, static_cast<double>(round % 10) / 10.0, index);
    }
    handler_->restartComponent(kLatencyChanged | kParamValuesChanged | kParamTitlesChanged);
  }

  void delay(float **channels, int32 count, int32 from, int32 to) {
    for (int32 i = from; i < to; ++i, ++place_) {
      for (int32 channel = 0; channel < std::min(count, 2); ++channel) {
        lines_[channel][place_ & 1023] = channels[channel][i];
        channels[channel][i] = lines_[channel][(place_ - active_frames_) & 1023];
      }
    }
  }

  std::uint64_t blocks_ = 0;
  std::atomic<uint32> latency_frames_{0};
  std::size_t active_frames_ = 0;
  std::size_t place_ = 0;
  std::vector<float> lines_[2] = {std::vector<float>(1024), std::vector<float>(1024)};
};

[[maybe_unused]] FUnknown *create() { return static_cast<IComponent *>(new Bad); }

/** A factory that says it has two thousand million classes. */
class HugeFactory final : public TestFactory {
 public:
  using TestFactory::TestFactory;
  int32 PLUGIN_API countClasses() override { return std::numeric_limits<int32>::max(); }
};

}  // namespace

}  // namespace sdtest

SD_MODULE_ENTRY() {
  if (SD_BAD == SD_CRASH_ON_LOAD) sdtest::crash();
  if (SD_BAD == SD_HANG_ON_LOAD) sdtest::hang();
  if (SD_BAD == SD_EXIT_ON_LOAD) std::exit(0);
  return true;
}

SD_MODULE_EXIT() { return true; }

#if SD_BAD != SD_NO_FACTORY
SD_EXPORT Steinberg::IPluginFactory *PLUGIN_API GetPluginFactory() {
  using namespace sdtest;
#if SD_BAD == SD_NO_CLASSES
  static TestFactory factory({});
#elif SD_BAD == SD_HUGE_COUNTS
  static HugeFactory factory({{SD_TEST_ID(2, SD_BAD), kVstAudioEffectClass, SD_NAME, "Fx", create}});
#else
  static TestFactory factory({{SD_TEST_ID(2, SD_BAD), kVstAudioEffectClass, SD_NAME, "Fx", create}});
#endif
  return &factory;
}
#endif
