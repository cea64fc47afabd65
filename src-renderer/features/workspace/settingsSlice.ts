import { failed } from '../../i18n/failed.ts';
import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import {
  changesBy,
  DEFAULT_SETTINGS,
  settingsOf,
  type Settings,
} from '../../../src-shared/contract/settings.ts';
import { dataOf, failureOf, LOADING, type Loadable } from '../../lib/loadable.ts';
import { createClientThunk, type PlatformClient } from '../../platform/index.ts';

export type SettingsPatch = Partial<Settings>;

export interface SettingsSlice {
  /** What the host keeps. */
  kept: Loadable<Settings>;
  /**
   * Changes on their way, by request: shown at once. One that is refused disappears, and with it
   * what it showed: that is the whole roll-back.
   */
  pending: { requestId: string; patch: SettingsPatch }[];
  /** Of the account that is signed in, whose theme and language are shown. */
  personId: string | null;
}

export const readSettings = createClientThunk(
  'settings/read',
  async (_: void, { client }) => unwrap(await client.call('settings.read')),
  failed('settingsRead'),
);

/** What was wrong with the stored settings, as the host found it. */
/** What keeps the host from saving anything. */
export const readHostTrouble = createClientThunk('host/readTrouble', async (_: void, { client }) =>
  unwrap(await client.call('host.readTrouble')),
);

export const readSettingsDamage = createClientThunk('settings/readDamage', async (_: void, { client }) =>
  unwrap(await client.call('settings.readDamage')),
);

export const updateSettings = createClientThunk(
  'settings/update',
  async (patch: SettingsPatch, { client, getState }) =>
    keepSettings(client, getState() as SettingsRoot, patch),
  failed('settings'),
);

/** Keeps a change for anyone who makes it. Answers all settings as the host keeps them. */
export async function keepSettings(
  client: PlatformClient,
  root: SettingsRoot,
  patch: SettingsPatch,
): Promise<Settings> {
  const changes = changesBy(root.settings.personId, selectSettings(root), patch);
  return unwrap(await client.call('settings.update', changes));
}

const initialState: SettingsSlice = { kept: LOADING, pending: [], personId: null };

export const settingsSlice = createSlice({
  name: 'settings',
  initialState,
  reducers: {
    settingsChanged(slice, { payload }: PayloadAction<Settings>) {
      slice.kept = { status: 'ready', data: payload };
    },
    /** For thunks that change settings among other things. */
    settingsExpected(slice, { payload }: PayloadAction<{ requestId: string; patch: SettingsPatch }>) {
      slice.pending.push(payload);
    },
    personChanged(slice, { payload: personId }: PayloadAction<string | null>) {
      slice.personId = personId;
    },
    settingsSettled(slice, { payload: requestId }: PayloadAction<string>) {
      slice.pending = slice.pending.filter((change) => change.requestId !== requestId);
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(readSettings.fulfilled, (slice, { payload }) => {
        slice.kept = { status: 'ready', data: payload };
      })
      .addCase(readSettings.rejected, (slice, action) => {
        if (slice.kept.status !== 'ready') slice.kept = { status: 'failed', error: failureOf(action) };
      })
      .addCase(updateSettings.pending, (slice, { meta }) => {
        slice.pending.push({ requestId: meta.requestId, patch: meta.arg });
      })
      .addCase(updateSettings.fulfilled, (slice, { payload }) => {
        slice.kept = { status: 'ready', data: payload };
      })
      .addMatcher(
        (action) => updateSettings.fulfilled.match(action) || updateSettings.rejected.match(action),
        (slice, action: { meta: { requestId: string } }) => {
          slice.pending = slice.pending.filter((change) => change.requestId !== action.meta.requestId);
        },
      ),
});

export const { personChanged, settingsChanged, settingsExpected, settingsSettled } = settingsSlice.actions;

export interface SettingsRoot {
  settings: SettingsSlice;
}
export const selectSettingsStatus = (root: SettingsRoot) => root.settings.kept.status;
/** The settings as the user wants them; the defaults until the host has sent its own. */
export const selectSettings: (root: SettingsRoot) => Settings = createSelector(
  [
    (root: SettingsRoot) => root.settings.kept,
    (root: SettingsRoot) => root.settings.pending,
    (root: SettingsRoot) => root.settings.personId,
  ],
  (kept, pending, personId) =>
    pending.reduce<Settings>(
      (settings, { patch }) => ({ ...settings, ...patch }),
      settingsOf(personId, dataOf(kept) ?? DEFAULT_SETTINGS),
    ),
);
