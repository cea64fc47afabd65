// The studio network by the definitions of its layers, in double and without any thought of speed: what the kernels are
// held against. It hears all frames of a sound at once.
#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "denoise/studio_kernel.hpp"

namespace sounddesk::test {

using Row = std::vector<double>;
/** `[bin][channel]`. */
using Grid = std::vector<Row>;

inline double plain_sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }
inline double plain_relu(double x) { return std::max(x, 0.0); }

inline Row mapped(Row x, const std::function<double(double)> &of) {
  for (double &value : x) value = of(value);
  return x;
}

template <int blocks, int inputs>
Row plain_dense(const float (&weights)[blocks][inputs][studio::block], const float *bias, const Row &x) {
  Row y(blocks * studio::block);
  for (std::size_t out = 0; out < y.size(); ++out) {
    y[out] = bias == nullptr ? 0.0 : static_cast<double>(bias[out]);
    for (std::size_t in = 0; in < inputs; ++in) {
      y[out] += static_cast<double>(weights[out / studio::block][in][out % studio::block]) * x[in];
    }
  }
  return y;
}

template <int groups, int inputs, int outputs>
Row plain_grouped(const float (&weights)[groups][inputs][outputs], const Row &x) {
  Row y(static_cast<std::size_t>(groups * outputs));
  for (int g = 0; g < groups; ++g) {
    for (int out = 0; out < outputs; ++out) {
      for (int in = 0; in < inputs; ++in) {
        y[static_cast<std::size_t>(g * outputs + out)] +=
            static_cast<double>(weights[g][in][out]) * x[static_cast<std::size_t>(g * inputs + in)];
      }
    }
  }
  return y;
}

/** Every `stride`th bin of three neighbours each. */
inline Grid plain_depth(const float (&weights)[3][studio::channels], const Grid &x, std::size_t stride) {
  Grid y;
  for (std::size_t bin = 0; bin < x.size(); bin += stride) {
    Row row(studio::channels);
    for (std::size_t c = 0; c < row.size(); ++c) {
      for (std::size_t n = 0; n < 3; ++n) {
        if (bin + n >= 1 && bin + n <= x.size()) row[c] += static_cast<double>(weights[n][c]) * x[bin + n - 1][c];
      }
    }
    y.push_back(row);
  }
  return y;
}

/** By what a transposed convolution is: each input adds to the outputs that an ordinary one would have made it of. */
inline Grid plain_doubled(const float (&weights)[3][studio::channels], const Grid &x) {
  Grid y(2 * x.size(), Row(studio::channels));
  for (std::size_t bin = 0; bin < x.size(); ++bin) {
    for (std::size_t n = 0; n < 3; ++n) {
      const std::size_t beyond = 2 * bin + n;
      if (beyond < 1 || beyond > y.size()) continue;
      for (std::size_t c = 0; c < studio::channels; ++c) y[beyond - 1][c] += static_cast<double>(weights[n][c]) * x[bin][c];
    }
  }
  return y;
}

inline Grid plain_point(const studio::Separable &layer, const Grid &x) {
  Grid y;
  for (const Row &row : x) y.push_back(mapped(plain_dense(layer.point, layer.bias, row), plain_relu));
  return y;
}

inline void plain_skip(const studio::Scale &skip, const Grid &encoded, Grid &x) {
  for (std::size_t bin = 0; bin < x.size(); ++bin) {
    for (std::size_t c = 0; c < studio::channels; ++c) {
      x[bin][c] += plain_relu(static_cast<double>(skip.scale[c]) * encoded[bin][c] + static_cast<double>(skip.bias[c]));
    }
  }
}

inline Row flat(const Grid &grid) {
  Row row;
  for (const Row &bin : grid) row.insert(row.end(), bin.begin(), bin.end());
  return row;
}

inline Row plain_dense(const studio::ShortMatrix &matrix, const float *bias, const Row &x) {
  Row y(static_cast<std::size_t>(3 * studio::hidden));
  for (std::size_t out = 0; out < y.size(); ++out) {
    y[out] = static_cast<double>(bias[out]);
    for (std::size_t in = 0; in < x.size(); ++in) {
      const double weight = static_cast<double>(matrix.scale[out]) * matrix.weights[out / studio::block][in][out % studio::block];
      y[out] += weight * x[in];
    }
  }
  return y;
}

