import { describe, expect, it } from 'vitest';
import { listClusters, readCluster } from './clusters.ts';
import { concat } from './elements.ts';
import { ClusterWriter, makeHead, type MatroskaFrame } from './writer.ts';

const PRIVATE = Uint8Array.from([1, 0x42, 0xe0, 0x28, 0xff]);
const frames: MatroskaFrame[] = Array.from({ length: 90 }, (_, index) => ({
  atMs: 200 + Math.round((index * 1000) / 30),
  isKey: index % 30 === 0,
  bytes: Uint8Array.from({ length: 40 + index }, () => index),
}));

/** As a recorder writes one, with the sizes of ended parts filled in. */
function makeFile(isEnded: boolean): Uint8Array {
  const facts = { codec: 'avc1', codecPrivate: PRIVATE, width: 640, height: 360, writer: 'test' } as const;
  const head = makeHead(facts);
  const writer = new ClusterWriter(head.length);
  const made = frames.map((frame) => writer.add(frame));
  const file = concat([head, ...made.map(({ bytes }) => bytes)]);
  for (const { patch } of made) if (patch) file.set(patch.bytes, patch.at);
  const last = isEnded ? writer.endCluster() : null;
  if (last) file.set(last.bytes, last.at);
  return file;
}

const readerOf = (file: Uint8Array) => (at: number, length: number) =>
  Promise.resolve(file.subarray(at, at + length));

describe('the parts of a video file', () => {
  it('are found by time, and hold every frame as it was written', async () => {
    const file = makeFile(true);
    const index = await listClusters(readerOf(file), file.length);
    expect(index?.codecPrivate).toEqual(PRIVATE);
    expect(index?.clusters.map(({ atMs }) => atMs)).toEqual([200, 1200, 2200]);
    const read = await Promise.all(
      (index?.clusters ?? []).map(({ at, lengthBytes }) => readCluster(file.subarray(at, at + lengthBytes))),
    );
    expect(read.flat()).toEqual(frames);
  });

  it('end where the file has no end yet, or is cut off', async () => {
    const open = makeFile(false);
    expect((await listClusters(readerOf(open), open.length))?.clusters).toHaveLength(2);
    const whole = makeFile(true);
    for (let length = whole.length; length > 0; length -= 97) {
      const index = await listClusters(readerOf(whole.subarray(0, length)), length);
      const end = index?.clusters.at(-1);
      expect((end?.at ?? 0) + (end?.lengthBytes ?? 0)).toBeLessThanOrEqual(length);
    }
  });

  it('are none of what is no such file', async () => {
    for (const bytes of [
      new Uint8Array(0),
      new TextEncoder().encode('no film'),
      new Uint8Array(100).fill(0xff),
    ]) {
      expect(await listClusters(readerOf(bytes), bytes.length)).toBeNull();
      expect(await readCluster(bytes)).toEqual([]);
    }
  });

  it('give what is whole of bytes that end in the midst of a frame', async () => {
    const file = makeFile(true);
    const [, second] = (await listClusters(readerOf(file), file.length))?.clusters ?? [];
    if (!second) throw new Error('there is no second part');
    const bytes = file.subarray(second.at, second.at + second.lengthBytes);
    for (let length = 0; length < bytes.length; length += 31) {
      const read = await readCluster(bytes.subarray(0, length));
      expect(read).toEqual(frames.slice(30, 30 + read.length));
    }
  });
});
