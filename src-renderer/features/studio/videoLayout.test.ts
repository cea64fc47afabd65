import { describe, expect, it } from 'vitest';
import { takeVideoTrackSchema, type TakeVideoTrack } from '../../../src-shared/contract/takeVideoTracks.ts';
import { DEFAULT_BUBBLE_PLACE } from '../../../src-shared/domain/cameraBubble.ts';
import { layoutOf } from './videoLayout.ts';

const video = (id: string, changes: Partial<TakeVideoTrack> = {}): TakeVideoTrack =>
  takeVideoTrackSchema.parse({
    id,
    name: id,
    kind: id.startsWith('camera') ? 'video' : 'screen',
    source: '',
    file: `${id}.mkv`,
    codec: 'avc1',
    width: 640,
    height: 360,
    fps: 30,
    startFrame: 0,
    framesWritten: 30,
    framesDropped: 0,
    durationSec: 1,
    longestGapSec: 0,
    ended: null,
    ...changes,
  });
const place = { x: 0, y: 1, size: 'small', isMirrored: false } as const;

describe('what is in the video of an export', () => {
  it('is the screen with its bubble where one was shown, at its place', () => {
    const videoTracks = [video('camera', { bubble: place }), video('screen')];
    expect(layoutOf(videoTracks, {})).toEqual({
      videoId: 'screen',
      layout: { kind: 'bubble', videoId: 'camera', place },
    });
    expect(layoutOf(videoTracks, { videoId: 'camera' })?.layout.kind).toBe('single');
    expect(layoutOf(videoTracks, { layout: 'single' })?.layout.kind).toBe('single');
  });

  it('is the first track alone where none was, until something else is chosen', () => {
    const videoTracks = [video('screen'), ...[1, 2, 3, 4].map((number) => video(`camera-${number}`))];
    expect(layoutOf(videoTracks, {})).toEqual({ videoId: 'screen', layout: { kind: 'single' } });
    expect(layoutOf(videoTracks, { layout: 'bubble', bubbleId: 'camera-3' })?.layout).toEqual({
      kind: 'bubble',
      videoId: 'camera-3',
      place: DEFAULT_BUBBLE_PLACE,
    });
    expect(layoutOf(videoTracks, { layout: 'sideBySide', videoId: 'camera-2' })).toEqual({
      videoId: 'camera-2',
      layout: { kind: 'sideBySide', videoIds: ['screen', 'camera-1', 'camera-3'] },
    });
  });

  it('is nothing beside a track that is alone, and nothing where there is none', () => {
    expect(layoutOf([video('screen')], { layout: 'sideBySide' })?.layout.kind).toBe('single');
    expect(layoutOf([], {})).toBeNull();
  });
});
