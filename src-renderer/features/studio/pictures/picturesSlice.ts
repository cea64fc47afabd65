import { createSelector, createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import type { PictureTrackState } from '../../../../src-shared/contract/pictures.ts';
import {
  moveChannel,
  STUDIO_FPS,
  type PictureChannel,
  type PictureKind,
  type PicturesSetUp,
} from '../../../../src-shared/domain/pictureChannels.ts';
import { bitsPerSecondOf } from '../../../../src-shared/domain/screenCapture.ts';
import { failureOf } from '../../../lib/loadable.ts';
import {
  cameraKnown,
  findCameras,
  openSource,
  ownTakeBegun,
  picturesReported,
  sourceClosed,
  sourceEnded,
  sourceFailed,
  sourceStill,
  trackBegun,
  tracksForgotten,
} from './pictureActions.ts';
import type { SourceState, StudioPicturesRoot, StudioPicturesSlice } from './pictureState.ts';
import { readSavedPictures } from './savedPictures.ts';

const CLOSED: SourceState = { status: 'closed' };

export const picturesSlice = createSlice({
  name: 'studioPictures',
  initialState: (): StudioPicturesSlice => ({
    ...readSavedPictures(),
    sources: {},
    cameras: [],
    stillIds: [],
    trackIds: {},
    take: null,
    ownTakeId: null,
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
      .addCase(picturesReported, (slice, { payload }) => {
        slice.take = payload.take;
        if (payload.take?.id !== slice.ownTakeId) slice.ownTakeId = null;
      })
      .addCase(ownTakeBegun, (slice, { payload }) => {
        slice.take = payload.take;
        slice.ownTakeId = payload.take?.id ?? null;
      })
      .addCase(cameraKnown, (slice, { payload: { id, deviceId, deviceLabel } }) => {
        const channel = slice.channels.find((candidate) => candidate.id === id);
        if (channel) Object.assign(channel, { deviceId, deviceLabel });
      })
      .addCase(trackBegun, (slice, { payload: { channelId, trackId } }) => {
        slice.trackIds[channelId] = trackId;
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
/** The take of pictures alone that this page records; null where there is sound, or none. */
export const selectOwnTake = ({ studioPictures: { take, ownTakeId } }: StudioPicturesRoot) =>
  take !== null && take.id === ownTakeId ? take : null;
/** What the host has of a channel in the running take. */
export const selectPictureTrack =
  (id: string) =>
  ({ studioPictures: { take, trackIds } }: StudioPicturesRoot): PictureTrackState | null =>
    take?.tracks.find((track) => track.id === trackIds[id]) ?? null;
/** Its source has given no picture for half a minute of the recording. */
export const selectIsStill =
  (id: string) =>
  (root: StudioPicturesRoot): boolean =>
    root.studioPictures.stillIds.includes(id);
/** Of the tracks of this page's channels; null where none is recorded. */
export const selectDropped = ({ studioPictures: { take, trackIds } }: StudioPicturesRoot): number | null => {
  const own = new Set(Object.values(trackIds));
  const tracks = take?.tracks.filter(({ id }) => own.has(id)) ?? [];
  return tracks.length === 0 ? null : tracks.reduce((sum, { framesDropped }) => sum + framesDropped, 0);
};
/** At the most: what stands still takes far less. */
export const selectPictureBytesPerSecond = ({
  studioPictures: { channels, quality },
}: StudioPicturesRoot): number =>
  (channels.filter(({ isEnabled }) => isEnabled).length * bitsPerSecondOf(quality, STUDIO_FPS)) / 8;
export const selectEnabledCount =
  (kind: PictureKind) =>
  ({ studioPictures: { channels } }: StudioPicturesRoot): number =>
    channels.filter((channel) => channel.kind === kind && channel.isEnabled).length;
