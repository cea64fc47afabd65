import { z } from 'zod';
import { parseJson } from '../../parseJson.ts';
import { readProject } from '../check.ts';
import { createClip, createMarker, createProject, createTrack, type MakeId } from '../create.ts';
import {
  clipSchema,
  generatorSchema,
  framesOf,
  idSchema,
  MAX_FRAME,
  mediaSchema,
  projectSchema,
  trackSchema,
  type Clip,
  type Generator,
  type Marker,
  type Media,
  type Project,
  type Rational,
  type Track,
} from '../document.ts';
import { sortMarkers } from '../patches.ts';
import { ticksOfRate } from '../time.ts';
import { MARKER_COLOURS } from './otioWrite.ts';
import {
  itemSchema,
  markerSchema,
  timelineSchema,
  type OtioItem,
  type OtioTimeline,
  type timeSchema,
} from './otioSchema.ts';
import { pathOfUrl } from './pieces.ts';
import { headTrimmed } from './sourceFrames.ts';

/** What a file says that a project has no place for. */
export const OTIO_PROBLEMS = ['nested', 'unknown', 'outside', 'effect', 'transition'] as const;
export type OtioProblem = (typeof OTIO_PROBLEMS)[number];

export type ReadOtio =
  | { project: Project; problems: { kind: OtioProblem; name: string }[]; error: null }
  | { project: null; problems: never[]; error: string };

const MAX_CHARACTERS = 100_000_000;
const MAX_PROBLEMS = 100;

/** A project of OpenTimelineIO JSON: of one that we wrote the same, of another its clips, cuts, gaps and dissolves. */
export function readOtio(text: string, makeId: MakeId): ReadOtio {
  const failed = (error: string): ReadOtio => ({ project: null, problems: [], error });
  if (text.length > MAX_CHARACTERS) return failed('The file is too large.');
  const parsed = timelineSchema.safeParse(parseJson(text));
  if (!parsed.success) return failed('This is no OpenTimelineIO timeline.');
  const reader = new Reader(parsed.data, makeId);
  const tracks = parsed.data.tracks.children.flatMap((track) => reader.readTrack(track) ?? []);
  if (tracks.length === 0) return failed('The timeline has no tracks.');
  const { project, problem } = readProject({
    ...reader.start,
    tracks,
    media: reader.media,
    markers: reader.markers,
  });
  return project ? { project, problems: reader.problems, error: null } : failed(problem);
}

class Reader {
  readonly problems: { kind: OtioProblem; name: string }[] = [];
  readonly media: Record<string, Media>;
  readonly markers: Marker[];
  readonly start: Project;
  readonly #makeId: MakeId;
  readonly #ids = new Set<string>();
  readonly #mediaByUrl = new Map<string, string>();
  /** Other programs have sound on tracks of its own: that of video would be heard twice. */
  readonly #hasAudioTracks: boolean;

  constructor(timeline: OtioTimeline, makeId: MakeId) {
    this.#makeId = makeId;
    this.#hasAudioTracks = timeline.tracks.children.some(({ kind }) => kind === 'Audio');
    this.start = startOf(timeline, makeId);
    this.media = { ...this.start.media };
    this.markers = sortMarkers(
      (timeline.tracks.markers ?? []).flatMap((value) => this.#readMarker(value) ?? []),
    );
  }

  #report(kind: OtioProblem, what: string | null | undefined): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ kind, name: (what ?? '').slice(0, 200) });
  }

