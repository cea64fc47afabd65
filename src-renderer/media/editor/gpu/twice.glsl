// blur.cpp: the inverse of halving, in straight lines between the means.
uniform isampler2D from;
out ivec4 pixel;

ivec4 between(ivec4 near, ivec4 far) { return (3 * near + far + 2) >> 2; }

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  ivec2 near = at / 2;
  ivec2 far = clamp(near + 2 * (at & 1) - 1, ivec2(0), textureSize(from, 0) - 1);
  ivec4 nearLine = between(texelFetch(from, near, 0), texelFetch(from, ivec2(near.x, far.y), 0));
  ivec4 farLine = between(texelFetch(from, ivec2(far.x, near.y), 0), texelFetch(from, far, 0));
  pixel = between(nearLine, farLine);
}
