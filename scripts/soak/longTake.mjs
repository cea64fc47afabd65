/**
 * Records every input of JACK's dummy device for so long with `sounddesk record`, ends it as a user would, and decodes
 * all of it: `node scripts/soak/longTake.mjs [MINUTES] [--channels 32] [--container rf64|flac]`. An hour and 32 channels
 * unless said otherwise: 22 GB as RF64. Says every minute how much memory the command and its engine hold.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { recordLong } from '../../tests/lib/longTake.ts';
import { startJack } from '../../tests/lib/virtualAudio.ts';
import { say } from '../lib/steps.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    channels: { type: 'string', default: '32' },
    container: { type: 'string', default: 'rf64' },
  },
});
const minutes = Number(positionals[0] ?? '60');
const channels = Number(values.channels);
if (!(minutes > 0) || !(channels >= 1 && channels <= 32)) {
  throw new Error('MINUTES is more than 0, --channels is 1 to 32');
}

const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-soak-'));
const server = await startJack({ inputs: channels, isRealtime: true });
try {
  const take = await recordLong(server, dir, {
    channels,
    container: values.container,
    seconds: minutes * 60,
    onMinute: (minute, { command, engine }) =>
      say(`minute ${minute}: command ${heldMb(command)} MB, engine ${heldMb(engine)} MB`),
  });
  const { recordedSec, tookSec, tracks, expectedFrames, grade, reasons, problems } = take;
  const written = Math.min(...tracks.map(({ framesDecoded }) => framesDecoded));
  say(`${recordedSec.toFixed(3)} s by the device's clock, ${tookSec.toFixed(1)} s by the machine's`);
  say(
    `${tracks.length} tracks: expected ${expectedFrames} samples each, written ${written} at least; ${grade}`,
  );
  for (const reason of reasons) say(reason);
  for (const problem of problems) say(`FAILED: ${problem}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  await server.close();
  rmSync(dir, { recursive: true, force: true });
}

function heldMb(pid) {
  const [, kB] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kB) / 1024);
}
