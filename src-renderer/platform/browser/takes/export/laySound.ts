import { failWith } from '../../../../../src-shared/contract/errorTexts.ts';
import type { TakeTrack } from '../../../../../src-shared/contract/takes.ts';
import { OPUS_RATE_HZ } from '../../../../../src-shared/domain/opus.ts';
import { ENGINE_EFFECTS_OFF } from '../../../../../src-shared/domain/stripEffects.ts';
import type { PlannedSound } from '../../../../../src-shared/handlers/soundExport.ts';
import type { Cleaned } from '../../../../../src-shared/contract/clean.ts';
import { planesOf, type WavEncoding } from '../../../../media/clean/sound.ts';
import type { CleanClient } from '../../clean/cleanClient.ts';
import { readCleaned } from '../cleanVoices.ts';
import { readStretch } from '../decodeSound.ts';
import type { ScannedFile } from '../scanTake.ts';
import { addToMix } from './mixTracks.ts';

/** Where the files of a take are found. */
export interface TakeFiles {
  open: (file: string) => Promise<File | null>;
  scan: (file: string) => Promise<ScannedFile | null>;
}

export interface Task {
  signal: AbortSignal;
  onProgress: (done: number) => void;
}

/** How a sound is to be written by the worker. */
interface Writing {
  fileId: string;
  encoding: WavEncoding;
  targetLufs: number | null;
}

interface LaidSound extends Pick<Cleaned, 'integratedLufsAfter' | 'truePeakDbAfter'> {
  /** Cut off at full scale as the file was written. */
  clippedSamples: number;
}

/** Handed to the worker at once. */
const BLOCK_FRAMES = 10 * OPUS_RATE_HZ;
const READ_PART = 0.5;
/** Nothing is cleaned: no model is needed. */
const NO_MODEL = new ArrayBuffer(0);
const NO_CLEANING = {
  denoise: { isOn: false, sensitivity: 0, reduction: 0 },
  effects: ENGINE_EFFECTS_OFF,
} as const;

/** Adds tracks up, block by block, into a WAV file of the worker, at the loudness that is wanted. */
export async function laySound(
  sound: PlannedSound,
  files: TakeFiles,
  client: CleanClient,
  writing: Writing,
  { signal, onProgress }: Task,
): Promise<LaidSound> {
  const { frames, startFrame } = sound;
  const isWhole = writing.encoding.kind === 'integer' && writing.targetLufs === null;
  let clippedSamples = 0;
  const blocks = async function* (): AsyncGenerator<Float32Array[]> {
    for (let from = 0; from < frames; from += BLOCK_FRAMES) {
      const place = { fromFrame: startFrame + from, frames: Math.min(BLOCK_FRAMES, frames - from) };
      const planes = await readPlanes(sound, files, place, signal);
      if (isWhole) clippedSamples += planes.reduce((sum, plane) => sum + countClipped(plane), 0);
      yield planes;
      onProgress((READ_PART * (from + place.frames)) / frames);
    }
  };
  const figures = await writeSound(blocks(), client, writing, {
    signal,
    onProgress: (done) => onProgress(READ_PART + (1 - READ_PART) * done),
  });
  return { ...figures, clippedSamples };
}

/** Sound, one array a channel, as a WAV file of the worker, which measures it. */
export async function writeSound(
  blocks: AsyncIterable<Float32Array[]>,
  client: CleanClient,
  { fileId, encoding, targetLufs }: Writing,
  { signal, onProgress }: Task,
): Promise<Cleaned> {
  let isFirst = true;
  for await (const planes of blocks) {
    await client.call('appendSound', { fileId, sampleRate: OPUS_RATE_HZ, planes, isFirst }, { signal });
    isFirst = false;
  }
  await client.call('endSound', { fileId, parts: 1, encoding }, { signal });
  const run = { fileId, wasm: NO_MODEL, cleaning: { ...NO_CLEANING, targetLufs }, parts: 1 };
  return await client.call('run', run, { signal, onProgress });
}

type Place = { fromFrame: number; frames: number };

async function readPlanes(
  { tracks, isMix, channels }: PlannedSound,
  files: TakeFiles,
  place: Place,
  signal: AbortSignal,
): Promise<Float32Array[]> {
  if (!isMix) {
    const [track] = tracks;
    if (!track) return [];
    return planesOf(await readTrack(track, files, place, signal), channels);
  }
  const mix = [new Float32Array(place.frames), new Float32Array(place.frames)] as const;
  for (const track of tracks)
    addToMix(mix, await readTrack(track, files, place, signal), track, place.fromFrame);
  return [...mix];
}

/** Frames of the take, interleaved, with silence where the track has none. */
async function readTrack(
  track: TakeTrack,
  files: TakeFiles,
  { fromFrame, frames }: Place,
  signal: AbortSignal,
): Promise<Float32Array> {
  const file = await files.open(track.file);
  if (!file) throw failWith('FILE_NOT_FOUND', 'trackGone', { values: { name: track.name } });
  if (!track.file.endsWith('.wav')) {
    const sound = await files.scan(track.file);
    if (sound?.kind !== 'sound')
      throw failWith('FILE_UNREADABLE', 'trackUnreadable', { values: { name: track.name } });
    return await readStretch(file, sound, { fromFrame, frames, signal });
  }
  // What was cleaned is counted from its own beginning.
  const samples = new Float32Array(frames * track.channels);
  const before = Math.max(0, track.offsetFrames - fromFrame);
  if (before >= frames) return samples;
  const place = { fromFrame: fromFrame + before - track.offsetFrames, frames: frames - before };
  samples.set(await readCleaned(file, track, place), before * track.channels);
  return samples;
}

function countClipped(plane: Float32Array): number {
  let count = 0;
  for (const sample of plane) if (sample > 1 || sample < -1) count += 1;
  return count;
}
