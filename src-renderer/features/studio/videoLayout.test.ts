import { describe, expect, it } from 'vitest';
import { takePictureSchema, type TakePicture } from '../../../src-shared/contract/takePictures.ts';
import { DEFAULT_BUBBLE_PLACE } from '../../../src-shared/domain/cameraBubble.ts';
import { layoutOf } from './videoLayout.ts';

const picture = (id: string, changes: Partial<TakePicture> = {}): TakePicture =>
  takePictureSchema.parse({
    ...{ id, name: id, kind: id.startsWith('camera') ? 'video' : 'screen', source: '', file: `${id}.mkv` },
    ...{ codec: 'avc1', width: 640, height: 360, fps: 30, startFrame: 0, framesWritten: 30 },
    ...{ framesDropped: 0, durationSec: 1, longestGapSec: 0, ended: null, ...changes },
  });
const place = { x: 0, y: 1, size: 'small', isMirrored: false } as const;

describe('what is in the picture of an export', () => {
  it('is the screen with its bubble where one was shown, at its place', () => {
    const pictures = [picture('camera', { bubble: place }), picture('screen')];
    expect(layoutOf(pictures, {})).toEqual({
      pictureId: 'screen',
      layout: { kind: 'bubble', pictureId: 'camera', place },
    });
    expect(layoutOf(pictures, { pictureId: 'camera' })?.layout.kind).toBe('single');
    expect(layoutOf(pictures, { layout: 'single' })?.layout.kind).toBe('single');
  });

  it('is the first picture alone where none was, until something else is chosen', () => {
    const pictures = [picture('screen'), ...[1, 2, 3, 4].map((number) => picture(`camera-${number}`))];
    expect(layoutOf(pictures, {})).toEqual({ pictureId: 'screen', layout: { kind: 'single' } });
    expect(layoutOf(pictures, { layout: 'bubble', bubbleId: 'camera-3' })?.layout).toEqual({
      ...{ kind: 'bubble', pictureId: 'camera-3', place: DEFAULT_BUBBLE_PLACE },
    });
    expect(layoutOf(pictures, { layout: 'sideBySide', pictureId: 'camera-2' })).toEqual({
      pictureId: 'camera-2',
      layout: { kind: 'sideBySide', pictureIds: ['screen', 'camera-1', 'camera-3'] },
    });
  });

  it('is nothing beside a picture that is alone, and nothing where there is none', () => {
    expect(layoutOf([picture('screen')], { layout: 'sideBySide' })?.layout.kind).toBe('single');
    expect(layoutOf([], {})).toBeNull();
  });
});
