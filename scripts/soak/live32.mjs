/**
 * 32 live channels in real time on JACK's dummy device at 256 frames, each through a full strip (gain, RNNoise,
 * gate, equalizer, compressor, meters), with a second core kept busy: how many deadlines are missed.
 *
 *   node scripts/soak/live32.mjs [--minutes 10] [--channels 32] [--idle] [--record] [--json]
 *
 * The session counts as the device does. The dummy driver's clock is the wall clock's only while the machine has time
 * for it: on a busy one it leaves periods out, which the sum says; nothing of what it delivered is missing then.
 *
 * `--idle` leaves the second core alone, `--record` also records every track. Prints a line a minute and the sum.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makeTestSound } from '../../native/bench/denoise.mjs';
import { captureSetUpSchema } from '../../src-shared/domain/captureSetUp.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { startLiveHost } from '../../tests/lib/liveSession.ts';
import { writeWav } from '../../tests/lib/recordings.ts';
import { playIntoJackPort, startJack } from '../../tests/lib/virtualAudio.ts';
import { say } from '../lib/steps.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    channels: { type: 'string', default: '32' },
    idle: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.minutes) * 60;
const channelCount = Number(values.channels);
if (!(seconds > 0) || !(channelCount >= 1 && channelCount <= 32)) {
  throw new Error('--minutes is more than 0, --channels is 1 to 32');
}

const result = await run();
if (values.json) say(JSON.stringify(result, null, 2));
else printSum(result);
process.exitCode = result.framesProcessed > 0 && result.failure === null ? 0 : 1;

async function run() {
  const dir = mkdtempSync(path.join(tmpdir(), 'sounddesk-soak-'));
  const server = await startJack({ inputs: channelCount });
  const busy = values.idle ? null : spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  const live = await startLiveHost(server.env);
  try {
    return await measure(live, server, dir);
  } finally {
    busy?.kill('SIGKILL');
    await live.close();
    await server.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function measure({ client }, server, dir) {
  const devices = unwrap(await client.call('devices.listAudio'));
  const source = devices.find(({ name, type }) => name.includes('system') && type !== 'output').id;
  // From its first block on: blocks that were made longer are not what is asked for here.
  const overloads = [];
  client.subscribe('capture.onOverloaded', ({ message }) => overloads.push(message));
  // It takes all of a core for a while, and is no part of the session.
  const sound = writeSound(dir);
  unwrap(await client.call('capture.start', { setUp: setUpOf(source) }));
  await playNoise(server, sound);
  // The first seconds are the start's: sockets, page faults, the model's first frames.
  await wait(3000);
  let newest = null;
  let busiest = 0;
  client.subscribe('capture.onLevelsMeasured', (levels) => {
    newest = { ...levels, atMs: performance.now() };
    busiest = Math.max(busiest, levels.dspLoad);
  });
  if (values.record)
    unwrap(await client.call('recording.start', { name: 'soak', sound: { of: 'channels' } }));
  await wait(200);
  const first = newest;
  const missingAtStart = await missingFrames(client);
  for (let elapsed = 0; elapsed < seconds;) {
    const step = Math.min(60, seconds - elapsed);
    await wait(step * 1000);
    elapsed += step;
    const missed = newest.framesMissed - first.framesMissed;
    const clock = `device clock ${percent(deviceClock(first, newest), 2)} of the wall clock`;
    if (!values.json)
      say(`${Math.round(elapsed)} s: ${missed} missed, load ${percent(newest.dspLoad)}, ${clock}`);
  }
  const take = values.record ? unwrap(await client.call('recording.stop')).lastTake : null;
  const missing = await missingFrames(client);
  const { session, lastFailure } = unwrap(await client.call('capture.readState'));
  unwrap(await client.call('capture.stop'));
  return {
    seconds,
    channels: channelCount,
    isSecondCoreBusy: !values.idle,
    framesProcessed: newest.framesProcessed - first.framesProcessed,
    framesMissed: newest.framesMissed - first.framesMissed,
    framesMissedAtStart: first.framesMissed,
    deviceClockAgainstWallClock: deviceClock(first, newest),
    dspLoad: newest.dspLoad,
    dspLoadMax: busiest,
    overloads,
    bufferFrames: session?.bufferFrames ?? null,
    missingDeviceFrames: missing - missingAtStart,
    missingDeviceFramesAtStart: missingAtStart,
    realtimePriority: session?.realtimePriority ?? null,
    take: take && { recordedSec: take.recordedSec, code: take.code },
    failure: lastFailure?.message ?? null,
  };
}

/** How fast the device counted: the session, which it leads, has frames of 10 ms. */
function deviceClock(first, newest) {
  return ((newest.framesProcessed - first.framesProcessed) * 10) / (newest.atMs - first.atMs);
}

