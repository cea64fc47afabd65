import { failed } from '../../i18n/failed.ts';
import { unwrap, type Answer } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { EngineState } from '../../../src-shared/contract/engine.ts';
import type { LiveChain } from '../../../src-shared/domain/stripSchema.ts';
import { chainOfPreset } from '../../../src-shared/domain/liveChain.ts';
import { createClientThunk, type ClientThunkContext } from '../../platform/index.ts';
import {
  selectSettings,
  settingsChanged,
  settingsExpected,
  settingsSettled,
  type SettingsRoot,
} from '../workspace/index.ts';
import { chainTelling } from './chainReporting.ts';
import type { EngineRoot } from './engineTypes.ts';
import { readPresets, selectPresetList, type PresetsRoot } from './presetsSlice.ts';

type Root = EngineRoot & SettingsRoot & PresetsRoot;

/** A hand on a slider rests for so long before what it chose is written down. */
const WRITE_DELAY_MS = 250;

export interface ChainRequest {
  chain: LiveChain;
  presetId: string | null;
}

/**
 * The chain as it is wanted from now on. It is shown and heard at once, and kept when the hand rests: of many requests in
 * a row only the last is written. Where the session or the settings refuse it, both are as before.
 */
export const changeChain = createClientThunk<void, ChainRequest, Root>(
  'engine/changeChain',
  (request, context) => applyRequest(request, context, WRITE_DELAY_MS),
  failed('chain'),
);

/** Makes a preset active, in the running session too. Refused by either, both are as before. */
export const choosePreset = createClientThunk<void, string, Root>(
  'engine/choosePreset',
  async (presetId, context) => {
    if (context.getState().presets.status !== 'ready') await context.dispatch(readPresets());
    const preset = selectPresetList(context.getState()).find(({ id }) => id === presetId);
    if (!preset) throw failWith('PRESET_NOT_FOUND', 'presetGone', { values: { id: presetId } });
    const { chain } = selectSettings(context.getState());
    await applyRequest({ chain: chainOfPreset(chain, preset), presetId }, context, 0);
  },
  failed('preset'),
);

type Context = ClientThunkContext<Root>;

async function applyRequest(request: ChainRequest, context: Context, delayMs: number): Promise<void> {
  const { client, getState, dispatch, requestId } = context;
  const patch = { chain: request.chain, activePresetId: request.presetId };
  for (const older of requestsOf(getState())) dispatch(settingsSettled(older));
  dispatch(settingsExpected({ requestId, patch }));
  try {
    await reportSession(context);
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (!requestsOf(getState()).includes(requestId)) return;
    const answer = await client.call('settings.update', patch);
    if (answer.success) return void dispatch(settingsChanged(answer.data));
    dispatch(settingsSettled(requestId));
    await reportSession(context);
    unwrap(answer);
  } finally {
    dispatch(settingsSettled(requestId));
  }
}

/** Requests that are not written yet: one at most, since each takes the place of the one before. */
function requestsOf({ settings }: Root): string[] {
  return settings.pending.filter(({ patch }) => patch.chain !== undefined).map(({ requestId }) => requestId);
}

/** Sends the running session the wanted chain, one call at a time, until it has the newest. */
async function reportSession({ client, getState, dispatch }: Context): Promise<void> {
  if (!isLive(getState()) || getState().engine.isTellingChain) return;
  dispatch(chainTelling(true));
  try {
    for (let reported: LiveChain | null = null; ;) {
      const { chain, activePresetId } = selectSettings(getState());
      if (reported === chain) return;
      const answer = await client.call('engine.updateLive', { chain, presetId: activePresetId });
      unwrapUnlessStopped(answer);
      reported = chain;
    }
  } finally {
    dispatch(chainTelling(false));
  }
}

function isLive({ engine: { report } }: EngineRoot): boolean {
  return report.status === 'ready' && report.data.state.live !== null;
}

/** A session that ended meanwhile takes the chain when it starts again. */
function unwrapUnlessStopped(answer: Answer<EngineState>): void {
  if (!answer.success && answer.error.code === 'LIVE_NOT_RUNNING') return;
  unwrap(answer);
}
