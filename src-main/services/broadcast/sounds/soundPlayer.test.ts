import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { writeWav } from '../../../../tests/lib/recordings.ts';
import { playSound } from './soundPlayer.ts';

const RATE = 48_000;

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'sounddesk-sounds-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** A ramp, so that each sample says where in the file it is. */
function writeRamp(name: string, frames: number): string {
  const path = join(dir, name);
  const ramp = Float32Array.from({ length: frames }, (_, at) => (at % 30_000) / 32_768);
  writeWav(path, { sampleRate: RATE, channels: [ramp, ramp] });
  return path;
}

function open(path: string, isLooped: boolean) {
  const player = playSound({ path, rateHz: RATE, isLooped });
  onTestFinished(() => player.close());
  return player;
}

/** Frames of the left channel, waiting for what is decoded; what is silent is left out. */
async function read(player: ReturnType<typeof open>, frames: number): Promise<number[]> {
  const heard: number[] = [];
  while (heard.length < frames && !player.hasEnded) {
    const piece = player.take(960).filter((_, at) => at % 2 === 0);
    const values = [...piece].map((sample) => Math.round(sample * 32_768));
    if (values.some((value) => value !== 0)) heard.push(...values);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return heard.slice(0, frames);
}

const expected = (frames: number, round: number) =>
  Array.from({ length: frames }, (_, at) => (at % round) % 30_000);

describe('a sound file', () => {
  it('is played once, says where it is, and ends', async () => {
    const player = open(writeRamp('once.wav', 9600), false);
    expect(await read(player, 4800)).toEqual(expected(4800, 9600));
    expect(player.positionSec).toBeCloseTo(0.1, 2);
    await read(player, 100_000);
    expect(player.hasEnded).toBe(true);
    expect(player.problem).toBeNull();
  });

  it('that is short is played on a loop without a gap', async () => {
    const player = open(writeRamp('short.wav', 960), true);
    expect(await read(player, 96_000)).toEqual(expected(96_000, 960));
    player.setLooped(false);
    await read(player, 1_000_000);
    expect(player.hasEnded).toBe(true);
  });

  it('that is longer than what is decoded ahead begins again at its first sample', async () => {
    const frames = RATE * 3;
    const player = open(writeRamp('long.wav', frames), true);
    const heard = await read(player, frames + 4800);
    const seam = heard.findIndex((value, at) => at > frames - 2000 && value === 0);
    expect(heard.slice(seam - 2, seam + 3)).toEqual([23_998, 23_999, 0, 1, 2]);
  });

  it('that cannot be decoded says so', async () => {
    const path = join(dir, 'words.txt');
    writeFileSync(path, 'no sound at all');
    const player = open(path, true);
    await expect.poll(() => player.problem).toBe('The file cannot be decoded.');
    expect(player.hasEnded).toBe(true);
  });
});
