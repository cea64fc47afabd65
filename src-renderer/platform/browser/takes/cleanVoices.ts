import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { TakeCleaning, TakeDocument, TakeTrack } from '../../../../src-shared/contract/takes.ts';
import { crosstalkOf, muteRanges } from '../../../../src-shared/domain/crosstalk.ts';
import { OPUS_RATE_HZ } from '../../../../src-shared/domain/opus.ts';
import { levelerOf } from '../../../../src-shared/domain/leveler.ts';
import { ENGINE_EFFECTS_OFF } from '../../../../src-shared/domain/stripEffects.ts';
import type { EngineStrip } from '../../../../src-shared/domain/stripSchema.ts';
import { voicesOf } from '../../../../src-shared/domain/takeVoices.ts';
import { denoiseMixOf } from '../../../media/chain/chainSettings.ts';
import type { CleanClient } from '../clean/cleanClient.ts';
import { assertPageCleans, modelsOf } from '../clean/pageEngines.ts';
import { readStretch } from './decodeSound.ts';
import type { KeptCleaning } from './notes.ts';
import { PeakCollector, POINT_FRAMES } from './peaks.ts';
import type { ScannedFile } from './scanTake.ts';
import { peaksNameOf } from './soundTrack.ts';
import type { TakeStore } from './store.ts';

/** What cleans files in this browser. */
export interface VoiceCleaner {
  /** Each works on one voice at a time, beside the others; started when it is first asked. */
  clients: readonly CleanClient[];
  loadModel: () => Promise<ArrayBuffer>;
  loadStrongModel: () => Promise<ArrayBuffer>;
  createId: () => string;
}

interface VoiceCleaningOptions extends VoiceCleaner {
  store: Pick<TakeStore, 'open' | 'write'>;
  scan: (id: string, file: string) => Promise<ScannedFile | null>;
  nowMs: () => number;
}

interface Task {
  signal: AbortSignal;
  onProgress: (done: number) => void;
}

type Denoise = Omit<TakeCleaning, 'cleanedAtMs'>;
type CleanedBy = EngineStrip['denoise'] & Pick<Denoise, 'levelLufs'>;

/** What is cleaned: interleaved frames from any frame on. */
interface ReadSound {
  name: string;
  frames: number;
  channels: number;
  read: (fromFrame: number, frames: number) => Promise<Float32Array>;
}

interface MadeVoice {
  kept: KeptCleaning['tracks'][number];
  /** Its waveform. */
  points: Int16Array;
}

/** Handed to the worker at once, and taken from it. */
const BLOCK_FRAMES = 10 * OPUS_RATE_HZ;
const PIECE_BYTES = 1 << 18;
/** Parts of the work that decoding, and decoding and cleaning, take. */
const DECODED_PART = 0.3;
const CLEANED_PART = 0.9;
/** Of cleaning, and muting crosstalk after it. */
const CLEANED_OF_BOTH = 0.7;
/** A result has whole numbers of 24 bits; its header is shorter than this. */
const SAMPLE_BYTES = 3;
const FULL_SCALE = 0x80_0000;

/** Cleans every voice of a take into a WAV file beside the recorded one; what is to be noted of them. */
export async function cleanVoices(
  id: string,
  { tracks }: TakeDocument,
  denoise: Denoise,
  options: VoiceCleaningOptions,
  { signal, onProgress }: Task,
): Promise<KeptCleaning> {
  assertPageCleans(denoise.engine);
  const voices = voicesOf(tracks).filter(({ framesWritten }) => framesWritten > 0);
  if (voices.length === 0) throw failWith('FILE_EMPTY', 'recordingHasNoVoice');
  const done = voices.map(() => 0);
  const report = (index: number, part: number) => {
    done[index] = part;
    onProgress(done.reduce((sum, one) => sum + one, 0) / voices.length);
  };
  const mutes = denoise.muteCrosstalk === true && voices.length > 1;
  const share = mutes ? CLEANED_OF_BOTH : 1;
  // A voice is brought to its loudness once the others are gone from it.
  const cleaning = mutes ? { ...denoise, levelLufs: null } : denoise;
  const made = await shareOut(options.clients, voices, signal, (client, voice, index, own) => {
    const task = { signal: own, onProgress: (part: number) => report(index, share * part) };
    return cleanVoice(id, voice, cleaning, { ...options, client }, task);
  });
  if (mutes) await muteCrosstalk(id, voices, { made, denoise, share, report }, options, signal);
  return { ...denoise, cleanedAtMs: options.nowMs(), tracks: made.map(({ kept }) => kept) };
}

