import { RpcError } from '../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { ArmedSource, TakeVideoTrack } from '../../../../src-shared/contract/takeVideoTracks.ts';
import type { TakeDocument, TakeTrack } from '../../../../src-shared/contract/takes.ts';
import {
  type CertifiedVideoTrack,
  type CertifiedSource,
  type CertifiedTrack,
  TAKE_SCHEMA_VERSION,
  type TakeCertificate,
} from '../../../../src-shared/domain/certificateSchema.ts';
import { readCluster } from '../../../../src-shared/domain/matroska/clusters.ts';
import { OPUS_RATE_HZ } from '../../../../src-shared/domain/opus.ts';
import { groupParts } from '../../../../src-shared/domain/videoParts.ts';
import { findSourceGaps } from '../../../../src-shared/domain/sourceGaps.ts';
import { judgeTake } from '../../../../src-shared/domain/takeCertificate.ts';
import { Sha256 } from '../../../lib/sha256.ts';
import { Gauge } from '../../../media/clean/mastering.ts';
import { countClipped } from '../../../media/dsp/levels.ts';
import { decoderConfigOf } from '../../../media/video/videoReader.ts';
import { decodeSound } from './decodeSound.ts';
import type { ScannedFiles } from './oldDocument.ts';
import type { ScannedVideo } from './scanTake.ts';

interface VerifyTask {
  files: ScannedFiles;
  /** Cameras and screens that it was to have; of an earlier version nobody knows. */
  sources: readonly ArmedSource[];
  open: (name: string) => Promise<File | null>;
  nowMs: number;
  signal: AbortSignal;
  onProgress: (done: number) => void;
}

const GONE = 'The file no longer exists.';
const NOTHING = 'The file holds nothing that can be read.';
const MOST_IN_DECODER = 8;
const HASHED_BYTES = 1 << 20;

/** Decodes every file of a take by the browser's own decoders, and says what it found. */
export async function verifyTake(document: TakeDocument, task: VerifyTask): Promise<TakeCertificate> {
  const count = document.tracks.length + document.videoTracks.length;
  let ended = 0;
  const partOf = (): VerifyTask => ({
    ...task,
    onProgress: (done) => task.onProgress(Math.min(1, (ended + done) / count)),
  });
  const tracks: CertifiedTrack[] = [];
  for (const track of document.tracks) {
    tracks.push(await verifySound(track, partOf()));
    ended += 1;
  }
  const videoTracks: CertifiedVideoTrack[] = [];
  for (const track of document.videoTracks) {
    videoTracks.push(await verifyVideoTrack(track, partOf()));
    ended += 1;
  }
  const sources = certifySources(document, task.sources);
  const judgement = judgeTake({
    sampleRate: document.sampleRate,
    tracks: tracks.map((track, index) => ({ ...track, gaps: document.tracks[index]?.gaps ?? [] })),
    videoTracks: videoTracks.map((track, index) => ({
      ...track,
      endMessage: document.videoTracks[index]?.ended?.message ?? null,
    })),
    sources,
    missedDeadlines: document.missedDeadlines,
    endMessage: document.ended?.message ?? null,
    isRecovered: document.status === 'recovered',
  });
  return {
    schemaVersion: TAKE_SCHEMA_VERSION,
    verifiedAtMs: task.nowMs,
    ...judgement,
    missedDeadlines: document.missedDeadlines,
    tracks,
    videoTracks,
    sources,
  };
}

/** Where nothing was written of the cameras and screens that it was to have. */
function certifySources(
  { videoTracks, sampleRate, frames }: TakeDocument,
  armed: readonly ArmedSource[],
): CertifiedSource[] {
  const take = { sampleRate, takeEndSec: frames / sampleRate };
  return (armed.length > 0 ? armed : guessArmed(videoTracks)).map(({ id, name, kind, ...when }) => {
    const parts = videoTracks.filter((part) => (part.sourceId ?? part.id) === id);
    const gaps = findSourceGaps(when, parts, take);
    return { id, name, kind, isRecorded: parts.some(({ framesWritten }) => framesWritten > 0), gaps };
  });
}

/** Those that were recorded to the end; one that ended early is described by its own file. */
const guessArmed = (videoTracks: readonly TakeVideoTrack[]): ArmedSource[] =>
  groupParts(videoTracks).flatMap((parts) => {
    const [{ id, sourceId, name, kind, startFrame }] = parts;
    const armed = { id: sourceId ?? id, name, kind, fromFrame: startFrame ?? 0, untilFrame: null };
    return parts.at(-1)?.ended ? [] : [armed];
  });

