// blur.cpp: one direction of a small blur; beyond its edges the last pixel continues.
uniform isampler2D from;
uniform ivec2 direction;
uniform int radius;
uniform int weights[11];
out ivec4 pixel;

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  ivec2 last = textureSize(from, 0) - 1;
  ivec4 sum = ivec4(8192);
  for (int k = -radius; k <= radius; k++) {
    sum += texelFetch(from, clamp(at + k * direction, ivec2(0), last), 0) * weights[k + radius];
  }
  pixel = sum >> 14;
}
