/**
 * Works in a project of 3 h with 5,000 clips on 8 tracks, and looks at the memory of the page and of the host each minute:
 * `node scripts/soak/editorHour.mjs [--minutes 60] [--seed 1]`. The page takes 350 MB at most, the host 300 MB; neither grows by more
 * than 10 MB an hour, which is judged from 30 minutes on: in less time the slope says little. Of both, growth is that of the heap
 * after it was collected, of the host each tenth minute.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureEditorHour } from '../../tests/lib/editorHour.ts';
import { slopeOf } from '../../tests/lib/slopeOf.ts';
import { say } from '../lib/steps.mjs';

const MOST_MB = { page: 350, host: 300 };
const HEAP_OF = {
  page: { name: 'pageMb', eachMinutes: 1 },
  host: { name: 'hostHeapMb', eachMinutes: 10 },
};
const MOST_GROWTH_MB = 10;
const JUDGED_FROM_MINUTES = 30;
/** Until the caches are full. */
const WARM_UP_MINUTES = 10;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
});
const minutes = Number(values.minutes);
if (!(minutes >= 1)) throw new Error('--minutes is a number from 1 on');
const isLong = minutes >= JUDGED_FROM_MINUTES;

/** In megabytes an hour, from when the caches are full; not a number of less than two figures. */
function growthOf(done, { name, eachMinutes }) {
  const first = isLong ? WARM_UP_MINUTES - 1 : 0;
  const figures = done.slice(first).flatMap((minute) => minute[name] ?? []);
  return (slopeOf(figures) * 60) / eachMinutes;
}

const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-editor-hour-'));
let count = 0;
try {
  const done = await measureEditorHour(dir, {
    minutes,
    seed: Number(values.seed),
    onMinute({ pageMb, hostMb, hostHeapMb, steps }) {
      const heap = hostHeapMb === null ? '' : `, its heap ${hostHeapMb.toFixed(1)} MB`;
      say(
        `${(count += 1)}: page ${pageMb.toFixed(1)} MB, host ${hostMb.toFixed(1)} MB${heap}, ${steps} steps`,
      );
    },
  });
  const problems = Object.entries(MOST_MB).flatMap(([what, mostMb]) => {
    const most = Math.max(...done.map((minute) => minute[`${what}Mb`]));
    const growth = growthOf(done, HEAP_OF[what]);
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
