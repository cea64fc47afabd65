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
/** Takes that are made until there is one in which the chain was in time: on a busy machine it is dry now and then. */
const MOST_TAKES = 6;

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

    expect((await record()).ducked).toBeLessThan(0.02);
    const chain = unwrap(await client.call('plugins.setSideChain', { ...target, sourceId: 'c2' }));
    expect(chain.plugins[0]).toMatchObject({ sideChain: 'c2' });
    const heard = await record();
    expect(heard.ducked).toBeGreaterThan(0.97);
    expect(heard.leftAlone).toBeGreaterThan(0.97);

    // A crash of the sandbox, and the channel hears the same again.
    unwrap(await client.call('plugins.restart', { channelId: 'c1' }));
    expect((await record()).ducked).toBeGreaterThan(0.97);

    // Another channel, whose sound is always loud.
    unwrap(await client.call('plugins.setSideChain', { ...target, sourceId: 'c3' }));
    const always = await record();
    expect([always.ducked, 1 - always.leftAlone].every((share) => share > 0.97)).toBe(true);

    // A channel that goes is silence; so is none.
    unwrap(await client.call('capture.removeChannel', { channelId: 'c3' }));
    expect((await record()).ducked).toBeLessThan(0.02);
    unwrap(await client.call('plugins.setSideChain', { ...target, sourceId: 'c2' }));
    unwrap(await client.call('plugins.setSideChain', { ...target, sourceId: null }));
    expect((await record()).ducked).toBeLessThan(0.02);

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
   * Shares of a take: silenced while the source is loud, heard while it is silent. A chain that misses a deadline is dry for
   * a while, and counts it: such a take says nothing of side-chains.
   */
  async function record() {
    const readChain = async () => unwrap(await client.call('plugins.readChain', { channelId: 'c1' }));
    for (let take = 1; take <= MOST_TAKES; take += 1) {
      await expect.poll(async () => (await readChain()).status, { timeout: 20_000 }).toBe('running');
      const before = await readChain();
      const shares = await recordShares();
      const after = await readChain();
      if (after.status === 'running' && after.missedBlocks === before.missedBlocks) return shares;
    }
    throw new Error(`The chain missed deadlines in each of ${MOST_TAKES} takes`);
  }

  async function recordShares() {
    unwrap(await client.call('capture.startTake', { name: 'Ducked' }));
    const recordedSec = async () =>
      unwrap(await client.call('capture.readState')).take?.progress.recordedSec ?? 0;
    await expect.poll(recordedSec, { timeout: 30_000 }).toBeGreaterThan(3);
    const { lastTake } = unwrap(await client.call('capture.stopTake'));
    const [ducked, source] = ['c1', 'c2'].map(
      (id) => readTrack(lastTake?.folder ?? '', id)[0] ?? new Float32Array(),
    );
    const counts = { loud: 0, silenced: 0, silent: 0, heard: 0 };
    // Fades of a change that was just made, and a chain that comes back, lie in the first second.
    for (let at = RATE_HZ; at < (source?.length ?? 0); at += 1) {
      const isLoud = Math.abs(source?.[at] ?? 0) > LOUD;
      const isSilenced = Math.abs(ducked?.[at] ?? 0) < 1e-4;
      counts.loud += Number(isLoud);
      counts.silenced += Number(isLoud && isSilenced);
      counts.silent += Number(!isLoud);
      counts.heard += Number(!isLoud && !isSilenced);
    }
    expect(Math.min(counts.loud, counts.silent)).toBeGreaterThan(RATE_HZ / 2);
    return { ducked: counts.silenced / counts.loud, leftAlone: counts.heard / counts.silent };
  }
}, 240_000);
