import { describe, expect, it } from 'vitest';
import type { PicturesState } from '../../../../src-shared/contract/pictures.ts';
import { ownTakeBegun, picturesReported, sourceEnded, trackBegun } from './pictureEvents.ts';
import {
  channelAdded,
  channelMoved,
  channelRemoved,
  picturesSlice,
  selectDropped,
  selectOwnTake,
  selectPictureBytesPerSecond,
  selectSource,
} from './picturesSlice.ts';
import type { StudioPicturesSlice } from './pictureState.ts';

const { reducer } = picturesSlice;
const root = (studioPictures: StudioPicturesSlice) => ({ studioPictures });
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
const ids = ({ channels }: StudioPicturesSlice) => channels.map(({ id }) => id).join('');

const state = (id: string, framesDropped = 0): PicturesState => ({
  take: {
    ...{ id, name: id, isPaused: false, recordedSec: 1, isOwn: true, hasSound: false },
    isMicrophoneMuted: null,
    tracks: ['mine', 'other'].map((trackId) => ({
      ...{ id: trackId, kind: 'video', name: trackId, width: 2, height: 2, framesWritten: 1 },
      ...{ framesDropped, bytesWritten: 1, isEnded: false, sourceId: null },
    })),
    sources: [],
  },
  lastTake: null,
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

  it('say how much they write at the most', () => {
    expect(selectPictureBytesPerSecond(root(begin()))).toBe((3 * 6_000_000) / 8);
  });

  it('know their own take from another page’s', () => {
    let slice = reducer(begin(), picturesReported(state('theirs')));
    expect(selectOwnTake(root(slice))).toBeNull();
    slice = reducer(slice, ownTakeBegun(state('ours')));
    expect(selectOwnTake(root(slice))?.id).toBe('ours');
    slice = reducer(slice, picturesReported({ take: null, lastTake: null }));
    expect(selectOwnTake(root(slice))).toBeNull();
    expect(selectOwnTake(root(reducer(slice, picturesReported(state('ours')))))).toBeNull();
  });

  it('count the dropped pictures of their own tracks alone', () => {
    let slice = reducer(begin(), picturesReported(state('take', 3)));
    expect(selectDropped(root(slice))).toBeNull();
    slice = reducer(slice, trackBegun({ channelId: 'a', trackId: 'mine', label: 'Camera' }));
    expect(selectDropped(root(slice))).toBe(3);
  });

  it('that end are said to have', () => {
    const slice = reducer(begin(), sourceEnded('a'));
    expect(selectSource('a')(root(slice))).toEqual({ status: 'ended' });
    expect(selectSource('b')(root(slice))).toEqual({ status: 'closed' });
  });
});
