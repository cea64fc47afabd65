// compose.cpp: a layer over the canvas.
uniform isampler2D under;
uniform isampler2D over;
uniform ivec2 corner;  // of the layer's part on the canvas
uniform int opacity;
out ivec4 pixel;

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  ivec4 below = texelFetch(under, at, 0);
  ivec2 place = at - corner;
  pixel = below;
  if (any(lessThan(place, ivec2(0))) || any(greaterThanEqual(place, textureSize(over, 0)))) return;
  ivec4 c = texelFetch(over, place, 0);
  int rest = OPAQUE - ((c.a * opacity + 128) >> 8);
  pixel.rgb = (c.rgb * opacity + below.rgb * rest + 128) >> 8;
}