  /** The id that we wrote, where nothing else has it. */
  #idOf(own: unknown): string {
    const wanted = z.object({ id: idSchema }).safeParse(own).data?.id;
    const id = wanted !== undefined && !this.#ids.has(wanted) ? wanted : this.#makeId();
    this.#ids.add(id);
    return id;
  }

  #frames({ value, rate }: z.infer<typeof timeSchema>): number {
    return Math.max(-MAX_FRAME, Math.min(MAX_FRAME, framesOf(this.start, value / rate)));
  }

  readTrack(item: OtioTimeline['tracks']['children'][number]): Track | null {
    if (!item.OTIO_SCHEMA.startsWith('Track.')) {
      this.#report('nested', item.name);
      return null;
    }
    const kind: Track['kind'] = item.kind === 'Audio' ? 'audio' : 'video';
    const own = trackSchema.omit({ clips: true }).safeParse(item.metadata?.sounddesk);
    const fallback = createTrack(kind, this.#idOf(item.metadata?.sounddesk), nameOr(item.name, kind));
    const { id, name } = fallback;
    const fields = own.success ? { ...fallback, ...own.data, id, name, kind } : fallback;
    return { ...fields, clips: this.#readItems(item.children ?? [], kind) };
  }

  #readItems(items: readonly unknown[], kind: Track['kind']): Clip[] {
    const clips: Clip[] = [];
    let [at, coming] = [0, 0];
    for (const value of items) {
      const parsed = itemSchema.safeParse(value);
      const item = parsed.data;
      const schema = item?.OTIO_SCHEMA ?? '';
      if (!item) {
        this.#report('unknown', '');
      } else if (schema.startsWith('Transition.')) {
        coming = this.#readTransition(item, clips.at(-1), at);
      } else {
        const length = item.source_range
          ? this.#frames(item.source_range.duration)
          : this.#availableFrames(item);
        const clip =
          schema.startsWith('Clip.') && length > 0 ? this.#readClip(item, { at, length, kind }) : null;
        if (clip) clips.push(coming > 0 ? this.#dissolving(clip, coming, clips.at(-1)) : clip);
        else if (!schema.startsWith('Gap.'))
          this.#report(/^(?:Stack|Track)\./.test(schema) ? 'nested' : 'unknown', item.name);
        coming = 0;
        at += Math.max(0, length);
      }
    }
    return clips;
  }

  /** Lets the clip in front end later; gives by how much the next one begins earlier. */
  #readTransition(item: OtioItem, left: Clip | undefined, at: number): number {
    const [before, after] = [item.in_offset, item.out_offset].map((offset) =>
      offset ? this.#frames(offset) : 0,
    );
    const isAtCut = left !== undefined && left.startFrame + left.lengthFrames === at;
    if (!isAtCut || (before ?? 0) < 0 || (after ?? 0) < 0) {
      this.#report('transition', item.name);
      return 0;
    }
    left.lengthFrames += after ?? 0;
    return (before ?? 0) + (after ?? 0);
  }

  /** A clip with its beginning above the end of the one in front of it, if its source has as much. */
  #dissolving(clip: Clip, dissolve: number, left: Clip | undefined): Clip {
    const end = left ? left.startFrame + left.lengthFrames : 0;
    const earlier = clip.startFrame - (end - dissolve);
    const { rate } = this.start;
    const own = headTrimmed(clip, -earlier, rate);
    const isPossible =
      left && earlier >= 0 && dissolve < left.lengthFrames && dissolve < clip.lengthFrames + earlier;
    if (!isPossible || own < -1e-6 || left.dissolveInFrames + dissolve > left.lengthFrames) {
      this.#report('transition', clip.name);
      if (left) left.lengthFrames -= Math.max(0, end - clip.startFrame);
      return clip;
    }
    const ticks = Math.max(0, Math.round((own * rate.den * clip.sourceTicksPerSec) / rate.num));
    return {
      ...clip,
      startFrame: clip.startFrame - earlier,
      lengthFrames: clip.lengthFrames + earlier,
      dissolveInFrames: dissolve,
      sourceStartTicks: earlier === 0 ? clip.sourceStartTicks : ticks,
    };
  }

  #readClip(
    item: OtioItem,
    { at, length, kind }: { at: number; length: number; kind: Track['kind'] },
  ): Clip | null {
    const key = item.active_media_reference_key ?? 'DEFAULT_MEDIA';
    const reference =
      item.media_reference ??
      (item.media_references && Object.hasOwn(item.media_references, key)
        ? item.media_references[key]
        : null);
    const written = clipSchema.safeParse(item.metadata?.sounddesk).data;
    const speed = written?.speed ?? this.#speedOf(item);
    const startSec = item.source_range
      ? item.source_range.start_time.value / item.source_range.start_time.rate
      : 0;
    // Files may count from a time of day; ours begin at 0.
    const firstSec =
      written || !reference?.available_range
        ? 0
        : reference.available_range.start_time.value / reference.available_range.start_time.rate;
    if (startSec - firstSec < 0 || startSec - firstSec > MAX_FRAME) this.#report('outside', item.name);
    const ticksPerSec = written?.sourceTicksPerSec ?? ticksOfRate(this.start.rate);
    const ticks = Math.max(
      0,
      Math.min(Number.MAX_SAFE_INTEGER, Math.round((startSec - firstSec) * ticksPerSec)),
    );
    return createClip({
      isSoundOn: kind === 'audio' || !this.#hasAudioTracks,
      ...written,
      id: this.#idOf(item.metadata?.sounddesk),
      name: nameOr(item.name, 'Clip'),
      mediaId: Object.hasOwn(this.media, written?.mediaId ?? '')
        ? (written?.mediaId ?? null)
        : this.#mediaOf(reference, item, kind),
      generator: written?.generator ?? readGenerator(reference),
      startFrame: at,
      lengthFrames: length,
      dissolveInFrames: 0,
      speed,
      sourceTicksPerSec: ticksPerSec,
      sourceStartTicks: ticks,
    });
  }

  /** The media of an address, made where it is new; what it really is, its import finds out. */
  #mediaOf(reference: OtioItem['media_reference'], item: OtioItem, kind: Track['kind']): string | null {
    const url = reference?.target_url;
    if (!url) return null;
    const known = this.#mediaByUrl.get(`${kind} ${url}`);
    if (known !== undefined) return known;
    const id = this.#makeId();
    const path = pathOfUrl(url) ?? url;
    const available = reference.available_range ?? item.source_range;
    const durationSec = available ? Math.max(0, available.duration.value / available.duration.rate) : 0;
    const made = mediaSchema.safeParse({
      id,
      name: nameOr(path.split('/').at(-1), 'Media'),
      kind,
      source: { type: 'file', path: path.slice(0, 4096), handleId: null, sizeBytes: 0, sha256: null },
      durationSec: Math.min(MAX_FRAME, durationSec),
      startSec: 0,
      video:
        kind === 'video'
          ? {
              ...this.start.canvas,
              rate: this.start.rate,
              rotation: 0,
              colour: { matrix: 'bt709', isFullRange: false },
            }
          : null,
      sound: kind === 'audio' ? { sampleRate: 48_000, channels: 2 } : null,
      linkId: null,
    });
    if (!made.success) return null;
    this.media[id] = made.data;
    this.#mediaByUrl.set(`${kind} ${url}`, id);
    return id;
  }

  #availableFrames(item: OtioItem): number {
    const reference = item.media_reference;
    return reference?.available_range ? this.#frames(reference.available_range.duration) : 0;
  }

  #speedOf({ effects, name }: OtioItem): Rational {
    let speed: Rational = { num: 1, den: 1 };
    for (const { OTIO_SCHEMA: schema, time_scalar: scalar } of effects ?? []) {
      if (schema.startsWith('FreezeFrame.')) speed = { num: 0, den: 1 };
      else if (
        schema.startsWith('LinearTimeWarp.') &&
        scalar !== undefined &&
        scalar >= 0.01 &&
        scalar <= 100
      ) {
        speed = { num: Math.round(scalar * 1000), den: 1000 };
      } else this.#report('effect', name);
    }
    return speed;
  }

  #readMarker(value: unknown): Marker | null {
    const marker = markerSchema.safeParse(value).data;
    if (!marker) return null;
    const color = MARKER_KEYS.find((one) => MARKER_COLOURS[one] === marker.color);
    const frame = Math.max(0, this.#frames(marker.marked_range.start_time));
    const name = (marker.name ?? '').trim().slice(0, 200);
    const made = createMarker(this.#idOf(marker.metadata?.sounddesk), frame, name);
    return { ...made, color: color ?? made.color };
  }
}

