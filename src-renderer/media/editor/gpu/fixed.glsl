#version 300 es
// The kernel's mathematics (native/video) for a graphics card: whole numbers alone. A value is a sixteenth of a step of 8 bits; alpha is 0 to 256.
precision highp float;
precision highp int;
precision highp isampler2D;
precision highp usampler2D;
precision highp isampler3D;

const int WHITE = 4080;
const int OPAQUE = 256;

ivec3 limited(ivec3 x) { return clamp(x, -8192, 8191); }
