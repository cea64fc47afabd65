import { describe, expect, it } from 'vitest';
import { recordingLimitsOf } from '../../../src-shared/domain/planLimits.ts';
import { DEFAULT_RECORDING } from '../../../src-shared/domain/captureSetUp.ts';
import { createPlanGuard } from './index.ts';

type SetUp = Parameters<ReturnType<typeof createPlanGuard>['assertMayRecord']>[0];

const guardOf = (plan: string) => createPlanGuard(() => Promise.resolve(recordingLimitsOf(plan)));
const setUp = (enabled: number, mode: SetUp['recording']['mode'] = 'multitrack') =>
  ({
    recording: { ...DEFAULT_RECORDING, mode },
    channels: Array.from({ length: enabled + 3 }, (_, index) => ({ isEnabled: index < enabled })),
  }) as unknown as SetUp;

describe('the plan of a device', () => {
  it.each([
    ['free', 1],
    ['essential', 1],
    ['professional', 4],
  ])('%s holds a take to %d enabled channels, and not to channels that are off', async (plan, most) => {
    const guard = guardOf(plan);
    await guard.assertMayRecord(setUp(most));
    await guard.assertMayRecord(setUp(most, 'both'));
    await expect(guard.assertMayRecord(setUp(most + 1))).rejects.toMatchObject({ code: 'PLAN_LIMIT' });
    await expect(guard.assertMayRecord(setUp(most + 1, 'both'))).rejects.toMatchObject({
      code: 'PLAN_LIMIT',
    });
  });

  it.each([
    ['free', false],
    ['essential', false],
    ['professional', true],
    ['enterprise', true],
    ['studio-2030', true],
  ])('%s has advanced noise cancellation: %s; the basic one is in every plan', async (plan, hasIt) => {
    const guard = guardOf(plan);
    await guard.assertMayClean(['off', 'rnnoise']);
    expect(await guard.defaultEngine()).toBe(hasIt ? 'auto' : 'rnnoise');
    for (const engine of ['auto', 'strong', 'studio'] as const) {
      const asked = guard.assertMayClean(['rnnoise', engine]);
      if (hasIt) await asked;
      else
        await expect(asked).rejects.toMatchObject({
          code: 'PLAN_LIMIT',
          message: expect.stringContaining('has basic noise cancellation') as string,
        });
    }
  });

  it('takes a mix for one track, of however many channels', async () => {
    await guardOf('essential').assertMayRecord(setUp(32, 'mixed'));
  });

  it('counts cameras and screens that run, each on its own', async () => {
    const guard = guardOf('professional');
    const camera = { kind: 'video', isEnded: false } as const;
    const gone = { kind: 'video', isEnded: true } as const;
    await guard.assertMayAdd('video', [camera, gone, gone]);
    await guard.assertMayAdd('screen', [camera, camera]);
    await expect(guard.assertMayAdd('video', [camera, camera])).rejects.toMatchObject({ code: 'PLAN_LIMIT' });
  });

  it('limits nothing on the largest plan', async () => {
    await guardOf('enterprise').assertMayRecord(setUp(32));
  });
});
