// effects.cpp: vignette.
uniform isampler2D from;
uniform ivec2 place;  // of this part in the layer
uniform ivec2 layerSize;
uniform int inner;
uniform int depth;
uniform int reciprocal;
out ivec4 pixel;

/// (above << 15) / below, beyond 32 bits.
int shareOf(int above, int below) {
  uint divisor = uint(below);
  uint whole = uint(above) / divisor;
  uint rest = uint(above) % divisor;
  for (int bit = 0; bit < 15; bit++) {
    whole <<= 1;
    rest <<= 1;
    if (rest >= divisor) {
      rest -= divisor;
      whole |= 1u;
    }
  }
  return int(whole);
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  ivec4 c = texelFetch(from, at, 0);
  ivec2 fromMiddle = 2 * (place + at) + 1 - layerSize;
  int across = shareOf(fromMiddle.x * fromMiddle.x, layerSize.x * layerSize.x);
  int down = shareOf(fromMiddle.y * fromMiddle.y, layerSize.y * layerSize.y);
  int beyond = clamp(across + down - inner, 0, 65535);
  int t = min(beyond * reciprocal >> 16, 4096);
  int smooth_ = (((t * t) >> 12) * (3 * 4096 - 2 * t)) >> 12;
  int light = 4096 - ((smooth_ * depth) >> 12);
  pixel = ivec4((c.rgb * light + 2048) >> 12, c.a);
}
