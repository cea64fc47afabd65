// DeepFilterNet3's weights, in the order in which the network reads them (arXiv 2305.08227; model v0.5.6).
//
// `src-main/services/engine/studio/weights.ts` writes them in this order out of the model's ONNX files. A matrix lies in
// blocks of outputs, `[block][input][output of the block]`, so that a vector of outputs is one load.
//
// The recurrent layers are most of it, and a frame reads all of them: as floats they come from far away, which took half of
// the time. In memory those of the decoders are 16-bit numbers with a scale an output (docs/decisions/0104-studio.md). The
// encoder's stay floats: both decoders hear what it gets wrong.
//
// Threads: constant once filled. Real-time safety: plain memory; the functions are none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace sounddesk::studio {

inline constexpr int bands = 32;
/** Bins below 4.8 kHz that are filtered one by one. */
inline constexpr int filter_bins = 96;
inline constexpr int filter_taps = 5;
inline constexpr int channels = 64;
inline constexpr int hidden = 256;
inline constexpr int embedding = 512;
/** Outputs that one block of a large matrix has. */
inline constexpr int block = 32;

/** A convolution over three neighbours in frequency, each channel on its own, then all channels by all channels. */
struct Separable {
  float depth[3][channels];
  float point[channels / block][channels][block];
  float bias[channels];
};

/** Every channel on its own. */
struct Scale {
  float scale[channels];
  float bias[channels];
};

/** A recurrent layer as it is given. Gates in ONNX's order: update, reset, candidate. */
struct GivenGru {
  float input[3 * hidden / block][hidden][block];
  float input_bias[3 * hidden];
  float state[3 * hidden / block][hidden][block];
  float state_bias[3 * hidden];
};

/** A weight is its number times the scale of its output. */
struct ShortMatrix {
  std::int16_t weights[3 * hidden / block][hidden][block];
  float scale[3 * hidden];
};

struct Gru {
  ShortMatrix input;
  float input_bias[3 * hidden];
  ShortMatrix state;
  float state_bias[3 * hidden];
};

template <typename Recurrent>
struct WeightsWith {
  // Encoder. Convolutions over three frames by three neighbours: `[frame][neighbour][channel]`.
  float erb_conv0[3][3][channels];
  float erb_conv0_bias[channels];
  Separable erb_conv1;
  Separable erb_conv2;
  Separable erb_conv3;
  /** The first half of the channels hears the real parts, the second the imaginary ones. */
  float df_conv0[3][3][channels];
  float df_conv0_point[channels / block][channels][block];
  float df_conv0_bias[channels];
  Separable df_conv1;
  float df_embedding[32][96][16];
  float encoder_in[16][32][16];
  GivenGru encoder_gru;
  float encoder_out[16][16][32];
  float snr[embedding];
  /** One number; the rest is padding. */
  float snr_bias[16];

  // Decoder of the bands' gains.
  float erb_in[16][32][16];
  Recurrent erb_gru[2];
  float erb_out[16][16][32];
  Scale skip3;
  Separable up3;
  Scale skip2;
  Separable up2;
  Scale skip1;
  Separable up1;
  Scale skip0;
  float gain[3][channels];
  /** One number; the rest is padding. */
  float gain_bias[16];

  // Decoder of the filters.
  float df_in[8][64][32];
  Recurrent df_gru[2];
  float df_skip[16][32][16];
  /** Sixty outputs a group; the rest is padding. */
  float df_out[16][16][64];
  /** Of five frames, each half of the channels makes five outputs; the rest is padding. */
  float path[filter_taps][2][channels / 2][8];
  /** Ten by ten: inputs 0-4 and 8-12, outputs 0-9. */
  float path_point[16][16];
  float path_bias[16];
};

using GivenWeights = WeightsWith<GivenGru>;
using Weights = WeightsWith<Gru>;

inline constexpr std::size_t weight_count = sizeof(GivenWeights) / sizeof(float);

using WeightsPointer = std::shared_ptr<const Weights>;

/** Takes over `GivenWeights`. Throws `std::invalid_argument` where the count is another, or one is no number; `std::bad_alloc`. */
WeightsPointer make_weights(const float *values, std::size_t count);

/** For sessions, which begin and go on while a model comes or is replaced. Threads: any. */
void install_weights(WeightsPointer weights);
/** Null where none are installed. */
WeightsPointer installed_weights();

}  // namespace sounddesk::studio
