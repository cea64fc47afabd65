// Changes of parameters on their way into and out of one `process` call. All memory is there beforehand.
//
// Threads: the audio thread, and anyone who prepares it before. Real-time safety: yes, except `prepare`.
#pragma once

#include <pluginterfaces/vst/ivstparameterchanges.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sounddesk::plugin {

/** A value of a parameter from a frame on; -1 is as soon as possible. */
struct ParameterPoint {
  Steinberg::Vst::ParamID id = 0;
  double value = 0.0;
  std::int64_t at_frame = -1;
  /** Of an older one than the processor's, it is nobody's any more: a whole state has taken its place. */
  std::uint32_t generation = 0;
};

class ParameterQueue : public Steinberg::Vst::IParamValueQueue {
 public:
  virtual ~ParameterQueue() = default;
  void start(Steinberg::Vst::ParamID id) noexcept {
    id_ = id;
    count_ = 0;
  }
  std::size_t free_points() const noexcept { return points_.size() - count_; }

  Steinberg::Vst::ParamID PLUGIN_API getParameterId() override { return id_; }
  Steinberg::int32 PLUGIN_API getPointCount() override { return static_cast<Steinberg::int32>(count_); }
  Steinberg::tresult PLUGIN_API getPoint(Steinberg::int32 index, Steinberg::int32 &offset,
                                         Steinberg::Vst::ParamValue &value) override;
  /** Keeps the points in the order of their offsets; a full queue lets the newest take the last one's place. */
  Steinberg::tresult PLUGIN_API addPoint(Steinberg::int32 offset, Steinberg::Vst::ParamValue value,
                                         Steinberg::int32 &index) override;

  Steinberg::tresult PLUGIN_API queryInterface(const Steinberg::TUID iid, void **object) override;
  Steinberg::uint32 PLUGIN_API addRef() override { return 1000; }
  Steinberg::uint32 PLUGIN_API release() override { return 1000; }

 private:
  struct Point {
    Steinberg::int32 offset;
    double value;
  };
  Steinberg::Vst::ParamID id_ = 0;
  std::size_t count_ = 0;
  std::array<Point, 32> points_;
};

class ParameterChanges : public Steinberg::Vst::IParameterChanges {
 public:
  virtual ~ParameterChanges() = default;
  /** Room for so many parameters in one block. Allocates. */
  void prepare(std::size_t parameter_limit) {
    queues_ = std::vector<ParameterQueue>(parameter_limit);
    count_ = 0;
  }
  void clear() noexcept { count_ = 0; }

  /** False where there is no room left in this block. */
  bool add(Steinberg::Vst::ParamID id, Steinberg::int32 offset, double value) noexcept;

  Steinberg::int32 PLUGIN_API getParameterCount() override { return static_cast<Steinberg::int32>(count_); }
  Steinberg::Vst::IParamValueQueue *PLUGIN_API getParameterData(Steinberg::int32 index) override;
  Steinberg::Vst::IParamValueQueue *PLUGIN_API addParameterData(const Steinberg::Vst::ParamID &id,
                                                                Steinberg::int32 &index) override;

  Steinberg::tresult PLUGIN_API queryInterface(const Steinberg::TUID iid, void **object) override;
  Steinberg::uint32 PLUGIN_API addRef() override { return 1000; }
  Steinberg::uint32 PLUGIN_API release() override { return 1000; }

 private:
  std::vector<ParameterQueue> queues_;
  std::size_t count_ = 0;
};

}  // namespace sounddesk::plugin
