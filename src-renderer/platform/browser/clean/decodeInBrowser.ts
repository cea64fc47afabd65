import type { RpcError } from '../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import { MODEL_RATE_HZ } from '../../../media/chain/rnnoise.ts';
import { rateOf } from '../../../media/clean/fileMarks.ts';

/** A browser decodes a whole file at once, as floats: so long a one with two channels takes 1.4 GB. */
const MOST_SEC = 3600;
/** Where the length is reported by nothing: more than an hour of any kind that packs its sound. */
const MOST_BYTES = 512 * 1024 ** 2;
const METADATA_WITHIN_MS = 10_000;
/** How much less than the file's own header says may be rounding of its kind; more is a cut. */
const MISSING_TOLERANCE_SEC = 0.25;
const HEAD_BYTES = 64 * 1024;

/** Kinds that a browser may know, by the name that users know and the one that it is asked by. */
const KINDS: readonly (readonly [name: string, type: string])[] = [
  ['FLAC', 'audio/flac'],
  ['MP3', 'audio/mpeg'],
  ['M4A', 'audio/mp4; codecs="mp4a.40.2"'],
  ['Ogg', 'audio/ogg; codecs="vorbis"'],
  ['Opus', 'audio/ogg; codecs="opus"'],
  ['WebM', 'audio/webm; codecs="opus"'],
];

/** What this browser reads, for the user. */
export function readableKinds(): string {
  const element = document.createElement('audio');
  const names = KINDS.filter(([, type]) => element.canPlayType(type) !== '').map(([name]) => name);
  return names.length === 0 ? 'WAV.' : `WAV of any length; ${names.join(', ')} of up to an hour.`;
}

/**
 * The sound of a file by the browser's own decoder. Throws `FORMAT_UNSUPPORTED` where it is too long for that, and
 * `FILE_UNREADABLE` where the browser finds no sound in it.
 */
export async function decodeInBrowser(file: Blob, name: string): Promise<AudioBuffer> {
  const reported = await readMetadata(file);
  const isTooLong = reported.durationSec === null ? file.size > MOST_BYTES : reported.durationSec > MOST_SEC;
  if (isTooLong) throw tooLong(name, reported.durationSec);
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const decoded = await decode(file, name, rateOf(head) ?? MODEL_RATE_HZ, reported.isVideo);
  if (decoded.length === 0) throw failWith('FILE_EMPTY', 'noSound', { values: { name } });
  const missingSec = isLengthReported(head) ? (reported.durationSec ?? 0) - decoded.duration : 0;
  if (missingSec > MISSING_TOLERANCE_SEC) {
    throw failWith('FILE_UNREADABLE', 'cutShortSeconds', {
      values: { path: name, seconds: missingSec.toFixed(1) },
    });
  }
  return decoded;
}

async function decode(file: Blob, name: string, rateHz: number, isVideo: boolean): Promise<AudioBuffer> {
  try {
    const context = new OfflineAudioContext({ numberOfChannels: 1, length: 1, sampleRate: rateHz });
    return await context.decodeAudioData(await file.arrayBuffer());
  } catch (error) {
    const text = isVideo ? 'browserSoundUnreadable' : 'browserFileUnreadable';
    throw failWith('FILE_UNREADABLE', text, { values: { name, kinds: readableKinds() }, cause: error });
  }
}

function tooLong(name: string, durationSec: number | null): RpcError {
  const minutes = durationSec === null ? null : Math.round(durationSec / 60);
  return minutes === null
    ? failWith('FORMAT_UNSUPPORTED', 'browserFileTooLarge', { values: { name } })
    : failWith('FORMAT_UNSUPPORTED', 'browserFileTooLong', { values: { name, minutes } });
}

/** What the file says of itself, as far as the browser reads it; nothing of it is decoded for that. */
async function readMetadata(file: Blob): Promise<{ durationSec: number | null; isVideo: boolean }> {
  const element = document.createElement('video');
  const address = URL.createObjectURL(file);
  try {
    const isKnown = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), METADATA_WITHIN_MS);
      const end = (is: boolean) => {
        clearTimeout(timer);
        resolve(is);
      };
      element.onloadedmetadata = () => end(true);
      element.onerror = () => end(false);
      element.preload = 'metadata';
      element.src = address;
    });
    const durationSec = isKnown && Number.isFinite(element.duration) ? element.duration : null;
    return { durationSec, isVideo: isKnown && element.videoWidth > 0 };
  } finally {
    element.removeAttribute('src');
    URL.revokeObjectURL(address);
  }
}

/** Whether files of this kind say their length; that of others is a browser's guess. */
function isLengthReported(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, 8));
  const isMatroska = head[0] === 0x1a && head[1] === 0x45 && head[2] === 0xdf && head[3] === 0xa3;
  return isMatroska || text.startsWith('fLaC') || text.endsWith('ftyp');
}
