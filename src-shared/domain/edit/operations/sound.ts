import { z } from 'zod';
import { createClip } from '../create.ts';
import { endFrameOf, idSchema, MAX_FRAME, type Clip, type EnvelopePoint } from '../document.ts';
import { gainDbAt } from '../points.ts';
import { refuse } from '../refusal.ts';
import { editTracks, mergeRanges, type FrameRange } from '../timeline.ts';
import { placeClips } from './clips.ts';
import { rangesSchema } from './marks.ts';
import { operation } from './operation.ts';
import { unlockedTrack } from './tracks.ts';

/** Gain over ranges, and captions. */
export const SOUND_OPERATIONS = {
  /** Lowers a track there: ducks music under speech, or mutes crosstalk (−120 dB). What the envelope says already is kept. */
  lowerRanges: operation(
    z.strictObject({
      trackId: idSchema,
      ranges: rangesSchema,
      byDb: z.number().min(0).max(120),
      rampFrames: z.int().min(1).max(1000).default(1),
    }),
    (project, { trackId, ranges, byDb, rampFrames }) => {
      const track = unlockedTrack(project, trackId);
      const merged = mergeRanges(
        ranges.map(({ from, to }) => ({ from: from - rampFrames, to: to + rampFrames })),
      );
      return editTracks(project, (one) => {
        if (one.id !== track.id) return one.clips;
        const clips = one.clips.map((clip) => lowered(clip, merged, { byDb, rampFrames }));
        return clips.every((clip, at) => clip === one.clips[at]) ? one.clips : clips;
      });
    },
  ),

  /** Captions as clips of text; what lies there on the track is cut away. */
  addCaptions: operation(
    z.strictObject({
      trackId: idSchema,
      captions: z
        .array(
          z.strictObject({
            startFrame: z.int().min(0).max(MAX_FRAME),
            lengthFrames: z.int().min(1).max(MAX_FRAME),
            text: z.string().trim().min(1).max(2000),
          }),
        )
        .min(1)
        .max(20_000),
    }),
    (project, { trackId, captions }, makeId) => {
      const track = unlockedTrack(project, trackId);
      if (track.kind !== 'video') return refuse('wrongTrack', 'Captions are on a video track.');
      const inOrder = captions.toSorted((one, other) => one.startFrame - other.startFrame);
      const placed = inOrder.flatMap(({ startFrame, lengthFrames, text }, at) => {
        const next = inOrder[at + 1]?.startFrame ?? Infinity;
        // Two at once cannot be read: the earlier one ends.
        const length = Math.min(lengthFrames, next - startFrame);
        if (length < 1) return [];
        const generator = { kind: 'text' as const, text, style: CAPTION_STYLE };
        const name = text.slice(0, 100);
        return [
          { trackId, clip: createClip({ id: makeId(), name, startFrame, lengthFrames: length, generator }) },
        ];
      });
      return placeClips(project, placed, 'overwrite', makeId);
    },
  ),
};

/** White on black, read on any frame. */
export const CAPTION_STYLE = {
  font: 'Inter',
  size: 48,
  isBold: false,
  align: 'center',
  place: 'caption',
  colour: '#ffffff',
  background: '#000000',
} as const;

function lowered(
  clip: Clip,
  ranges: readonly FrameRange[],
  { byDb, rampFrames }: { byDb: number; rampFrames: number },
): Clip {
  const inside = ranges
    .filter(({ from, to }) => from < endFrameOf(clip) && to > clip.startFrame)
    .map(({ from, to }) => ({ from: from - clip.startFrame, to: to - clip.startFrame }));
  if (inside.length === 0) return clip;
  const corners = inside.flatMap(({ from, to }) => [from, from + rampFrames, to - rampFrames, to]);
  const frames = [...new Set([...clip.envelope.map(({ frame }) => frame), ...corners])].sort((a, b) => a - b);
  if (frames.length > 10_000) refuse('tooMany', 'The gain of a clip has at most 10,000 points.');
  const loweredAt = (frame: number) => {
    const range = inside.find(({ from, to }) => frame >= from && frame <= to);
    return range ? byDb * Math.min(1, (frame - range.from) / rampFrames, (range.to - frame) / rampFrames) : 0;
  };
  const envelope = frames.map((frame): EnvelopePoint => {
    const gainDb = Math.max(-120, gainDbAt(clip.envelope, frame, (point) => point.frame) - loweredAt(frame));
    return { frame, gainDb };
  });
  return { ...clip, envelope };
}
