import { z } from 'zod';
import { mediaOf, type Clip, type Project } from '../document.ts';
import { refuse } from '../refusal.ts';
import { SOUND_RATE, sourceOffsetSamples } from '../time.ts';
import { editClips, withLinked } from '../timeline.ts';
import { chosenClips, clipIdsSchema } from './clips.ts';
import { operation } from './operation.ts';

/** Which clips are moved, cut and deleted together. */
export const LINK_OPERATIONS = {
  /** What was linked to one of them comes along. */
  linkClips: operation(z.strictObject({ clipIds: clipIdsSchema }), (project, { clipIds }, makeId) => {
    const ids = withLinked(project, clipIds);
    const clips = chosenClips(project, ids).map(({ clip }) => clip);
    if (clips.length < 2) return refuse('tooFew', 'A link is of two clips at least.');
    const linkIds = new Set(clips.map((clip) => clip.linkId));
    if (linkIds.size === 1 && !linkIds.has(null)) return project;
    if (!areInSync(project, clips)) return refuse('outOfSync', 'Clips of one recording are not in sync.');
    const linkId = makeId();
    return editClips(project, ids, (clip) => ({ ...clip, linkId }));
  }),

  /** Each for itself from now on, with all that was linked to it. */
  unlinkClips: operation(z.strictObject({ clipIds: clipIdsSchema }), (project, { clipIds }) =>
    editClips(project, withLinked(project, clipIds), (clip) =>
      clip.linkId === null ? clip : { ...clip, linkId: null },
    ),
  ),
};

/** A link promises that what was recorded together stays so; clips of other sources may lie anywhere. */
function areInSync(project: Project, clips: readonly Clip[]): boolean {
  const moments = new Map<string, number>();
  return clips.every((clip) => {
    const media = mediaOf(project, clip);
    if (!media || clip.speed.num !== clip.speed.den) return true;
    const source = media.linkId ?? media.id;
    const samples = sourceOffsetSamples(clip, project.rate) + Math.round(media.startSec * SOUND_RATE);
    const known = moments.get(source) ?? samples;
    moments.set(source, known);
    return known === samples;
  });
}
