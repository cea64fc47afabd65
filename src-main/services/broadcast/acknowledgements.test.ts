import { describe, expect, it } from 'vitest';
import { Acknowledgements } from './acknowledgements.ts';
import type { BroadcastPacket } from './programme.ts';

const EVERY = 100_000;
const packet: BroadcastPacket = { kind: 'video', atMs: 0, isKey: false, bytes: Buffer.alloc(0) };

describe('acknowledgements of a server', () => {
  it('say which packets have arrived, short of what a handshake may be', () => {
    const acks = new Acknowledgements(EVERY, 0, false);
    for (const number of [0, 1, 2]) acks.onSent(number, packet, (number + 1) * 50_000);
    expect(acks.onAcknowledged(100_000, 10)).toHaveLength(1);
    expect(acks.firstOpen).toBe(1);
    expect(acks.onAcknowledged(160_000, 20)).toHaveLength(2);
    expect(acks.firstOpen).toBeNull();
  });

  it('that stop are noticed within three seconds', () => {
    const acks = new Acknowledgements(EVERY, 0, false);
    let sent = 0;
    const noticed: number[] = [];
    for (let now = 0; now <= 10_000; now += 200) {
      sent += 75_000; // 3 Mb/s
      if (now <= 5000) acks.onAcknowledged(Math.floor(sent / EVERY) * EVERY, now);
      if (acks.isStalled(sent, 0, now)) noticed.push(now);
    }
    expect(noticed[0]).toBeGreaterThan(5000);
    expect(noticed[0]).toBeLessThanOrEqual(8000);
  });

  it('that come seldom over a slow link are waited for', () => {
    const acks = new Acknowledgements(EVERY, 0, false);
    let sent = 500_000;
    let isStalled = false;
    for (let now = 0; now <= 20_000; now += 200) {
      sent += 10_000;
      if (now % 1600 === 0) acks.onAcknowledged((now / 1600) * EVERY, now);
      isStalled ||= acks.isStalled(sent, 50_000 + now, now);
    }
    expect(isStalled).toBe(false);
  });

  it('are not due where little was sent after a pause', () => {
    const acks = new Acknowledgements(EVERY, 0, false);
    acks.onAcknowledged(100_000, 0);
    expect(acks.isStalled(150_000, 0, 60_000)).toBe(false);
    expect(acks.isStalled(400_000, 0, 60_200)).toBe(false);
    expect(acks.isStalled(400_000, 0, 62_200)).toBe(true);
  });

  it('of a server that gives none are replaced by the queue', () => {
    const acks = new Acknowledgements(EVERY, 0, false);
    let sent = 0;
    for (let now = 0; now <= 6000; now += 200) acks.isStalled((sent += 75_000), 0, now);
    expect(acks.ignoresAcks).toBe(true);
    expect(acks.openBytes(sent, 0)).toBe(0);
    expect(acks.isStalled(sent + 1000, 1000, 6200)).toBe(false);
    expect(acks.isStalled(sent + 1000, 1000, 11_400)).toBe(true);
  });
});
