import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordLong } from '../lib/longTake.ts';
import { startJack, type SoundServer } from '../lib/virtualAudio.ts';

const CHANNELS = 32;

let server: SoundServer;
beforeAll(async () => {
  server = await startJack({ inputs: CHANNELS });
});
afterAll(() => server.close());

/** The short form of `scripts/soak/longTake.mjs`. */
it('writes every sample that the device gives on 32 channels', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-long-take-'));
  try {
    const take = await recordLong(server, dir, { channels: CHANNELS, container: 'rf64', seconds: 5 });
    expect(take.problems).toEqual([]);
    expect(take.tracks.map(({ framesDecoded }) => framesDecoded)).toEqual(
      Array<number>(CHANNELS).fill(take.expectedFrames),
    );
    expect(take.expectedFrames).toBeGreaterThan(48_000);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