/** Silence in each cleaned voice where its microphone only heard the others; then its loudness. */
async function muteCrosstalk(
  id: string,
  voices: readonly TakeTrack[],
  cleaned: {
    made: readonly MadeVoice[];
    denoise: Denoise;
    share: number;
    report: (index: number, part: number) => void;
  },
  options: VoiceCleaningOptions,
  signal: AbortSignal,
): Promise<void> {
  const { made, denoise, share, report } = cleaned;
  const recorded = made.map(({ points }, index) => ({
    points,
    pointFrames: POINT_FRAMES,
    channels: 1,
    offsetFrames: voices[index]?.offsetFrames ?? 0,
  }));
  const jobs = (await crosstalkOf(recorded)).map((ranges, index) => ({ ranges, kept: made[index]?.kept }));
  await shareOut(options.clients, jobs, signal, async (client, { ranges, kept }, index, own) => {
    const source = kept && (await options.store.open(id, kept.file));
    if (!kept || !source) return;
    const task = { signal: own, onProgress: (part: number) => report(index, share + (1 - share) * part) };
    const track = { channels: kept.channels, framesWritten: kept.frames };
    const read = async (fromFrame: number, frames: number) => {
      const samples = await readCleaned(source, track, { fromFrame, frames });
      muteRanges(samples, ranges, { fromFrame, channels: kept.channels, sampleRate: OPUS_RATE_HZ });
      return samples;
    };
    const sound = { name: kept.file, frames: kept.frames, channels: kept.channels, read };
    const off = { ...denoise, engine: 'off' } as const;
    await cleanSound(id, { sound, file: kept.file }, off, { ...options, client }, task);
  });
}

/** Each worker takes the next one when it has done its own; what fails ends the others. In the order of what was given. */
async function shareOut<T, R>(
  clients: readonly CleanClient[],
  given: readonly T[],
  signal: AbortSignal,
  work: (client: CleanClient, one: T, index: number, signal: AbortSignal) => Promise<R>,
): Promise<R[]> {
  const ending = new AbortController();
  const own = AbortSignal.any([signal, ending.signal]);
  const waiting = [...given.entries()];
  const results: R[] = [];
  const failures: unknown[] = [];
  const workThrough = async (client: CleanClient) => {
    for (let next = waiting.shift(); next && !own.aborted; next = waiting.shift()) {
      const [index, one] = next;
      results[index] = await work(client, one, index, own);
    }
  };
  await Promise.all(
    clients.map((client) =>
      workThrough(client).catch((error: unknown) => {
        failures.push(error);
        ending.abort();
      }),
    ),
  );
  if (failures.length > 0) throw failures[0];
  if (signal.aborted) throw failWith('CANCELLED', 'cancelled');
  return results;
}

async function cleanVoice(
  id: string,
  voice: TakeTrack,
  denoise: Denoise,
  options: VoiceCleaningOptions & { client: CleanClient },
  task: Task,
): Promise<MadeVoice> {
  const { store, scan } = options;
  const [source, scanned] = [await store.open(id, voice.file), await scan(id, voice.file)];
  if (!source || scanned?.kind !== 'sound')
    throw failWith('FILE_UNREADABLE', 'trackUnreadable', { values: { name: voice.name } });
  const frames = voice.framesWritten;
  const read = (from: number, count: number) =>
    readStretch(source, scanned, {
      fromFrame: scanned.startFrame + from,
      frames: count,
      signal: task.signal,
    });
  const file = cleanNameOf(voice.file);
  const sound = { name: voice.name, frames, channels: scanned.channels, read };
  const points = await cleanSound(id, { sound, file }, denoise, options, task);
  return { kept: { of: voice.id, file, frames, channels: scanned.channels }, points };
}

/** Writes a file of the take with what is made of a sound, and its waveform. */
async function cleanSound(
  id: string,
  { sound, file }: { sound: ReadSound; file: string },
  denoise: CleanedBy,
  { client, loadModel, loadStrongModel, createId, store }: VoiceCleaningOptions & { client: CleanClient },
  { signal, onProgress }: Task,
): Promise<Int16Array> {
  const { frames } = sound;
  const fileId = createId();
  await client.call('open', { fileId, name: sound.name, sizeBytes: 1 });
  try {
    const hear = (done: number) => onProgress(DECODED_PART * done);
    await handOver(client, { fileId, sound }, signal, hear);
    await client.call('endSound', { fileId, parts: 1 }, { signal });
    const cleaning = {
      denoise: denoiseMixOf(denoise),
      ...(await modelsOf(denoise.engine, loadStrongModel)),
      effects: { ...ENGINE_EFFECTS_OFF, leveler: levelerOf(denoise.levelLufs) ?? ENGINE_EFFECTS_OFF.leveler },
      targetLufs: null,
    };
    const wasm = await loadModel();
    await client.call(
      'run',
      { fileId, wasm, cleaning, parts: 1 },
      {
        signal,
        onProgress: (done) => onProgress(DECODED_PART + (CLEANED_PART - DECODED_PART) * done),
      },
    );
    await client.call('prepare', { fileId }, { signal });
    await store.write(id, file, resultOf(client, fileId, signal));
    const peaks = await peaksOf(client, { fileId, frames }, signal);
    await store.write(id, peaksNameOf(file), peaks);
    return new Int16Array(peaks.buffer);
  } finally {
    await client.call('close', { fileId });
  }
}

