import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AAC_CONFIG, openAacEncoder } from '../../src-main/services/broadcast/aacEncoder.ts';
import { flvHead, flvPacket } from '../../src-main/services/broadcast/flvWriter.ts';
import type { BroadcastPacket } from '../../src-main/services/broadcast/index.ts';
import { findClicks, onsets } from '../lib/flashAndClick.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';

const CLICKS_SEC = [0.5, 1.5, 2.5];
const SECONDS = 4;
const PATIENT = { timeout: 60_000 };

/** Stereo pairs that are loud for 10 ms from each of these times on. */
function clicksAt(timesSec: readonly number[], rateHz: number): Uint8Array {
  const pairs = new Float32Array(SECONDS * rateHz * 2);
  for (const time of timesSec) {
    const from = Math.round(time * rateHz) * 2;
    for (let at = from; at < from + rateHz / 50; at += 1)
      pairs[at] = 0.8 * Math.sign(Math.sin((at * 1000 * Math.PI) / rateHz) || 1);
  }
  return new Uint8Array(pairs.buffer);
}

/** The times at which a player hears clicks. */
function hear(packets: readonly BroadcastPacket[]): number[] {
  const path = join(temporaryDir(), 'sound.flv');
  const audio = { aacConfig: AAC_CONFIG, sampleRateHz: 48_000, channels: 2, bitrateKbps: 160 };
  const video = { avcConfig: Buffer.alloc(0), width: 640, height: 360, fps: 30, bitrateKbps: 1000 };
  writeFileSync(path, Buffer.concat([flvHead({ video, audio }), ...packets.map(flvPacket)]));
  return onsets(findClicks(path));
}

describe('the sound of a broadcast', () => {
  it.each([48_000, 44_100, 96_000])(
    'is in the stream at its time to a millisecond, from %i Hz',
    async (rateHz) => {
      const packets: BroadcastPacket[] = [];
      const failures: string[] = [];
      const encoder = openAacEncoder({
        sampleRateHz: rateHz,
        onPacket: (packet) => packets.push(packet),
        onFailed: (reason) => failures.push(reason),
      });
      encoder.write(clicksAt(CLICKS_SEC, rateHz));
      // At the end it is not waited for long: what the last click is in has come before.
      await expect.poll(() => packets.at(-1)?.atMs, PATIENT).toBeGreaterThan(1000 * (SECONDS - 1));
      await encoder.end();
      expect(failures).toEqual([]);
      const heard = hear(packets);
      expect(heard).toHaveLength(CLICKS_SEC.length);
      heard.forEach((time, at) => expect(Math.abs(time - (CLICKS_SEC[at] ?? 0)) * 1000).toBeLessThan(1));
    },
  );
});
