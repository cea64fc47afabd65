// How a capture session opens its devices: inputs before outputs, and, where all are of one server, so that frames can
// be made in its callbacks.
#include <algorithm>

#include "device/capture_session.hpp"

namespace sounddesk {
namespace {

/** Ticks of 33 ms after an opening whose latencies say nothing yet. */
constexpr int ticks_until_settled = 45;

}  // namespace

CaptureDeviceFormat CaptureSession::format_of(const CaptureDevice &device) const {
  // Its host API is known when it is open; an output goes by what its inputs turned out to be.
  const bool is_direct = device.is_input() ? !chain().has_models : are_inputs_direct();
  return {options_.rate_hz, block_frames(), chain().frame, is_direct};
}

int CaptureSession::least_channels_of(const CaptureDevice &device) const {
  int least = 1;
  for (const Channel &channel : channels_) {
    if (channel.options.device_id != device.id()) continue;
    for (const int number : channel.options.device_channels) least = std::max(least, number + 1);
  }
  return least;
}

void CaptureSession::open_device(CaptureDevice &device) {
  device.open(format_of(device), least_channels_of(device));
  if (device.is_input()) are_outputs_early_ = true;
  if (device.is_of_jack() && !jack_) jack_ = JackLatency::open();
}

void CaptureSession::reopen_devices(bool are_inputs_kept) {
  for (CaptureDevice *device : devices()) {
    if (!device->is_open() || (device->is_input() && are_inputs_kept)) continue;
    const bool is_early = are_outputs_early_ && !device->is_input() && device->output()->is_same_clock();
    if (is_early || !device->is_open_as(format_of(*device), least_channels_of(*device))) open_device(*device);
  }
  are_outputs_early_ = false;
  forget_latency();
  follow_jack();
}

void CaptureSession::open_outputs() {
  for (CaptureDevice *device : {monitor_.get(), program_.get()}) {
    if (device != nullptr) open_device(*device);
  }
  are_outputs_early_ = false;
  forget_latency();
}

void CaptureSession::forget_latency() {
  latency_.clear();
  latency_from_tick_ = ticks_ + ticks_until_settled;
}

bool CaptureSession::are_inputs_direct() const {
  return !chain().has_models && !is_direct_given_up_ && !has_inserts() && are_inputs_of_one_server();
}

bool CaptureSession::are_inputs_of_one_server() const {
  bool has_any = false;
  for (const auto &[id, device] : inputs_) {
    if (!device->is_open()) continue;
    if (!device->can_be_direct(options_.rate_hz)) return false;
    has_any = true;
  }
  return has_any;
}

void CaptureSession::follow_direct() {
  const bool is_wanted = are_inputs_direct();
  bool has_opened = false;
  for (CaptureDevice *device : {monitor_.get(), program_.get()}) {
    if (device == nullptr || !device->is_open()) continue;
    const bool is_direct = device->output()->is_same_clock();
    const bool is_to_be = is_wanted && device->can_be_direct(options_.rate_hz);
    if (is_direct == is_to_be && !(is_direct && are_outputs_early_)) continue;
    open_device(*device);
    has_opened = true;
  }
  are_outputs_early_ = false;
  if (has_opened) forget_latency();
}

}  // namespace sounddesk
