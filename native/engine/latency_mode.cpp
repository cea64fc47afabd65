#include "engine/latency_mode.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace sounddesk {
namespace {

/** Model frame and model delay. */
constexpr double models_sec = 0.020;
/** What the output's buffer keeps in hand (buffer_control.hpp). */
constexpr double reserve_sec = 0.003;

std::string in_ms(double ms) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f ms", ms);
  return text;
}

std::string name_of_chain(const LatencyChain &chain, bool is_strong_wanted) {
  if (chain.has_models && is_strong_wanted) {
    return "The whole chain with RNNoise, which alone takes 20 ms. Auto, strong and studio take 42.5 ms: RNNoise stands in "
           "for them here; without a latency mode they run.";
  }
  if (chain.has_models) return "The whole chain with RNNoise, which alone takes 20 ms.";
  return "The whole chain, " + std::to_string(chain.frame) + " frames at a time; noise is lowered by a filter without delay "
         "that follows RNNoise.";
}

/** Made in the server's own callbacks: what it keeps itself, a frame, and a period more where frames do not fill it. */
LatencyModeState direct_state(LatencyModeState state, const LatencyChain &chain, const LatencyFacts &facts) {
  const bool is_whole = facts.period_frames % chain.frame == 0;
  // A rest of less than a frame may always wait for the next period: where the session began is by chance.
  const std::size_t waiting = chain.frame + (is_whole ? 0 : facts.period_frames);
  const double total_ms = (*facts.direct_sec + static_cast<double>(waiting) / facts.rate_hz) * 1000.0;
  state.expected_ms = total_ms;
  state.is_achievable = total_ms < state.mode_ms;
  state.reason = name_of_chain(chain, facts.is_strong_wanted);
  if (!state.is_achievable) {
    state.reason = "The sound server alone keeps " + in_ms(*facts.direct_sec * 1000.0) + " with " + std::to_string(facts.period_frames) +
                   " frames a period, and SoundDesk adds " +
                   in_ms(static_cast<double>(waiting) * 1000.0 / facts.rate_hz) + ". Start the server with a shorter period.";
  }
  return state;
}

}  // namespace

LatencyChain latency_chain(int mode_ms, int rate_hz, std::size_t wanted_block_frames) {
  const auto ten_ms = static_cast<std::size_t>(rate_hz / 100);
  const auto at_rate = [rate_hz](std::size_t frames) { return rate_hz > 48000 ? 2 * frames : frames; };
  switch (mode_ms) {
    case 5: return {5, at_rate(32), false, std::min<std::size_t>(wanted_block_frames, at_rate(64))};
    case 10: return {10, at_rate(64), false, std::min<std::size_t>(wanted_block_frames, at_rate(64))};
    case 20: return {20, at_rate(128), false, std::min<std::size_t>(wanted_block_frames, at_rate(128))};
    case 50: return {50, ten_ms, true, std::min<std::size_t>(wanted_block_frames, at_rate(256))};
    default: return {0, ten_ms, true, wanted_block_frames};
  }
}

std::optional<int> longer_mode(int mode_ms) {
  switch (mode_ms) {
    case 5: return 10;
    case 10: return 20;
    case 20: return 50;
    case 50: return 0;
    default: return std::nullopt;
  }
}

LatencyModeState latency_mode_state(int mode_ms, const LatencyFacts &facts) {
  const LatencyChain chain = latency_chain(mode_ms, facts.rate_hz, facts.wanted_block_frames);
  LatencyModeState state{mode_ms, std::nullopt, false, ""};
  if (facts.running_mode_ms == mode_ms && facts.measured_p99_ms.has_value()) {
    state.expected_ms = facts.measured_p99_ms;
    state.is_achievable = *facts.measured_p99_ms < mode_ms;
    state.reason = state.is_achievable ? name_of_chain(chain, facts.is_strong_wanted)
                                       : "It takes " + in_ms(*facts.measured_p99_ms) +
                                             " on these devices, as measured (99 of 100 times no more).";
    return state;
  }
  if (!facts.device_sec.has_value()) {
    state.reason = "Choose a monitor device: without one there is no way from microphone to ear.";
    return state;
  }
  if (facts.direct_sec.has_value() && !chain.has_models) return direct_state(state, chain, facts);
  const std::size_t block = std::max(chain.block_frames, facts.least_block_frames);
  // A block to fill, one to leave, one frame between them that may just have been missed.
  const double blocks_sec = static_cast<double>(2 * block + (chain.has_models ? 0 : chain.frame)) / facts.rate_hz;
  const double total_ms = (blocks_sec + reserve_sec + *facts.device_sec + (chain.has_models ? models_sec : 0.0)) * 1000.0;
  state.expected_ms = total_ms;
  state.is_achievable = total_ms < mode_ms;
  state.reason = state.is_achievable ? name_of_chain(chain, facts.is_strong_wanted)
                                     : "It would take " + in_ms(total_ms) + " on these devices, which hand over " +
                                           std::to_string(block) + " frames at a time and keep " +
                                           in_ms(*facts.device_sec * 1000.0) + " themselves.";
  return state;
}

}  // namespace sounddesk
