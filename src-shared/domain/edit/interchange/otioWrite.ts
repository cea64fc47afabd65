import {
  mediaOf,
  projectEndFrame,
  type Clip,
  type Media,
  type Project,
  type Rational,
  type Track,
} from '../document.ts';
import { headTrimmed } from './sourceFrames.ts';
import { piecesOfTrack, type TrackPiece, type UrlOf } from './pieces.ts';

/** OpenTimelineIO's colours of markers, by ours. */
export const MARKER_COLOURS = {
  blue: 'BLUE',
  green: 'GREEN',
  amber: 'YELLOW',
  red: 'RED',
  violet: 'PURPLE',
  teal: 'CYAN',
} as const;

/**
 * A project as OpenTimelineIO JSON (Timeline.1, as ASWF publishes it). What it has no words for, such as effects, is in
 * the metadata, from which `readOtio` makes the same project again.
 */
export function writeOtio(project: Project, urlOf: UrlOf): string {
  const { id, canvas, rate, media, luts, master, inFrame, outFrame } = project;
  const own = { id, canvas, rate, media, luts, master, inFrame, outFrame };
  return JSON.stringify(
    {
      OTIO_SCHEMA: 'Timeline.1',
      metadata: { sounddesk: own },
      name: project.name,
      global_start_time: time(0, rate),
      tracks: {
        OTIO_SCHEMA: 'Stack.1',
        metadata: {},
        name: 'tracks',
        source_range: null,
        effects: [],
        markers: project.markers.map((marker) => ({
          OTIO_SCHEMA: 'Marker.2',
          metadata: { sounddesk: { id: marker.id } },
          name: marker.name,
          color: MARKER_COLOURS[marker.color],
          marked_range: range(marker.frame, 1, rate),
        })),
        children: project.tracks.map((track) => trackItem(project, track, urlOf)),
      },
    },
    null,
    1,
  );
}

function trackItem(project: Project, track: Track, urlOf: UrlOf): object {
  const { clips: _clips, ...own } = track;
  return {
    OTIO_SCHEMA: 'Track.1',
    metadata: { sounddesk: own },
    name: track.name,
    kind: track.kind === 'video' ? 'Video' : 'Audio',
    source_range: null,
    effects: [],
    markers: [],
    enabled: track.kind === 'video' ? !track.isHidden : !track.isMuted,
    children: piecesOfTrack(track).map((piece) => pieceItem(project, piece, urlOf)),
  };
}

function pieceItem(project: Project, piece: TrackPiece, urlOf: UrlOf): object {
  const { rate } = project;
  switch (piece.kind) {
    case 'gap':
      return {
        OTIO_SCHEMA: 'Gap.1',
        metadata: {},
        name: '',
        source_range: range(0, piece.to - piece.from, rate),
        effects: [],
        markers: [],
      };
    case 'transition':
      return {
        OTIO_SCHEMA: 'Transition.1',
        metadata: {},
        name: 'Dissolve',
        transition_type: 'SMPTE_Dissolve',
        in_offset: time(piece.before, rate),
        out_offset: time(piece.after, rate),
      };
    case 'clip':
      return clipItem(project, piece.clip, { from: piece.from, to: piece.to }, urlOf);
  }
}

function clipItem(
  project: Project,
  clip: Clip,
  { from, to }: { from: number; to: number },
  urlOf: UrlOf,
): object {
  const start = headTrimmed(clip, from - clip.startFrame, project.rate);
  return {
    OTIO_SCHEMA: 'Clip.1',
    metadata: { sounddesk: clip },
    name: clip.name,
    source_range: range(start, to - from, project.rate),
    effects: speedEffects(clip),
    markers: [],
    media_reference: mediaReference(project, clip, urlOf),
  };
}

function speedEffects({ speed }: Clip): object[] {
  if (speed.num === speed.den) return [];
  const isFrozen = speed.num === 0;
  return [
    {
      OTIO_SCHEMA: isFrozen ? 'FreezeFrame.1' : 'LinearTimeWarp.1',
      metadata: {},
      name: '',
      effect_name: isFrozen ? 'FreezeFrame' : 'LinearTimeWarp',
      time_scalar: speed.num / speed.den,
    },
  ];
}

function mediaReference(project: Project, clip: Clip, urlOf: UrlOf): object {
  const media = mediaOf(project, clip);
  if (clip.generator) {
    return {
      OTIO_SCHEMA: 'GeneratorReference.1',
      metadata: {},
      name: clip.name,
      available_range: null,
      generator_kind: clip.generator.kind,
      parameters: clip.generator,
    };
  }
  if (!media)
    return { OTIO_SCHEMA: 'MissingReference.1', metadata: {}, name: clip.name, available_range: null };
  return {
    OTIO_SCHEMA: 'ExternalReference.1',
    metadata: {},
    name: media.name,
    available_range: availableRange(project, media),
    target_url: urlOf(media),
  };
}

function availableRange(project: Project, media: Media): object {
  const { rate } = project;
  const frames = (media.durationSec * rate.num) / rate.den;
  return range(0, media.kind === 'image' ? Math.max(1, projectEndFrame(project)) : frames, rate);
}

const time = (value: number, rate: Rational) => ({
  OTIO_SCHEMA: 'RationalTime.1',
  rate: rate.num / rate.den,
  value,
});

const range = (start: number, duration: number, rate: Rational) => ({
  OTIO_SCHEMA: 'TimeRange.1',
  start_time: time(start, rate),
  duration: time(duration, rate),
});
