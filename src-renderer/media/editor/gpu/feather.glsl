// kernel.cpp: a key's edge that was blurred; what it was blurred from has straight alpha.
uniform isampler2D from;
uniform isampler2D soft;
out ivec4 pixel;

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  int alpha = texelFetch(soft, at, 0).a;
  pixel = ivec4((texelFetch(from, at, 0).rgb * alpha + 128) >> 8, alpha);
}
