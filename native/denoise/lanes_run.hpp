// Frames of one channel that follow each other, a frame a lane: what a file is cleaned by. Transforms, bands and pitch of
// a frame need the sound and nothing that the frame before computed, so all lanes do them together; the network and the
// few numbers that are handed on (high-pass, last period, cepstra, gains) run frame by frame in between. Every operation
// is that of lanes_frame.hpp, so the samples are the same. Included by each lane kernel.
//
// Threads and real-time safety: see lanes_kernel.hpp.
#pragma once

#include "denoise/lanes_frame.hpp"
#include "denoise/lanes_single.hpp"
#include "rt/denormals.hpp"

namespace sounddesk::lanes::SD_LANES_ISA {

/** As the last frame left it; all zero at the start. */
struct alignas(64) RunState {
  float high_pass[2];
  float history[pitch_history];
  float synthesis[frame];
  float cepstrum[cepstra][bands];
  int newest_cepstrum;
  float last_gain[bands];
  Pitch pitch;
  SingleState network;
};

struct alignas(64) RunScratch {
  Scratch frames;
  /** The sound after the high-pass: what was before, and the frames. */
  float line[pitch_history + width * frame];
  V history[pitch_history];
  V cepstrum[cepstra][bands];
  Pitch pitch[width];
  SingleScratch network;
  float features[inputs];
  float gains[padded(bands)];
};

/** See `read_samples`. */
static inline void read_run(RunState &state, const float *samples, RunScratch &scratch) {
  memcpy(scratch.line, state.history, sizeof(state.history));
  float first = state.high_pass[0];
  float second = state.high_pass[1];
  for (int i = 0; i < width * frame; ++i) {
    const float in = samples[i];
    const float out = in + first;
    const double x = in;
    const double y = out;
    first = static_cast<float>((y * 0x1.fef934p+0 - (x + x)) + static_cast<double>(second));
    second = static_cast<float>(x + y * -0x1.fdf3b6p-1);
    scratch.line[pitch_history + i] = out;
  }
  state.high_pass[0] = first;
  state.high_pass[1] = second;
  memcpy(state.history, scratch.line + width * frame, sizeof(state.history));
  for (int i = 0; i < pitch_history; ++i) {
    for (int lane = 0; lane < width; ++lane) scratch.history[i][lane] = scratch.line[(lane + 1) * frame + i];
  }
}

/** See `make_features`: the cepstra are one row after the other, and every lane sees those up to its own. */
static inline Mask make_run_features(RunState &state, RunScratch &scratch, const Tables &tables) {
  const Mask is_silent = make_cepstrum(scratch.frames, tables);
  Recent recent;
  for (int lane = 0; lane < width; ++lane) {
    const int at = state.newest_cepstrum;
    for (int i = 0; i < deltas; ++i) {
      recent.before[i][lane] = state.cepstrum[(at + cepstra - 1) % cepstra][i];
      recent.long_before[i][lane] = state.cepstrum[(at + cepstra - 2) % cepstra][i];
    }
    if (is_silent[lane] == 0) {
      for (int i = 0; i < bands; ++i) state.cepstrum[at][i] = scratch.frames.features[i][lane];
      state.newest_cepstrum = (at + 1) % cepstra;
    }
    for (int row = 0; row < cepstra; ++row) {
      for (int i = 0; i < bands; ++i) scratch.cepstrum[row][i][lane] = state.cepstrum[row][i];
    }
  }
  finish_features(scratch.frames, recent, scratch.cepstrum, scratch.pitch, tables);
  return is_silent;
}

/**
 * The network over each frame that is not silent, in their order. Denormal numbers are flushed: its states decay into them
 * and would make it three times slower, and nothing that it puts out is so small that they could change it.
 */
SD_NEVER_INLINE static void run_networks(RunState &state, RunScratch &scratch, Mask is_silent, float *speech_probability,
                                         const Tables &tables) {
  const DenormalScope flushed(DenormalScope::Mode::flush);
  for (int lane = 0; lane < width; ++lane) {
    speech_probability[lane] = 0.0F;
    if (is_silent[lane] != 0) {
      for (int band = 0; band < bands; ++band) scratch.frames.gain[band][lane] = 0.0F;
      continue;
    }
    for (int i = 0; i < inputs; ++i) scratch.features[i] = scratch.frames.features[i][lane];
    speech_probability[lane] = run_network(state.network, scratch.features, scratch.gains, scratch.network, tables);
    for (int band = 0; band < bands; ++band) scratch.frames.gain[band][lane] = scratch.gains[band];
  }
}

/** See `smooth_gains`. */
static inline void smooth_run_gains(RunState &state, Scratch &scratch, Mask is_silent) {
  for (int lane = 0; lane < width; ++lane) {
    if (is_silent[lane] != 0) continue;
    for (int band = 0; band < bands; ++band) {
      const float lowest = state.last_gain[band] * 0.6F;
      const float gain = scratch.gain[band][lane] > lowest ? scratch.gain[band][lane] : lowest;
      scratch.gain[band][lane] = gain;
      state.last_gain[band] = gain;
    }
  }
}

/** Adds to each frame what the one before reaches into it. */
static inline void overlap_run(RunState &state, const V *out, float *samples) {
  for (int i = 0; i < frame; ++i) {
    float before = state.synthesis[i];
    for (int lane = 0; lane < width; ++lane) {
      samples[lane * frame + i] = out[i][lane] + before;
      before = out[frame + i][lane];
    }
    state.synthesis[i] = before;
  }
}

static void process_run(void *of_channel, void *memory, float *samples, float *speech_probability) noexcept {
  RunState &state = *static_cast<RunState *>(of_channel);
  RunScratch &scratch = *static_cast<RunScratch *>(memory);
  Scratch &frames = scratch.frames;
  const Tables &tables = lane_tables();
  read_run(state, samples, scratch);
  memcpy(frames.windowed, scratch.history + (pitch_history - window), sizeof(frames.windowed));
  analyse(frames, frames.spectrum, tables);
  measure_bands(frames.spectrum, frames.energy, tables);

  const Pitch before = state.pitch;
  find_pitch(scratch.history, frames, scratch.pitch,
             [&scratch, &before](int lane) { return lane == 0 ? before : scratch.pitch[lane - 1]; });
  state.pitch = scratch.pitch[width - 1];
  analyse(frames, frames.periodic, tables);
  measure_bands(frames.periodic, frames.periodic_energy, tables);
  correlate_bands(frames, tables);

  const Mask is_silent = make_run_features(state, scratch, tables);
  run_networks(state, scratch, is_silent, speech_probability, tables);
  if (is_any_heard(is_silent)) {
    filter_pitch(frames, tables);
    smooth_run_gains(state, frames, is_silent);
    shape(frames, is_silent, tables);
  }
  invert(frames, tables);
  overlap_run(state, frames.windowed, samples);
}

}  // namespace sounddesk::lanes::SD_LANES_ISA
