// effects.cpp: sharpen.
uniform isampler2D from;
uniform isampler2D soft;
uniform int factor;
out ivec4 pixel;

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  ivec4 c = texelFetch(from, at, 0);
  pixel = ivec4(limited(c.rgb + (((c.rgb - texelFetch(soft, at, 0).rgb) * factor) >> 12)), c.a);
}
