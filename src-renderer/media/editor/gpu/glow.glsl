// effects.cpp: glow.
uniform isampler2D from;
uniform isampler2D soft;
uniform int factor;
out ivec4 pixel;

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  ivec4 c = texelFetch(from, at, 0);
  ivec3 light = (clamp(texelFetch(soft, at, 0).rgb, 0, WHITE) * factor) >> 12;
  pixel = ivec4(limited(c.rgb + ((max(ivec3(0), WHITE - c.rgb) * light) >> 12)), c.a);
}