template <typename Gru>
Row plain_gru(const Gru &gru, const Row &x, Row &state) {
  const Row of_input = plain_dense(gru.input, gru.input_bias, x);
  const Row of_state = plain_dense(gru.state, gru.state_bias, state);
  for (std::size_t n = 0; n < studio::hidden; ++n) {
    const std::size_t reset_at = studio::hidden + n;
    const std::size_t candidate_at = 2 * studio::hidden + n;
    const double update = plain_sigmoid(of_input[n] + of_state[n]);
    const double reset = plain_sigmoid(of_input[reset_at] + of_state[reset_at]);
    const double candidate = std::tanh(of_input[candidate_at] + reset * of_state[candidate_at]);
    state[n] = (1.0 - update) * candidate + update * state[n];
  }
  return state;
}

/** One network over a whole sound. */
class PlainStudio {
 public:
  explicit PlainStudio(const studio::Weights &weights) : w_(weights) {}

  void run(std::vector<studio::Frame> &frames) {
    for (std::size_t t = 0; t < frames.size(); ++t) run_frame(frames, t);
  }

 private:
  /** A convolution over three frames of single values, up to frame t; channels from `from` on. */
  static void convolve(const float (&weights)[3][3][studio::channels], const std::function<double(long, long)> &at, long t,
                       std::size_t from, std::size_t to, Grid &y) {
    for (std::size_t bin = 0; bin < y.size(); ++bin) {
      for (std::size_t c = from; c < to; ++c) {
        for (long frame = 0; frame < 3; ++frame) {
          for (long n = 0; n < 3; ++n) {
            y[bin][c] += static_cast<double>(weights[frame][n][c]) * at(t - 2 + frame, static_cast<long>(bin) + n - 1);
          }
        }
      }
    }
  }

  void run_frame(std::vector<studio::Frame> &frames, std::size_t t) {
    const Grid encoded0 = first_of_bands(frames, t);
    const Grid encoded1 = plain_point(w_.erb_conv1, plain_depth(w_.erb_conv1.depth, encoded0, 2));
    const Grid encoded2 = plain_point(w_.erb_conv2, plain_depth(w_.erb_conv2.depth, encoded1, 2));
    const Grid encoded3 = plain_point(w_.erb_conv3, plain_depth(w_.erb_conv3.depth, encoded2, 1));
    firsts_.push_back(first_of_bins(frames, t));
    const Grid second = plain_point(w_.df_conv1, plain_depth(w_.df_conv1.depth, firsts_.back(), 2));
    Row sum = mapped(plain_grouped(w_.df_embedding, flat(second)), plain_relu);
    const Row of_bands = flat(encoded3);
    for (std::size_t n = 0; n < sum.size(); ++n) sum[n] += of_bands[n];
    const Row inner = plain_gru(w_.encoder_gru, mapped(plain_grouped(w_.encoder_in, sum), plain_relu), encoder_);
    const Row embedded = mapped(plain_grouped(w_.encoder_out, inner), plain_relu);
    double ratio = static_cast<double>(w_.snr_bias[0]);
    for (std::size_t n = 0; n < embedded.size(); ++n) ratio += static_cast<double>(w_.snr[n]) * embedded[n];
    frames[t].local_snr_db = static_cast<float>(50.0 * plain_sigmoid(ratio) - 15.0);
    decode_gains(embedded, {encoded0, encoded1, encoded2, encoded3}, frames[t]);
    decode_taps(embedded, frames[t]);
  }

  Grid first_of_bands(const std::vector<studio::Frame> &frames, std::size_t t) const {
    const auto at = [&frames](long frame, long bin) {
      if (frame < 0 || bin < 0 || bin >= studio::bands) return 0.0;
      return static_cast<double>(frames[static_cast<std::size_t>(frame)].band_levels[bin]);
    };
    Grid y(studio::bands, Row(w_.erb_conv0_bias, w_.erb_conv0_bias + studio::channels));
    convolve(w_.erb_conv0, at, static_cast<long>(t), 0, studio::channels, y);
    for (Row &row : y) row = mapped(row, plain_relu);
    return y;
  }