/** Block by block, with silence where nothing was recorded: hours never lie in memory whole. */
async function handOver(
  client: CleanClient,
  { fileId, sound }: { fileId: string; sound: ReadSound },
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<void> {
  const { frames, channels, read } = sound;
  for (let from = 0; from < frames; from += BLOCK_FRAMES) {
    const count = Math.min(BLOCK_FRAMES, frames - from);
    const planes = planesOf(await read(from, count), channels);
    const input = { fileId, sampleRate: OPUS_RATE_HZ, planes, isFirst: from === 0 };
    await client.call('appendSound', input, { signal });
    onProgress((from + count) / frames);
  }
}

function planesOf(interleaved: Float32Array, channels: number): Float32Array[] {
  const frames = interleaved.length / channels;
  return Array.from({ length: channels }, (_, channel) =>
    Float32Array.from({ length: frames }, (__, frame) => interleaved[frame * channels + channel] ?? 0),
  );
}

/** The file that was written, piece by piece. */
export async function* resultOf(client: CleanClient, fileId: string, signal: AbortSignal) {
  for (let atByte = 0; ; atByte += PIECE_BYTES) {
    const bytes = await client.call('readResult', { fileId, atByte, sizeBytes: PIECE_BYTES }, { signal });
    if (bytes.length > 0) yield new Uint8Array(bytes);
    if (bytes.length < PIECE_BYTES) return;
  }
}

async function peaksOf(
  client: CleanClient,
  { fileId, frames }: { fileId: string; frames: number },
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const peaks = new PeakCollector(0, frames);
  for (let atFrame = 0; atFrame < frames; atFrame += BLOCK_FRAMES) {
    const count = Math.min(BLOCK_FRAMES, frames - atFrame);
    const input = { fileId, side: 'after', fromFrame: atFrame, frames: count } as const;
    peaks.add({ atFrame, frames: count, interleaved: await client.call('readSound', input, { signal }) });
  }
  return peaks.bytes;
}

const cleanNameOf = (file: string) => `clean-${file.replace(/\.[^.]+$/, '')}.wav`;

/** A take with what was cleaned of it. */
export function withCleaned(document: TakeDocument, kept: KeptCleaning | null): TakeDocument {
  if (!kept) return document;
  const { tracks: cleaned, ...cleaning } = kept;
  const added = cleaned.flatMap(({ of, file, frames, channels }): TakeTrack[] => {
    const voice = document.tracks.find(({ id }) => id === of);
    if (!voice) return [];
    const made = { id: `cleaned:${of}`, name: `${voice.name} (clean)`, kind: 'cleaned', of } as const;
    return [{ ...voice, ...made, file, peaks: peaksNameOf(file), framesWritten: frames, channels }];
  });
  return { ...document, tracks: [...document.tracks, ...added], cleaning };
}

/** Frames of a cleaned voice, interleaved. */
export async function readCleaned(
  file: Blob,
  { channels, framesWritten }: Pick<TakeTrack, 'channels' | 'framesWritten'>,
  { fromFrame, frames }: { fromFrame: number; frames: number },
): Promise<Float32Array<ArrayBuffer>> {
  const frameBytes = channels * SAMPLE_BYTES;
  const count = Math.max(0, Math.min(frames, framesWritten - fromFrame));
  // Behind the samples is at most the byte that makes their length even.
  const dataAt = file.size - framesWritten * frameBytes - ((framesWritten * frameBytes) % 2);
  const from = dataAt + fromFrame * frameBytes;
  const bytes = new DataView(await file.slice(from, from + count * frameBytes).arrayBuffer());
  return Float32Array.from({ length: bytes.byteLength / SAMPLE_BYTES }, (_, index) => {
    const at = index * SAMPLE_BYTES;
    return ((bytes.getInt8(at + 2) << 16) | bytes.getUint16(at, true)) / FULL_SCALE;
  });
}
