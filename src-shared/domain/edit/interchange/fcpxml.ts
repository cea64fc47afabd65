import {
  mediaOf,
  projectEndFrame,
  type Clip,
  type Generator,
  type Media,
  type Project,
  type Rational,
  type Track,
} from '../document.ts';
import { CAPTION_STYLE } from '../operations/sound.ts';
import { piecesOfTrack, type TrackPiece, type UrlOf } from './pieces.ts';
import { headTrimmed } from './sourceFrames.ts';

/**
 * A project as Final Cut Pro XML 1.10 (Apple's published DTD): each track is a storyline connected to one long gap, video
 * above and sound below it. Times are fractions of whole frames; where a recording begins within a frame, sound keeps it.
 */
export function writeFcpxml(project: Project, urlOf: UrlOf): string {
  const resources = createResources(project, urlOf);
  const total = Math.max(1, projectEndFrame(project));
  const videos = project.tracks.filter(({ kind }) => kind === 'video');
  const audios = project.tracks.filter(({ kind }) => kind === 'audio');
  const storylines = [
    ...videos.map((track, at) => storyline(project, track, at + 1, resources)),
    ...audios.map((track, at) => storyline(project, track, -1 - at, resources)),
  ];
  const { rate } = project;
  const markers = project.markers.map(({ frame, name }) =>
    element('marker', {
      start: time(Math.min(frame, total - 1), rate),
      duration: time(1, rate),
      value: name || 'Marker',
    }),
  );
  const gap = element('gap', { name: 'Gap', offset: '0s', start: '0s', duration: time(total, rate) }, [
    ...storylines.filter((line) => line !== ''),
    ...markers,
  ]);
  const sequence = element(
    'sequence',
    {
      format: 'r1',
      duration: time(total, rate),
      tcStart: '0s',
      tcFormat: 'NDF',
      audioLayout: 'stereo',
      audioRate: '48k',
    },
    [element('spine', {}, [gap])],
  );
  const event = element('event', { name: project.name }, [
    element('project', { name: project.name }, [sequence]),
  ]);
  const body = element('fcpxml', { version: '1.10' }, [
    element('resources', {}, resources.list()),
    element('library', {}, [event]),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE fcpxml>\n${body}\n`;
}

/** Templates of Final Cut Pro that texts and colours are made with there. */
const TITLE_UID = '.../Titles.localized/Bumper:Opener.localized/Basic Title.localized/Basic Title.moti';
const SOLID_UID = '.../Generators.localized/Solids.localized/Custom.localized/Custom.motn';

function createResources(project: Project, urlOf: UrlOf) {
  const { rate, canvas } = project;
  const items = [
    element('format', {
      id: 'r1',
      frameDuration: time(1, rate),
      ...sizeOf(canvas),
      colorSpace: '1-1-1 (Rec. 709)',
    }),
  ];
  const ids = new Map<string, string>();
  const once = (key: string, make: (id: string) => string): string => {
    const known = ids.get(key);
    if (known !== undefined) return known;
    const id = `r${ids.size + 2}`;
    ids.set(key, id);
    items.push(make(id));
    return id;
  };
  return {
    list: () => items,
    assetOf: (media: Media) =>
      once(`asset ${media.id}`, (id) => asset(media, id, urlOf(media), formatOf(media))),
    effectOf: (name: string, uid: string) => once(uid, (id) => element('effect', { id, name, uid })),
  };

  function formatOf({ video, kind }: Media): string | undefined {
    if (!video) return undefined;
    const { width, height, rate: fps } = video;
    const frameDuration = kind === 'image' || fps.num === 0 ? {} : { frameDuration: time(1, fps) };
    return once(`format ${width} ${height} ${fps.num} ${fps.den} ${kind}`, (id) =>
      element('format', { id, ...frameDuration, ...sizeOf({ width, height }) }),
    );
  }
}
type Resources = ReturnType<typeof createResources>;

const sizeOf = ({ width, height }: { width: number; height: number }) => ({
  width: String(width),
  height: String(height),
});

function asset(media: Media, id: string, src: string, format: string | undefined): string {
  const { name, sound, video, kind, durationSec } = media;
  const duration = kind === 'image' ? '0s' : fraction(Math.round(durationSec * 48_000), 48_000);
  const ofVideo = video && format !== undefined ? { hasVideo: '1', format, videoSources: '1' } : {};
  const ofSound = sound
    ? {
        hasAudio: '1',
        audioSources: '1',
        audioChannels: String(sound.channels),
        audioRate: String(sound.sampleRate),
      }
    : {};
  return element('asset', { id, name, start: '0s', duration, ...ofVideo, ...ofSound }, [
    element('media-rep', { kind: 'original-media', src }),
  ]);
}

function storyline(project: Project, track: Track, lane: number, resources: Resources): string {
  const pieces = piecesOfTrack(track);
  if (pieces.length === 0) return '';
  const items = pieces.map((piece) => pieceElement(project, track, piece, resources));
  return element('spine', { lane: String(lane), offset: '0s', name: track.name }, items);
}

function pieceElement(project: Project, track: Track, piece: TrackPiece, resources: Resources): string {
  const { rate } = project;
  if (piece.kind === 'transition') {
    const { at, before, after } = piece;
    return element('transition', {
      name: 'Cross Dissolve',
      offset: time(at - before, rate),
      duration: time(before + after, rate),
    });
  }
  const place = { offset: time(piece.from, rate), duration: time(piece.to - piece.from, rate) };
  if (piece.kind === 'gap') return element('gap', { name: 'Gap', start: '0s', ...place });
  return clipElement(project, track, piece, { place, resources });
}

function clipElement(
  project: Project,
  track: Track,
  { clip, from }: Extract<TrackPiece, { kind: 'clip' }>,
  { place, resources }: { place: Record<string, string>; resources: Resources },
): string {
  const enabled = track.kind === 'video' && track.isHidden ? { enabled: '0' } : {};
  const named = { name: clip.name, ...place, ...enabled };
  const media = mediaOf(project, clip);
  if (clip.generator) return generatorElement(project, clip, clip.generator, { named, resources });
  if (!media) return element('gap', { ...named, start: '0s' });
  const { speed } = clip;
  const isRetimed = speed.num !== speed.den;
  // The start is in the clip's own time, as it plays: faster, it comes sooner.
  const start =
    isRetimed && speed.num > 0
      ? headTrimmed(clip, from - clip.startFrame, project.rate) * (speed.den / speed.num)
      : headTrimmed(clip, from - clip.startFrame, project.rate);
  const isSubframe = track.kind === 'audio' && !isRetimed;
  const startText = isSubframe ? samples(start, project.rate) : time(Math.round(start), project.rate);
  const srcEnable = track.kind === 'audio' ? 'audio' : clip.isSoundOn ? 'all' : 'video';
  return element('asset-clip', { ref: resources.assetOf(media), ...named, start: startText, srcEnable }, [
    ...(isRetimed ? [timeMap(clip, media)] : []),
    ...(track.kind === 'video' ? videoAdjustments(project, clip) : []),
    ...(media.sound ? volumeAdjustment(clip, track) : []),
  ]);
}

function generatorElement(
  project: Project,
  clip: Clip,
  generator: Generator,
  { named, resources }: { named: Record<string, string>; resources: Resources },
): string {
  const adjustments = videoAdjustments(project, clip);
  if (generator.kind === 'colour') {
    const param = element('param', {
      name: 'Color',
      key: '9999/10003/10038/1/10040/2',
      value: unitColour(generator.rgb),
    });
    const ref = resources.effectOf('Custom', SOLID_UID);
    return element('video', { ref, ...named, start: '0s' }, [param, ...adjustments]);
  }
  const { text, style } = generator;
  const id = `ts-${clip.id}`;
  const isCaption = style.place === CAPTION_STYLE.place;
  const styled = element('text-style', {
    font: style.font,
    fontSize: String(style.size),
    fontFace: style.isBold ? 'Bold' : 'Regular',
    fontColor: unitColour(style.colour),
    alignment: isCaption ? 'center' : style.align,
  });
  const ref = resources.effectOf('Basic Title', TITLE_UID);
  return element('title', { ref, ...named, start: '0s' }, [
    element('text', {}, [`<text-style ref="${id}">${escaped(text)}</text-style>`]),
    element('text-style-def', { id }, [styled]),
    ...adjustments,
  ]);
}

/** The clip's own time against that of the source. */
function timeMap(
  { speed, sourceStartTicks, sourceTicksPerSec, lengthFrames }: Clip,
  { durationSec }: Media,
): string {
  const point = (at: string, value: string) => element('timept', { time: at, value, interp: 'linear' });
  if (speed.num === 0) {
    const frozen = fraction(sourceStartTicks, sourceTicksPerSec);
    return element('timeMap', {}, [point('0s', frozen), point(`${lengthFrames}s`, frozen)]);
  }
  const length = Math.round(durationSec * 48_000);
  return element('timeMap', {}, [
    point('0s', '0s'),
    point(fraction(length * speed.den, 48_000 * speed.num), fraction(length, 48_000)),
  ]);
}

/** In the order of the DTD. */
function videoAdjustments({ canvas }: Project, { transform, opacity }: Clip): string[] {
  const { x, y, scale, rotationDeg, crop } = transform;
  const rounded = (value: number) => String(Math.round(value * 1e4) / 1e4);
  const isCropped = Object.values(crop).some((side) => side > 0);
  const isMoved = x !== 0 || y !== 0 || scale !== 100 || rotationDeg !== 0;
  const sides = Object.fromEntries(Object.entries(crop).map(([side, percent]) => [side, rounded(percent)]));
  // Positions are percent of the height, up is positive, and turns go against the clock.
  const place = {
    position: `${rounded((x / canvas.height) * 100)} ${rounded((-y / canvas.height) * 100)}`,
    scale: `${rounded(scale / 100)} ${rounded(scale / 100)}`,
    rotation: rounded(-rotationDeg),
  };
  return [
    ...(isCropped ? [element('adjust-crop', { mode: 'trim' }, [element('trim-rect', sides)])] : []),
    ...(isMoved ? [element('adjust-transform', place)] : []),
    ...(opacity < 100 ? [element('adjust-blend', { amount: rounded(opacity / 100) })] : []),
  ];
}

function volumeAdjustment({ gainDb }: Clip, { volumeDb, isMuted }: Track): string[] {
  const total = isMuted ? -96 : Math.max(-96, Math.min(12, gainDb + volumeDb));
  return total === 0 ? [] : [element('adjust-volume', { amount: `${Math.round(total * 100) / 100}dB` })];
}

const unitColour = (rgb: string): string =>
  [
    ...[1, 3, 5].map((at) => Math.round((Number.parseInt(rgb.slice(at, at + 2), 16) / 255) * 1e4) / 1e4),
    1,
  ].join(' ');

const time = (frames: number, rate: Rational): string => fraction(frames * rate.den, rate.num);
const samples = (frames: number, rate: Rational): string =>
  fraction(Math.round((frames * rate.den * 48_000) / rate.num), 48_000);

function fraction(num: number, den: number): string {
  let [left, right] = [Math.abs(num), den];
  while (right > 0) [left, right] = [right, left % right];
  const [top, bottom] = [num / (left || 1), den / (left || 1)];
  return bottom === 1 || num === 0 ? `${num === 0 ? 0 : top}s` : `${top}/${bottom}s`;
}

function element(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly string[] = [],
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return children.length === 0
    ? `<${tag}${written.join('')}/>`
    : `<${tag}${written.join('')}>${children.join('\n')}</${tag}>`;
}

/** XML 1.0 has no control signs at all, not even escaped. */
const escaped = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex
    .replace(
      /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
      '',
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