const MARKER_KEYS = Object.keys(MARKER_COLOURS) as Marker['color'][];

/** The project without its tracks: as we wrote it, else a new one at the rate of the first clip. */
function startOf(timeline: OtioTimeline, makeId: MakeId): Project {
  const made = createProject(nameOr(timeline.name, 'OtioTimeline'), makeId);
  const own = projectSchema
    .pick({
      id: true,
      canvas: true,
      rate: true,
      media: true,
      luts: true,
      master: true,
      inFrame: true,
      outFrame: true,
    })
    .safeParse(timeline.metadata?.sounddesk);
  return own.success ? { ...made, ...own.data } : { ...made, rate: rateOf(timeline) };
}

function rateOf({ tracks }: OtioTimeline): Rational {
  for (const item of tracks.children.flatMap(({ children }) => children ?? [])) {
    const fps = itemSchema.safeParse(item).data?.source_range?.duration.rate;
    if (fps === undefined || fps < 1 || fps > 240) continue;
    const whole = Math.round(fps);
    return Math.abs(fps - whole) < 1e-3 ? { num: whole, den: 1 } : { num: whole * 1000, den: 1001 };
  }
  return { num: 30, den: 1 };
}

function readGenerator(reference: OtioItem['media_reference']): Generator | null {
  if (!reference?.OTIO_SCHEMA.startsWith('GeneratorReference.')) return null;
  return generatorSchema.safeParse(reference.parameters).data ?? null;
}

const nameOr = (value: string | null | undefined, fallback: string): string =>
  (value ?? '').trim().slice(0, 200).trim() || fallback;
