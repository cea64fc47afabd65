import { createAction, createSlice, isAnyOf } from '@reduxjs/toolkit';
import { unwrap, type RpcFailure } from '../../../../src-shared/contract/errors.ts';
import type { BroadcastSound, SoundPlaying } from '../../../../src-shared/domain/broadcast/sounds.ts';
import { failed } from '../../../i18n/failed.ts';
import { fileChunks } from '../../../lib/fileChunks.ts';
import { failureOf } from '../../../lib/loadable.ts';
import type { Dispatch } from '../../../lib/store.ts';
import { createClientThunk, type ThunkExtra } from '../../../platform/index.ts';

interface SoundsSlice {
  sounds: BroadcastSound[];
  /** How many are on their way to the host. */
  adding: number;
  /** Why the last one was not added. */
  failure: RpcFailure | null;
}

export interface SoundsRoot {
  broadcastSounds: SoundsSlice;
}

const soundsReported = createAction<BroadcastSound[]>('broadcastSounds/reported');

export const readSounds = createClientThunk(
  'broadcastSounds/list',
  async (_: void, { client }) => unwrap(await client.call('broadcastSounds.list')),
  'inPlace',
);

export const addSound = createClientThunk<BroadcastSound[], File, SoundsRoot>(
  'broadcastSounds/add',
  async (file, { client, signal }) => {
    const input = { name: file.name, sizeBytes: file.size };
    return unwrap(await client.upload('broadcastSounds.add', input, fileChunks(file), { signal }));
  },
  'inPlace',
);

export const changeSound = createClientThunk(
  'broadcastSounds/change',
  async (input: { id: string } & SoundPlaying, { client }) =>
    unwrap(await client.call('broadcastSounds.change', input)),
  failed('other'),
);

export const restartSound = createClientThunk(
  'broadcastSounds/restart',
  async (id: string, { client }) => unwrap(await client.call('broadcastSounds.restart', { id })),
  failed('other'),
);

export const removeSound = createClientThunk(
  'broadcastSounds/remove',
  async (id: string, { client }) => unwrap(await client.call('broadcastSounds.remove', { id })),
  failed('other'),
);

/** Hears of the sound files of the host; gives what ends that. */
export function followSounds() {
  return (dispatch: Dispatch, _: unknown, { client }: ThunkExtra): (() => void) => {
    const end = client.subscribe('broadcastSounds.onChanged', (sounds) => dispatch(soundsReported(sounds)));
    void dispatch(readSounds());
    return end;
  };
}

export const soundsSlice = createSlice({
  name: 'broadcastSounds',
  initialState: (): SoundsSlice => ({ sounds: [], adding: 0, failure: null }),
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(addSound.pending, (slice) => {
        slice.adding += 1;
        slice.failure = null;
      })
      .addCase(addSound.rejected, (slice, action) => {
        slice.adding -= 1;
        slice.failure = failureOf(action);
      })
      .addMatcher(addSound.fulfilled.match, (slice) => {
        slice.adding -= 1;
      })
      .addMatcher(
        isAnyOf(
          soundsReported,
          readSounds.fulfilled,
          addSound.fulfilled,
          changeSound.fulfilled,
          restartSound.fulfilled,
          removeSound.fulfilled,
        ),
        (slice, { payload }) => {
          slice.sounds = payload;
        },
      ),
});

export const selectSounds = (root: SoundsRoot) => root.broadcastSounds;
