import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { Project } from '../../../src-shared/domain/edit/document.ts';
import {
  amplitudeAt,
  resolveSound,
  type SoundSegment,
} from '../../../src-shared/domain/edit/resolveSound.ts';
import { SOUND_RATE } from '../../../src-shared/domain/edit/time.ts';
import { panGains } from '../../../src-shared/domain/pan.ts';
import { moveDurably, requireRoom, writeAll } from '../../../src-node/files/index.ts';
import { LOUDNESS_FILTER, loudnessIn, runFfmpeg, type Loudness } from '../ffmpeg/index.ts';
import { lowerPriority } from '../processes/index.ts';
import type { MediaSound } from '../projects/index.ts';

const CHUNK_SAMPLES = SOUND_RATE;
const SAMPLE_BYTES = 8;
/** How stereo float32 is described to FFmpeg. */
export const RAW_SOUND = ['-f', 'f32le', '-ar', String(SOUND_RATE), '-ac', '2'];
const MOST_TRUE_PEAK_DB = -1;

export interface Mix {
  project: Project;
  fromSample: number;
  toSample: number;
  targetLufs: number | null;
}

interface MixTask {
  openSound: (mediaId: string) => Promise<MediaSound>;
  workFolder: string;
  signal?: AbortSignal | undefined;
  onProgress?: (done: number) => void;
}

/**
 * The sound of a project's part, sample by sample, as `resolveSound` has it: raw stereo float32 in `path`. With a target it is
 * brought to that loudness, with true peaks at most at −1 dBTP.
 */
export async function writeSoundtrack(path: string, mix: Mix, task: MixTask): Promise<void> {
  const { project, fromSample, toSample, targetLufs } = mix;
  await requireRoom(path, (toSample - fromSample) * SAMPLE_BYTES * 2);
  const part = `${path}.part`;
  const mixer = createMixer(project, task);
  const file = await open(part, 'w', 0o600);
  try {
    for (let at = fromSample; at < toSample; at += CHUNK_SAMPLES) {
      if (task.signal?.aborted) throw new RpcError('CANCELLED', 'Cancelled.');
      const samples = await mixer.mix(at, Math.min(toSample, at + CHUNK_SAMPLES));
      await writeAll(file, bytesOf(samples), (at - fromSample) * SAMPLE_BYTES);
      task.onProgress?.((at - fromSample) / (toSample - fromSample));
    }
  } finally {
    await file.close();
    await mixer.close();
  }
  await finish(part, path, { project, targetLufs, signal: task.signal });
}

/** How loud raw sound is. */
export async function measureRaw(path: string, signal?: AbortSignal): Promise<Loudness> {
  const { words } = await runFfmpeg(
    [...RAW_SOUND, '-i', `file:${path}`, '-af', LOUDNESS_FILTER, '-f', 'null', '-'],
    signal ? { signal } : {},
  );
  return loudnessIn(words);
}

/** The whole sound's gain, and its limiter where there is one. */
async function finish(
  part: string,
  path: string,
  {
    project,
    targetLufs,
    signal,
  }: { project: Project; targetLufs: number | null; signal: AbortSignal | undefined },
): Promise<void> {
  let { gainDb, ceilingDbtp } = project.master;
  if (targetLufs !== null) {
    const { integratedLufs } = await measureRaw(part, signal);
    if (integratedLufs !== null) gainDb = targetLufs - integratedLufs;
    ceilingDbtp = MOST_TRUE_PEAK_DB;
  }
  if (gainDb === 0 && ceilingDbtp === null) return await moveDurably(part, path);
  const finished = `${path}.finished.part`;
  try {
    await runFfmpeg(
      [
        ...RAW_SOUND,
        '-i',
        `file:${part}`,
        '-af',
        masterFilters(gainDb, ceilingDbtp),
        ...RAW_SOUND,
        '-y',
        `file:${finished}`,
      ],
      { outputPath: 'The sound', ...(signal ? { signal } : {}) },
    );
    await moveDurably(finished, path);
  } finally {
    await rm(part, { force: true });
    await rm(finished, { force: true });
  }
}

/** Peaks between samples are caught at four times the rate; the margin is for what the way back adds. */
const LIMITER_MARGIN_DB = 0.3;

function masterFilters(gainDb: number, ceilingDbtp: number | null): string {
  const gain = `volume=${gainDb.toFixed(4)}dB:precision=float`;
  if (ceilingDbtp === null) return gain;
  const limit = 10 ** ((ceilingDbtp - LIMITER_MARGIN_DB) / 20);
  return [
    gain,
    `aresample=${SOUND_RATE * 4}`,
    `alimiter=limit=${limit.toFixed(6)}:level=false:attack=5:release=50:latency=true`,
    `aresample=${SOUND_RATE}`,
  ].join(',');
}

