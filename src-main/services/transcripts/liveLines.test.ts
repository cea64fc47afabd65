import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { LiveLine } from '../../../src-shared/domain/transcript/live.ts';
import { createRecordingLog } from '../../../tests/lib/recordingLog.ts';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import { createLiveLines } from './liveLines.ts';

const line = (text: string, startMs: number, endMs: number): LiveLine => ({
  trackId: 'anna',
  name: 'Anna',
  engine: 'openai',
  model: 'whisper-1',
  sec: 1,
  usd: 0,
  words: [{ startMs, endMs, text }],
});

it('captions are kept with the recording that runs, a late answer with the one that has ended, and others nowhere', () => {
  const [first, second] = [temporaryDir(), temporaryDir()];
  const log = createRecordingLog();
  let folder: string | null = null;
  let nowMs = 1000;
  const live = createLiveLines({ runningFolder: () => folder, nowMs: () => nowMs, log });
  const kept = (of: string) => {
    const path = join(of, 'transcript.live.jsonl');
    if (!existsSync(path)) return [];
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    return lines.map((text) => (JSON.parse(text) as LiveLine).words[0]?.text);
  };
  live.keep(line('nobody records', 100, 900));
  folder = first;
  live.follow();
  live.keep(line('before', 100, 900));
  live.keep(line('during', 1500, 2500));
  [folder, nowMs] = [null, 5000];
  live.follow();
  live.keep(line('late answer', 4000, 4900));
  [folder, nowMs] = [second, 9000];
  live.follow();
  live.keep(line('between', 6000, 7000));
  live.keep(line('second', 9500, 9900));
  expect(kept(first)).toEqual(['during', 'late answer']);
  expect(kept(second)).toEqual(['second']);
  // A recording that was deleted meanwhile ends nothing.
  folder = join(first, 'gone');
  live.follow();
  live.keep(line('lost', 9950, 9990));
});
