// The arithmetic of frames: that it is right, and that odd sizes and bad numbers do no harm. Run it with sanitizers:
// node scripts/soak/sanitizers.mjs --only video
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <string_view>
#include <tuple>
#include <vector>

#include "video/blur.hpp"
#include "video/colour.hpp"
#include "video/fixed.hpp"
#include "video/hash.hpp"
#include "video/kernel.hpp"
#include "video/reader.hpp"

using namespace sounddesk::video;

namespace {

Layer whole_layer(int32_t width, int32_t height) {
  Layer layer{};
  layer.width = width;
  layer.height = height;
  layer.opacity = opaque;
  layer.table = -1;
  return layer;
}

void put_image(Kernel &kernel, int32_t number, Format format, int32_t width, int32_t height) {
  uint8_t *data = kernel.open_image(number, format, Matrix::bt709, false, width, height);
  REQUIRE(data != nullptr);
  for (size_t i = 0; i < SourceImage::size_of(format, width, height); ++i) data[i] = static_cast<uint8_t>(16 + i * 31 % 220);
  kernel.seal_image(number);
}

/// All that a layer may have, at once.
Layer laden_layer(int32_t width, int32_t height) {
  Layer layer = whole_layer(width, height);
  layer.table = 0;
  layer.has_key = 1;
  layer.key_rgb = 0x00ff00;
  layer.key_tolerance = 20 * 256;
  layer.key_softness = 10 * 256;
  layer.key_spill_suppression = 50 * 256;
  layer.key_edge_feather = 25600;
  layer.effect_count = effect_kinds;
  for (int32_t kind = 0; kind < effect_kinds; ++kind) {
    layer.effects[kind][0] = kind;
    layer.effects[kind][1] = 25600;
    layer.effects[kind][2] = 25600;
  }
  return layer;
}

}  // namespace

TEST_CASE("video: sines are exact to 1/65536") {
  for (int32_t degrees = -720; degrees <= 720; ++degrees) {
    CAPTURE(degrees);
    const double expected = std::sin(degrees * std::acos(-1.0) / 180) * 65536;
    CHECK(std::abs(sine_of(degrees * 1000) - expected) <= 1);
  }
  CHECK(sine_of(90000) == 65536);
  CHECK(sine_of(180000) == 0);
  CHECK(cosine_of(90000) == 0);
}

TEST_CASE("video: hashes are XXH64") {
  const auto hash = [](std::string_view text) {
    return hash_of(reinterpret_cast<const uint8_t *>(text.data()), text.size());
  };
  CHECK(hash("") == 0xef46db3751d8e999u);
  CHECK(hash("abc") == 0x44bc2cf5ad770999u);
  CHECK(hash("Nobody inspects the spammish repetition") == 0xfbcea83c8a378bf1u);
}

TEST_CASE("video: colours of YUV are those of the standard, within half a step") {
  for (const auto &[matrix, kr, kb] : {std::tuple{Matrix::bt709, 0.2126, 0.0722}, std::tuple{Matrix::bt601, 0.299, 0.114},
                                       std::tuple{Matrix::bt2020, 0.2627, 0.0593}}) {
    for (const bool is_full : {false, true}) {
      for (int y = 16; y < 236; y += 7) {
        for (int u = 16; u < 240; u += 13) {
          for (int v = 16; v < 240; v += 11) {
            const Value yuv[3] = {static_cast<Value>(y * 16), static_cast<Value>(u * 16), static_cast<Value>(v * 16)};
            Value r, g, b;
            yuv_to_rgb(to_rgb_of(matrix, is_full), yuv, yuv + 1, yuv + 2, 1, {&r, &g, &b, nullptr});
            const double luma = is_full ? y : (y - 16) * 255.0 / 219;
            const double scale = is_full ? 1 : 255.0 / 224;
            const double red = luma + 2 * (1 - kr) * (v - 128) * scale;
            const double blue = luma + 2 * (1 - kb) * (u - 128) * scale;
            const double green = (luma - kr * red - kb * blue) / (1 - kr - kb);
            REQUIRE(std::abs(r / 16.0 - red) < 0.5);
            REQUIRE(std::abs(g / 16.0 - green) < 0.5);
            REQUIRE(std::abs(b / 16.0 - blue) < 0.5);
          }
        }
      }
    }
  }
}