/** Once for each device, from its first block on, in frames of the session. */
async function missingFrames(client) {
  const { session } = unwrap(await client.call('capture.readState'));
  return (session?.devices ?? []).reduce((sum, device) => sum + device.missingFrames, 0);
}

function setUpOf(source) {
  return captureSetUpSchema.parse({
    version: 1,
    bufferFrames: 256,
    channels: Array.from({ length: channelCount }, (_, index) => ({
      id: `c${index + 1}`,
      name: `Channel ${index + 1}`,
      source,
      deviceChannels: [index],
      inputGain: 120,
      gate: { isOn: true, threshold: 15 },
      equalizer: { isOn: true, gainsDb: [-3, 0, 1, 2, 3, 3, 2, 1, 0, -3] },
      compressor: {
        isOn: true,
        thresholdDb: -18,
        ratio: 4,
        attackMs: 3,
        releaseMs: 100,
        makeupGainDb: 2,
        kneeDb: 2,
      },
    })),
  });
}

/** A voice-like sound over noise: silence would be cheaper than what microphones hear. */
function writeSound(dir) {
  const file = path.join(dir, 'sound.wav');
  const sound = makeTestSound(Math.ceil(seconds) + 30).map((sample) => sample / 32768);
  writeWav(file, { sampleRate: 48000, channels: [sound] });
  return file;
}

/** Into every input. */
async function playNoise(server, file) {
  const inputs = (await server.run('jack_lsp', []))
    .split('\n')
    .filter((port) => /:in_\d+$/.test(port) && !port.startsWith('system'));
  const player = await playIntoJackPort(server, file, inputs[0]);
  for (const input of inputs.slice(1)) await server.run('jack_connect', [player, input]);
}

function printSum(sum) {
  say(`device blocks at the end: ${sum.bufferFrames} frames`);
  const share = (100 * sum.framesMissed) / Math.max(1, sum.framesProcessed);
  say('');
  say(`${sum.channels} channels, ${sum.seconds} s, second core ${sum.isSecondCoreBusy ? 'busy' : 'idle'}`);
  say(`missed deadlines: ${sum.framesMissed} of ${sum.framesProcessed} (${share.toFixed(4)} %)`);
  say(`load of the audio thread: ${percent(sum.dspLoad)} at the end, ${percent(sum.dspLoadMax)} at most`);
  const behindSec = sum.seconds * (1 - sum.deviceClockAgainstWallClock);
  say(
    `the device's own clock: ${percent(sum.deviceClockAgainstWallClock, 2)} of the wall clock ` +
      `(${behindSec.toFixed(1)} s that the dummy driver never counted)`,
  );
  const atStart = `and ${sum.missingDeviceFramesAtStart} in the seconds before`;
  say(`sound that the device lost: ${sum.missingDeviceFrames} frames (${atStart})`);
  const { granted, reason } = sum.realtimePriority ?? {};
  say(`real-time priority: ${granted ? 'granted' : `refused (${reason ?? 'unknown'})`}`);
  if (sum.take) say(`take: ${sum.take.recordedSec.toFixed(1)} s, ${sum.take.code ?? 'ended as asked'}`);
  for (const message of sum.overloads) say(`overload: ${message}`);
  if (sum.failure) say(`failed: ${sum.failure}`);
}

function percent(part, digits = 0) {
  return `${(100 * part).toFixed(digits)} %`;
}

function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
