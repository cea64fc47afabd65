import { expect, it } from 'vitest';
import { captureSetUpSchema } from '../../src-shared/domain/captureSetUp.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { readTake } from '../lib/captureRig.ts';
import { startLiveHost } from '../lib/liveSession.ts';
import { startJack } from '../lib/virtualAudio.ts';

it('says that its JACK server was killed, keeps what was recorded, and continues when the server is back', async () => {
  const server = await startJack();
  const live = await startLiveHost(server.env);
  const call = live.client;
  const read = async () => unwrap(await call.call('capture.readState'));
  const readTaken = async () => unwrap(await call.call('recording.readState'));
  try {
    const devices = unwrap(await call.call('devices.listAudio'));
    const source = devices.find(({ name, type }) => name.includes('system') && type !== 'output')?.id;
    const setUp = captureSetUpSchema.parse({
      version: 1,
      channels: [{ id: 'c1', name: 'Channel', source }],
    });
    unwrap(await call.call('capture.start', { setUp }));
    unwrap(await call.call('recording.start', { name: 'Test', sound: { of: 'channels' } }));
    await expect
      .poll(async () => (await readTaken()).take?.progress?.recordedSec ?? 0, { timeout: 10_000 })
      .toBeGreaterThan(1);

    process.kill(server.pid, 'SIGKILL');

    await expect.poll(async () => (await read()).lastFailure?.code, { timeout: 15_000 }).toBe('DEVICE_LOST');
    // A new engine process has taken the session and the take over, and waits for the device.
    const statuses = async () => (await read()).session?.devices.map(({ status }) => status);
    await expect.poll(statuses, { timeout: 15_000 }).toEqual(['missing']);
    const cut = async () => (await readTaken()).lastTake?.folder ?? null;
    await expect.poll(cut, { timeout: 15_000 }).not.toBeNull();
    await expect
      .poll(async () => (await readTaken()).take?.progress?.recordedSec ?? 0, { timeout: 10_000 })
      .toBeGreaterThan(0.5);
    expect(readTake((await cut()) ?? '').tracks.map(({ id }) => id)).toEqual(['c1', 'mix']);

    const name = server.env.JACK_DEFAULT_SERVER ?? '';
    const driver = ['-r', '-d', 'dummy', '-r', '48000', '-p', '256', '-C', '2', '-P', '2'];
    server.start('jackd', ['-n', name, ...driver]);
    await server.run('jack_wait', ['-s', name, '-w', '-t', '15']);
    await expect.poll(statuses, { timeout: 20_000 }).toEqual(['open']);
  } finally {
    await live.close();
    await server.close();
  }
}, 60_000);