TEST_CASE("video: a table without changes leaves colours within a sixteenth of a step") {
  Table table;
  REQUIRE(bake_table({}, {}, table));
  for (int i = 0; i < 4096; i += 5) {
    Value r = static_cast<Value>(min_of(i, 4080)), g = static_cast<Value>(i * 7 % 4081), b = static_cast<Value>(4080 - r);
    const Value before[3] = {r, g, b};
    apply_table(table, {&r, &g, &b, nullptr}, 1);
    REQUIRE(std::abs(r - before[0]) <= 1);
    REQUIRE(std::abs(g - before[1]) <= 1);
    REQUIRE(std::abs(b - before[2]) <= 1);
  }
}

TEST_CASE("video: each slider moves the colours that it is for, the way it says") {
  const auto graded = [](const Sliders &sliders, Value r, Value g, Value b) {
    Table table;
    REQUIRE(bake_table(sliders, {}, table));
    apply_table(table, {&r, &g, &b, nullptr}, 1);
    return std::array<int, 3>{r, g, b};
  };
  constexpr int32_t most = 12800;
  const Value dark = 700, middle = 2040, bright = 3300;
  CHECK(graded({.exposure = most}, middle, middle, middle)[0] > middle + 300);
  CHECK(graded({.contrast = most}, dark, dark, dark)[0] < dark);
  CHECK(graded({.contrast = most}, bright, bright, bright)[0] > bright);
  CHECK(std::abs(graded({.contrast = most}, middle, middle, middle)[0] - middle) <= 2);
  CHECK(graded({.shadows = most}, dark, dark, dark)[0] > dark + 100);
  CHECK(std::abs(graded({.shadows = most}, bright, bright, bright)[0] - bright) <= 2);
  CHECK(graded({.highlights = -most}, bright, bright, bright)[0] < bright - 100);
  CHECK(std::abs(graded({.highlights = -most}, dark, dark, dark)[0] - dark) <= 2);
  CHECK(graded({.blacks = most}, 0, 0, 0)[0] > 100);
  CHECK(graded({.whites = -most}, 4080, 4080, 4080)[0] < 4080 - 100);
  const auto grey = graded({.saturation = -25600}, bright, middle, dark);
  CHECK(std::abs(grey[0] - grey[2]) <= 2);
  CHECK(graded({.vibrance = most}, 2200, 2000, 2000)[0] > 2200);
  const auto warm = graded({.temperature = most}, middle, middle, middle);
  CHECK(warm[0] > middle + 100);
  CHECK(warm[2] < middle - 100);
  const auto magenta = graded({.tint = most}, middle, middle, middle);
  CHECK(magenta[1] < middle - 100);
}

TEST_CASE("video: a blur keeps an even plane as it is, and spreads a point evenly") {
  for (const int32_t radius : {64, 256, 5 * 256, 7 * 256, 30 * 256, 200 * 256}) {
    CAPTURE(radius);
    std::vector<Value> plane(61 * 47, 1234);
    REQUIRE(blur_plane(plane.data(), plane.data(), 61, 47, radius));
    for (const Value x : plane) REQUIRE(x == 1234);
  }
  std::vector<Value> point(41 * 41, 0);
  point[20 * 41 + 20] = 4080;
  REQUIRE(blur_plane(point.data(), point.data(), 41, 41, 3 * 256));
  CHECK(point[20 * 41 + 17] == point[20 * 41 + 23]);
  CHECK(point[17 * 41 + 20] == point[20 * 41 + 17]);
  CHECK(point[20 * 41 + 20] > point[20 * 41 + 21]);
  CHECK(point[20 * 41 + 16] == 0);
}

TEST_CASE("video: shrinking takes the mean of what is lost") {
  Taps taps;
  REQUIRE(taps.prepare({0, int64_t{64} << 16}, 64, 16, 0, 16));
  for (int32_t i = 0; i < 16; ++i) {
    int32_t sum = 0;
    for (int32_t k = 0; k < taps.per_pixel(); ++k) sum += taps.weights_of(i)[k];
    CHECK(sum == 16384);
    CHECK(taps.first_of(i) >= 0);
    CHECK(taps.first_of(i) + taps.per_pixel() <= 64);
  }
}

TEST_CASE("video: a clip turned by four quarters is the clip") {
  Kernel kernel;
  put_image(kernel, 0, Format::yuv420, 32, 32);
  Layer layer = whole_layer(32, 32);
  REQUIRE(kernel.render(32, 32, &layer, 1) == Outcome::done);
  const std::vector<uint8_t> straight(kernel.frame(), kernel.frame() + 32 * 32);
  layer.millidegrees = 90000;
  REQUIRE(kernel.render(32, 32, &layer, 1) == Outcome::done);
  // What was at the left is at the top.
  for (int i = 0; i < 32; ++i) CHECK(kernel.frame()[31 - i] == straight[static_cast<size_t>(i) * 32]);
  layer.millidegrees = 360000;
  REQUIRE(kernel.render(32, 32, &layer, 1) == Outcome::done);
  CHECK(std::memcmp(kernel.frame(), straight.data(), straight.size()) == 0);
}

