import { describe, expect, it } from 'vitest';
import { ChunkError, ChunkReader, encodeMessage, MESSAGE, type RtmpMessage } from './chunks.ts';
import { unwrapCounter } from './connection.ts';

const message = (sizeBytes: number, timestampMs = 40): RtmpMessage => ({
  type: MESSAGE.video,
  streamId: 1,
  timestampMs,
  payload: Buffer.from(Array.from({ length: sizeBytes }, (_, index) => index & 0xff)),
});
const setChunkSize = (size: number): Buffer => {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(size);
  return Buffer.concat(
    encodeMessage({ type: MESSAGE.setChunkSize, streamId: 0, timestampMs: 0, payload }, 2, 128),
  );
};
const encoded = (...args: Parameters<typeof encodeMessage>) => Buffer.concat(encodeMessage(...args));

describe('chunks of RTMP', () => {
  it('carry a message in parts of the agreed size', () => {
    const bytes = encoded(message(300), 6, 128);
    expect(bytes.length).toBe(12 + 300 + 2);
    expect([bytes[0], bytes[12 + 128], bytes[12 + 128 + 1 + 128]]).toEqual([0x06, 0xc6, 0xc6]);
  });

  it.each([1, 127, 128, 129, 4096, 10_000])('of a message of %i bytes are put together', (size) => {
    const [read] = new ChunkReader().push(encoded(message(size), 6, 128));
    expect(read).toEqual(message(size));
  });

  it('are put together wherever the network cuts them', () => {
    const bytes = encoded(message(700), 6, 128);
    const reader = new ChunkReader();
    const read = Array.from(bytes, (_, at) => reader.push(bytes.subarray(at, at + 1))).flat();
    expect(read).toEqual([message(700)]);
  });

  it('have longer times in every chunk from 4.7 hours on, and begin again after 49 days', () => {
    for (const timestampMs of [0xff_fffe, 0xff_ffff, 0x0100_0000, 0xffff_ffff]) {
      const bytes = encoded(message(300, timestampMs), 6, 128);
      expect(bytes.length).toBe(timestampMs < 0xff_ffff ? 314 : 326);
      expect(new ChunkReader().push(bytes)).toEqual([message(300, timestampMs)]);
    }
    expect(new ChunkReader().push(encoded(message(1, 0x1_0000_0005), 6, 128))[0]?.timestampMs).toBe(5);
  });

  it('get the size that the server names', () => {
    const reader = new ChunkReader();
    const bytes = Buffer.concat([setChunkSize(4096), encoded(message(5000), 6, 4096)]);
    expect(reader.push(bytes).at(-1)).toEqual(message(5000));
  });

  it('of two streams are kept apart, with headers that leave out what is the same', () => {
    const first = encodeMessage(message(200), 6, 128);
    const second = encoded({ ...message(50), type: MESSAGE.audio }, 4, 128);
    // Sound between the two chunks of a frame, then a frame that differs in its time alone.
    const delta = Buffer.of(0x80 | 6, 0, 0, 33);
    const again = message(200).payload;
    const bytes = Buffer.concat([
      ...first.slice(0, 2),
      second,
      ...first.slice(2),
      delta,
      again.subarray(0, 128),
      Buffer.of(0xc6),
      again.subarray(128),
    ]);
    const read = new ChunkReader().push(bytes);
    expect(read.map(({ type, timestampMs }) => [type, timestampMs])).toEqual([
      [MESSAGE.audio, 40],
      [MESSAGE.video, 40],
      [MESSAGE.video, 73],
    ]);
    expect(read[2]?.payload).toEqual(again);
  });

  it.each([
    ['a chunk stream that begins without a whole header', Buffer.of(0xc6, 1, 2, 3)],
    ['a message of 16 MB', Buffer.from('06000000ffffff0900000000', 'hex')],
    ['chunks of no bytes', setChunkSize(0)],
  ])('are refused: %s', (_, bytes) => {
    expect(() => new ChunkReader().push(bytes)).toThrow(ChunkError);
  });
});

describe('a counter of 32 bits', () => {
  it('continues where it begins again', () => {
    expect(unwrapCounter(0, 1000)).toBe(1000);
    expect(unwrapCounter(0xffff_ff00, 0x10)).toBe(0x1_0000_0010);
    expect(unwrapCounter(0x1_0000_0010, 0x110)).toBe(0x1_0000_0110);
  });

  it('never goes back', () => {
    expect(unwrapCounter(5000, 4000)).toBe(5000);
  });
});
