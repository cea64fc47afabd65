import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { type LicenceStatusReport, type OwnLicence, LICENSED } from '../../../src-shared/contract/licence.ts';
import { recordingLimitsOf } from '../../../src-shared/domain/planLimits.ts';
import { dataOf, failureOf, LOADING, type Loadable } from '../../lib/loadable.ts';
import { createClientThunk, requireSupabase, type Backend } from '../../platform/index.ts';

export interface LicenceSlice {
  status: Loadable<LicenceStatusReport>;
  /** The licences of the account; null until they were asked for. */
  own: Loadable<OwnLicence[]> | null;
}

export const readLicence = createClientThunk(
  'licence/read',
  async (_: void, { client }) => unwrap(await client.call('licence.readStatus')),
  'inPlace',
);
export const activateKey = createClientThunk(
  'licence/activateKey',
  async (key: string, { client }) => unwrap(await client.call('licence.activateKey', { key })),
  'inPlace',
);
export const activateFile = createClientThunk(
  'licence/activateFile',
  async (content: string, { client }) => unwrap(await client.call('licence.activateFile', { content })),
  'inPlace',
);
export const refreshLicence = createClientThunk(
  'licence/refresh',
  async (_: void, { client }) => unwrap(await client.call('licence.refresh')),
  'inPlace',
);
export const deactivateDevice = createClientThunk(
  'licence/deactivate',
  async (_: void, { client }) => unwrap(await client.call('licence.deactivate')),
  'inPlace',
);
export const chooseFreeTier = createClientThunk(
  'licence/chooseFree',
  async (_: void, { client }) => unwrap(await client.call('licence.chooseFreeTier')),
  'inPlace',
);
export const startTrial = createClientThunk(
  'licence/startTrial',
  async (_: void, { client, backend }) =>
    unwrap(await client.call('licence.startTrial', { accessToken: await accessTokenOf(backend) })),
  'inPlace',
);
export const listOwn = createClientThunk(
  'licence/listOwn',
  async (_: void, { client, backend }) =>
    unwrap(await client.call('licence.listOwn', { accessToken: await accessTokenOf(backend) })),
  'inPlace',
);
export const activateOwn = createClientThunk(
  'licence/activateOwn',
  async (licenceId: string, { client, backend }) =>
    unwrap(
      await client.call('licence.activateOwn', { licenceId, accessToken: await accessTokenOf(backend) }),
    ),
  'inPlace',
);
/** The account's own licence, where a paid seat holds it; resolves with null where none does. */
export const activateSeat = createClientThunk(
  'licence/activateSeat',
  async (_: void, { client, backend }): Promise<LicenceStatusReport | null> => {
    const accessToken = await accessTokenOf(backend);
    const own = unwrap(await client.call('licence.listOwn', { accessToken }));
    const seat = own.find(({ isAccountTrial, status }) => isAccountTrial && status === 'active');
    if (!seat) return null;
    return unwrap(await client.call('licence.activateOwn', { licenceId: seat.id, accessToken }));
  },
  'inPlace',
);
export const releaseDevice = createClientThunk(
  'licence/releaseDevice',
  async (activationId: string, { client, backend }) =>
    unwrap(
      await client.call('licence.releaseDevice', {
        activationId,
        accessToken: await accessTokenOf(backend),
      }),
    ),
  'inPlace',
);

async function accessTokenOf(backend: Backend): Promise<string> {
  const { data } = await requireSupabase(backend).auth.getSession();
  if (data.session) return data.session.access_token;
  throw failWith('LICENCE_REFUSED', 'signInFirst', { details: { reason: 'SIGN_IN_REQUIRED' } });
}

const STATUS_THUNKS = [
  readLicence,
  activateKey,
  activateFile,
  refreshLicence,
  deactivateDevice,
  chooseFreeTier,
  startTrial,
  activateOwn,
] as const;

const initialState: LicenceSlice = { status: LOADING, own: null };

export const licenceSlice = createSlice({
  name: 'licence',
  initialState,
  reducers: {
    licenceChanged(slice, { payload }: PayloadAction<LicenceStatusReport>) {
      slice.status = { status: 'ready', data: payload };
    },
  },
  extraReducers(builder) {
    builder
      .addCase(readLicence.rejected, (slice, action) => {
        if (slice.status.status !== 'ready') slice.status = { status: 'failed', error: failureOf(action) };
      })
      .addCase(listOwn.pending, (slice) => {
        if (slice.own?.status !== 'ready') slice.own = LOADING;
      })
      .addCase(listOwn.rejected, (slice, action) => {
        slice.own = { status: 'failed', error: failureOf(action) };
      })
      .addCase(listOwn.fulfilled, (slice, { payload }) => {
        slice.own = { status: 'ready', data: payload };
      })
      .addCase(activateSeat.fulfilled, (slice, { payload }) => {
        if (payload !== null) slice.status = { status: 'ready', data: payload };
      })
      .addCase(releaseDevice.fulfilled, (slice, { payload }) => {
        slice.own = { status: 'ready', data: payload };
      });
    for (const thunk of STATUS_THUNKS)
      builder.addCase(thunk.fulfilled, (slice, { payload }: PayloadAction<LicenceStatusReport>) => {
        slice.status = { status: 'ready', data: payload };
      });
  },
});

export const { licenceChanged } = licenceSlice.actions;

export interface LicenceRoot {
  licence: LicenceSlice;
}
export const selectLicence = (root: LicenceRoot) => root.licence.status;
/** What one take may hold on this device; null where nothing limits it, or it is not known yet. */
export const selectRecordingLimits = (root: LicenceRoot) => dataOf(root.licence.status)?.limits ?? null;
/** The same for what cleans voices: until the plan is known as on Free, whose model is in every plan; null: nothing limits it. */
export const selectCleaningLimits = ({ licence }: LicenceRoot) => {
  const status = dataOf(licence.status);
  return status ? status.limits : recordingLimitsOf('free');
};
export const selectOwnLicences = (root: LicenceRoot) => root.licence.own;

/** Whether the workspace is open: by a licence, by the Free tier, or because none is needed. */
export const selectMayWork: (root: LicenceRoot) => boolean = createSelector([selectLicence], (status) => {
  const report = dataOf(status);
  return report !== null && (LICENSED.includes(report.state.kind) || report.freeTier.isChosen);
});
