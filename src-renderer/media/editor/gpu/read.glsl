// reader.cpp: an image, cropped and scaled, as RGB with straight alpha where it came so.
uniform int source;  // 0: a colour, 1: yuv420, 2: nv12, 3: rgba
uniform ivec3 colour;
uniform usampler2D plane0;
uniform usampler2D plane1;
uniform usampler2D plane2;
uniform isampler2D columns;
uniform isampler2D rows;
uniform isampler2D chromaColumns;
uniform isampler2D chromaRows;
uniform int isChromaCopied;
uniform int toRgb[6];

ivec4 texelOf(usampler2D plane, ivec2 at) {
  ivec4 texel = ivec4(texelFetch(plane, at, 0));
  if (source == 3) texel.rgb = (texel.rgb * texel.a + 127) / 255;
  return texel;
}

ivec4 scaled(usampler2D plane, isampler2D across, isampler2D down, ivec2 at) {
  ivec2 first = ivec2(texelFetch(across, ivec2(0, at.x), 0).r, texelFetch(down, ivec2(0, at.y), 0).r);
  ivec2 count = ivec2(textureSize(across, 0).x, textureSize(down, 0).x) - 1;
  ivec2 last = textureSize(plane, 0) - 1;
  ivec4 sum = ivec4(8192);
  for (int x = 0; x < count.x; x++) {
    ivec4 mixed = ivec4(512);
    for (int y = 0; y < count.y; y++) {
      mixed += texelOf(plane, min(first + ivec2(x, y), last)) * texelFetch(down, ivec2(y + 1, at.y), 0).r;
    }
    sum += (mixed >> 10) * texelFetch(across, ivec2(x + 1, at.x), 0).r;
  }
  return sum >> 14;
}

ivec2 chromaAt(ivec2 at) {
  if (isChromaCopied == 1) {
    ivec2 pixel = ivec2(texelFetch(columns, ivec2(0, at.x), 0).r, texelFetch(rows, ivec2(0, at.y), 0).r) / 2;
    ivec2 first = ivec2(texelFetch(plane1, pixel, 0).rg);
    return 16 * (source == 2 ? first : ivec2(first.r, texelFetch(plane2, pixel, 0).r));
  }
  ivec2 first = scaled(plane1, chromaColumns, chromaRows, at).rg;
  return source == 2 ? first : ivec2(first.r, scaled(plane2, chromaColumns, chromaRows, at).r);
}

ivec4 readLayer(ivec2 at) {
  if (source == 0) return ivec4(colour * 16, OPAQUE);
  ivec4 pixel = scaled(plane0, columns, rows, at);
  if (source == 3) return ivec4(pixel.rgb, (pixel.a * 257 + 2048) >> 12);
  ivec2 c = chromaAt(at) - 128 * 16;
  int base = (pixel.r - toRgb[0]) * toRgb[1] + 4096;
  ivec3 rgb = ivec3(base + c.y * toRgb[2], base + c.x * toRgb[3] + c.y * toRgb[4], base + c.x * toRgb[5]);
  return ivec4(rgb >> 13, OPAQUE);
}
