import { EFFECT_KEYS } from '../stripEffects.ts';
import { createClip } from './create.ts';
import {
  mediaOf,
  projectEndFrame,
  secondsOf,
  type Media,
  type Project,
  type Track,
  type TrackPlugin,
  type TrackStrip,
} from './document.ts';

/** A track's own chain: noise cancellation, effects and plug-ins of its whole sound, before its volume and its place. */

const hasEffects = (strip: TrackStrip): boolean =>
  strip.denoise.engine !== 'off' || EFFECT_KEYS.some((effect) => strip[effect].isOn);

export const pluginsOn = ({ plugins }: TrackStrip): TrackPlugin[] => plugins.filter(({ isOn }) => isOn);

export const hasStrip = ({ strip }: Pick<Track, 'strip'>): boolean =>
  strip !== null && (hasEffects(strip) || pluginsOn(strip).length > 0);

/** The tracks that are heard through a chain. */
export function tracksWithStrip(project: Project): (Track & { strip: TrackStrip })[] {
  const { tracks } = project;
  const hasSolo = tracks.some(({ isSolo, isMuted }) => isSolo && !isMuted);
  return tracks.flatMap((track) => {
    const isHeard = !track.isMuted && (track.isSolo || !hasSolo);
    const sounds = track.clips.some((clip) => clip.isSoundOn && mediaOf(project, clip)?.sound);
    return track.strip && hasStrip(track) && isHeard && sounds ? [{ ...track, strip: track.strip }] : [];
  });
}

/** What goes into a track's chain: the track alone with its clips' gain and fades, as loud as it is recorded. */
export const intoStrip = (project: Project, track: Track): Project => ({
  ...project,
  tracks: [{ ...track, isMuted: false, isSolo: false, volumeDb: 0, pan: 0, strip: null }],
  master: { gainDb: 0, ceilingDbtp: null },
});

const madeId = (trackId: string) => `strip-${trackId}`;

/** The project as it sounds with what came out of the chains of these tracks, and the media that stand for that. */
export function withStrips(
  project: Project,
  trackIds: ReadonlySet<string>,
): { project: Project; media: ReadonlyMap<string, string> } {
  const lengthFrames = projectEndFrame(project);
  const made = project.tracks.filter(({ id }) => trackIds.has(id));
  const media = Object.fromEntries(
    made.map(({ id, name }): [string, Media] => [
      madeId(id),
      {
        id: madeId(id),
        name,
        kind: 'audio',
        video: null,
        linkId: null,
        startSec: 0,
        source: { type: 'file', path: null, handleId: null, sizeBytes: 0, sha256: null },
        durationSec: secondsOf(project, lengthFrames),
        sound: { sampleRate: 48_000, channels: 2 },
      },
    ]),
  );
  const tracks = project.tracks.map((track) => {
    if (!trackIds.has(track.id)) return track;
    const { id } = track;
    const whole = createClip({ id: madeId(id), name: track.name, startFrame: 0, lengthFrames });
    return { ...track, strip: null, clips: [{ ...whole, mediaId: madeId(id) }] };
  });
  return {
    project: { ...project, tracks, media: { ...project.media, ...media } },
    media: new Map(made.map(({ id }) => [madeId(id), id])),
  };
}
