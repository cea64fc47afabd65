import { describe, expect, it } from 'vitest';
import type { RunningTake } from '../../../../src-shared/contract/recording.ts';
import { recordingSlice } from '../../recording/index.ts';
import { sourceEnded, trackBegun } from './videoEvents.ts';
import {
  channelAdded,
  channelMoved,
  channelRemoved,
  videoSlice,
  selectDropped,
  selectOwnTake,
  selectVideoBytesPerSecond,
  selectSource,
} from './videoSlice.ts';
import type { StudioVideoSlice } from './videoState.ts';

const { reducer } = videoSlice;
const root = (studioVideo: StudioVideoSlice, take: RunningTake | null = null) => ({
  studioVideo,
  recording: { ...recordingSlice.getInitialState(), take },
});
const begin = () =>
  ['a', 'b', 'c'].reduce(
    (slice, id) =>
      reducer(
        slice,
        channelAdded({
          channel: {
            id,
            kind: 'video',
            name: id,
            deviceId: null,
            deviceLabel: null,
            isEnabled: true,
            colour: 'blue',
            soundId: null,
          },
          at: null,
        }),
      ),
    reducer(undefined, { type: 'begin' }),
  );
const ids = ({ channels }: StudioVideoSlice) => channels.map(({ id }) => id).join('');

const takeOf = (id: string, framesDropped = 0, sourceId = 'elsewhere'): RunningTake => ({
  id,
  name: id,
  folder: id,
  startedAtMs: 0,
  isPaused: false,
  recordedSec: 1,
  hasChannels: false,
  hasSound: false,
  progress: null,
  markers: [],
  channelIds: [],
  isMicrophoneMuted: null,
  tracks: ['mine', 'other'].map((trackId) => ({
    id: trackId,
    kind: 'video',
    name: trackId,
    width: 2,
    height: 2,
    framesWritten: 1,
    framesDropped,
    bytesWritten: 1,
    isEnded: false,
    sourceId: null,
  })),
  sources: [
    {
      id: sourceId,
      kind: 'video',
      name: sourceId,
      trackId: null,
      missingSinceSec: null,
      gapCount: 0,
      missedSec: 0,
    },
  ],
});

describe('cameras and screens of the studio', () => {
  it('come back at their place, and keep an order', () => {
    const slice = begin();
    const removed = reducer(slice, channelRemoved('b'));
    expect(ids(removed)).toBe('ac');
    const [, b] = slice.channels;
    if (!b) throw new Error('no channel');
    expect(ids(reducer(removed, channelAdded({ channel: b, at: 1 })))).toBe('abc');
    expect(ids(reducer(slice, channelMoved({ id: 'c', to: 0 })))).toBe('cab');
  });

  it('say how much they write at most', () => {
    expect(selectVideoBytesPerSecond(root(begin()))).toBe((3 * 6_000_000) / 8);
  });

  it('know their own take from another page’s', () => {
    expect(selectOwnTake(root(begin(), takeOf('theirs')))).toBeNull();
    expect(selectOwnTake(root(begin(), takeOf('ours', 0, 'a')))?.id).toBe('ours');
    expect(selectOwnTake(root(begin()))).toBeNull();
  });

  it('count the dropped frames of their own tracks alone', () => {
    expect(selectDropped(root(begin(), takeOf('take', 3)))).toBeNull();
    const slice = reducer(begin(), trackBegun({ channelId: 'a', trackId: 'mine', label: 'Camera' }));
    expect(selectDropped(root(slice, takeOf('take', 3)))).toBe(3);
  });

  it('that end are said to have', () => {
    const slice = reducer(begin(), sourceEnded('a'));
    expect(selectSource('a')(root(slice))).toEqual({ status: 'ended' });
    expect(selectSource('b')(root(slice))).toEqual({ status: 'closed' });
  });
});
