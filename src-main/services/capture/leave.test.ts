import { expect, it } from 'vitest';
import type { captureContract } from '../../../src-shared/contract/capture.ts';
import { captureSetUpSchema } from '../../../src-shared/domain/captureSetUp.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { createEventHub } from '../../../src-shared/rpc/index.ts';
import type { CaptureEngine } from '../engine/index.ts';
import { CaptureService, createPassingSetUpStore } from './index.ts';

/** An engine that notes what it is asked for. */
function noteWhatIsAsked() {
  const asked: string[] = [];
  const note = (name: string) => () => {
    asked.push(name);
    return Promise.resolve();
  };
  const engine = {
    state: { session: null, take: null, lastFailure: null },
    listener: null,
    start: note('start'),
    stop: note('stop'),
    change: note('change'),
  } as unknown as CaptureEngine;
  return { engine, asked };
}

/** On a system that gives no leave to hear. */
function openWithoutLeave() {
  const { engine, asked } = noteWhatIsAsked();
  const service = new CaptureService({
    engine,
    store: createPassingSetUpStore(),
    clock: { nowMs: () => 0 },
    events: createEventHub<typeof captureContract>(),
    assertMayListen: () => Promise.reject(new RpcError('DEVICE_UNAVAILABLE', 'no leave')),
  });
  return { service, asked };
}

it('opens no microphone for the studio without leave, whoever asks', async () => {
  const { service, asked } = openWithoutLeave();
  await expect(service.start(null)).rejects.toMatchObject({ code: 'DEVICE_UNAVAILABLE' });
  expect(asked).toEqual([]);
});

it.each([
  ['rnnoise', ['rnnoise', 'strong', 'off']],
  ['auto', ['auto', 'strong', 'off']],
] as const)('starts with %s where the plan cleans by it and the channel says auto', async (plan, engines) => {
  const { engine } = noteWhatIsAsked();
  const service = new CaptureService({
    engine,
    store: createPassingSetUpStore(),
    clock: { nowMs: () => 0 },
    events: createEventHub<typeof captureContract>(),
    defaultEngine: () => Promise.resolve(plan),
  });
  const channels = (['auto', 'strong', 'off'] as const).map((model) => ({
    ...{ id: model, name: 'Voice', source: 'pulse:microphone' },
    denoise: { engine: model, sensitivity: 70, reduction: 70 },
  }));
  const { setUp } = await service.start(captureSetUpSchema.parse({ version: 1, channels }));
  expect(setUp.channels.map(({ denoise }) => denoise.engine)).toEqual(engines);
});

it('opens none for a screen or a meeting either, and what the studio hears stays', async () => {
  const { service, asked } = openWithoutLeave();
  const setUp = captureSetUpSchema.parse({
    version: 1,
    channels: [{ id: 'c0', name: 'Voice', source: 'pulse:microphone' }],
  });
  const record = () => Promise.resolve();
  await expect(service.channels.recordOther(setUp, record)).rejects.toMatchObject({
    code: 'DEVICE_UNAVAILABLE',
  });
  expect(asked).toEqual([]);
});
