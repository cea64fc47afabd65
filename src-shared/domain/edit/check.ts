import { endFrameOf, MAX_CLIPS_OF_TRACK, projectSchema, type Clip, type Project } from './document.ts';

/** A document as it was read, with its values in their order: the same document gives the same text to the byte. */
export function readProject(
  value: unknown,
): { project: Project; problem: null } | { project: null; problem: string } {
  const parsed = projectSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { project: null, problem: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not a project'}` };
  }
  const problem = problemOf(parsed.data);
  return problem === null ? { project: parsed.data, problem } : { project: null, problem };
}

/**
 * The same of a sound document that was changed. What both have as one object is not read again: in 5,000 clips an edit would make
 * 60 MB of memory that is thrown away.
 */
export function readChanged(before: Project, changed: Project): ReturnType<typeof readProject> {
  if (changed.tracks.some(({ clips }) => clips.length > MAX_CLIPS_OF_TRACK)) return readProject(changed);
  const known = new Set(before.tracks.flatMap(({ clips }) => clips));
  const isKnownLut = (id: string) => before.luts[id] === changed.luts[id];
  const lutIds = Object.keys(changed.luts);
  const fresh = projectSchema.safeParse({
    ...changed,
    luts: Object.fromEntries(lutIds.filter((id) => !isKnownLut(id)).map((id) => [id, changed.luts[id]])),
    tracks: changed.tracks.map((track) => ({
      ...track,
      clips: track.clips.filter((clip) => !known.has(clip)),
    })),
  });
  if (!fresh.success) return readProject(changed);
  const tracks = fresh.data.tracks.map((track, index) => {
    const read = track.clips.values();
    const clips = changed.tracks[index]?.clips ?? [];
    return { ...track, clips: clips.map((clip) => (known.has(clip) ? clip : (read.next().value ?? clip))) };
  });
  const luts = Object.fromEntries(
    lutIds.flatMap((id) => {
      const lut = isKnownLut(id) ? before.luts[id] : fresh.data.luts[id];
      return lut ? [[id, lut] as const] : [];
    }),
  );
  const project = { ...fresh.data, tracks, luts };
  const problem = problemOf(project);
  return problem === null ? { project, problem } : { project: null, problem };
}

/** What no schema says: ids are of one thing, clips lie in order, none overlaps but by its dissolve; null: all is well. */
export function problemOf({ tracks, media, luts, markers }: Project): string | null {
  const clips = tracks.flatMap((track) => track.clips);
  const ids = [...tracks, ...clips, ...markers].map(({ id }) => id);
  if (new Set(ids).size < ids.length) return 'Two things have the same id.';
  const misnamed = [...Object.entries(media), ...Object.entries(luts)].find(([key, { id }]) => key !== id);
  if (misnamed) return `${misnamed[0]} is not the id of what it names.`;
  for (const track of tracks) {
    const wrong = track.clips.find((clip, index) => !follows(track.clips[index - 1], clip));
    if (wrong) return `The clip ${wrong.id} overlaps the one in front of it.`;
  }
  return null;
}

function follows(left: Clip | undefined, clip: Clip): boolean {
  const { startFrame, lengthFrames, dissolveInFrames } = clip;
  const overlap = left ? endFrameOf(left) - startFrame : 0;
  if (!left || overlap <= 0) return dissolveInFrames === 0;
  const isInOrder = left.startFrame < startFrame && overlap === dissolveInFrames && overlap < lengthFrames;
  return isInOrder && left.dissolveInFrames + overlap <= left.lengthFrames && overlap < left.lengthFrames;
}

/** The document as text; keys in order, so that equal documents are equal texts and have one hash. */
export const projectText = (project: Project): string => JSON.stringify(project, sortKeys);

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
