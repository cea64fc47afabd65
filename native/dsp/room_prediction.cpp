#include "dsp/room_prediction.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "dsp/file_repair.hpp"

namespace sounddesk {
namespace {

constexpr double window_sec = 0.0427;
/** Of a window. */
constexpr std::size_t hops = 4;
constexpr std::size_t delay = 3;
constexpr int passes = 2;
constexpr double top_hz = 8000.0;
constexpr double stretch_sec = 20.0;
/** Of a stretch: as much more is waited for, so that the last one is never a short one. */
constexpr double more = 0.5;
constexpr double least_sec = 3.0;
constexpr double least_part = 1e-4;
constexpr double least_power = 1e-20;
constexpr double ridge = 1e-6;
constexpr double least_ridge = 1e-30;

std::size_t size_of(double rate_hz) {
  return std::size_t{1} << static_cast<std::size_t>(std::max(6.0, std::round(std::log2(window_sec * rate_hz))));
}

}  // namespace

RoomPrediction::RoomPrediction(double share, double rate_hz)
    : share_(share),
      rate_hz_(rate_hz),
      size_(size_of(rate_hz)),
      hop_(size_ / hops),
      bins_(std::min(size_ / 2, static_cast<std::size_t>(std::round((top_hz / rate_hz) * static_cast<double>(size_))))),
      fft_(size_),
      window_(size_),
      before_(size_ - hop_, 0.0) {
  for (std::size_t i = 0; i < size_; ++i) {
    const double angle = (2.0 * std::numbers::pi * (static_cast<double>(i) + 0.5)) / static_cast<double>(size_);
    window_[i] = std::sqrt(0.5 - 0.5 * std::cos(angle));
  }
}

void RoomPrediction::process(const float *samples, std::size_t frames, bool is_last, std::vector<float> &out) {
  waiting_.insert(waiting_.end(), samples, samples + frames);
  came_ += frames;
  transform(samples, frames, is_last);
  const double stretch = std::round((stretch_sec * rate_hz_) / static_cast<double>(hop_));
  while (static_cast<double>(first_ + spectra_.size() - done_) >= (1.0 + more) * stretch) predict(static_cast<std::size_t>(stretch));
  if (!is_last) {
    give(static_cast<std::ptrdiff_t>(done_ * hop_ + hop_) - static_cast<std::ptrdiff_t>(size_ + given_), out);
    return;
  }
  is_predicted_ = static_cast<double>(came_) >= least_sec * rate_hz_;
  if (is_predicted_) predict(first_ + spectra_.size() - done_);
  give(static_cast<std::ptrdiff_t>(waiting_.size()), out);
}

/** Frame `t` ends `t + 1` hops behind the first sample. */
void RoomPrediction::transform(const float *samples, std::size_t frames, bool is_last) {
  std::vector<double> line = std::move(before_);
  for (std::size_t i = 0; i < frames; ++i) line.push_back(sound_of(samples[i]));
  if (is_last) line.resize(line.size() + size_, 0.0);
  std::vector<double> buffer(size_);
  std::vector<double> re(size_ / 2 + 1);
  std::vector<double> im(size_ / 2 + 1);
  std::size_t at = 0;
  for (; at + size_ <= line.size(); at += hop_) {
    for (std::size_t i = 0; i < size_; ++i) buffer[i] = line[at + i] * window_[i];
    fft_.forward(buffer.data(), re.data(), im.data());
    const auto bins = static_cast<std::ptrdiff_t>(bins_);
    spectra_.push_back({.re = {re.begin(), re.begin() + bins}, .im = {im.begin(), im.begin() + bins}});
  }
  before_.assign(line.begin() + static_cast<std::ptrdiff_t>(at), line.end());
}

void RoomPrediction::predict(std::size_t frames) {
  const std::size_t from = done_ - first_;
  const std::size_t history = std::min(from, delay + taps);
  const std::vector<double> none(size_ / 2 + 1, 0.0);
  std::vector<Spectrum> predicted(frames, Spectrum{.re = none, .im = none});
  re_.resize(history + frames);
  im_.resize(history + frames);
  for (std::size_t bin = 1; bin < bins_; ++bin) {
    for (std::size_t t = 0; t < history + frames; ++t) {
      re_[t] = spectra_[from - history + t].re[bin];
      im_[t] = spectra_[from - history + t].im[bin];
    }
    predict_bin(history);
    for (std::size_t t = 0; t < frames; ++t) {
      predicted[t].re[bin] = re_[history + t] - left_re_[history + t];
      predicted[t].im[bin] = im_[history + t] - left_im_[history + t];
    }
  }
  overlap(predicted);
  done_ += frames;
  for (; first_ + delay + taps < done_; ++first_) spectra_.pop_front();
}

void RoomPrediction::predict_bin(std::size_t history) {
  left_re_ = re_;
  left_im_ = im_;
  double all = 0.0;
  for (std::size_t t = history; t < re_.size(); ++t) all += re_[t] * re_[t] + im_[t] * im_[t];
  const double least = (least_part * all) / static_cast<double>(re_.size() - history) + least_power;
  for (int pass = 0; pass < passes; ++pass) {
    correlate(history, least);
    solve();
    subtract(history);
  }
}

void RoomPrediction::correlate(std::size_t history, double least) noexcept {
  matrix_re_.fill(0.0);
  matrix_im_.fill(0.0);
  taps_re_.fill(0.0);
  taps_im_.fill(0.0);
  for (std::size_t t = std::max(history, delay); t < re_.size(); ++t) {
    const double share = 1.0 / std::max(power_around(t, history), least);
    const std::size_t newest = t - delay;
    const std::size_t count = std::min(taps, newest + 1);
    // The newest one first, so that the inner loop goes forward.
    std::array<double, taps> past_re{};
    std::array<double, taps> past_im{};
    for (std::size_t b = 0; b < count; ++b) {
      past_re[b] = re_[newest - b];
      past_im[b] = im_[newest - b];
    }
    for (std::size_t a = 0; a < count; ++a) {
      const double own_re = past_re[a] * share;
      const double own_im = past_im[a] * share;
      taps_re_[a] += own_re * re_[t] + own_im * im_[t];
      taps_im_[a] += own_re * im_[t] - own_im * re_[t];
      double *const row_re = &matrix_re_[a * taps];
      double *const row_im = &matrix_im_[a * taps];
      for (std::size_t b = 0; b <= a; ++b) {
        row_re[b] += own_re * past_re[b] + own_im * past_im[b];
        row_im[b] += own_re * past_im[b] - own_im * past_re[b];
      }
    }
  }
}

double RoomPrediction::power_around(std::size_t t, std::size_t history) const noexcept {
  double sum = left_re_[t] * left_re_[t] + left_im_[t] * left_im_[t];
  double count = 1.0;
  if (t > history) {
    sum += left_re_[t - 1] * left_re_[t - 1] + left_im_[t - 1] * left_im_[t - 1];
    count += 1.0;
  }
  if (t + 1 < left_re_.size()) {
    sum += left_re_[t + 1] * left_re_[t + 1] + left_im_[t + 1] * left_im_[t + 1];
    count += 1.0;
  }
  return sum / count;
}

void RoomPrediction::subtract(std::size_t history) noexcept {
  for (std::size_t t = std::max(history, delay); t < re_.size(); ++t) {
    const std::size_t newest = t - delay;
    const std::size_t count = std::min(taps, newest + 1);
    double sum_re = 0.0;
    double sum_im = 0.0;
    for (std::size_t a = 0; a < count; ++a) {
      sum_re += taps_re_[a] * re_[newest - a] - taps_im_[a] * im_[newest - a];
      sum_im += taps_re_[a] * im_[newest - a] + taps_im_[a] * re_[newest - a];
    }
    left_re_[t] = re_[t] - sum_re;
    left_im_[t] = im_[t] - sum_im;
  }
}

/** Hermitian and positive, by Cholesky's way; the lower half is read, and the right side becomes the solution. */
void RoomPrediction::solve() noexcept {
  double trace = 0.0;
  for (std::size_t a = 0; a < taps; ++a) trace += matrix_re_[a * taps + a];
  for (std::size_t a = 0; a < taps; ++a) matrix_re_[a * taps + a] += (ridge * trace) / static_cast<double>(taps) + least_ridge;
  for (std::size_t a = 0; a < taps; ++a) {
    for (std::size_t b = 0; b <= a; ++b) {
      double re = matrix_re_[a * taps + b];
      double im = matrix_im_[a * taps + b];
      for (std::size_t k = 0; k < b; ++k) {
        const double one_re = matrix_re_[a * taps + k];
        const double one_im = matrix_im_[a * taps + k];
        const double other_re = matrix_re_[b * taps + k];
        const double other_im = matrix_im_[b * taps + k];
        re -= one_re * other_re + one_im * other_im;
        im -= one_im * other_re - one_re * other_im;
      }
      const double size = matrix_re_[b * taps + b];
      matrix_re_[a * taps + b] = a == b ? std::sqrt(std::max(re, least_ridge)) : re / size;
      matrix_im_[a * taps + b] = a == b ? 0.0 : im / size;
    }
  }
  for (std::size_t a = 0; a < taps; ++a) {
    for (std::size_t k = 0; k < a; ++k) {
      const double re = matrix_re_[a * taps + k];
      const double im = matrix_im_[a * taps + k];
      taps_re_[a] -= re * taps_re_[k] - im * taps_im_[k];
      taps_im_[a] -= re * taps_im_[k] + im * taps_re_[k];
    }
    taps_re_[a] /= matrix_re_[a * taps + a];
    taps_im_[a] /= matrix_re_[a * taps + a];
  }
  for (std::size_t a = taps; a-- > 0;) {
    for (std::size_t k = a + 1; k < taps; ++k) {
      const double re = matrix_re_[k * taps + a];
      const double im = matrix_im_[k * taps + a];
      taps_re_[a] -= re * taps_re_[k] + im * taps_im_[k];
      taps_im_[a] -= re * taps_im_[k] - im * taps_re_[k];
    }
    taps_re_[a] /= matrix_re_[a * taps + a];
    taps_im_[a] /= matrix_re_[a * taps + a];
  }
}

void RoomPrediction::overlap(const std::vector<Spectrum> &predicted) {
  const std::ptrdiff_t begin = static_cast<std::ptrdiff_t>(done_ * hop_ + hop_) - static_cast<std::ptrdiff_t>(size_ + given_);
  late_.resize(static_cast<std::size_t>(begin + static_cast<std::ptrdiff_t>((predicted.size() - 1) * hop_ + size_)), 0.0);
  std::vector<double> buffer(size_);
  constexpr double scale = 2.0 / static_cast<double>(hops);
  for (std::size_t t = 0; t < predicted.size(); ++t) {
    fft_.inverse(predicted[t].re.data(), predicted[t].im.data(), buffer.data());
    const std::ptrdiff_t at = begin + static_cast<std::ptrdiff_t>(t * hop_);
    for (std::size_t i = at < 0 ? static_cast<std::size_t>(-at) : 0; i < size_; ++i) {
      late_[static_cast<std::size_t>(at + static_cast<std::ptrdiff_t>(i))] += buffer[i] * window_[i] * scale;
    }
  }
}

void RoomPrediction::give(std::ptrdiff_t count, std::vector<float> &out) {
  const std::size_t ready = count <= 0 ? 0 : std::min(static_cast<std::size_t>(count), waiting_.size());
  const std::size_t most = std::min(ready, late_.size());
  for (std::size_t i = 0; i < most; ++i) {
    if (late_[i] != 0.0) waiting_[i] = static_cast<float>(static_cast<double>(waiting_[i]) - share_ * late_[i]);
  }
  const auto end = waiting_.begin() + static_cast<std::ptrdiff_t>(ready);
  out.insert(out.end(), waiting_.begin(), end);
  waiting_.erase(waiting_.begin(), end);
  late_.erase(late_.begin(), late_.begin() + static_cast<std::ptrdiff_t>(most));
  given_ += ready;
}

}  // namespace sounddesk
