export { studioEffects } from './effects.ts';
export { CaptureFeedProvider, useCaptureText, useProgramSource } from './captureFeed.tsx';
export { COLOUR_VALUES } from './colours.tsx';
export { useListening } from './useListening.ts';
export { videoSlice } from './video/videoSlice.ts';
export {
  selectChannels,
  selectLibrary,
  selectSession,
  selectStorage,
  selectWork,
  studioSlice,
} from './studioSlice.ts';
export { changeChannel, followChannels, followLibrary, followStudio, readLibrary } from './studioThunks.ts';
export type { ChannelChange } from './studioThunks.ts';
export type { StudioRequest } from './studioRequest.ts';
export type { RecordingsView } from './Recordings.tsx';

/** The library as a part of another screen, with the chunk that it is in. */
export const loadRecordings = async () => {
  const [{ Recordings }] = await Promise.all([import('./Recordings.tsx'), import('./texts.ts')]);
  return { default: Recordings };
};

export const loadRecoveredNotice = async () => {
  const [{ RecoveredNotice }] = await Promise.all([import('./RecoveredNotice.tsx'), import('./texts.ts')]);
  return { default: RecoveredNotice };
};
export const loadLibraryStorage = async () => {
  const [{ LibraryStorageCard }] = await Promise.all([
    import('./LibraryStorageCard.tsx'),
    import('./texts.ts'),
  ]);
  return { default: LibraryStorageCard };
};

/** What can be done with a recording, and its player, for lists of recordings elsewhere. */
export const loadRecordingActions = async () => {
  const [{ RecordingActions }] = await Promise.all([import('./RecordingActions.tsx'), import('./texts.ts')]);
  return { default: RecordingActions };
};
export const loadTakePlayer = async () => {
  const [{ TakePlayerView }] = await Promise.all([import('./TakePlayerView.tsx'), import('./texts.ts')]);
  return { default: TakePlayerView };
};
/** What plays a recording. */
export const loadPlayer = async () => (await import('./openPlayer.ts')).openPlayer;