async function verifySound(track: TakeTrack, task: VerifyTask): Promise<CertifiedTrack> {
  const { id, name, file, framesExpected, gapCount, missingFrames, dryFrames, xruns, driftPpm } = track;
  const known = { id, name, file, framesExpected, gapCount, missingFrames, dryFrames, xruns, driftPpm };
  const nothing = {
    ...known,
    sizeBytes: 0,
    sha256: null,
    framesDecoded: null,
    clippedSamples: 0,
    integratedLufs: null,
    truePeakDb: null,
  };
  const blob = await task.open(file);
  if (!blob) return { ...nothing, problem: GONE };
  const sizeBytes = blob.size;
  const sound = task.files.get(file);
  const sha256 = await hashOf(blob, task.signal);
  if (sound?.kind !== 'sound') return { ...nothing, sizeBytes, sha256, problem: NOTHING };
  const gauge = new Gauge(sound.channels, OPUS_RATE_HZ);
  let clippedSamples = 0;
  let endFrame = sound.startFrame;
  try {
    for await (const { atFrame, frames, interleaved } of decodeSound(blob, sound, { signal: task.signal })) {
      gauge.add(interleaved);
      clippedSamples += countClipped(interleaved);
      endFrame = Math.max(endFrame, atFrame + frames);
      task.onProgress((endFrame - sound.startFrame) / Math.max(1, framesExpected));
    }
  } catch (error) {
    return { ...nothing, sizeBytes, sha256, problem: problemOf(error) };
  }
  // Silence at the end is a gap, and is reported as one.
  const silentFrames = track.gaps.reduce(
    (sum, { atFrame, missingFrames: missing }) => (atFrame >= endFrame ? sum + missing : sum),
    0,
  );
  // The last packet of a part reaches beyond its end.
  const framesDecoded = Math.min(framesExpected, endFrame - sound.startFrame + silentFrames);
  return { ...known, sizeBytes, sha256, framesDecoded, problem: null, clippedSamples, ...gauge.finish() };
}

async function verifyVideoTrack(track: TakeVideoTrack, task: VerifyTask): Promise<CertifiedVideoTrack> {
  const { id, name, kind, file, framesDropped, durationSec, longestGapSec, framesWritten } = track;
  const known = {
    id,
    name,
    kind,
    file,
    framesDropped,
    durationSec,
    longestGapSec,
    framesExpected: framesWritten,
    isUndecoded: false,
  };
  const blob = await task.open(file);
  if (!blob) return { ...known, sizeBytes: 0, sha256: null, framesDecoded: null, problem: GONE };
  const found = { ...known, sizeBytes: blob.size, sha256: await hashOf(blob, task.signal) };
  const video = task.files.get(file);
  if (video?.kind !== 'video') return { ...found, framesDecoded: null, problem: NOTHING };
  try {
    return { ...found, framesDecoded: await countFrames(blob, video, task), problem: null };
  } catch (error) {
    return { ...found, framesDecoded: null, problem: problemOf(error) };
  }
}

async function countFrames(
  file: Blob,
  video: ScannedVideo,
  { signal, onProgress }: VerifyTask,
): Promise<number> {
  let [count, failure] = [0, null as Error | null];
  let wake: (() => void) | null = null;
  const decoder = new VideoDecoder({
    output(frame) {
      count += 1;
      frame.close();
      onProgress(count / video.frames);
    },
    error(error) {
      failure = error;
      wake?.();
    },
  });
  decoder.addEventListener('dequeue', () => wake?.());
  const check = () => {
    if (failure) throw failure;
    if (signal.aborted) throw failWith('CANCELLED', 'cancelled');
  };
  try {
    decoder.configure(decoderConfigOf(video));
    for (const { fromByte, lengthBytes } of video.clusters) {
      const bytes = new Uint8Array(await file.slice(fromByte, fromByte + lengthBytes).arrayBuffer());
      for (const { atMs, isKey, bytes: data } of await readCluster(bytes, video.track)) {
        check();
        const type = isKey ? 'key' : 'delta';
        decoder.decode(new EncodedVideoChunk({ type, timestamp: atMs * 1000, data }));
        while (!failure && decoder.decodeQueueSize > MOST_IN_DECODER) {
          const { promise, resolve } = Promise.withResolvers<void>();
          wake = resolve;
          await promise;
        }
      }
    }
    check();
    await decoder.flush();
    check();
    return count;
  } finally {
    if (decoder.state !== 'closed') decoder.close();
  }
}

/** A cancelled check is none; whatever else went wrong is what it found. */
function problemOf(error: unknown): string {
  if (error instanceof RpcError && error.code === 'CANCELLED') throw error;
  return error instanceof Error ? error.message : String(error);
}

async function hashOf(file: Blob, signal: AbortSignal): Promise<string> {
  const hash = new Sha256();
  for (let at = 0; at < file.size; at += HASHED_BYTES) {
    if (signal.aborted) throw failWith('CANCELLED', 'cancelled');
    hash.add(new Uint8Array(await file.slice(at, at + HASHED_BYTES).arrayBuffer()));
  }
  return hash.hex();
}
