import { failed } from '../../i18n/failed.ts';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import { liveInputOf } from '../../../src-shared/contract/engine.ts';
import type { Settings } from '../../../src-shared/contract/settings.ts';
import { createClientThunk, type ClientThunkContext } from '../../platform/index.ts';
import { followMonitor, selectLive, type EngineRoot } from '../engine/index.ts';
import {
  keepSettings,
  selectSettings,
  settingsChanged,
  type SettingsPatch,
  type SettingsRoot,
} from '../workspace/index.ts';
import { patchOf } from './form.ts';
import { draftDiscarded, draftSaved, type FormRoot } from './formSlice.ts';

type Root = EngineRoot & SettingsRoot & FormRoot;
type Context = ClientThunkContext<Root>;

/** Another value of these starts a running session again. */
const RESTARTING = [
  'inputDeviceId',
  'outputDeviceId',
  'appsDeviceId',
  'sendToApps',
  'sampleRate',
  'bufferFrames',
] as const;

/** Keeps the draft; a running session follows it. Refused by either, both are as before and the draft is still there. */
export const saveDraft = createClientThunk<void, void, Root>(
  'settingsForm/save',
  async (_, context) => {
    const { draft } = context.getState().settingsForm;
    await apply(patchOf(draft, selectSettings(context.getState())), context);
    context.dispatch(draftSaved(draft));
  },
  failed('settings'),
);

/** Keeps what a file or an undo brings. Answers what was there before. */
export const applySettings = createClientThunk<Settings, SettingsPatch, Root>(
  'settingsForm/apply',
  async (patch, context) => {
    const before = selectSettings(context.getState());
    await apply(patch, context);
    context.dispatch(draftDiscarded());
    return before;
  },
  failed('settings'),
);

/** All to the defaults, and nothing unsaved. Answers what was there before. */
export const resetSettings = createClientThunk<Settings, void, Root>(
  'settingsForm/reset',
  async (_, context) => {
    const { client, dispatch, getState } = context;
    const before = selectSettings(getState());
    const reset = unwrap(await client.call('settings.reset'));
    const { theme, language } = reset;
    const after = await keepSettings(client, getState(), { theme, language });
    dispatch(settingsChanged(after));
    dispatch(draftDiscarded());
    await followLive(before, after, context);
    return before;
  },
  failed('settings'),
);

async function apply(patch: SettingsPatch, context: Context): Promise<void> {
  const { client, dispatch, getState } = context;
  const before = selectSettings(getState());
  const after = await keepSettings(client, getState(), patch);
  dispatch(settingsChanged(after));
  try {
    await followLive(before, after, context);
  } catch (error) {
    const old = Object.fromEntries(Object.keys(patch).map((key) => [key, before[key as keyof Settings]]));
    // Its own failure would hide why.
    const kept = await keepSettings(client, getState(), old).catch(() => null);
    if (kept) dispatch(settingsChanged(kept));
    throw error;
  }
}

/** The running session as the settings want it; as it was before where that fails. */
async function followLive(before: Settings, after: Settings, { client, getState }: Context): Promise<void> {
  if (selectLive(getState()) === null) return;
  if (RESTARTING.some((key) => before[key] !== after[key])) {
    unwrap(await client.call('engine.stopLive'));
    const answer = await client.call('engine.startLive', liveInputOf(after));
    if (answer.success) return;
    await client.call('engine.startLive', liveInputOf(before));
    unwrap(answer);
  }
  if (before.monitorInHeadphones !== after.monitorInHeadphones) await followMonitor(client, after);
  if (before.chain === after.chain) return;
  const { chain, activePresetId: presetId } = after;
  const answer = await client.call('engine.updateLive', { chain, presetId });
  // A session that ended meanwhile takes the chain when it starts again.
  if (!answer.success && answer.error.code !== 'LIVE_NOT_RUNNING') unwrap(answer);
}
