/**
 * Works in a project of 3 h with 5,000 clips on 8 tracks, and looks at the memory of the page and of the host each minute:
 * `node scripts/soak/editorHour.mjs [--minutes 60] [--seed 1]`. The page takes 350 MB at most, the host 300 MB; neither grows by more
 * than 10 MB an hour, which is judged from 30 minutes on: in less time the slope says little.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureEditorHour } from '../../tests/lib/editorHour.ts';
import { slopeOf } from '../../tests/lib/slopeOf.ts';
import { say } from '../lib/steps.mjs';

const MOST_MB = { page: 350, host: 300 };
const MOST_GROWTH_MB = 10;
const JUDGED_FROM_MINUTES = 30;
/** Until the caches are full. */
const WARM_UP_MINUTES = 10;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
});
const minutes = Number(values.minutes);
if (!(minutes >= 1)) throw new Error('--minutes is a number from 1 on');

const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-editor-hour-'));
let count = 0;
try {
  const done = await measureEditorHour(dir, {
    minutes,
    seed: Number(values.seed),
    onMinute: ({ pageMb, hostMb, steps }) =>
      say(`${(count += 1)}: page ${pageMb.toFixed(1)} MB, host ${hostMb.toFixed(1)} MB, ${steps} steps`),
  });
  const isLong = minutes >= JUDGED_FROM_MINUTES;
  const problems = Object.entries(MOST_MB).flatMap(([what, mostMb]) => {
    const figures = done.map((minute) => minute[`${what}Mb`]);
    const most = Math.max(...figures);
    const growth = slopeOf(isLong ? figures.slice(WARM_UP_MINUTES) : figures) * 60;
    say(`${what}: at most ${most.toFixed(1)} MB, ${growth.toFixed(1)} MB an hour`);
    return [
      ...(most > mostMb ? [`the ${what} takes more than ${mostMb} MB`] : []),
      ...(isLong && growth > MOST_GROWTH_MB ? [`the memory of the ${what} grows`] : []),
    ];
  });
  for (const problem of problems) say(`FAILED: ${problem}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  rmSync(dir, { recursive: true, force: true });
}
