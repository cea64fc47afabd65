/**
 * Records every input of JACK's dummy device for so long with `sounddesk record`, ends it as a user would, and decodes
 * all of it: `node scripts/soak/longTake.mjs [MINUTES] [--channels 32] [--container rf64|flac]`. An hour and 32 channels
 * unless said otherwise: 22 GB as RF64. Says of every track how many samples the device gave, how many are in the
 * file, and every minute how much memory the command and its engine hold.
 */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readTake } from '../../tests/lib/captureRig.ts';
import { createCommandLine } from '../../tests/lib/commandLine.ts';
import { lostFrames, makeSetUp, parse, startRecord } from '../../tests/lib/recordKill.ts';
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
let isGood = false;
try {
  isGood = await record();
} finally {
  await server.close();
  rmSync(dir, { recursive: true, force: true });
}
say(isGood ? 'every sample that the device gave is in its file' : 'FAILED');
process.exitCode = isGood ? 0 : 1;

async function record() {
  const run = createCommandLine(dir);
  const setUp = await makeSetUp(run, server, { channels, container: values.container });
  writeFileSync(path.join(dir, 'studio.json'), JSON.stringify(setUp));
  const { child, ended, folder, enginePid } = await startRecord(server, dir);
  const startedMs = performance.now();
  for (let minute = 1; minute <= Math.ceil(minutes); minute += 1) {
    const untilMs = startedMs + Math.min(minute, minutes) * 60_000;
    await Promise.race([sleep(untilMs - performance.now()), ended]);
    if (child.exitCode !== null) break;
    say(`minute ${minute}: command ${heldMb(child.pid)} MB, engine ${heldMb(enginePid)} MB`);
  }
  const endedByItself = child.exitCode !== null;
  const tookSec = (performance.now() - startedMs) / 1000;
  child.kill('SIGINT');
  await ended;
  if (endedByItself || child.exitCode !== 0) say(`the command ended with ${child.exitCode}`);
  const take = readTake(folder);
  const [certificate] = parse(await run(['takes', 'verify', folder, '--json']));
  const recordedSec = take.frames / take.sampleRate;
  say(`${recordedSec.toFixed(3)} s by the device's clock, ${tookSec.toFixed(1)} s by the machine's`);
  let isWhole = !endedByItself && child.exitCode === 0 && certificate.tracks.length === channels;
  for (const { name, framesDecoded, problem } of certificate.tracks) {
    const lost = lostFrames(take.tracks.find((track) => track.name === name));
    const isTrackWhole = framesDecoded === take.frames && lost === 0 && problem === null;
    isWhole &&= isTrackWhole;
    if (!isTrackWhole)
      say(`${name}: ${framesDecoded} of ${take.frames} frames decode, ${lost} lost (${problem})`);
  }
  const [least] = certificate.tracks.map(({ framesDecoded }) => framesDecoded).sort((a, b) => a - b);
  say(`${certificate.tracks.length} tracks: expected ${take.frames} samples each, written ${least} at least`);
  say(`grade ${certificate.grade}`);
  return isWhole;
}

function heldMb(pid) {
  const [, kB] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kB) / 1024);
}
