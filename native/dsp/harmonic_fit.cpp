#include "dsp/harmonic_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sounddesk {
namespace {

constexpr int passes = 3;
constexpr double around_sec = 0.025;
constexpr double least_power = 1e-9;
constexpr double ridge = 1e-9;
constexpr double most_step_hz = 0.1;
constexpr double least_size = 1e-12;

/** Symmetric and positive, by Cholesky's way, in place; the lower half is read. */
template <std::size_t size>
void solve_positive(std::array<double, size * size> &matrix, std::array<double, size> &right) noexcept {
  for (std::size_t a = 0; a < size; ++a) {
    for (std::size_t b = 0; b <= a; ++b) {
      double sum = matrix[a * size + b];
      for (std::size_t k = 0; k < b; ++k) sum -= matrix[a * size + k] * matrix[b * size + k];
      matrix[a * size + b] = a == b ? std::sqrt(std::max(sum, 1e-300)) : sum / matrix[b * size + b];
    }
  }
  for (std::size_t a = 0; a < size; ++a) {
    double sum = right[a];
    for (std::size_t k = 0; k < a; ++k) sum -= matrix[a * size + k] * right[k];
    right[a] = sum / matrix[a * size + a];
  }
  for (std::size_t a = size; a-- > 0;) {
    double sum = right[a];
    for (std::size_t k = a + 1; k < size; ++k) sum -= matrix[k * size + a] * right[k];
    right[a] = sum / matrix[a * size + a];
  }
}

}  // namespace

HumWave::HumWave(const FittedHum &fitted, const ToneDepths &depths, double at, double every, double rate_hz) noexcept : is_there_(true) {
  const double turn = (2.0 * std::numbers::pi * fitted.frequency_hz) / rate_hz;
  for (std::size_t i = 0; i < levels_.size(); ++i) {
    // A mean has less of a high tone than the samples.
    const double half = (turn * static_cast<double>(i / 2 + 1)) / (2.0 * every);
    const double mean = std::sin(half * every) / (every * std::sin(half));
    levels_[i] = (fitted.weights[i] * depths[i / 2]) / mean;
  }
  cos_ = std::cos(turn * (at - fitted.center));
  sin_ = std::sin(turn * (at - fitted.center));
  step_cos_ = std::cos(turn / every);
  step_sin_ = std::sin(turn / every);
}

double HumWave::next() noexcept {
  if (!is_there_) return 0.0;
  double sum = 0.0;
  double last_cos = 1.0;
  double last_sin = 0.0;
  double now_cos = cos_;
  double now_sin = sin_;
  for (std::size_t k = 0; k < levels_.size(); k += 2) {
    sum += levels_[k] * now_cos + levels_[k + 1] * now_sin;
    const double next_cos = 2.0 * cos_ * now_cos - last_cos;
    const double next_sin = 2.0 * cos_ * now_sin - last_sin;
    last_cos = now_cos;
    last_sin = now_sin;
    now_cos = next_cos;
    now_sin = next_sin;
  }
  const double turned = cos_ * step_cos_ - sin_ * step_sin_;
  sin_ = cos_ * step_sin_ + sin_ * step_cos_;
  cos_ = turned;
  return sum;
}

HarmonicFit::HarmonicFit(double rate_hz) : rate_hz_(rate_hz), around_(static_cast<std::size_t>(around_sec * rate_hz)) {}

FittedHum HarmonicFit::fit(const std::vector<double> &samples, const Window &window) {
  hann_.resize(samples.size());
  shares_.resize(samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double at = window.from + static_cast<double>(i) - window.center;
    hann_[i] = 0.5 + 0.5 * std::cos((std::numbers::pi * at) / window.half);
    // Digital silence has no hum, whatever is beside it.
    shares_[i] = samples[i] == 0.0 ? 0.0 : hann_[i];
  }
  FittedHum fitted{.frequency_hz = window.frequency_hz, .center = window.center, .weights = {}};
  for (int pass = 0; pass < passes; ++pass) {
    if (pass > 0) fitted.frequency_hz += refine(samples, window, fitted.frequency_hz, fitted);
    solve(samples, window.from - window.center, fitted.frequency_hz, fitted.weights);
  }
  return fitted;
}

