// kernel.cpp, LayerRows: a part of a layer before its effects, premultiplied.
uniform int isStraight;  // with a feather: it is premultiplied when its edge is soft
out ivec4 pixel;

ivec4 unpremultiplied(ivec4 c) {
  if (c.a == 0 || c.a == OPAQUE) return c;
  return ivec4(clamp(c.rgb * OPAQUE / c.a, 0, WHITE), c.a);
}

void main() {
  ivec4 c = readLayer(ivec2(gl_FragCoord.xy));
  bool isChanged = hasKey == 1 || hasTable == 1;
  if (source == 3 && isChanged) c = unpremultiplied(c);
  if (hasKey == 1) c = keyed(c);
  if (hasTable == 1) c.rgb = tabled(c.rgb);
  if (isStraight == 0 && (hasKey == 1 || (source == 3 && isChanged))) c.rgb = (c.rgb * c.a + 128) >> 8;
  pixel = c;
}
