// colour.cpp: the canvas as BT.709, limited range, 4:2:0: sixteen bytes a pixel, in the order of a frame.
uniform isampler2D canvas;
out uvec4 pixel;

const int HALF = 1 << 18;

int lumaAt(ivec2 at) {
  ivec3 parts = texelFetch(canvas, at, 0).rgb * ivec3(5983, 20127, 2032);
  return 16 + ((parts.r + parts.g + parts.b + HALF) >> 19);
}

int chromaAt(ivec2 at, ivec3 weights) {
  ivec2 first = 2 * at;
  ivec2 last = min(first + 1, textureSize(canvas, 0) - 1);
  ivec3 sum = texelFetch(canvas, first, 0).rgb + texelFetch(canvas, ivec2(last.x, first.y), 0).rgb +
    texelFetch(canvas, ivec2(first.x, last.y), 0).rgb + texelFetch(canvas, last, 0).rgb;
  ivec3 parts = ((sum + 2) >> 2) * weights;
  return 128 + ((parts.r + parts.g + parts.b + HALF) >> 19);
}

uint byteAt(int i) {
  ivec2 size = textureSize(canvas, 0);
  if (i < size.x * size.y) return uint(clamp(lumaAt(ivec2(i % size.x, i / size.x)), 0, 255));
  i -= size.x * size.y;
  ivec2 half_ = (size + 1) / 2;
  int count = half_.x * half_.y;
  if (i >= 2 * count) return 0u;
  bool isRed = i >= count;
  if (isRed) i -= count;
  ivec3 weights = isRed ? ivec3(14392, -13073, -1319) : ivec3(-3298, -11094, 14392);
  return uint(clamp(chromaAt(ivec2(i % half_.x, i / half_.x), weights), 0, 255));
}

uint wordAt(int i) {
  return byteAt(i) | byteAt(i + 1) << 8 | byteAt(i + 2) << 16 | byteAt(i + 3) << 24;
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  int first = 16 * (at.y * 1024 + at.x);
  pixel = uvec4(wordAt(first), wordAt(first + 4), wordAt(first + 8), wordAt(first + 12));
}
