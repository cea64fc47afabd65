#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "dsp/sliding_maximum.hpp"
#include "support.hpp"

using namespace sounddesk;

TEST_CASE("sliding maximum: it is the largest of the last values, for every window and after a reset") {
  for (const std::size_t window : {1U, 2U, 3U, 7U, 64U, 480U}) {
    CAPTURE(window);
    SlidingMaximum maximum(window);
    test::Noise noise;
    for (int turn = 0; turn < 2; ++turn) {
      std::vector<float> values;
      bool is_right = true;
      for (int i = 0; i < 2000; ++i) {
        values.push_back(noise.next() - 0.5F);
        const auto from = values.size() > window ? values.end() - static_cast<std::ptrdiff_t>(window) : values.begin();
        is_right = is_right && maximum.push(values.back()) == *std::max_element(from, values.end());
      }
      CHECK(is_right);
      maximum.reset();
    }
  }
}
