import {
  canEncodeAudio,
  canEncodeVideo,
  MovOutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  WavOutputFormat,
  WebMOutputFormat,
  type AudioCodec,
  type OutputFormat,
  type VideoCodec,
} from 'mediabunny';
import { ERROR_TEXTS } from '../../../../../src-shared/contract/errorTexts.ts';
import {
  isSilentFormat,
  isSoundFormat,
  RENDER_FORMATS,
  type RenderFormat,
  type RenderFormatOffer,
} from '../../../../../src-shared/domain/edit/render.ts';

interface Writing {
  make: () => OutputFormat;
  /** The first that the browser can encode. */
  video: readonly VideoCodec[];
  audio: readonly AudioCodec[];
}

/** What this page writes, and by which encoders; kinds that are not here need FFmpeg. */
const WRITINGS: Partial<Record<RenderFormat, Writing>> = {
  // Its index comes first: a player begins before all of it is there.
  mp4: { make: () => new Mp4OutputFormat({ fastStart: 'reserve' }), video: ['avc'], audio: ['aac', 'opus'] },
  mov: { make: () => new MovOutputFormat(), video: ['avc'], audio: ['aac', 'pcm-s16'] },
  webm: { make: () => new WebMOutputFormat(), video: ['vp9', 'vp8'], audio: ['opus'] },
  m4a: { make: () => new Mp4OutputFormat(), video: [], audio: ['aac'] },
  opus: { make: () => new OggOutputFormat(), video: [], audio: ['opus'] },
  wav: { make: () => new WavOutputFormat(), video: [], audio: ['pcm-s24'] },
};

/** How a file is encoded here; null where it has no such track. */
export interface ChosenCodecs {
  make: () => OutputFormat;
  video: VideoCodec | null;
  audio: AudioCodec | null;
}

/** null where this browser cannot. */
export async function chooseCodecs(
  format: RenderFormat,
  frame: { width: number; height: number } = { width: 1280, height: 720 },
): Promise<ChosenCodecs | null> {
  const writing = WRITINGS[format];
  if (!writing) return null;
  const video = await firstOf(writing.video, (codec) => canEncodeVideo(codec, frame));
  const audio = await firstOf(writing.audio, (codec) =>
    canEncodeAudio(codec, { numberOfChannels: 2, sampleRate: 48_000 }),
  );
  if ((video === null && !isSoundFormat(format)) || (audio === null && !isSilentFormat(format))) return null;
  return { make: writing.make, video, audio };
}

/** Which kinds this browser can write, and of the others why not. */
export const readFormats = (): Promise<RenderFormatOffer[]> =>
  Promise.all(
    RENDER_FORMATS.map(async (format) => {
      const isPossible = format === 'png' || (await chooseCodecs(format)) !== null;
      const reason = WRITINGS[format] ? ERROR_TEXTS.pageHasNoEncoder : ERROR_TEXTS.pageWritesNoSuchFile;
      return { format, capability: isPossible ? { supported: true } : { supported: false, reason } };
    }),
  );

async function firstOf<T>(all: readonly T[], isPossible: (one: T) => Promise<boolean>): Promise<T | null> {
  for (const one of all) if (await isPossible(one)) return one;
  return null;
}
