import { join } from 'node:path';
import { expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { findSource, readTrack } from '../lib/captureRig.ts';
import { startLiveHost } from '../lib/liveSession.ts';
import { engineInputs, folderOfTestPlugins, plainSetUp, scanPlugins } from '../lib/pluginRig.ts';
import { writeWav } from '../lib/recordings.ts';
import { temporaryDir } from '../lib/temporaryDir.ts';
import { playIntoJackPort, startJack } from '../lib/virtualAudio.ts';

const RATE_HZ = 48000;
/** Above the ducker's threshold, and out of the way of a burst's edges. */
const LOUD = 0.2;
/** Of the source's stretches of sound and of silence, which last 250 ms. */
const SHORTEST_STRETCH = RATE_HZ / 5;
/** How long every chain has come back that missed a deadline and kept none since. */
const TAKE_SEC = 5;

it('lets a plug-in hear another channel in its side-chain, and no other sound when that is taken away', async () => {
  const dir = temporaryDir();
  const server = await startJack({ inputs: 3 });
  const live = await startLiveHost({ ...server.env, VST3_PATH: folderOfTestPlugins(dir, ['SD Test']) });
  const { client } = live;
  try {
    const ids = await scanPlugins(client);
    const source = await findSource(client, 'system');
    unwrap(await client.call('capture.start', { setUp: plainSetUp(source, 3) }));
    const steady = Float32Array.from({ length: 120 * RATE_HZ }, () => 0.5);
    const bursts = steady.map((_, at) => (Math.floor(at / (RATE_HZ / 4)) % 2 === 0 ? 0.4 : 0));
    for (const [index, sound] of [steady, bursts, steady].entries()) {
      const path = join(dir, `sound${index}.wav`);
      writeWav(path, { sampleRate: RATE_HZ, channels: [sound] });
      await playIntoJackPort(server, path, (await engineInputs(server))[index] ?? '');
    }
    const duckerId = ids.get('SD Test Ducker') ?? '';
    const ducker = unwrap(await client.call('plugins.load', { channelId: 'c1', pluginId: duckerId }));
    expect(ducker).toMatchObject({ sideChain: null });
    expect(ducker.running?.inputs.map(({ isMain }) => isMain)).toEqual([true, false]);
    const target = { channelId: 'c1', pluginId: ducker.id };

    // The sound that is played may come a moment later.
    await expect
      .poll(async () => (await record()).mostDucked, { timeout: 60_000, interval: 100 })
      .toBeLessThan(0.1);
    const chain = unwrap(await client.call('plugins.setSideChain', { ...target, sourceId: 'c2' }));
    expect(chain.plugins[0]).toMatchObject({ sideChain: 'c2' });
    const heard = await record();
    expect(heard.mostDucked).toBeGreaterThan(0.9);
    expect(heard.leastHeard).toBeGreaterThan(0.9);

    // A crash of the sandbox, and the channel hears the same again.
    unwrap(await client.call('plugins.restart', { channelId: 'c1' }));
    expect((await record()).mostDucked).toBeGreaterThan(0.9);

    // Another channel, whose sound is always loud.
    unwrap(await client.call('plugins.setSideChain', { ...target, sourceId: 'c3' }));
    const always = await record();
    expect(always.mostDucked).toBeGreaterThan(0.9);
    expect(always.leastHeard).toBeLessThan(0.1);

    // A channel that goes is silence; so is none.
    unwrap(await client.call('capture.removeChannel', { channelId: 'c3' }));
    expect((await record()).mostDucked).toBeLessThan(0.1);
    unwrap(await client.call('plugins.setSideChain', { ...target, sourceId: 'c2' }));
    unwrap(await client.call('plugins.setSideChain', { ...target, sourceId: null }));
    expect((await record()).mostDucked).toBeLessThan(0.1);

    for (const sourceId of ['c1', 'nobody']) {
      expect(await client.call('plugins.setSideChain', { ...target, sourceId })).toMatchObject({
        success: false,
        error: { code: sourceId === 'c1' ? 'BAD_OPTION' : 'CHANNEL_NOT_FOUND' },
      });
    }
    const gainId = ids.get('SD Test Gain') ?? '';
    const gain = unwrap(await client.call('plugins.load', { channelId: 'c1', pluginId: gainId }));
    expect(
      await client.call('plugins.setSideChain', { ...target, pluginId: gain.id, sourceId: 'c2' }),
    ).toMatchObject({ success: false, error: { code: 'BAD_OPTION' } });
  } finally {
    await live.close();
    await server.close();
  }

  /**
   * Of a take, by the stretches of the source in it: the largest share of a loud one that is silenced, the least of a silent
   * one that is heard. A chain that misses a deadline is dry for some of them, and comes back.
   */
  async function record() {
    const readStatus = async () => unwrap(await client.call('plugins.readChain', { channelId: 'c1' })).status;
    await expect.poll(readStatus, { timeout: 20_000 }).toBe('running');
    unwrap(await client.call('recording.start', { name: 'Ducked', sound: { of: 'channels' } }));
    const recordedSec = async () =>
      unwrap(await client.call('recording.readState')).take?.progress?.recordedSec ?? 0;
    await expect.poll(recordedSec, { timeout: 30_000 }).toBeGreaterThan(TAKE_SEC);
    const { lastTake } = unwrap(await client.call('recording.stop'));
    const [ducked, source] = ['c1', 'c2'].map(
      (id) => readTrack(lastTake?.folder ?? '', id)[0] ?? new Float32Array(),
    );
    const shares = { loud: [] as number[], silent: [] as number[] };
    const isLoudAt = (at: number) => Math.abs(source?.[at] ?? 0) > LOUD;
    // Fades of a change that was just made lie in the first second.
    for (let from = RATE_HZ, to = from; from < (source?.length ?? 0); from = to) {
      const isLoud = isLoudAt(from);
      while (to < (source?.length ?? 0) && isLoudAt(to) === isLoud) to += 1;
      if (to - from < SHORTEST_STRETCH) continue;
      const silenced = ducked?.slice(from, to).filter((sample) => Math.abs(sample) < 1e-4).length ?? 0;
      if (isLoud) shares.loud.push(silenced / (to - from));
      else shares.silent.push(1 - silenced / (to - from));
    }
    expect(Math.min(shares.loud.length, shares.silent.length)).toBeGreaterThan(2);
    return { mostDucked: Math.max(...shares.loud), leastHeard: Math.min(...shares.silent) };
  }
}, 240_000);
