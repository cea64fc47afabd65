// compose.cpp: a layer over the canvas, turned around its middle.
uniform isampler2D under;
uniform isampler2D over;
uniform ivec4 placement;  // x, y, width, height
uniform ivec2 part;       // where `over` begins in the layer
uniform int sine;
uniform int cosine;
uniform int opacity;
out ivec4 pixel;

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  ivec4 below = texelFetch(under, at, 0);
  // In halves of a pixel: 32 bits are enough.
  ivec2 d = 2 * at + 1 - 2 * placement.xy - placement.zw;
  ivec2 turned = ivec2(d.x * cosine + d.y * sine, d.y * cosine - d.x * sine) >> 1;
  ivec2 place = (placement.zw << 15) + turned - (part << 16) - 32768;
  ivec2 first = place >> 16;
  ivec2 share = (place & 65535) >> 8;
  ivec2 size = textureSize(over, 0);
  ivec4 sum = ivec4(32768);
  for (int i = 0; i < 4; i++) {
    ivec2 corner = ivec2(i & 1, i >> 1);
    ivec2 near = first + corner;
    if (any(lessThan(near, ivec2(0))) || any(greaterThanEqual(near, size))) continue;
    ivec2 weight = corner * share + (1 - corner) * (256 - share);
    sum += texelFetch(over, near, 0) * (weight.x * weight.y);
  }
  ivec4 c = sum >> 16;
  int rest = OPAQUE - ((c.a * opacity + 128) >> 8);
  pixel = ivec4((c.rgb * opacity + below.rgb * rest + 128) >> 8, 0);
}
