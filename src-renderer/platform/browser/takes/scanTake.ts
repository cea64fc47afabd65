import type { VideoCodec } from '../../../../src-shared/contract/takeVideoTracks.ts';
import { readFileFacts } from '../../../../src-shared/domain/matroska/facts.ts';
import { scanMatroska, type ReadAt } from '../../../../src-shared/domain/matroska/scan.ts';
import { OPUS_RATE_HZ, opusFrames, opusPreSkip } from '../../../../src-shared/domain/opus.ts';

/** A cluster of sound, and the frame of the take that its first packet begins at. */
interface SoundCluster {
  fromByte: number;
  lengthBytes: number;
  atFrame: number;
}

/** The sound of a file, on the take's own time at 48 kHz. */
export interface ScannedSound {
  kind: 'sound';
  /** The number of its track in the file. */
  track: 1 | 2;
  /** What a decoder gives before the sound itself. */
  preSkip: number;
  channels: number;
  /** Of its first packet, and behind its last one. */
  startFrame: number;
  endFrame: number;
  /** Where its writer says that it ends; null where that was never written. */
  reportedEndFrame: number | null;
  /** Nothing was written there, though there was something before and behind it. */
  gaps: { atFrame: number; frames: number }[];
  clusters: SoundCluster[];
}

/** The video of a file, on the take's own time. */
export interface ScannedVideo {
  kind: 'video';
  track: 1 | 2;
  codec: VideoCodec;
  codecPrivate: Uint8Array | null;
  width: number;
  height: number;
  frames: number;
  startMs: number;
  endMs: number;
  longestGapMs: number;
  /** Of those with a frame in them, the time of its first. */
  clusters: { fromByte: number; lengthBytes: number; atMs: number }[];
}

export type ScannedFile = ScannedSound | ScannedVideo;

const JUMP_FRAMES = 0.04 * OPUS_RATE_HZ;
/** Id and size of a cluster of ours. */
const CLUSTER_HEAD_BYTES = 12;
/** Of the last frame, where nothing says how long it is shown. */
const LAST_FRAME_MS = 20;
const CODECS: Readonly<Record<string, VideoCodec>> = {
  V_VP8: 'vp8',
  V_VP9: 'vp9',
  'V_MPEG4/ISO/AVC': 'avc1',
};

/** What lies in a file, all of it looked through and nothing decoded; null where it holds nothing that can be read. */
export async function scanFile(readAt: ReadAt, lengthBytes: number): Promise<ScannedFile | null> {
  const facts = await readFileFacts(readAt, lengthBytes);
  const video = facts?.tracks.find(({ kind }) => kind === 'video');
  const sound = facts?.tracks.find(({ kind }) => kind === 'sound');
  const wanted = video ?? sound;
  if (!facts || !wanted || (wanted.number !== 1 && wanted.number !== 2)) return null;
  const track = wanted.number;
  if (video) {
    const codec = CODECS[video.codecId];
    if (!codec) return null;
    const { width, height, codecPrivate } = video;
    const found = await scanVideo(readAt, lengthBytes, track);
    return found && { kind: 'video', track, codec, codecPrivate, width, height, ...found };
  }
  if (wanted.codecId !== 'A_OPUS') return null;
  const preSkip = opusPreSkip(wanted.codecPrivate);
  const found = await scanSound(readAt, lengthBytes, track, preSkip);
  const reportedEndFrame = facts.durationMs === null ? null : framesOf(facts.durationMs) - preSkip;
  return (
    found && { kind: 'sound', track, channels: Math.max(1, wanted.channels), reportedEndFrame, ...found }
  );
}

async function scanVideo(readAt: ReadAt, lengthBytes: number, track: number) {
  const firstOf = new Map<number, number>();
  let [frames, startMs, endMs, longestGapMs] = [0, 0, 0, 0];
  const { clusters, clusterSizes } = await scanMatroska(readAt, lengthBytes, (block) => {
    if (block.track !== track) return;
    const { atMs, cluster } = block;
    if (frames === 0) startMs = atMs;
    else longestGapMs = Math.max(longestGapMs, atMs - endMs);
    if (!firstOf.has(cluster)) firstOf.set(cluster, atMs);
    frames += 1;
    endMs = atMs;
  });
  if (frames === 0) return null;
  const index = [...firstOf].map(([cluster, atMs]) => ({
    fromByte: clusters[cluster]?.at ?? 0,
    lengthBytes: (clusterSizes[cluster] ?? 0) + CLUSTER_HEAD_BYTES,
    atMs,
  }));
  return { frames, startMs, endMs: endMs + LAST_FRAME_MS, longestGapMs, clusters: index };
}

async function scanSound(readAt: ReadAt, lengthBytes: number, track: number, preSkip: number) {
  const firstOf = new Map<number, number>();
  const gaps: ScannedSound['gaps'] = [];
  const places = new PacketPlaces(preSkip);
  let startFrame: number | null = null;
  const { clusters, clusterSizes } = await scanMatroska(readAt, lengthBytes, (block) => {
    if (block.track !== track) return;
    const { atFrame, missing } = places.next(block.atMs, opusFrames(block.first));
    startFrame ??= atFrame;
    if (missing > 0) gaps.push({ atFrame: atFrame - missing, frames: missing });
    if (!firstOf.has(block.cluster)) firstOf.set(block.cluster, atFrame);
  });
  if (startFrame === null) return null;
  const index = [...firstOf].map(([cluster, atFrame]) => ({
    fromByte: clusters[cluster]?.at ?? 0,
    lengthBytes: (clusterSizes[cluster] ?? 0) + CLUSTER_HEAD_BYTES,
    atFrame,
  }));
  return { preSkip, startFrame: Math.max(0, startFrame), endFrame: places.endFrame, gaps, clusters: index };
}

/**
 * Where packets of sound belong, in frames of the take. They follow each other without a seam, whatever their times say,
 * until these are far from it: times in a file are whole milliseconds, and follow a device whose clock runs differently.
 */
export class PacketPlaces {
  #position: number | null;
  readonly #preSkip: number;

  /** `position`: of the first packet, where that is known; else its time says so. */
  constructor(preSkip: number, position: number | null = null) {
    this.#preSkip = preSkip;
    this.#position = position;
  }

  get endFrame(): number {
    return this.#position ?? 0;
  }

  next(atMs: number, frames: number): { atFrame: number; missing: number } {
    const wanted = framesOf(atMs) - this.#preSkip;
    const before = (this.#position ??= wanted);
    const isFar = Math.abs(wanted - before) > JUMP_FRAMES;
    const atFrame = isFar ? wanted : before;
    this.#position = atFrame + frames;
    return { atFrame, missing: Math.max(0, atFrame - before) };
  }
}

const framesOf = (ms: number) => Math.round((ms / 1000) * OPUS_RATE_HZ);

const PIECE_BYTES = 1 << 20;

/** Reads a file by large pieces: what is looked for in it lies close together. */
export function readerOf(file: Blob): ReadAt {
  let from = 0;
  let piece = new Uint8Array(0);
  return async (at, length) => {
    if (at < from || at + length > from + piece.length) {
      const to = Math.min(file.size, at + Math.max(length, PIECE_BYTES));
      piece = new Uint8Array(await file.slice(at, to).arrayBuffer());
      from = at;
    }
    return piece.subarray(at - from, at - from + length);
  };
}
