/**
 * Sends a programme of 3 Mb/s to four servers for an hour, and looks at the memory of the host, which is to be flat; then
 * one server stands still and the broadcast is to end within two seconds: `node scripts/soak/broadcastHour.mjs [minutes]`.
 * Each destination takes 10 MB at most. In less than an hour the slope says little: it is judged from 30 minutes on.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { measureHour } from '../../tests/lib/broadcastHour.ts';
import { say } from '../lib/steps.mjs';

const MEGABYTE = 1 << 20;
const MOST = { bytesEach: 10 * MEGABYTE, growthBytes: 10 * MEGABYTE, endedInMs: 2000 };
const JUDGED_FROM_MINUTES = 30;

const minutes = Number(process.argv[2] ?? 60);
if (!(minutes > 0)) throw new Error('say for how many minutes');
const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-hour-'));
try {
  const report = await measureHour(dir, minutes);
  const { rssBytes, bytesEach, growthBytesAnHour, reconnects, endedInMs } = report;
  const megabytes = (bytes) => `${(bytes / MEGABYTE).toFixed(1)} MB`;
  say(
    `${minutes} minutes: ${megabytes(rssBytes[0])} at the start, ${megabytes(rssBytes.at(-1))} at the end ` +
      `(${megabytes(growthBytesAnHour)} an hour), ${megabytes(bytesEach)} a destination, ${reconnects} reconnects, ` +
      `ended in ${(endedInMs / 1000).toFixed(2)} s beside a server that stands still`,
  );
  const problems = [
    bytesEach > MOST.bytesEach && 'a destination takes too much memory',
    minutes >= JUDGED_FROM_MINUTES && growthBytesAnHour > MOST.growthBytes && 'the memory grows',
    reconnects > 0 && 'a destination was lost',
    endedInMs > MOST.endedInMs && 'the end took too long',
  ].filter(Boolean);
  for (const problem of problems) say(`FAILED: ${problem}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  rmSync(dir, { recursive: true, force: true });
}