TEST_CASE("video: any size of image, layer and canvas, with everything on") {
  Kernel kernel;
  REQUIRE(kernel.bake(0, {25600, -25600, 25600, -25600, 25600, -25600, 25600, -25600, 25600, -25600}, {}));
  const int32_t sides[] = {1, 2, 3, 7, 8, 9, 15, 16, 17, 33, 65};
  for (const Format format : {Format::yuv420, Format::nv12, Format::rgba}) {
    for (const int32_t width : sides) {
      for (const int32_t height : {1, 2, 9, 40}) {
        put_image(kernel, 0, format, width, height);
        Layer plain = whole_layer(height, width), laden = laden_layer(width, height), turned = laden_layer(100, 3);
        plain.crop_left = 20000;
        plain.crop_bottom = 65535 - 3;
        plain.x = -1;
        turned.millidegrees = 12345;
        turned.opacity = 100;
        const Layer layers[] = {plain, laden, turned};
        CAPTURE(width);
        CAPTURE(height);
        REQUIRE(kernel.render(height, width, layers, 3) == Outcome::done);
        REQUIRE(kernel.frame_as_rgba() != nullptr);
      }
    }
  }
}

TEST_CASE("video: the longest image, the largest layer, and places far outside") {
  Kernel kernel;
  put_image(kernel, 0, Format::yuv420, max_side, 3);
  put_image(kernel, 1, Format::rgba, 3, 4096);
  Layer layers[3] = {whole_layer(64, 64), whole_layer(819200, 819200), whole_layer(4096, 2160)};
  layers[1].x = layers[1].y = -400000;
  layers[1].image = 1;
  layers[1].millidegrees = 45000;
  layers[2].x = 819200;
  CHECK(kernel.render(64, 36, layers, 3) == Outcome::done);
  layers[0].crop_left = layers[0].crop_right = 40000;
  CHECK(kernel.render(64, 36, layers, 1) == Outcome::done);
}

TEST_CASE("video: numbers that nothing may have are refused") {
  Kernel kernel;
  CHECK(kernel.open_image(-1, Format::rgba, Matrix::bt709, true, 1, 1) == nullptr);
  CHECK(kernel.open_image(max_images, Format::rgba, Matrix::bt709, true, 1, 1) == nullptr);
  CHECK(kernel.open_image(0, static_cast<Format>(9), Matrix::bt709, true, 1, 1) == nullptr);
  CHECK(kernel.open_image(0, Format::rgba, Matrix::bt709, true, 0, 1) == nullptr);
  CHECK(kernel.open_image(0, Format::rgba, Matrix::bt709, true, max_side, max_side) == nullptr);
  CHECK(kernel.open_image(0, Format::rgba, Matrix::bt709, true, INT32_MAX, INT32_MAX) == nullptr);
  CHECK_FALSE(kernel.bake(max_tables, {}, {}));
  Layer layer = whole_layer(8, 8);
  CHECK(kernel.render(8, 8, &layer, 1) == Outcome::bad_number);  // it has no image
  put_image(kernel, 0, Format::yuv420, 8, 8);
  CHECK(kernel.render(8, 8, &layer, 1) == Outcome::done);
  layer.table = 3;
  CHECK(kernel.render(8, 8, &layer, 1) == Outcome::bad_number);
  CHECK(kernel.render(0, 8, &layer, 0) == Outcome::bad_size);
  CHECK(kernel.render(8, 8, &layer, -1) == Outcome::bad_number);
  const auto refuses = [&](auto change) {
    Layer bad = whole_layer(8, 8);
    change(bad);
    return kernel.render(8, 8, &bad, 1) == Outcome::bad_number;
  };
  CHECK(refuses([](Layer &l) { l.opacity = 257; }));
  CHECK(refuses([](Layer &l) { l.width = INT32_MAX; }));
  CHECK(refuses([](Layer &l) { l.x = INT32_MIN; }));
  CHECK(refuses([](Layer &l) { l.crop_top = -1; }));
  CHECK(refuses([](Layer &l) { l.effect_count = max_effects + 1; }));
  CHECK(refuses([](Layer &l) { l.effect_count = 1, l.effects[0][0] = effect_kinds; }));
  CHECK(refuses([](Layer &l) { l.has_key = 1, l.key_softness = -1; }));
  kernel.drop_image(0);
  CHECK(kernel.render(8, 8, &layer, 1) == Outcome::bad_number);
}
