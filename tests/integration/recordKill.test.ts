import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killRecord } from '../lib/recordKill.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';
import { startJack, type SoundServer } from '../lib/virtualAudio.ts';

/** As many as the trial's plan records. */
const CHANNELS = 4;
let server: SoundServer;

beforeAll(async () => {
  server = await startJack({ inputs: CHANNELS });
});
afterAll(() => server.close());

describe('sounddesk record', () => {
  it.each([
    ['engine', 'rf64', 1300],
    ['tree', 'flac', 900],
  ] as const)('loses at most a second where its %s is killed (%s)', async (target, container, afterMs) => {
    const dir = join(temporaryDir(), 'studio');
    const result = await killRecord(server, dir, { channels: CHANNELS, target, container, afterMs });
    expect(result).toMatchObject({ grade: 'amber', problems: [] });
    expect(result.keptSec).toBeGreaterThan(0);
  });

  it('ends its take cleanly where its command alone is killed', async () => {
    const dir = join(temporaryDir(), 'studio');
    const options = { channels: CHANNELS, target: 'command', container: 'rf64', afterMs: 1000 } as const;
    const result = await killRecord(server, dir, options);
    expect(result).toMatchObject({ status: 'finished', problems: [] });
    // Amber where the sound server, here without real time, lost its own.
    expect(['green', 'amber']).toContain(result.grade);
    expect(result.keptSec).toBeGreaterThan(0);
  });
});
