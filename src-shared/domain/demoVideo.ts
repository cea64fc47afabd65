import { DEMO_TAKE } from './demoTake.ts';

/** The drawn cameras of the demo recording, as tracks of a take. */
export const DEMO_VIDEO_TRACKS = DEMO_TAKE.cameras.map(
  ({ id, name, file, codec, width, height, fps, frames, durationSec }) => ({
    id,
    sourceId: id,
    name,
    kind: 'video' as const,
    source: name,
    file,
    codec,
    width,
    height,
    fps,
    startFrame: 0,
    framesWritten: frames,
    framesDropped: 0,
    durationSec,
    longestGapSec: 1 / fps,
    ended: null,
    bubble: null,
  }),
);

/** The same as what the take was to have. */
export const DEMO_SOURCES = DEMO_VIDEO_TRACKS.map(({ id, name, kind }) => ({
  id,
  name,
  kind,
  fromFrame: 0,
  untilFrame: null,
}));
