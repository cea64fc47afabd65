import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { hasStudioModel, STUDIO_MODEL_FILE } from '../../../../../tests/lib/studioModel.ts';
import { readOnnxTensors } from './onnx.ts';
import { readTar } from './tar.ts';
import { padRows, permute, readStudioWeights } from './weights.ts';

/** A field of a Protocol Buffers message: a number, or bytes with their length before them. */
const field = (number: number, value: number | Uint8Array): Buffer =>
  typeof value === 'number'
    ? Buffer.from([number * 8, value])
    : Buffer.concat([Buffer.from([number * 8 + 2, (value.length & 127) | 128, value.length >> 7]), value]);
const text = (value: string) => Buffer.from(value);
const floats = (...values: number[]) => Buffer.from(new Float32Array(values).buffer);
const tensor = (dims: number[], values: Buffer, name = '', type = 1) =>
  Buffer.concat([
    ...dims.map((size) => field(1, size)),
    field(2, type),
    field(8, text(name)),
    field(9, values),
  ]);

const model = (graph: Buffer) => field(7, graph);

function tar(files: Record<string, Buffer>): Buffer {
  const entries = Object.entries(files).map(([name, bytes]) => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write(bytes.length.toString(8).padStart(11, '0'), 124);
    header.write('0', 156);
    return Buffer.concat([header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
  });
  return Buffer.concat([...entries, Buffer.alloc(1024)]);
}

describe('an ONNX file', () => {
  it('gives its weights and the constants of its nodes by name', () => {
    const weights = tensor([2, 2], floats(1, 2, 3, 4), 'w');
    const constant = field(5, field(5, tensor([1], floats(5))));
    const node = Buffer.concat([field(2, text('c')), field(4, text('Constant')), constant]);
    const other = Buffer.concat([field(2, text('y')), field(4, text('Relu'))]);
    const graph = Buffer.concat([field(5, weights), field(1, node), field(1, other)]);
    const tensors = readOnnxTensors(model(graph));
    expect(tensors.get('w')).toEqual({ dims: [2, 2], values: new Float32Array([1, 2, 3, 4]) });
    expect(tensors.get('c')?.values).toEqual(new Float32Array([5]));
    expect(tensors.size).toBe(2);
  });

  it('gives no tensor of another type or size', () => {
    const graph = Buffer.concat([
      field(5, tensor([1], Buffer.alloc(8), 'whole numbers', 7)),
      field(5, tensor([3], floats(1), 'short')),
    ]);
    expect(readOnnxTensors(model(graph)).size).toBe(0);
  });

  it('is refused where it is cut off, or is something else', () => {
    const whole = model(field(5, tensor([2], floats(1, 2), 'w')));
    expect(() => readOnnxTensors(whole.subarray(0, -3))).toThrow('cut off');
    expect(() => readOnnxTensors(text('{"format": "other"}'))).toThrow();
  });
});

describe('an archive', () => {
  it('gives its files by their last name', () => {
    const files = readTar(tar({ 'tmp/export/enc.onnx': text('one'), 'b.ini': Buffer.alloc(600, 1) }));
    expect([...files].map(([name, bytes]) => [name, bytes.length])).toEqual([
      ['enc.onnx', 3],
      ['b.ini', 600],
    ]);
  });

  it('is refused where it is cut off', () => {
    expect(() => readTar(tar({ a: Buffer.alloc(600) }).subarray(0, 900))).toThrow('cut off');
  });
});

describe('the weights of the studio engine', () => {
  it('change the order of their axes', () => {
    expect([...permute(new Float32Array([0, 1, 2, 3, 4, 5]), [2, 3], [1, 0])]).toEqual([0, 3, 1, 4, 2, 5]);
    expect([...padRows(new Float32Array([1, 2, 3, 4]), 2, 3)]).toEqual([1, 2, 0, 3, 4, 0]);
  });

  it('are refused by name where a file or weights are missing', () => {
    const archive = (files: Record<string, Buffer>) => gzipSync(tar(files));
    expect(() => readStudioWeights(archive({}))).toThrow('enc.onnx is missing');
    const graph = model(field(5, tensor([1], floats(1), 'w')));
    expect(() => readStudioWeights(archive({ 'enc.onnx': graph }))).toThrow(
      'enc.onnx has no weights onnx::Conv_282',
    );
    expect(() => readStudioWeights(text('no archive'))).toThrow();
  });

  it.skipIf(!hasStudioModel)('are all of DeepFilterNet3', () => {
    const weights = readStudioWeights(readFileSync(STUDIO_MODEL_FILE));
    expect(weights).toHaveLength(2_136_560);
    expect(weights.every(Number.isFinite)).toBe(true);
  });
});
