import aberration from './aberration.glsl?raw';
import bell from './bell.glsl?raw';
import blend from './blend.glsl?raw';
import feather from './feather.glsl?raw';
import fixed from './fixed.glsl?raw';
import frame from './frame.glsl?raw';
import glow from './glow.glsl?raw';
import grain from './grain.glsl?raw';
import halve from './halve.glsl?raw';
import key from './key.glsl?raw';
import layer from './layer.glsl?raw';
import read from './read.glsl?raw';
import sharpen from './sharpen.glsl?raw';
import table from './table.glsl?raw';
import turn from './turn.glsl?raw';
import twice from './twice.glsl?raw';
import vignette from './vignette.glsl?raw';

/** The fragment shader of each operation. */
const PROGRAMS = {
  layer: [read, key, table, layer],
  bell: [bell],
  halve: [halve],
  twice: [twice],
  feather: [feather],
  sharpen: [sharpen],
  glow: [glow],
  vignette: [vignette],
  grain: [grain],
  aberration: [aberration],
  blend: [blend],
  turn: [turn],
  frame: [frame],
} as const;
export type ProgramName = keyof typeof PROGRAMS;

/** One triangle over all of the target. */
export const VERTEX_SHADER = `#version 300 es
void main() {
  gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1);
}`;

export const fragmentShaderOf = (name: ProgramName): string => [fixed, ...PROGRAMS[name]].join('\n');
