import { describe, expect, it } from 'vitest';
import { createInterleaver } from './interleaver.ts';
import type { BroadcastPacket } from './programme.ts';

const packet = (kind: 'video' | 'audio', atMs: number): BroadcastPacket => ({
  kind,
  atMs,
  isKey: true,
  bytes: Buffer.alloc(0),
});

function open() {
  let now = 0;
  const out: string[] = [];
  const interleaver = createInterleaver({
    nowMs: () => now,
    push: ({ kind, atMs }) => out.push(`${kind} ${atMs}`),
  });
  return { out, interleaver, wait: (ms: number) => ((now += ms), interleaver.tick()) };
}

describe('video and sound of two encoders', () => {
  it('go out in the order of their times', () => {
    const { out, interleaver } = open();
    for (const atMs of [0, 33, 66]) interleaver.add(packet('video', atMs));
    expect(out).toEqual([]);
    for (const atMs of [0, 21, 43]) interleaver.add(packet('audio', atMs));
    expect(out).toEqual(['audio 0', 'video 0', 'audio 21', 'video 33', 'audio 43']);
  });

  it('continue without one that has stopped, and without waiting again for each packet', () => {
    const { out, interleaver, wait } = open();
    interleaver.add(packet('video', 0));
    wait(1000);
    expect(out).toEqual([]);
    wait(500);
    expect(out).toEqual(['video 0']);
  });

  it('leave nothing behind at the end', () => {
    const { out, interleaver } = open();
    interleaver.add(packet('video', 33));
    interleaver.add(packet('video', 66));
    interleaver.flush();
    expect(out).toEqual(['video 33', 'video 66']);
  });
});
