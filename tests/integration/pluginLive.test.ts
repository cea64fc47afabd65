import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { findSource, readTake, readTrack } from '../lib/captureRig.ts';
import { startLiveHost, waitMs } from '../lib/liveSession.ts';
import {
  folderOfTestPlugins,
  plainSetUp,
  playIntoAllInputs,
  sandboxesOf,
  scanPlugins,
  zombiesOf,
} from '../lib/pluginRig.ts';
import { createRandom } from '../lib/random.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';
import { JACK_PERIOD_FRAMES, startJack } from '../lib/virtualAudio.ts';

const CHANNELS = 8;

/** Each is put into a channel of its own while all eight record; the first channel has none. */
const ROUNDS = [
  {
    what: 'crash, hang, exit, throw, sleep and eat memory',
    bad: ['SD Crash After Blocks', 'SD Hang', 'SD Exit', 'SD Throw', 'SD Sleep', 'SD Allocate'],
    // Sound through the plug-in, then dry: the same sound, but for a fade of 5 ms each time that it goes or comes.
    isTransparent: true,
  },
  {
    what: 'crash at once, give no numbers and change their latency',
    bad: ['SD Crash On Process', 'SD NaN', 'SD Infinity', 'SD Changing'],
    isTransparent: false,
  },
];

describe('a bad plug-in in one of eight recording channels', () => {
  it.each(ROUNDS)(
    'costs no sample where plug-ins $what',
    async ({ bad, isTransparent }) => {
      const dir = temporaryDir();
      const server = await startJack({ inputs: CHANNELS });
      const live = await startLiveHost({ ...server.env, VST3_PATH: folderOfTestPlugins(dir, bad) });
      const { client } = live;
      const marked = new Set<string>();
      client.subscribe('plugins.onMarked', ({ channelId }) => marked.add(channelId));
      let answered = 0;
      let refused = 0;
      let isOver = false;
      try {
        const ids = await scanPlugins(client);
        const source = await findSource(client, 'system');
        unwrap(await client.call('capture.start', { setUp: plainSetUp(source, CHANNELS) }));
        await playIntoAllInputs(server, join(dir, 'sound.wav'), noise(90 * 48000));
        unwrap(await client.call('recording.start', { name: 'Plug-ins', sound: { of: 'channels' } }));
        const asking = (async () => {
          while (!isOver) {
            const answer = await client.call('capture.readState');
            if (answer.success) answered += 1;
            else refused += 1;
            await waitMs(50);
          }
        })();

        for (const [index, name] of bad.entries()) {
          const input = { channelId: `c${index + 2}`, pluginId: ids.get(name) ?? '', position: null };
          const loaded = await client.call('plugins.load', input);
          // One that dies in its first block may be gone before it is said to be there.
          if (name !== 'SD Crash On Process') expect(loaded, name).toMatchObject({ success: true });
        }
        const expected = bad.flatMap((name, index) => (name === 'SD Changing' ? [] : [`c${index + 2}`]));
        await expect.poll(() => expected.filter((id) => !marked.has(id)), { timeout: 60_000 }).toEqual([]);
        // A while beyond that: each is started again once on its own.
        const recordedSec = async () =>
          unwrap(await client.call('recording.readState')).take?.progress?.recordedSec ?? 0;
        const enoughSec = (await recordedSec()) + 3;
        await expect.poll(recordedSec, { timeout: 60_000 }).toBeGreaterThan(enoughSec);
        const enginePid = live.enginePid();
        isOver = true;
        await asking;
        const { lastTake } = unwrap(await client.call('recording.stop'));

        expect(lastTake?.code ?? null).toBeNull();
        expect(refused).toBe(0);
        expect(answered).toBeGreaterThan(20);
        const folder = lastTake?.folder ?? '';
        const tracks = readTake(folder).tracks.filter(({ kind }) => kind === 'channel');
        expect(tracks).toHaveLength(CHANNELS);
        const sound = readTrack(folder, 'c1')[0] ?? new Float32Array();
        expect(sound.length).toBeGreaterThan(3 * 48000);
        expect(peakOf(sound)).toBeGreaterThan(0.05);
        for (const { id, framesWritten, missingFrames, xruns } of tracks) {
          // The device may leave something out on a busy machine: then it does so for all.
          expect({ id, framesWritten, missingFrames }).toEqual({
            id,
            framesWritten: tracks[0]?.framesWritten,
            missingFrames: tracks[0]?.missingFrames,
          });
          const track = readTrack(folder, id)[0] ?? new Float32Array();
          const isUntouched = Number(id.slice(1)) > bad.length + 1 || id === 'c1';
          const differing = differences(sound, track);
          // A sound server that loses its time may give one port a period that another port has later: it says so.
          const torn = xruns * 2 * JACK_PERIOD_FRAMES;
          if (isUntouched) expect(differing, id).toBeLessThanOrEqual(torn);
          // Going and coming back, for the first time and after the restart; 240 frames each.
          else if (isTransparent) expect(differing, id).toBeLessThan(40 * 240 + torn);
          expect(peakOf(track), id).toBeLessThan(1);
        }

        unwrap(await client.call('capture.stop'));
        await expect.poll(() => zombiesOf([process.pid, enginePid]), { timeout: 10_000 }).toEqual([]);
      } finally {
        isOver = true;
        const enginePid = live.enginePid();
        await live.close();
        await server.close();
        expect(sandboxesOf(enginePid)).toEqual([]);
      }
    },
    150_000,
  );
});

/** Noise without a pause: a gap or a shift of one frame shows at once. */
function noise(frames: number): Float32Array {
  const random = createRandom(4);
  return Float32Array.from({ length: frames }, () => 0.2 * (random() - 0.5));
}

function peakOf(samples: Float32Array): number {
  return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
}

function differences(one: Float32Array, other: Float32Array): number {
  let count = Math.abs(one.length - other.length);
  for (let i = 0; i < Math.min(one.length, other.length); i += 1) {
    if (Math.abs((one[i] ?? 0) - (other[i] ?? 0)) > 1e-6) count += 1;
  }
  return count;
}
