#include "dsp/soxr_resampler.hpp"

#include <soxr.h>

#include <cmath>
#include <string>

#include "rt/failure.hpp"

namespace sounddesk {

void SoxrResampler::Deleter::operator()(void *handle) const noexcept { soxr_delete(static_cast<soxr_t>(handle)); }

SoxrResampler::SoxrResampler(int from_hz, int to_hz) : ratio_(static_cast<double>(to_hz) / from_hz) {
  soxr_error_t error = nullptr;
  const soxr_io_spec_t io = soxr_io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I);
  const soxr_quality_spec_t quality = soxr_quality_spec(SOXR_HQ, 0);
  const soxr_runtime_spec_t runtime = soxr_runtime_spec(1);
  handle_.reset(soxr_create(from_hz, to_hz, 1, &error, &io, &quality, &runtime));
  if (error != nullptr || handle_ == nullptr) {
    throw Failure(FailureCode::format_unsupported, "Cannot convert between " + std::to_string(from_hz) + " Hz and " +
                                                       std::to_string(to_hz) + " Hz" +
                                                       (error != nullptr ? std::string(": ") + error : std::string()));
  }
}

SoxrResampler::~SoxrResampler() = default;
SoxrResampler::SoxrResampler(SoxrResampler &&) noexcept = default;

void SoxrResampler::process(const float *samples, std::size_t count, std::vector<float> &out) {
  std::size_t used = 0;
  while (used < count) {
    const std::size_t room = static_cast<std::size_t>(std::ceil(static_cast<double>(count - used) * ratio_)) + 64;
    const std::size_t before = out.size();
    out.resize(before + room);
    std::size_t consumed = 0;
    std::size_t produced = 0;
    soxr_process(static_cast<soxr_t>(handle_.get()), samples + used, count - used, &consumed, out.data() + before, room,
                 &produced);
    out.resize(before + produced);
    used += consumed;
    if (consumed == 0 && produced == 0) {
      throw Failure(FailureCode::format_unsupported, "The sample rate converter stopped");
    }
  }
}

void SoxrResampler::finish(std::vector<float> &out) {
  for (;;) {
    constexpr std::size_t room = 4096;
    const std::size_t before = out.size();
    out.resize(before + room);
    std::size_t produced = 0;
    soxr_process(static_cast<soxr_t>(handle_.get()), nullptr, 0, nullptr, out.data() + before, room, &produced);
    out.resize(before + produced);
    if (produced == 0) return;
  }
}

}  // namespace sounddesk
