import { createSelector, createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import type { ArmedSourceState, PictureTrackState } from '../../../../src-shared/contract/pictures.ts';
import {
  moveChannel,
  STUDIO_FPS,
  type PictureChannel,
  type PictureKind,
  type PicturesSetUp,
} from '../../../../src-shared/domain/pictureChannels.ts';
import { bitsPerSecondOf } from '../../../../src-shared/domain/screenCapture.ts';
import { failureOf } from '../../../lib/loadable.ts';
import type { RecordingRoot } from '../../recording/index.ts';
import { findCameras, openSource } from './pictureActions.ts';
import {
  cameraKnown,
  sourceClosed,
  sourceEnded,
  sourceFailed,
  sourceStill,
  trackBegun,
  tracksForgotten,
} from './pictureEvents.ts';
import type { SourceState, StudioPicturesRoot, StudioPicturesSlice } from './pictureState.ts';
import { readSavedPictures } from './savedPictures.ts';

const NO_SOURCES: readonly ArmedSourceState[] = [];
const CLOSED: SourceState = { status: 'closed' };

export const picturesSlice = createSlice({
  name: 'studioPictures',
  initialState: (): StudioPicturesSlice => ({
    ...readSavedPictures(),
    sources: {},
    cameras: [],
    stillIds: [],
    trackIds: {},
  }),
  reducers: {
    channelAdded(slice, { payload }: PayloadAction<{ channel: PictureChannel; at: number | null }>) {
      slice.channels.splice(payload.at ?? slice.channels.length, 0, payload.channel);
    },
    channelChanged(
      slice,
      { payload }: PayloadAction<{ id: string; changes: Partial<Omit<PictureChannel, 'id' | 'kind'>> }>,
    ) {
      const channel = slice.channels.find(({ id }) => id === payload.id);
      if (channel) Object.assign(channel, payload.changes);
    },
    channelRemoved(slice, { payload: id }: PayloadAction<string>) {
      slice.channels = slice.channels.filter((channel) => channel.id !== id);
    },
    channelMoved(slice, { payload: { id, to } }: PayloadAction<{ id: string; to: number }>) {
      slice.channels = moveChannel(slice.channels, id, to);
    },
    /** Another set-up, under its name or from before. */
    setUpReplaced(slice, { payload }: PayloadAction<PicturesSetUp>) {
      Object.assign(slice, payload);
    },
    optionsChanged(
      slice,
      { payload }: PayloadAction<Partial<Pick<StudioPicturesSlice, 'quality' | 'format'>>>,
    ) {
      Object.assign(slice, payload);
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(cameraKnown, (slice, { payload: { id, deviceId, deviceLabel } }) => {
        const channel = slice.channels.find((candidate) => candidate.id === id);
        if (channel) Object.assign(channel, { deviceId, deviceLabel });
      })
      .addCase(trackBegun, (slice, { payload: { channelId, trackId, label } }) => {
        slice.trackIds[channelId] = trackId;
        // What kept it away before is over.
        if (slice.sources[channelId]?.status === 'failed')
          slice.sources[channelId] = { status: 'live', label };
      })
      .addCase(tracksForgotten, (slice) => {
        slice.trackIds = {};
      })
      .addCase(sourceClosed, (slice, { payload: id }) => {
        slice.sources[id] = CLOSED;
      })
      .addCase(sourceEnded, (slice, { payload: id }) => {
        slice.sources[id] = { status: 'ended' };
      })
      .addCase(sourceFailed, (slice, { payload: { id, failure } }) => {
        slice.sources[id] = { status: 'failed', failure };
      })
      .addCase(sourceStill, (slice, { payload: { id, isStill } }) => {
        slice.stillIds = slice.stillIds.filter((other) => other !== id);
        if (isStill) slice.stillIds.push(id);
      })
      .addCase(openSource.pending, (slice, { meta }) => {
        slice.sources[meta.arg] = { status: 'opening' };
      })
      .addCase(openSource.fulfilled, (slice, { meta, payload }) => {
        slice.sources[meta.arg] = payload === null ? CLOSED : { status: 'live', label: payload.label };
      })
      .addCase(openSource.rejected, (slice, action) => {
        slice.sources[action.meta.arg] = { status: 'failed', failure: failureOf(action) };
      })
      .addMatcher(isAnyOf(findCameras.fulfilled), (slice, { payload }) => {
        slice.cameras = payload;
      }),
});

export const { channelAdded, channelChanged, channelRemoved, channelMoved, setUpReplaced, optionsChanged } =
  picturesSlice.actions;

export const selectPicturesSetUp = createSelector(
  [
    (root: StudioPicturesRoot) => root.studioPictures.channels,
    (root: StudioPicturesRoot) => root.studioPictures.quality,
    (root: StudioPicturesRoot) => root.studioPictures.format,
  ],
  (channels, quality, format) => ({ channels, quality, format }),
);
export const selectPictureChannels = (root: StudioPicturesRoot) => root.studioPictures.channels;
export const selectCameras = (root: StudioPicturesRoot) => root.studioPictures.cameras;
export const selectSource =
  (id: string) =>
  (root: StudioPicturesRoot): SourceState =>
    root.studioPictures.sources[id] ?? CLOSED;
/** The studio's take of pictures alone, be it one that a page has begun which is closed; null where there is sound, or none. */
export const selectOwnTake = ({ recording: { take }, studioPictures: { channels } }: StudioPicturesRoot) => {
  if (take === null || take.hasSound) return null;
  return take.sources.some((source) => channels.some(({ id }) => id === source.id)) ? take : null;
};
/** The take with sound, whoever records it. */
export const selectTake = ({ recording: { take } }: RecordingRoot) => (take?.hasSound ? take : null);
/** Either of both. */
export const selectShownTake = (root: StudioPicturesRoot) => selectTake(root) ?? selectOwnTake(root);
/** What the host has of a channel in the running take: its last part. */
export const selectPictureTrack =
  (id: string) =>
  ({ recording: { take }, studioPictures: { trackIds } }: StudioPicturesRoot): PictureTrackState | null =>
    take?.tracks.findLast((track) => track.sourceId === id || track.id === trackIds[id]) ?? null;
/** What the host says of the cameras and screens that the running take is to have. */
export const selectArmed = ({ recording: { take } }: RecordingRoot) => take?.sources ?? NO_SOURCES;
/** Its source has given no picture for half a minute of the recording. */
export const selectIsStill =
  (id: string) =>
  (root: StudioPicturesRoot): boolean =>
    root.studioPictures.stillIds.includes(id);
/** Of the tracks of this page's channels; null where none is recorded. */
export const selectDropped = ({
  recording: { take },
  studioPictures: { trackIds, channels },
}: StudioPicturesRoot): number | null => {
  const own = new Set([...Object.values(trackIds), ...channels.map(({ id }) => id)]);
  const tracks = take?.tracks.filter(({ id, sourceId }) => own.has(id) || own.has(sourceId ?? '')) ?? [];
  return tracks.length === 0 ? null : tracks.reduce((sum, { framesDropped }) => sum + framesDropped, 0);
};
/** At the most: what stands still takes far less. */
export const selectPictureBytesPerSecond = ({
  studioPictures: { channels, quality },
}: StudioPicturesRoot): number =>
  (channels.filter(({ isEnabled }) => isEnabled).length * bitsPerSecondOf(quality, STUDIO_FPS)) / 8;
/** Of those that the running take is to have, which are written; without one, of those that are enabled. */
export const selectRecordedCount =
  (kind: PictureKind) =>
  (root: StudioPicturesRoot): number => {
    const armed = selectArmed(root);
    if (armed.length === 0) return selectEnabledCount(kind)(root);
    return armed.filter((source) => source.kind === kind && source.missingSinceSec === null).length;
  };
export const selectEnabledCount =
  (kind: PictureKind) =>
  ({ studioPictures: { channels } }: StudioPicturesRoot): number =>
    channels.filter((channel) => channel.kind === kind && channel.isEnabled).length;