double HarmonicFit::difference(const FittedHum &one, const FittedHum &other, std::size_t tone) const noexcept {
  const double mean_hz = (one.frequency_hz + other.frequency_hz) / 2.0;
  const double turn =
      ((2.0 * std::numbers::pi * mean_hz) / rate_hz_) * static_cast<double>(tone + 1) * (other.center - one.center);
  const double cos = std::cos(turn);
  const double sin = std::sin(turn);
  const double cosine = one.weights[2 * tone];
  const double sine = one.weights[2 * tone + 1];
  const double turned_cosine = cosine * cos + sine * sin;
  const double turned_sine = sine * cos - cosine * sin;
  const double size = std::hypot(cosine, sine) + least_size;
  return std::hypot(turned_cosine - other.weights[2 * tone], turned_sine - other.weights[2 * tone + 1]) / size;
}

/** By how many hertz the frequency is off; sets the shares by what else is to be heard. */
double HarmonicFit::refine(const std::vector<double> &samples, const Window &window, double frequency_hz, const FittedHum &fitted) {
  residual_.resize(samples.size());
  turned_.resize(samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double at = window.from - window.center + static_cast<double>(i);
    set_waves(at, frequency_hz);
    double hum = 0.0;
    double turn = 0.0;
    for (std::size_t k = 0; k < unknowns; k += 2) {
      hum += fitted.weights[k] * waves_[k] + fitted.weights[k + 1] * waves_[k + 1];
      turn += static_cast<double>(k / 2 + 1) * (fitted.weights[k + 1] * waves_[k] - fitted.weights[k] * waves_[k + 1]);
    }
    residual_[i] = samples[i] - hum;
    turned_[i] = at * turn;
  }
  weigh(samples);
  double above = 0.0;
  double below = 0.0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    above += shares_[i] * residual_[i] * turned_[i];
    below += shares_[i] * turned_[i] * turned_[i];
  }
  const double by_hz = below > 0.0 ? ((above / below) * rate_hz_) / (2.0 * std::numbers::pi) : 0.0;
  return std::min(most_step_hz, std::max(-most_step_hz, by_hz));
}

/** A sample counts for less the louder it is around it. */
void HarmonicFit::weigh(const std::vector<double> &samples) noexcept {
  double sum = 0.0;
  for (std::size_t i = 0; i < std::min(around_, residual_.size()); ++i) sum += residual_[i] * residual_[i];
  for (std::size_t i = 0; i < residual_.size(); ++i) {
    if (i + around_ < residual_.size()) sum += residual_[i + around_] * residual_[i + around_];
    if (i > around_) sum = std::max(0.0, sum - residual_[i - around_ - 1] * residual_[i - around_ - 1]);
    const double power = sum / static_cast<double>(2 * around_ + 1) + least_power;
    shares_[i] = samples[i] == 0.0 ? 0.0 : hann_[i] / power;
  }
}

void HarmonicFit::set_waves(double at, double frequency_hz) noexcept {
  const double angle = ((2.0 * std::numbers::pi * frequency_hz) / rate_hz_) * at;
  const double cos = std::cos(angle);
  const double sin = std::sin(angle);
  double last_cos = 1.0;
  double last_sin = 0.0;
  double now_cos = cos;
  double now_sin = sin;
  for (std::size_t k = 0; k < unknowns; k += 2) {
    waves_[k] = now_cos;
    waves_[k + 1] = now_sin;
    const double next_cos = 2.0 * cos * now_cos - last_cos;
    const double next_sin = 2.0 * cos * now_sin - last_sin;
    last_cos = now_cos;
    last_sin = now_sin;
    now_cos = next_cos;
    now_sin = next_sin;
  }
}

void HarmonicFit::solve(const std::vector<double> &samples, double first, double frequency_hz, std::array<double, unknowns> &right) noexcept {
  matrix_.fill(0.0);
  right.fill(0.0);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    set_waves(first + static_cast<double>(i), frequency_hz);
    for (std::size_t a = 0; a < unknowns; ++a) {
      const double part = shares_[i] * waves_[a];
      right[a] += part * samples[i];
      for (std::size_t b = 0; b <= a; ++b) matrix_[a * unknowns + b] += part * waves_[b];
    }
  }
  double trace = 0.0;
  for (std::size_t a = 0; a < unknowns; ++a) trace += matrix_[a * unknowns + a];
  if (!(trace > 0.0)) {
    right.fill(0.0);
    return;
  }
  for (std::size_t a = 0; a < unknowns; ++a) matrix_[a * unknowns + a] += (ridge * trace) / static_cast<double>(unknowns);
  solve_positive<unknowns>(matrix_, right);
}

}  // namespace sounddesk
