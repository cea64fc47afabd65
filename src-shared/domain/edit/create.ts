import { SCHEMA_VERSION, type Clip, type Marker, type Project, type Track } from './document.ts';
import { DEFAULT_COLOUR, DEFAULT_GREEN_SCREEN } from './effects.ts';

/** Document 2, section 9. */
export const DEFAULT_DURATION_SEC = 300;
export const DEFAULT_CANVAS = { width: 1920, height: 1080 } as const;
export const DEFAULT_RATE = { num: 30, den: 1 } as const;
export const NEW_CLIP_SEC = 30;
export const DUPLICATE_OFFSET_SEC = 1;

/** A blank name falls back to these. */
export const TRACK_NAMES = { video: 'Video Track', audio: 'Audio Track' } as const;

/** Gives ids that no other thing of the project has: injected, so that a test is the same each time. */
export type MakeId = () => string;

/** A project as it opens: tracks 1 to 3, so that the next one is number 4. */
export function createProject(name: string, makeId: MakeId): Project {
  return {
    schemaVersion: SCHEMA_VERSION,
    id: makeId(),
    name,
    rate: { ...DEFAULT_RATE },
    canvas: { ...DEFAULT_CANVAS },
    media: {},
    tracks: (['video', 'video', 'audio'] as const).map((kind, index) =>
      createTrack(kind, makeId(), `${TRACK_NAMES[kind]} ${index + 1}`),
    ),
    markers: [],
    inFrame: null,
    outFrame: null,
    luts: {},
    master: { gainDb: 0, ceilingDbtp: null },
  };
}

export function createTrack(kind: Track['kind'], id: string, name: string): Track {
  return {
    id,
    kind,
    name,
    isMuted: false,
    isSolo: false,
    isLocked: false,
    isHidden: false,
    volumeDb: 0,
    pan: 0,
    clips: [],
    strip: null,
  };
}

/** A clip with its values where they begin; `values` says at least what, where and how long it is. */
export function createClip(
  values: Pick<Clip, 'id' | 'name' | 'startFrame' | 'lengthFrames'> & Partial<Clip>,
): Clip {
  return {
    mediaId: null,
    generator: null,
    color: 'blue',
    sourceStartTicks: 0,
    sourceTicksPerSec: 48_000,
    speed: { num: 1, den: 1 },
    linkId: null,
    transform: { x: 0, y: 0, scale: 100, rotationDeg: 0, crop: { left: 0, top: 0, right: 0, bottom: 0 } },
    opacity: 100,
    fadeInFrames: 0,
    fadeOutFrames: 0,
    dissolveInFrames: 0,
    isSoundOn: true,
    speedSound: 'stretch',
    gainDb: 0,
    envelope: [],
    effects: [],
    colour: DEFAULT_COLOUR,
    greenScreen: DEFAULT_GREEN_SCREEN,
    lutId: null,
    keyframes: {},
    ...values,
  };
}

export const createMarker = (id: string, frame: number, name: string): Marker => ({
  id,
  frame,
  name,
  color: 'amber',
});
