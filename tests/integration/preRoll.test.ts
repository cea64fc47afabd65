import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { TAPS } from '../../src-shared/domain/captureSetUp.ts';
import { startLiveHost, type LiveHost } from '../lib/liveSession.ts';
import { startJack, type SoundServer } from '../lib/virtualAudio.ts';

let server: SoundServer;
let live: LiveHost;

const PRE_ROLL_SEC = 2;
const FRAME_SEC = 0.01;
let heardFrames = 0;
const heardSec = () => heardFrames * FRAME_SEC;

describe('the pre-roll of a take', () => {
  beforeAll(async () => {
    server = await startJack();
    live = await startLiveHost(server.env);
    live.client.subscribe(
      'capture.onLevelsMeasured',
      ({ framesProcessed }) => (heardFrames = framesProcessed),
    );
    const devices = unwrap(await live.client.call('devices.listAudio'));
    const source = devices.find(({ type, channels }) => type !== 'output' && channels > 0)?.id ?? '';
    unwrap(await live.client.call('capture.addChannel', { name: 'Host', source, deviceChannels: [0] }));
  });
  afterAll(async () => {
    await live.close();
    await server.close();
  });

  it.each(TAPS)('is in the first take of a session, recorded %s', async (tap) => {
    const recording = { tap, preRollSec: PRE_ROLL_SEC };
    unwrap(await live.client.call('capture.updateOptions', { recording }));
    heardFrames = 0;
    unwrap(await live.client.call('capture.start', { setUp: null }));
    // What the session heard, not what the clock says: a busy machine loses sound of its device.
    await expect.poll(heardSec, { timeout: 30_000 }).toBeGreaterThan(PRE_ROLL_SEC + 1);
    unwrap(await live.client.call('recording.start', { name: tap, sound: { of: 'channels' }, sources: [] }));
    const recordedSec = async () =>
      unwrap(await live.client.call('recording.readState')).take?.progress?.recordedSec ?? 0;
    await expect.poll(recordedSec, { timeout: 30_000 }).toBeGreaterThan(0);
    const firstSec = await recordedSec();
    unwrap(await live.client.call('recording.stop'));
    unwrap(await live.client.call('capture.stop'));
    // What is recorded at once is from before the start.
    expect(firstSec).toBeGreaterThan(PRE_ROLL_SEC);
  });
});
