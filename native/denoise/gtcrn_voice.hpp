// A voice of GTCRN: for how long the network hears on. Included by each copy, which says SD_LANES and SD_LANES_ISA.
//
// It never forgets: what it has heard for minutes makes it take more and more of the voice (2.7 dB within 15 minutes of
// babble: decision 119). So it is what it was after its first 10 seconds of sound again, once a minute: a copy from then
// hears 4 seconds beside it, and takes its place. That is 7 % more work; voices that run side by side take turns.
//
// Threads: a voice belongs to one at a time. Real-time safety: yes.
#pragma once

#include "denoise/gtcrn_network.hpp"

namespace sounddesk::lanes::SD_LANES_ISA {

/**
 * Of 16 ms: how long a network hears behind its first seconds, for how long the next one has heard before it is heard, and
 * how long both are.
 */
inline constexpr unsigned life_blocks = 4000;
inline constexpr unsigned warming_blocks = 250;
inline constexpr unsigned fade_blocks = 32;
/** What it is again has heard so many blocks of sound, which are louder than -60 dBFS. */
inline constexpr unsigned most_early_blocks = 625;
inline constexpr double least_sound_power = 1e-6;
/** So many voices warm up one after the other. */
inline constexpr unsigned turns = (life_blocks - warming_blocks) / warming_blocks;

struct Voice {
  /** One hears; the other is the next one, at the end of its time. */
  NetworkState networks[2];
  /** As the first one was after some seconds of sound. */
  NetworkState early;
  unsigned current;
  unsigned early_blocks;
  /** Since then; of voices behind the first one, more. */
  unsigned heard_blocks;
};

static inline double power_of(const float *samples) {
  double sum = 0.0;
  for (int i = 0; i < gtcrn::block; ++i) sum += static_cast<double>(samples[i]) * static_cast<double>(samples[i]);
  return sum;
}

static void begin_voice(void *voice_memory, unsigned turn) noexcept {
  auto &voice = *static_cast<Voice *>(voice_memory);
  voice.current = 0;
  voice.early_blocks = 0;
  voice.heard_blocks = turn % turns * warming_blocks;
  begin_network(voice.networks[0]);
}

static void run_voice(void *voice_memory, void *scratch_memory, float *samples) noexcept {
  auto &voice = *static_cast<Voice *>(voice_memory);
  auto &scratch = *static_cast<NetworkScratch *>(scratch_memory);
  NetworkState &network = voice.networks[voice.current];
  if (voice.early_blocks < most_early_blocks) {
    const bool is_sound = power_of(samples) > least_sound_power * gtcrn::block;
    run_network(network, scratch, samples);
    if (is_sound && ++voice.early_blocks == most_early_blocks) memcpy(&voice.early, &network, sizeof network);
    return;
  }
  const unsigned left = life_blocks - ++voice.heard_blocks;
  if (left >= warming_blocks) {
    run_network(network, scratch, samples);
    return;
  }
  NetworkState &next = voice.networks[1 - voice.current];
  if (left == warming_blocks - 1) {
    memcpy(&next, &voice.early, sizeof next);
    next.loudness = network.loudness;
  }
  float heard_by_next[gtcrn::block];
  memcpy(heard_by_next, samples, sizeof heard_by_next);
  run_network(network, scratch, samples);
  run_network(next, scratch, heard_by_next);
  if (left < fade_blocks) {
    const unsigned faded = (fade_blocks - 1 - left) * gtcrn::block;
    for (unsigned i = 0; i < gtcrn::block; ++i) {
      const double share = static_cast<double>(faded + i + 1) / (fade_blocks * gtcrn::block);
      const double before = static_cast<double>(samples[i]);
      samples[i] = static_cast<float>(before + share * (static_cast<double>(heard_by_next[i]) - before));
    }
  }
  if (left == 0) {
    voice.current = 1 - voice.current;
    voice.heard_blocks = warming_blocks;
  }
}

}  // namespace sounddesk::lanes::SD_LANES_ISA
