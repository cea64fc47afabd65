// blur.cpp: half of the width and height; at the edges the last pixel continues.
uniform isampler2D from;
out ivec4 pixel;

void main() {
  ivec2 at = 2 * ivec2(gl_FragCoord.xy);
  ivec2 next = min(at + 1, textureSize(from, 0) - 1);
  ivec4 sum = texelFetch(from, at, 0) + texelFetch(from, ivec2(next.x, at.y), 0) +
    texelFetch(from, ivec2(at.x, next.y), 0) + texelFetch(from, next, 0);
  pixel = (sum + 2) >> 2;
}
