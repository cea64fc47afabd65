import { expect, it } from 'vitest';
import { packVoices, unpackVoices } from './voicePiece.ts';

it('brings the sound of several channels over, with their names and times', () => {
  const pieces = [
    { channelId: 'Gäste-1', heardAtMs: 1_790_000_000_123.5, samples: Float32Array.of(0, 0.5, -1, 2) },
    { channelId: 'b', heardAtMs: 7, samples: new Float32Array() },
  ];
  // Anywhere in a buffer, as a socket gives it.
  const packed = Buffer.concat([Buffer.of(9), packVoices(pieces)]).subarray(1);
  const [first, second, ...more] = unpackVoices(packed);
  expect(more).toEqual([]);
  expect(first).toMatchObject({ channelId: 'Gäste-1', heardAtMs: 1_790_000_000_123.5 });
  expect([...(first?.samples ?? [])].map((sample) => Math.round(sample * 1000))).toEqual([
    0, 500, -1000, 1000,
  ]);
  expect(second).toEqual(pieces[1]);
  expect(unpackVoices(packVoices([]))).toEqual([]);
});
