// effects.cpp: film grain.
uniform isampler2D from;
uniform ivec2 place;  // of this part in the layer
uniform int factor;
uniform int size;
uniform int frame;
out ivec4 pixel;

uint scatter(uint x, uint y, uint z) {
  uint h = x * 0x9e3779b1u ^ y * 0x85ebca77u ^ z * 0xc2b2ae3du;
  h = (h ^ (h >> 16)) * 0x85ebca6bu;
  h = (h ^ (h >> 13)) * 0xc2b2ae35u;
  return h ^ (h >> 16);
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  ivec4 c = texelFetch(from, at, 0);
  ivec2 cell = (place + at) * 256 / size;
  uint h = scatter(uint(cell.x), uint(cell.y), uint(frame));
  int sum = int((h & 255u) + (h >> 8 & 255u) + (h >> 16 & 255u) + (h >> 24)) - 510;
  int grain = (((sum * factor) >> 12) * c.a) >> 8;
  pixel = ivec4(limited(c.rgb + grain), c.a);
}
