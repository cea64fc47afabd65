import { expect, it } from 'vitest';
import type { captureContract, CaptureState } from '../../../src-shared/contract/capture.ts';
import { EMPTY_SET_UP } from '../../../src-shared/domain/captureSetUp.ts';
import { recordingLimitsOf } from '../../../src-shared/domain/planLimits.ts';
import { createCaptureHandlers } from '../../../src-shared/handlers/capture.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import { createPlanGuard } from '../licence/index.ts';

const CALL = { signal: new AbortController().signal };

/** The calls of a host whose device has this plan (null: none that is known, or no plan is asked). */
function openOn(plan: string | null) {
  const guard = createPlanGuard(() => Promise.resolve(plan === null ? null : recordingLimitsOf(plan)));
  const state: CaptureState = { setUp: EMPTY_SET_UP, session: null, lastFailure: null };
  const handlers: Handlers<typeof captureContract> = createCaptureHandlers({
    readState: () => state,
    async change(make) {
      state.setUp = await make(state.setUp);
      return state;
    },
    start: () => Promise.resolve(state),
    stop: () => Promise.resolve(state),
    defaultEngine: () => guard.defaultEngine(),
  });
  return async (channel: {
    name: string;
    denoise?: CaptureState['setUp']['channels'][number]['denoise'];
  }) => {
    const { setUp } = await handlers['capture.addChannel'](channel, CALL);
    return setUp.channels.at(-1)?.denoise;
  };
}

it.each([
  ['free', 'rnnoise'],
  ['essential', 'rnnoise'],
  ['professional', 'auto'],
  ['enterprise', 'auto'],
  [null, 'auto'],
])('a new channel on %s is cleaned by %s, as strongly as before', async (plan, engine) => {
  const add = openOn(plan);
  expect(await add({ name: 'Host' })).toEqual({ engine, sensitivity: 70, reduction: 70 });
});

it('the fifth channel by auto would cost a session too much: it has RNNoise', async () => {
  const add = openOn('enterprise');
  const engines = [];
  for (let index = 0; index < 6; index += 1) engines.push((await add({ name: 'Host' }))?.engine);
  expect(engines).toEqual(['auto', 'auto', 'auto', 'auto', 'rnnoise', 'rnnoise']);
});

it('a model that was asked for stays', async () => {
  const asked = { engine: 'rnnoise', sensitivity: 10, reduction: 20 } as const;
  expect(await openOn('enterprise')({ name: 'Host', denoise: asked })).toEqual(asked);
});
