import { execFile } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import { openTakeLibrary } from './library.ts';

const MEBIBYTE = 1 << 20;
const COUNTS = { 'take.json': 4, 'certificate.json': 2, 'pictures.json': 2, 'take.journal.jsonl': 2 };
const DOCUMENT = JSON.stringify({
  schemaVersion: 1,
  name: 'Take',
  status: 'recording',
  mode: 'multitrack',
  tap: 'raw',
  container: 'rf64',
  encoding: 'pcm24',
  sampleRate: 48_000,
  startedAtMs: 1,
  startFrame: 0,
  frames: 1,
  timecode: { source: 'none', timeReference: null, fps: null },
  markers: [],
  pauses: [],
  missedDeadlines: 0,
  ended: null,
  writer: { pid: 0, startedTicks: 0 },
  tracks: [],
});

/** The most memory that a process holds which lists a library, in MiB. */
async function peakMiBOfListing(path: string): Promise<{ peakMiB: number; statuses: string[] }> {
  const code = `
    import { openTakeLibrary } from ${JSON.stringify(join(import.meta.dirname, 'library.ts'))};
    const takes = await openTakeLibrary(${JSON.stringify(path)}).list();
    const peakMiB = process.resourceUsage().maxRSS / 1024;
    console.log(JSON.stringify({ peakMiB, statuses: takes.map(({ status }) => status) }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code]);
  return JSON.parse(stdout) as { peakMiB: number; statuses: string[] };
}

describe('files of takes that are larger than a recorder writes', () => {
  it('cost no memory', async () => {
    const path = temporaryDir();
    for (const [name, count] of Object.entries(COUNTS)) {
      for (let take = 0; take < count; take += 1) {
        const folder = join(path, `${take} ${name}`);
        mkdirSync(folder);
        writeFileSync(join(folder, 'take.json'), DOCUMENT);
        writeFileSync(join(folder, name), name === 'take.json' ? '' : '\n');
        // Of zeros that the disk does not hold.
        truncateSync(join(folder, name), 255 * MEBIBYTE);
      }
    }
    const empty = await peakMiBOfListing(temporaryDir());
    const { peakMiB, statuses } = await peakMiBOfListing(path);
    expect(peakMiB - empty.peakMiB).toBeLessThan(200);
    expect(statuses.filter((status) => status === 'damaged')).toHaveLength(6);
    expect(statuses).toHaveLength(10);
  }, 120_000);

  it('are refused where a few bytes of theirs would fill the memory', async () => {
    const path = temporaryDir();
    mkdirSync(join(path, 'take'));
    writeFileSync(join(path, 'take', 'take.json'), `[${'[],'.repeat(4_000_000)}[]]`);
    expect(await openTakeLibrary(path).list()).toMatchObject([
      { status: 'damaged', problem: expect.stringContaining('has more parts') as string },
    ]);
  });
});