function createMixer(project: Project, { openSound, workFolder, signal }: MixTask) {
  const sounds = new Map<string, Promise<MediaSound>>();
  const stretched = new Map<string, Promise<FileHandle>>();
  const soundOf = (mediaId: string) => {
    const known = sounds.get(mediaId) ?? openSound(mediaId);
    sounds.set(mediaId, known);
    return known;
  };

  /** The source's samples of a segment, between two samples of the timeline. */
  async function readSource(segment: SoundSegment, from: number, to: number): Promise<Float32Array> {
    const sound = await soundOf(segment.mediaId);
    if (segment.speed.num === segment.speed.den)
      return await sound.read(segment.sourceFromSample + from - segment.fromSample, to - from);
    const { clipId, speed, fromSample, toSample } = segment;
    const key = [clipId, fromSample, toSample, speed.num, speed.den].join('-');
    const known =
      stretched.get(key) ??
      stretch(segment, sound, join(workFolder, `stretch-${stretched.size}.f32`), signal);
    stretched.set(key, known);
    return await readRaw(await known, from - fromSample, to - from);
  }

  return {
    async mix(from: number, to: number): Promise<Float32Array> {
      const out = new Float32Array((to - from) * 2);
      for (const segment of resolveSound(project, from, to).segments) {
        const first = Math.max(from, segment.fromSample);
        const last = Math.min(to, segment.toSample);
        if (last > first) add(out, from, segment, first, await readSource(segment, first, last));
      }
      return out;
    },
    async close() {
      for (const sound of sounds.values())
        await sound.then((opened) => opened.close()).catch(() => undefined);
      for (const file of stretched.values())
        await file.then((opened) => opened.close()).catch(() => undefined);
    },
  };
}

/** Adds a segment's samples, from `first` of the timeline on, to a mix that begins at `from`. */
function add(
  out: Float32Array,
  from: number,
  segment: SoundSegment,
  first: number,
  source: Float32Array,
): void {
  const { left, right } = panGains(segment.pan, 2);
  const { fadeInSamples, fadeOutSamples, fromSample, toSample, gain } = segment;
  const isEven = gain.length === 1;
  // Between its fades an even gain is one figure.
  const even = amplitudeAt({ ...segment, fadeInSamples: 0, fadeOutSamples: 0 }, first);
  for (let index = 0; index < source.length; index += 2) {
    const sample = first + (index >> 1);
    const isFading = sample < fromSample + fadeInSamples || sample >= toSample - fadeOutSamples;
    const amplitude = isEven && !isFading ? even : amplitudeAt(segment, sample);
    const at = (sample - from) * 2;
    out[at] = (out[at] ?? 0) + (source[index] ?? 0) * amplitude * left;
    out[at + 1] = (out[at + 1] ?? 0) + (source[index + 1] ?? 0) * amplitude * right;
  }
}

/** The whole segment at its speed and its own pitch. */
async function stretch(
  segment: SoundSegment,
  sound: MediaSound,
  path: string,
  signal?: AbortSignal,
): Promise<FileHandle> {
  const { speed, fromSample, toSample, sourceFromSample } = segment;
  const wanted = Math.ceil(((toSample - fromSample) * speed.num) / speed.den);
  const child = spawn(
    'ffmpeg',
    [
      ...[
        '-nostdin',
        '-hide_banner',
        '-v',
        'error',
        ...RAW_SOUND,
        '-i',
        'pipe:0',
        '-af',
        tempoFilters(speed.num / speed.den),
      ],
      ...[...RAW_SOUND, '-y', `file:${path}`],
    ],
    { stdio: ['pipe', 'ignore', 'ignore'], ...(signal ? { signal, killSignal: 'SIGKILL' as const } : {}) },
  );
  child.on('spawn', () => lowerPriority(child.pid));
  const ended = once(child, 'close') as Promise<[number | null]>;
  child.stdin.on('error', () => undefined);
  for (let at = 0; at < wanted && child.exitCode === null; at += CHUNK_SAMPLES) {
    const samples = await sound.read(sourceFromSample + at, Math.min(CHUNK_SAMPLES, wanted - at));
    if (!child.stdin.write(bytesOf(samples))) await Promise.race([once(child.stdin, 'drain'), ended]);
  }
  child.stdin.end();
  const [code] = await ended;
  if (signal?.aborted) throw new RpcError('CANCELLED', 'Cancelled.');
  if (code !== 0)
    throw new RpcError('FILE_UNREADABLE', 'The sound of a clip at another speed could not be made.');
  return await open(path, 'r');
}

/** One filter takes half to double; what is beyond is done in steps. */
function tempoFilters(factor: number): string {
  const steps: number[] = [];
  let left = factor;
  for (; left > 2; left /= 2) steps.push(2);
  for (; left < 0.5; left *= 2) steps.push(0.5);
  return [...steps, left].map((step) => `atempo=${step.toFixed(9)}`).join(',');
}

async function readRaw(file: FileHandle, fromSample: number, samples: number): Promise<Float32Array> {
  const found = new Float32Array(samples * 2);
  const bytes = new Uint8Array(found.buffer);
  for (let done = 0; done < bytes.length;) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, fromSample * SAMPLE_BYTES + done);
    // A stretched sound may be some samples short: they are silent.
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return found;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
