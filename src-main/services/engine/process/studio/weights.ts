import { gunzipSync } from 'node:zlib';
import { readOnnxTensors, type Tensor } from './onnx.ts';
import { readTar } from './tar.ts';

/** Outputs that one block of a large matrix has: see `native/denoise/studio_weights.hpp`, whose order this is. */
const BLOCK = 32;
const CHANNELS = 64;
const HIDDEN = 256;

/** DeepFilterNet3’s weights out of its archive of ONNX files, as the addon reads them. Throws what is missing. */
export function readStudioWeights(archive: Uint8Array): Float32Array {
  const files = readTar(gunzipSync(archive));
  const open = (name: string) => {
    const file = files.get(name);
    if (!file) throw new Error(`${name} is missing`);
    return createPacker(readOnnxTensors(file), name);
  };
  return joined([
    ...packEncoder(open('enc.onnx')),
    ...packGains(open('erb_dec.onnx')),
    ...packTaps(open('df_dec.onnx')),
  ]);
}

const packEncoder = (pack: Packer) => [
  pack.neighbours('onnx::Conv_282', 9),
  pack.plain('onnx::Conv_283'),
  ...pack.separable('erb_conv1.0.weight', 285),
  ...pack.separable('erb_conv2.0.weight', 288),
  ...pack.separable('erb_conv3.0.weight', 291),
  pack.neighbours('df_conv0.1.weight', 9),
  pack.matrix('onnx::Conv_294', CHANNELS),
  pack.plain('onnx::Conv_295'),
  ...pack.separable('df_conv1.0.weight', 297),
  pack.plain('df_fc_emb.0.weight'),
  pack.plain('emb_gru.linear_in.0.weight'),
  ...pack.gru([
    '/emb_gru/Constant_3_output_0',
    '/emb_gru/Constant_4_output_0',
    '/emb_gru/Constant_5_output_0',
  ]),
  pack.plain('emb_gru.linear_out.0.weight'),
  pack.plain('onnx::MatMul_337'),
  pack.padded('lsnr_fc.0.bias', 1, 16),
];

const packGains = (pack: Packer) => [
  pack.plain('emb_gru.linear_in.0.weight'),
  ...pack.gru([
    '/emb_gru/Constant_3_output_0',
    '/emb_gru/Constant_4_output_0',
    '/emb_gru/Constant_5_output_0',
  ]),
  ...pack.gru([
    '/emb_gru/Constant_9_output_0',
    '/emb_gru/Constant_10_output_0',
    '/emb_gru/Constant_11_output_0',
  ]),
  pack.plain('emb_gru.linear_out.0.weight'),
  ...pack.scale(288),
  ...pack.separable('convt3.0.weight', 291),
  ...pack.scale(294),
  ...pack.separable('convt2.0.weight', 297),
  ...pack.scale(300),
  ...pack.separable('convt1.0.weight', 303),
  ...pack.scale(306),
  pack.neighbours('onnx::Conv_309', 3),
  pack.padded('onnx::Conv_310', 1, 16),
];

const packTaps = (pack: Packer) => [
  pack.plain('df_gru.linear_in.0.weight'),
  ...pack.gru(['onnx::GRU_291', 'onnx::GRU_292', 'onnx::GRU_293']),
  ...pack.gru(['onnx::GRU_311', 'onnx::GRU_312', 'onnx::GRU_313']),
  pack.plain('df_skip.weight'),
  pack.padded('df_out.0.weight', 60, 64),
  pack.path('df_convp.1.weight'),
  pack.pathPoint('onnx::Conv_268'),
  pack.padded('onnx::Conv_269', 10, 16),
];

type Packer = ReturnType<typeof createPacker>;

/** Brings tensors of one file into the order of use. */
function createPacker(tensors: ReadonlyMap<string, Tensor>, file: string) {
  const plain = (name: string): Float32Array => {
    const tensor = tensors.get(name);
    if (!tensor) throw new Error(`${file} has no weights ${name}`);
    return tensor.values;
  };
  const conv = (number: number) => `onnx::Conv_${number}`;
  /** Outputs by inputs, into blocks of inputs by outputs. */
  const matrix = (name: string, inputs: number) =>
    permute(plain(name), [plain(name).length / inputs / BLOCK, BLOCK, inputs], [0, 2, 1]);
  /** Channels by neighbours, into neighbours by channels. */
  const neighbours = (name: string, count: number) => permute(plain(name), [CHANNELS, count], [1, 0]);
  return {
    plain,
    matrix,
    neighbours,
    scale: (number: number) => [plain(conv(number)), plain(conv(number + 1))],
    separable: (depth: string, number: number) => [
      neighbours(depth, 3),
      matrix(conv(number), CHANNELS),
      plain(conv(number + 1)),
    ],
    gru([input, state, bias]: readonly [string, string, string]) {
      const both = plain(bias);
      const half = both.length / 2;
      return [matrix(input, HIDDEN), both.subarray(0, half), matrix(state, HIDDEN), both.subarray(half)];
    },
    padded: (name: string, columns: number, wanted: number) => padRows(plain(name), columns, wanted),
    /** Halves by outputs by channels by frames, into frames by halves by channels by outputs. */
    path: (name: string) => padRows(permute(plain(name), [2, 5, 32, 5], [3, 0, 2, 1]), 5, 8),
    /** Outputs by inputs, into inputs by outputs; the inputs are two halves of five. */
    pathPoint: (name: string) =>
      padRows(padRows(permute(plain(name), [10, 10], [1, 0]), 10, 16), 5 * 16, 8 * 16),
  };
}

/** The values with their axes in another order. */
export function permute(
  values: Float32Array,
  dims: readonly number[],
  order: readonly number[],
): Float32Array {
  const apart = dims.map((_, axis) => dims.slice(axis + 1).reduce((product, size) => product * size, 1));
  const out = new Float32Array(values.length);
  let at = 0;
  const walk = (depth: number, from: number): void => {
    const axis = order[depth];
    if (axis === undefined) {
      out[at++] = values[from] ?? NaN;
      return;
    }
    const step = apart[axis] ?? 0;
    for (let index = 0; index < (dims[axis] ?? 0); index += 1) walk(depth + 1, from + index * step);
  };
  walk(0, 0);
  return out;
}

/** Rows of `columns` become rows of `wanted`, with zeros behind. */
export function padRows(values: Float32Array, columns: number, wanted: number): Float32Array {
  const rows = values.length / columns;
  const out = new Float32Array(rows * wanted);
  for (let row = 0; row < rows; row += 1) {
    out.set(values.subarray(row * columns, (row + 1) * columns), row * wanted);
  }
  return out;
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
