import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { captureSetUpSchema } from '../../src-shared/domain/captureSetUp.ts';
import { unwrap } from '../../src-shared/contract/errors.ts';
import { findSource } from '../lib/captureRig.ts';
import { median, trackDelay } from '../lib/delays.ts';
import { startLiveHost, waitMs } from '../lib/liveSession.ts';
import { decode, levelDb, makeNoise, writeWav } from '../lib/recordings.ts';
import { PULSE_INTO_MICROPHONE, PULSE_MICROPHONE, startPulse } from '../lib/virtualAudio.ts';

const RATE = 48_000;
const SOURCE = 'sounddesk_virtual_microphone';

it('gives the program bus of a capture session to other programs as their microphone', async () => {
  const server = await startPulse();
  const live = await startLiveHost(server.env);
  const call = live.client;
  try {
    const source = await findSource(call, PULSE_MICROPHONE);
    const { microphone } = unwrap(await call.call('devices.startVirtualMicrophone'));
    const setUp = captureSetUpSchema.parse({
      version: 1,
      programDeviceId: microphone?.outputDeviceId,
      channels: [
        { id: 'c1', name: 'Voice', source, denoise: { engine: 'off', sensitivity: 0, reduction: 0 } },
      ],
    });
    unwrap(await call.call('capture.start', { setUp }));
    const devices = async () => unwrap(await call.call('capture.readState')).session?.devices ?? [];
    await expect
      .poll(async () => (await devices()).map(({ status }) => status), { timeout: 8000 })
      .toEqual(['open', 'open']);
    await waitMs(1000);

    const heard = join(live.dir, 'heard.wav');
    const listener = server.start('parecord', ['-d', SOURCE, '--rate=48000', '--channels=1', heard]);
    await waitMs(1000);
    const sung = join(live.dir, 'sung.wav');
    // Dull, so that a clock which is still finding its pace changes little of it.
    let last = 0;
    const noise = makeNoise(RATE * 4, 7).map((sample) => (last += 0.03 * (sample - last)));
    writeWav(sung, { sampleRate: RATE, channels: [noise] });
    await server.run('paplay', ['-d', PULSE_INTO_MICROPHONE, sung]);
    await waitMs(1000);
    listener.kill('SIGINT');
    await once(listener, 'exit');

    const recorded = decode(heard, { sampleRate: RATE, channels: 1 }).channels[0] as Float32Array;
    const begin = recorded.findIndex((sample) => Math.abs(sample) > 0.01);
    const delays = trackDelay(noise, recorded.subarray(begin), { windowFrames: 2400, maxLag: 960 });
    expect(median(delays.map(({ correlation }) => correlation))).toBeGreaterThan(0.95);
    const lasting = recorded.subarray(begin, begin + noise.length);
    expect(Math.abs(levelDb(lasting) - levelDb(noise))).toBeLessThan(0.5);
  } finally {
    await live.close();
    await server.close();
  }
}, 60_000);
