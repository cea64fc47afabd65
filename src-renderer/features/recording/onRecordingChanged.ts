import { addListener, type Dispatch } from '@reduxjs/toolkit';
import { selectRecording, type RecordingRoot, type RecordingSlice } from './recordingSlice.ts';

/** Hears each change of the recording, whichever screen is looked at; what it returns ends that. */
export const onRecordingChanged =
  (hear: (now: RecordingSlice, before: RecordingSlice) => void) =>
  (dispatch: Dispatch): (() => void) =>
    // The listeners of the store answer with the unsubscribe.
    dispatch(
      addListener({
        predicate: (_, now, before) =>
          selectRecording(now as RecordingRoot) !== selectRecording(before as RecordingRoot),
        effect: (_, api) =>
          hear(
            selectRecording(api.getState() as RecordingRoot),
            selectRecording(api.getOriginalState() as RecordingRoot),
          ),
      }),
    ) as unknown as () => void;
