/**
 * Unplugs a microphone and plugs it in again, 50 times, while it and another one are recorded: nothing that was
 * heard may be lost, each loss is said, and both tracks stay of one length. On PulseAudio's virtual devices.
 *
 *   node scripts/soak/unplug.mjs [--times 50] [--json]
 *
 * The microphones hear the same noise. Afterwards every second of the pulled one is compared with the other: it is
 * the same sound in the same place, or it is silence that the take accounts for.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { captureSetUpSchema } from '../../src-shared/contract/captureSetUp.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { addMicrophones, findSource, readTake, readTrack } from '../../tests/lib/captureRig.ts';
import { findDelay } from '../../tests/lib/delays.ts';
import { startLiveHost } from '../../tests/lib/liveSession.ts';
import { levelDb, makeNoise, writeWav } from '../../tests/lib/recordings.ts';
import { startPulse } from '../../tests/lib/virtualAudio.ts';
import { say } from '../lib/steps.mjs';

const RATE = 48_000;
const INTO_BOTH = 'into_both';
/** How long a loss and a return may take until they are said. */
const SAID_WITHIN_MS = 15_000;
const SILENCE_DB = -80;

const { values } = parseArgs({
  options: { times: { type: 'string', default: '50' }, json: { type: 'boolean', default: false } },
});
const times = Number(values.times);
if (!Number.isInteger(times) || times < 1) throw new Error('--times is a whole number from 1 on');

const result = await run();
say(values.json ? JSON.stringify(result, null, 2) : describe(result));
process.exitCode = result.isGood ? 0 : 1;

async function run() {
  const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-soak-'));
  const server = await startPulse();
  const live = await startLiveHost(server.env);
  try {
    const microphones = await addMicrophones(server, INTO_BOTH, ['kept', 'pulled']);
    return await record(live.client, server, microphones, dir);
  } finally {
    await live.close();
    await server.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function record(client, server, [, pulled], dir) {
  const said = { lost: 0, open: 0 };
  client.subscribe('capture.onDeviceChanged', ({ device }) => (said[device.status] += 1));
  const sources = [await findSource(client, 'kept'), await findSource(client, 'pulled')];
  const channels = sources.map((source, index) => ({ id: `c${index}`, name: `Microphone ${index}`, source }));
  const setUp = captureSetUpSchema.parse({ version: 1, channels, recording: { mode: 'multitrack' } });
  unwrap(await client.call('capture.start', { setUp }));
  await wait(1500);
  said.open = 0;
  const noise = path.join(dir, 'noise.wav');
  const samples = makeNoise(RATE * 60, 3).map((sample) => sample * 0.3);
  writeWav(noise, { sampleRate: RATE, channels: [samples, samples] });
  server.start('sh', ['-c', `while paplay -d ${INTO_BOTH} '${noise}'; do :; done`]);
  await wait(500);
  const { folder } = unwrap(
    await client.call('recording.start', { name: 'unplug', sound: { of: 'channels' } }),
  ).take;
  await wait(1000);
  for (let time = 1; time <= times; time += 1) {
    await pulled.unplug();
    await untilSaid(() => said.lost === time, `loss ${time} was not said`);
    // Not the same moment of the watch each time.
    await wait(200 + ((time * 137) % 500));
    await pulled.plug();
    await untilSaid(() => said.open === time, `return ${time} was not said`);
    await wait(800 + ((time * 211) % 700));
    if (!values.json && time % 10 === 0) say(`${time} times`);
  }
  const { lastTake } = unwrap(await client.call('recording.stop'));
  unwrap(await client.call('capture.stop'));
  return judge(folder, said, lastTake);
}

function judge(folder, said, lastTake) {
  const take = readTake(folder);
  const [keptTrack, pulledTrack] = ['c0', 'c1'].map((id) => take.tracks.find((track) => track.id === id));
  const [kept, pulled] = ['c0', 'c1'].map((id) => readTrack(folder, id)[0]);
  let same = 0;
  let silent = 0;
  const wrong = [];
  // Windows short enough to lie whole between two pulls.
  const size = RATE / 5;
  const margin = RATE / 100;
  for (let start = 0; start + size + 2 * margin <= pulled.length; start += size) {
    const window = pulled.subarray(start, start + size + 2 * margin);
    if (levelDb(window) < SILENCE_DB) silent += 1;
    else {
      const { delay, correlation } = findDelay(kept.subarray(start, start + window.length), window, margin);
      if (Math.abs(delay) < RATE / 1000 && correlation > 0.7) same += 1;
      else wrong.push({ atSec: start / RATE, delayFrames: delay, correlation });
    }
  }
  const silentSec = (silent * size) / RATE;
  const missingSec = pulledTrack.missingFrames / RATE;
  // Each pull cuts two windows in pieces: partly silent, or where the sound comes back.
  const mayBeWrong = 3 * times;
  const isGood =
    said.lost === times &&
    said.open === times &&
    lastTake.code === null &&
    keptTrack.framesWritten === take.frames &&
    pulledTrack.framesWritten === take.frames &&
    silentSec <= missingSec &&
    wrong.length <= mayBeWrong;
  return {
    times,
    saidLost: said.lost,
    saidBack: said.open,
    recordedSec: take.frames / RATE,
    keptFrames: keptTrack.framesWritten,
    keptMissingFrames: keptTrack.missingFrames,
    pulledFrames: pulledTrack.framesWritten,
    pulledMissingSec: missingSec,
    pulledGaps: pulledTrack.gapCount,
    silentSec,
    windowsSame: same,
    windowsSilent: silent,
    windowsNeither: wrong.length,
    mayBeNeither: mayBeWrong,
    worst: wrong.sort((a, b) => Math.abs(b.delayFrames) - Math.abs(a.delayFrames)).slice(0, 5),
    ended: lastTake.code,
    isGood,
  };
}

function describe(sum) {
  return [
    '',
    `pulled out ${sum.times} times: ${sum.saidLost} losses and ${sum.saidBack} returns were said`,
    `recorded ${sum.recordedSec.toFixed(1)} s; tracks of ${sum.keptFrames} and ${sum.pulledFrames} frames`,
    `the pulled one misses ${sum.pulledMissingSec.toFixed(1)} s in ${sum.pulledGaps} gaps; the other ${sum.keptMissingFrames} frames`,
    `windows of 0.2 s: ${sum.windowsSame} the same sound within 1 ms, ${sum.windowsSilent} silent, ${sum.windowsNeither} cut by a pull (at most ${sum.mayBeNeither})`,
    sum.isGood ? 'Nothing was lost.' : 'SOMETHING IS WRONG.',
  ].join('\n');
}

async function untilSaid(isSaid, warning) {
  const untilMs = performance.now() + SAID_WITHIN_MS;
  while (!isSaid()) {
    if (performance.now() > untilMs) throw new Error(warning);
    await wait(20);
  }
}

function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
