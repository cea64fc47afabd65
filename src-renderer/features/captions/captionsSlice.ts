import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import {
  MAX_CAPTION_LINES,
  type CaptionLine,
  type CaptionsState,
} from '../../../src-shared/contract/captions.ts';
import { unwrap, type RpcFailure } from '../../../src-shared/contract/errors.ts';
import { failureOf, LOADING, type Loadable } from '../../lib/loadable.ts';
import type { Dispatch } from '../../lib/store.ts';
import { createClientThunk, type ThunkExtra } from '../../platform/index.ts';

export interface CaptionsSlice {
  state: Loadable<CaptionsState>;
  /** By the clock, the earliest first. */
  lines: CaptionLine[];
  /** A start that was refused. */
  failure: RpcFailure | null;
}

export const readCaptions = createClientThunk(
  'captions/read',
  async (_: void, { client }) => unwrap(await client.call('captions.read')),
  'inPlace',
);
/** null: all channels of the studio. */
export const startCaptions = createClientThunk(
  'captions/start',
  async (channelIds: string[] | null, { client }) =>
    unwrap(await client.call('captions.start', { channelIds })),
  'inPlace',
);
export const stopCaptions = createClientThunk('captions/stop', async (_: void, { client }) =>
  unwrap(await client.call('captions.stop')),
);
export const clearCaptions = createClientThunk('captions/clear', async (_: void, { client }) =>
  unwrap(await client.call('captions.clear')),
);

const ready = (data: CaptionsState): Loadable<CaptionsState> => ({ status: 'ready', data });

/** Live captions, as the host writes them. */
export const captionsSlice = createSlice({
  name: 'captions',
  initialState: (): CaptionsSlice => ({ state: LOADING, lines: [], failure: null }),
  reducers: {
    captionsChanged(slice, { payload }: PayloadAction<CaptionsState>) {
      slice.state = ready(payload);
    },
    captionSpoken(slice, { payload }: PayloadAction<CaptionLine>) {
      if (slice.lines.some(({ id }) => id === payload.id)) return;
      const at = slice.lines.findLastIndex(({ startMs }) => startMs <= payload.startMs) + 1;
      slice.lines.splice(at, 0, payload);
      if (slice.lines.length > MAX_CAPTION_LINES) slice.lines.shift();
    },
    captionsCleared(slice) {
      slice.lines = [];
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(readCaptions.fulfilled, (slice, { payload: { lines, ...state } }) => {
        slice.state = ready(state);
        slice.lines = lines;
      })
      .addCase(readCaptions.rejected, (slice, action) => {
        slice.state = { status: 'failed', error: failureOf(action) };
      })
      .addCase(startCaptions.pending, (slice) => {
        slice.failure = null;
      })
      .addCase(startCaptions.rejected, (slice, action) => {
        slice.failure = failureOf(action);
      });
    for (const thunk of [startCaptions, stopCaptions, clearCaptions]) {
      builder.addCase(thunk.fulfilled, (slice, { payload }) => {
        slice.state = ready(payload);
      });
    }
  },
});

const { captionsChanged, captionSpoken, captionsCleared } = captionsSlice.actions;

/** Reads captions and follows them, until the returned function is called. */
export const followCaptions =
  () =>
  (dispatch: Dispatch, _: unknown, { client, wordFailure }: ThunkExtra): (() => void) => {
    const worded = (failure: RpcFailure | null) => failure && (wordFailure?.(failure) ?? failure);
    const ends = [
      client.subscribe('captions.onChanged', (state) =>
        dispatch(captionsChanged({ ...state, failure: worded(state.failure) })),
      ),
      client.subscribe('captions.onSpoken', (line) => dispatch(captionSpoken(line))),
      client.subscribe('captions.onCleared', () => dispatch(captionsCleared())),
    ];
    void dispatch(readCaptions());
    return () => ends.forEach((end) => end());
  };

interface CaptionsRoot {
  captions: CaptionsSlice;
}
export const selectCaptions = ({ captions }: CaptionsRoot) => captions.state;
export const selectCaptionsFailure = ({ captions }: CaptionsRoot) => captions.failure;
export const selectCaptionLines = ({ captions }: CaptionsRoot) => captions.lines;
