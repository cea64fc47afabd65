import { describe, expect, it } from 'vitest';
import { Filler } from './filler.ts';
import type { BroadcastPacket } from './programme.ts';

const FPS = 30;
const KBPS = 3000;
const PER_FRAME = (KBPS * 1000) / 8 / FPS;
const CONFIG = Buffer.of(1, 0x64, 0, 0x1f, 0xff);

const filler = (avcConfig = CONFIG) =>
  new Filler({ video: { avcConfig, width: 1280, height: 720, fps: FPS, bitrateKbps: KBPS } });

const frame = (index: number, sizeBytes: number): BroadcastPacket => ({
  kind: 'video',
  atMs: (index * 1000) / FPS,
  isKey: index % (2 * FPS) === 0,
  bytes: Buffer.alloc(sizeBytes, 7),
});

const total = (packets: readonly BroadcastPacket[]) =>
  packets.reduce((sum, { bytes }) => sum + bytes.length, 0);

describe('filler', () => {
  it('makes every second of a still scene as large as the rate', () => {
    const stream = filler();
    const filled = Array.from({ length: 5 * FPS }, (_, index) => stream.fill(frame(index, 90), true));
    for (const second of [1, 2, 3, 4]) {
      const size = total(filled.slice(second * FPS, (second + 1) * FPS));
      expect(Math.abs(size / (PER_FRAME * FPS) - 1)).toBeLessThan(0.01);
    }
  });

  it('is one unit behind the frame, which stays as it is', () => {
    const stream = filler();
    stream.fill(frame(0, 90), true);
    const { bytes } = stream.fill(frame(1, 100), true);
    expect(bytes.subarray(0, 100).equals(frame(1, 100).bytes)).toBe(true);
    const unit = bytes.subarray(100);
    expect(unit.readUInt32BE(0)).toBe(unit.length - 4);
    expect(unit[4]).toBe(12);
    expect(unit.subarray(5, -1).every((byte) => byte === 0xff)).toBe(true);
    expect(unit.at(-1)).toBe(0x80);
  });

  it('has lengths of the size that the configuration says', () => {
    const stream = filler(Buffer.of(1, 0x64, 0, 0x1f, 0xfd));
    stream.fill(frame(0, 90), true);
    const unit = stream.fill(frame(1, 100), true).bytes.subarray(100);
    expect(unit.readUInt16BE(0)).toBe(unit.length - 2);
    expect(unit[2]).toBe(12);
  });

  it('leaves out what a large key frame has spent already', () => {
    const stream = filler();
    const sizes = Array.from({ length: FPS }, (_, index) => (index === 0 ? 10 * PER_FRAME : 50));
    const filled = sizes.map((size, index) => stream.fill(frame(index, size), true));
    expect(filled.slice(0, 9).every(({ bytes }, index) => bytes.length === sizes[index])).toBe(true);
    expect(Math.abs(total(filled) / (PER_FRAME * FPS) - 1)).toBeLessThan(0.05);
  });

  it('adds nothing to a stream that is at its rate', () => {
    const stream = filler();
    const sizes = Array.from({ length: FPS }, () => Math.ceil(PER_FRAME));
    expect(sizes.every((size, index) => stream.fill(frame(index, size), true).bytes.length === size)).toBe(
      true,
    );
  });

  it('adds nothing where frames wait already, and afterwards no more than a second of it', () => {
    const stream = filler();
    for (let index = 0; index < 10 * FPS; index += 1)
      expect(stream.fill(frame(index, 90), false).bytes.length).toBe(90);
    const next = stream.fill(frame(10 * FPS, 90), true);
    expect(next.bytes.length).toBeLessThanOrEqual(PER_FRAME * FPS + 90);
  });

  it('takes no harm from times that go back, as when an outage is sent again', () => {
    const stream = filler();
    stream.fill(frame(90, 90), true);
    expect(stream.fill(frame(0, 90), true).bytes.length).toBe(90);
    expect(stream.fill(frame(1, 90), true).bytes.length).toBeGreaterThan(1000);
  });
});
