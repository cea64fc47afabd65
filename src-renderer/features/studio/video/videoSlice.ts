import { createSelector, createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import type { ArmedSourceState, VideoTrackState } from '../../../../src-shared/contract/video.ts';
import {
  moveChannel,
  STUDIO_FPS,
  type VideoChannel,
  type VideoKind,
  type VideoSetUp,
} from '../../../../src-shared/domain/videoChannels.ts';
import { bitsPerSecondOf } from '../../../../src-shared/domain/screenCapture.ts';
import { failureOf } from '../../../lib/loadable.ts';
import type { RecordingRoot } from '../../recording/index.ts';
import { findCameras, openSource } from './videoActions.ts';
import {
  cameraKnown,
  sourceClosed,
  sourceEnded,
  sourceFailed,
  sourceStill,
  trackBegun,
  tracksForgotten,
} from './videoEvents.ts';
import type { SourceState, StudioVideoRoot, StudioVideoSlice } from './videoState.ts';
import { readHost } from '../../workspace/index.ts';
import { hasNoVideo, readSavedVideo } from './savedVideo.ts';

const NO_SOURCES: readonly ArmedSourceState[] = [];
const CLOSED: SourceState = { status: 'closed' };

export const videoSlice = createSlice({
  name: 'studioVideo',
  initialState: (): StudioVideoSlice => ({
    ...readSavedVideo(),
    isQualityDefault: hasNoVideo(),
    sources: {},
    cameras: [],
    stillIds: [],
    trackIds: {},
  }),
  reducers: {
    channelAdded(slice, { payload }: PayloadAction<{ channel: VideoChannel; at: number | null }>) {
      slice.channels.splice(payload.at ?? slice.channels.length, 0, payload.channel);
    },
    channelChanged(
      slice,
      { payload }: PayloadAction<{ id: string; changes: Partial<Omit<VideoChannel, 'id' | 'kind'>> }>,
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
    setUpReplaced(slice, { payload }: PayloadAction<VideoSetUp>) {
      Object.assign(slice, payload, { isQualityDefault: false });
    },
    optionsChanged(slice, { payload }: PayloadAction<Partial<Pick<StudioVideoSlice, 'quality' | 'format'>>>) {
      Object.assign(slice, payload);
      if (payload.quality) slice.isQualityDefault = false;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(readHost.fulfilled, (slice, { payload: { capabilities } }) => {
        const { video } = capabilities;
        // What a page encodes without hardware would not be in time for a file that a kill leaves whole.
        if (slice.isQualityDefault && video.supported && !video.codecs.includes('avc1'))
          slice.quality = 'medium';
      })
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
  videoSlice.actions;

export const selectVideoSetUp = createSelector(
  [
    (root: StudioVideoRoot) => root.studioVideo.channels,
    (root: StudioVideoRoot) => root.studioVideo.quality,
    (root: StudioVideoRoot) => root.studioVideo.format,
  ],
  (channels, quality, format) => ({ channels, quality, format }),
);
export const selectVideoChannels = (root: StudioVideoRoot) => root.studioVideo.channels;
export const selectCameras = (root: StudioVideoRoot) => root.studioVideo.cameras;
export const selectSource =
  (id: string) =>
  (root: StudioVideoRoot): SourceState =>
    root.studioVideo.sources[id] ?? CLOSED;
/** The studio's take of video alone, be it one that a page has begun which is closed; null where there is sound, or none. */
export const selectOwnTake = ({ recording: { take }, studioVideo: { channels } }: StudioVideoRoot) => {
  if (take === null || take.hasSound) return null;
  return take.sources.some((source) => channels.some(({ id }) => id === source.id)) ? take : null;
};
/** The take with sound, no matter who records it. */
export const selectTake = ({ recording: { take } }: RecordingRoot) => (take?.hasSound ? take : null);
/** Either of both. */
export const selectShownTake = (root: StudioVideoRoot) => selectTake(root) ?? selectOwnTake(root);
/** Whether there is one: what draws by that alone is not drawn as it grows. */
export const selectHasSoundTake = (root: RecordingRoot) => selectTake(root) !== null;
export const selectIsTaking = (root: StudioVideoRoot) => selectShownTake(root) !== null;
export const selectIsPaused = (root: StudioVideoRoot) => selectShownTake(root)?.isPaused ?? false;
/** What the host has of a channel in the running take: its last part. */
export const selectVideoTrack =
  (id: string) =>
  ({ recording: { take }, studioVideo: { trackIds } }: StudioVideoRoot): VideoTrackState | null =>
    take?.tracks.findLast((track) => track.sourceId === id || track.id === trackIds[id]) ?? null;
/** What the host says of the cameras and screens that the running take is to have. */
export const selectArmed = ({ recording: { take } }: RecordingRoot) => take?.sources ?? NO_SOURCES;
/** Its source has given no video for half a minute of the recording. */
export const selectIsStill =
  (id: string) =>
  (root: StudioVideoRoot): boolean =>
    root.studioVideo.stillIds.includes(id);
/** Of the tracks of this page's channels; null where none is recorded. */
export const selectDropped = ({
  recording: { take },
  studioVideo: { trackIds, channels },
}: StudioVideoRoot): number | null => {
  const own = new Set([...Object.values(trackIds), ...channels.map(({ id }) => id)]);
  const tracks = take?.tracks.filter(({ id, sourceId }) => own.has(id) || own.has(sourceId ?? '')) ?? [];
  return tracks.length === 0 ? null : tracks.reduce((sum, { framesDropped }) => sum + framesDropped, 0);
};
/** An upper limit: a still image takes far less. */
export const selectVideoBytesPerSecond = ({ studioVideo: { channels, quality } }: StudioVideoRoot): number =>
  (channels.filter(({ isEnabled }) => isEnabled).length * bitsPerSecondOf(quality, STUDIO_FPS)) / 8;
/** Of those that the running take is to have, which are written; without one, of those that are enabled. */
export const selectRecordedCount =
  (kind: VideoKind) =>
  (root: StudioVideoRoot): number => {
    const armed = selectArmed(root);
    if (armed.length === 0) return selectEnabledCount(kind)(root);
    return armed.filter((source) => source.kind === kind && source.missingSinceSec === null).length;
  };
export const selectEnabledCount =
  (kind: VideoKind) =>
  ({ studioVideo: { channels } }: StudioVideoRoot): number =>
    channels.filter((channel) => channel.kind === kind && channel.isEnabled).length;
