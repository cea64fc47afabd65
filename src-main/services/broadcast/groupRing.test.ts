import { describe, expect, it } from 'vitest';
import { GroupRing } from './groupRing.ts';
import type { BroadcastPacket } from './programme.ts';

const packet = (kind: 'video' | 'audio', atMs: number, isKey = false): BroadcastPacket => ({
  kind,
  atMs,
  isKey,
  bytes: Buffer.alloc(1),
});

/** Groups of two seconds, four frames a second, with sound between. */
function fill(ring: GroupRing, seconds: number): void {
  for (let index = 0; index < seconds * 4; index++) {
    ring.push(packet('video', index * 250, index % 8 === 0));
    ring.push(packet('audio', index * 250, true));
  }
}

describe('the ring of a broadcast', () => {
  it('begins with a key frame and keeps its whole span', () => {
    const ring = new GroupRing(20_000);
    fill(ring, 60);
    const first = ring.get(ring.firstNumber);
    expect(first).toMatchObject({ kind: 'video', isKey: true });
    expect(ring.newestMs - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(20_000);
    expect(ring.newestMs - (first?.atMs ?? 0)).toBeLessThan(22_000);
    expect(ring.nextNumber).toBe(480);
  });

  it('knows a packet by its number until it is forgotten', () => {
    const ring = new GroupRing(4000);
    fill(ring, 10);
    expect(ring.get(0)).toBeUndefined();
    expect(ring.get(ring.firstNumber - 1)).toBeUndefined();
    expect(ring.get(79)).toMatchObject({ kind: 'audio', atMs: 9750 });
    expect(ring.get(80)).toBeUndefined();
  });

  it('finds the group of a packet and of a time', () => {
    const ring = new GroupRing(20_000);
    fill(ring, 10);
    expect(ring.groupOf(20)).toBe(16);
    expect(ring.groupOf(16)).toBe(16);
    expect(ring.groupAt(3999)).toBe(16);
    expect(ring.groupAt(4000)).toBe(32);
    expect(ring.groupAt(-5)).toBe(0);
    expect(ring.newestKey).toBe(64);
  });
});
