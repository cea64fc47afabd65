import { createAction, createSlice, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import type { InterruptionsState } from '../../../src-shared/contract/interruptions.ts';
import type { ThunkExtra } from '../../platform/index.ts';
import { onRecordingChanged } from '../recording/index.ts';

export interface DiskWarning {
  code: 'DISK_LOW' | 'DISK_SLOW';
  message: string;
}

export interface WarningsSlice {
  interruptions: InterruptionsState;
  /** How many of them the user has taken note of. */
  seen: number;
  disk: DiskWarning | null;
}

const interruptionsReported = createAction<InterruptionsState>('recordingWarnings/interrupted');
const diskWarned = createAction<DiskWarning>('recordingWarnings/disk');
const takeEnded = createAction('recordingWarnings/takeEnded');
export const interruptionsSeen = createAction('recordingWarnings/interruptionsSeen');
export const diskSeen = createAction('recordingWarnings/diskSeen');

/** What happened to the recording that runs, or to the last one, and is to be known. */
export const warningsSlice = createSlice({
  name: 'recordingWarnings',
  initialState: (): WarningsSlice => ({
    interruptions: { takeId: null, interruptions: [] },
    seen: 0,
    disk: null,
  }),
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(interruptionsReported, (slice, { payload }) => {
        if (payload.takeId !== slice.interruptions.takeId) slice.seen = 0;
        slice.interruptions = payload;
      })
      .addCase(interruptionsSeen, (slice) => {
        slice.seen = slice.interruptions.interruptions.length;
      })
      .addCase(diskWarned, (slice, { payload }) => {
        slice.disk = payload;
      })
      .addCase(diskSeen, (slice) => {
        slice.disk = null;
      })
      .addCase(takeEnded, (slice) => {
        slice.disk = null;
      }),
});

interface Root {
  recordingWarnings: WarningsSlice;
}
export const selectWarnings = (root: Root) => root.recordingWarnings;

/** Follows the host while somebody looks; what it returns ends that. */
export function followWarnings() {
  return (
    dispatch: ThunkDispatch<unknown, ThunkExtra, UnknownAction>,
    _: unknown,
    { client }: ThunkExtra,
  ): (() => void) => {
    const ends = [
      client.subscribe('interruptions.onChanged', (state) => dispatch(interruptionsReported(state))),
      client.subscribe('recording.onWarned', (warning) => dispatch(diskWarned(warning))),
      dispatch(
        onRecordingChanged(({ take }, { take: before }) => {
          if (before && before.id !== take?.id) dispatch(takeEnded());
        }),
      ),
    ];
    void client
      .call('interruptions.read')
      .then((answer) => answer.success && dispatch(interruptionsReported(answer.data)));
    return () => ends.forEach((end) => end());
  };
}
