// GTCRN's weights (ICASSP 2024, doi 10.1109/ICASSP48485.2024.10448310), in the order in which the network reads them.
//
// `scripts/lib/strongModelWeights.mjs` writes them in this order out of the package's module, at build time.
//
// Threads: constant. Real-time safety: plain memory.
#pragma once

namespace sounddesk::gtcrn {

inline constexpr int channels = 16;
/** Half of the channels, which a block leaves as they are, and in which grouped layers work. */
inline constexpr int half = 8;
/** Bins of the grid in which the network works, of its middle layer, and of the bands that it hears. */
inline constexpr int grid = 33;
inline constexpr int wide_grid = 65;
inline constexpr int bands = 129;
/** The lowest bins of a spectrum are bands of their own; each of the others belongs to two bands that follow each other. */
inline constexpr int low_bins = 65;
inline constexpr int high_bins = 192;
inline constexpr int bins = low_bins + high_bins;
inline constexpr int inputs = 3;
inline constexpr int gates = 3;
inline constexpr int window = 512;
inline constexpr int hop = 256;
/** Samples at 48 kHz for one hop at 16 kHz, and the filter between them, with a 64th tap that is 0. */
inline constexpr int block = 768;
inline constexpr int rate_ratio = 3;
inline constexpr int filter_taps = 63;

/** A recurrent layer (update, reset, candidate) over the powers of eight channels, and how much of each stays. */
struct Gate {
  float input[half][gates * channels];
  float input_bias[gates * channels];
  float state[channels][gates * channels];
  float state_bias[gates * channels];
  float out[channels][half];
  float out_bias[half];
};

/** Of eight channels and three neighbours in frequency to sixteen, over three frames and three neighbours, and to eight. */
struct Block {
  float into[3][half][channels];
  float into_bias[channels];
  float into_slope;
  /** From the oldest frame and the lowest neighbour on. */
  float depth[9][channels];
  float depth_bias[channels];
  float depth_slope;
  float out[channels][half];
  float out_bias[half];
  Gate gate;
};

/** All channels by all channels, then a normalisation over the grid. */
struct Dense {
  float weights[channels][channels];
  float bias[channels];
  float scale[grid][channels];
  float shift[grid][channels];
};

/** Recurrent layers over the bins, in both directions, and over time. Two groups of eight channels each. */
struct DualPath {
  /** Outputs: of the direction upwards and then of the other, update, reset and candidate of four neurons each. */
  float bins_input[2][half][2 * gates * 4];
  float bins_input_bias[2][2 * gates * 4];
  /** Four neurons of each of: group 0 upwards, group 0 downwards, group 1 upwards, group 1 downwards. */
  float bins_state[4][gates][channels];
  float bins_state_bias[gates][channels];
  Dense bins_out;
  float time_input[2][half][gates * half];
  float time_input_bias[2][gates * half];
  float time_state[2][half][gates * half];
  float time_state_bias[2][gates * half];
  Dense time_out;
};

struct Weights {
  float window[gtcrn::window];
  /** exp(-2πik / 512). */
  float turn_re[gtcrn::window];
  float turn_im[gtcrn::window];
  float down[filter_taps + 1];
  float up[rate_ratio][filter_taps + 1];
  /** Seven neighbours of three inputs, from every second band on: at the first one, between, at the last one. */
  float first[3][7][inputs][channels];
  float first_bias[channels];
  float first_slope;
  /** Five neighbours. */
  float second[2][5][half][half];
  float second_bias[channels];
  float second_slope;
  Block encoder[3];
  DualPath dual[2];
  Block decoder[3];
  /** Of five taps three are those of outputs with even numbers, from the lowest neighbour on, and two of the others. */
  float second_up[2][5][half][half];
  float second_up_bias[channels];
  float second_up_slope;
  float first_up[2][5][channels];
  float first_up_bias[2];
  /** Shares of a bin in two bands, and the first of them. */
  float into_bands[high_bins][2];
  float into_band[high_bins];
  float from_bands[high_bins][2];
  float from_band[high_bins];
};

/** As one array. */
alignas(64) extern const float values[];

inline const Weights &weights() noexcept { return *reinterpret_cast<const Weights *>(values); }

}  // namespace sounddesk::gtcrn
