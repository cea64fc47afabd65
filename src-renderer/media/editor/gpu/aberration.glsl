// effects.cpp: chromatic aberration.
uniform isampler2D from;
uniform int shift;
out ivec4 pixel;

int moved(ivec2 at, int by, int channel) {
  int last = textureSize(from, 0).x - 1;
  int whole = by >> 8;
  int part = by & 255;
  int near = texelFetch(from, ivec2(clamp(at.x + whole, 0, last), at.y), 0)[channel];
  int far = texelFetch(from, ivec2(clamp(at.x + whole + 1, 0, last), at.y), 0)[channel];
  return (near * (256 - part) + far * part + 128) >> 8;
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  ivec4 c = texelFetch(from, at, 0);
  pixel = ivec4(moved(at, shift, 0), c.g, moved(at, -shift, 2), c.a);
}
