// key.cpp: green screen.
uniform int hasKey;
uniform usampler2D keyAlpha;
uniform int spill;
uniform int brightest;

int difference(ivec3 c, ivec3 weights) {
  ivec3 parts = c * weights;
  return clamp((parts.r + parts.g + parts.b + (128 << 19) + (1 << 18)) >> 19, 0, 255);
}

ivec4 keyed(ivec4 c) {
  int u = difference(c.rgb, ivec3(-3755, -12629, 16384));
  int v = difference(c.rgb, ivec3(16384, -14881, -1503));
  int alpha = int(texelFetch(keyAlpha, ivec2(v, u), 0).r);
  c.a = (c.a * (alpha + (alpha >> 7))) >> 8;
  int above = c[brightest] - max(c[(brightest + 1) % 3], c[(brightest + 2) % 3]);
  if (above > 0) c[brightest] -= above * spill / 25600;
  return c;
}