  Grid first_of_bins(const std::vector<studio::Frame> &frames, std::size_t t) const {
    Grid y(studio::filter_bins, Row(studio::channels));
    for (int part = 0; part < 2; ++part) {
      const auto at = [&frames, part](long frame, long bin) {
        if (frame < 0 || bin < 0 || bin >= studio::filter_bins) return 0.0;
        return static_cast<double>(frames[static_cast<std::size_t>(frame)].bins[part][bin]);
      };
      const auto half = static_cast<std::size_t>(studio::channels / 2);
      const auto from = static_cast<std::size_t>(part) * half;
      convolve(w_.df_conv0, at, static_cast<long>(t), from, from + half, y);
    }
    for (Row &row : y) row = mapped(plain_dense(w_.df_conv0_point, w_.df_conv0_bias, row), plain_relu);
    return y;
  }

  void decode_gains(const Row &embedded, const std::vector<Grid> &encoded, studio::Frame &frame) {
    Row x = mapped(plain_grouped(w_.erb_in, embedded), plain_relu);
    for (std::size_t layer = 0; layer < 2; ++layer) x = plain_gru(w_.erb_gru[layer], x, gains_[layer]);
    x = mapped(plain_grouped(w_.erb_out, x), plain_relu);
    Grid grid;
    for (std::size_t bin = 0; bin < 8; ++bin) {
      const auto begin = x.begin() + static_cast<long>(bin * studio::channels);
      grid.emplace_back(begin, begin + studio::channels);
    }
    plain_skip(w_.skip3, encoded[3], grid);
    grid = plain_point(w_.up3, plain_depth(w_.up3.depth, grid, 1));
    plain_skip(w_.skip2, encoded[2], grid);
    grid = plain_point(w_.up2, plain_doubled(w_.up2.depth, grid));
    plain_skip(w_.skip1, encoded[1], grid);
    grid = plain_point(w_.up1, plain_doubled(w_.up1.depth, grid));
    plain_skip(w_.skip0, encoded[0], grid);
    const Grid last = plain_depth(w_.gain, grid, 1);
    for (std::size_t band = 0; band < last.size(); ++band) {
      double sum = static_cast<double>(w_.gain_bias[0]);
      for (const double value : last[band]) sum += value;
      frame.gains[band] = static_cast<float>(plain_sigmoid(sum));
    }
  }

  void decode_taps(const Row &embedded, studio::Frame &frame) {
    Row x = mapped(plain_grouped(w_.df_in, embedded), plain_relu);
    for (std::size_t layer = 0; layer < 2; ++layer) x = plain_gru(w_.df_gru[layer], x, taps_[layer]);
    const Row skipped = plain_grouped(w_.df_skip, embedded);
    for (std::size_t n = 0; n < x.size(); ++n) x[n] += skipped[n];
    const Row padded = plain_grouped(w_.df_out, x);
    for (std::size_t bin = 0; bin < studio::filter_bins; ++bin) {
      const Row path = path_of(bin);
      for (std::size_t n = 0; n < 10; ++n) {
        const std::size_t at = bin * 10 + n;
        frame.taps[bin][n] = static_cast<float>(std::tanh(padded[at / 60 * 64 + at % 60]) + path[n]);
      }
    }
  }

  /** Of the newest five frames of the first convolution. */
  Row path_of(std::size_t bin) const {
    Row sums(10);
    for (std::size_t tap = 0; tap < 5; ++tap) {
      const long frame = static_cast<long>(firsts_.size()) - 5 + static_cast<long>(tap);
      if (frame < 0) continue;
      for (std::size_t out = 0; out < 10; ++out) {
        for (std::size_t c = 0; c < 32; ++c) {
          sums[out] += static_cast<double>(w_.path[tap][out / 5][c][out % 5]) *
                       firsts_[static_cast<std::size_t>(frame)][bin][out / 5 * 32 + c];
        }
      }
    }
    Row y(10);
    for (std::size_t out = 0; out < 10; ++out) {
      y[out] = static_cast<double>(w_.path_bias[out]);
      for (std::size_t in = 0; in < 10; ++in) y[out] += static_cast<double>(w_.path_point[in / 5 * 8 + in % 5][out]) * sums[in];
      y[out] = plain_relu(y[out]);
    }
    return y;
  }

  const studio::Weights &w_;
  std::vector<Grid> firsts_;
  Row encoder_ = Row(studio::hidden);
  std::vector<Row> gains_ = std::vector<Row>(2, Row(studio::hidden));
  std::vector<Row> taps_ = std::vector<Row>(2, Row(studio::hidden));
};

}  // namespace sounddesk::test
