import { failWith } from '../../../../../src-shared/contract/errorTexts.ts';
import type { TakeRange } from '../../../../../src-shared/contract/takeExport.ts';
import {
  type TakeVideoTrack,
  VIDEO_SCHEMA_VERSION,
  type VideoCodec,
} from '../../../../../src-shared/contract/takeVideoTracks.ts';
import type { TakeDocument, TakeTrack } from '../../../../../src-shared/contract/takes.ts';
import type { Block } from '../../../../../src-shared/domain/matroska/writer.ts';
import { OPUS_RATE_HZ } from '../../../../../src-shared/domain/opus.ts';
import { PRODUCT_NAME } from '../../../../../src-shared/domain/product.ts';
import { toStored } from '../../../../../src-shared/domain/storedNames.ts';
import { recordedTracks } from '../../../../../src-shared/domain/takeVoices.ts';
import { documentOfPart, gapsOfPart, sourceOfPart } from '../../../../../src-shared/handlers/takePart.ts';
import { DOCUMENT_NAME, VIDEO_DOCUMENT_NAME } from '../../../../../src-shared/domain/takeFiles.ts';
import { NO_PROCESS } from '../names.ts';
import type { ScannedVideo } from '../scanTake.ts';
import type { TakeStore } from '../store.ts';
import type { TakeReader } from '../takeReader.ts';
import type { TakeWriter } from '../writer/index.ts';
import type { Task } from '../export/laySound.ts';
import { cutSound, type CutSound } from './cutSound.ts';
import { cutVideo, encoderFor } from './cutVideo.ts';

interface Means {
  store: TakeStore;
  reader: TakeReader;
}

interface Part {
  range: TakeRange;
  name: string;
  /** Of the new take. */
  newId: string;
}

/** Of the work, where there is video. */
const SOUND_PART = 0.1;

/**
 * A part of a take as a new one: the sound packet by packet as it was recorded, cameras and screens encoded again. What fails, or is
 * cancelled, leaves nothing.
 */
export async function extractTake(
  id: string,
  { range, name, newId }: Part,
  { store, reader }: Means,
  { signal, onProgress }: Task,
): Promise<void> {
  const { stored, document } = await reader.read(id);
  await store.make(newId, async (writer) => {
    const cut = { id, range, writer, store, reader, signal };
    const tracks: TakeTrack[] = [];
    for (const track of recordedTracks(document.tracks)) {
      const made = await extractSound(track, cut);
      if (made) tracks.push(made);
      onProgress(SOUND_PART);
    }
    const videoTracks: TakeVideoTrack[] = [];
    for (const [index, track] of document.videoTracks.entries()) {
      const made = await extractVideo(track, cut, (done) =>
        onProgress(SOUND_PART + ((1 - SOUND_PART) * (index + done)) / document.videoTracks.length),
      );
      if (made) videoTracks.push(made);
    }
    if (tracks.length + videoTracks.length === 0)
      throw failWith('FILE_EMPTY', 'noSound', { values: { name: document.name } });
    const sources = stored.sources.flatMap((source) => sourceOfPart(source, range));
    await save(writer, VIDEO_DOCUMENT_NAME, toStored(videoDocument(videoTracks, sources)));
    // Last: with it the take is there.
    await save(writer, DOCUMENT_NAME, soundDocument(document, { range, name, tracks }));
  });
}

const save = (writer: TakeWriter, name: string, document: object) =>
  writer.ask({ kind: 'save', name, text: JSON.stringify(document) });

function soundDocument(
  document: TakeDocument,
  part: { range: TakeRange; name: string; tracks: TakeTrack[] },
): Omit<TakeDocument, 'videoTracks'> {
  const { videoTracks: _, ...own } = documentOfPart(document, part);
  return { ...own, writer: NO_PROCESS };
}

const videoDocument = (videoTracks: TakeVideoTrack[], sources: readonly unknown[]) => ({
  schemaVersion: VIDEO_SCHEMA_VERSION,
  status: 'finished',
  writer: NO_PROCESS,
  videoTracks,
  sources,
});

interface Cut extends Means {
  id: string;
  range: TakeRange;
  writer: TakeWriter;
  signal: AbortSignal;
}

/** null where nothing of the track lies in the part. */
async function extractSound(track: TakeTrack, cut: Cut): Promise<TakeTrack | null> {
  const { id, range, writer, store, reader, signal } = cut;
  const [file, scanned] = [await store.open(id, track.file), await reader.scan(id, track.file)];
  if (!file || scanned?.kind !== 'sound') return null;
  const sound = await cutSound(file, scanned, range);
  if (!sound) return null;
  await writer.ask({ kind: 'open', file: track.file, video: null, sound: sound.facts });
  for await (const blocks of sound.blocks) {
    if (signal.aborted) throw failWith('CANCELLED', 'cancelled');
    await append(writer, track.file, blocks);
  }
  await writer.ask({ kind: 'end', file: track.file });
  const startFrame = Math.max(0, track.offsetFrames - range.fromFrame);
  const endFrame = Math.min(range.frames, track.offsetFrames + track.framesWritten - range.fromFrame);
  const length = Math.max(0, endFrame - startFrame);
  return {
    ...track,
    startFrame,
    offsetFrames: startFrame,
    framesExpected: length,
    framesWritten: length,
    ...gapsOfPart(track.gaps, range),
    ended: null,
  };
}

const append = (writer: TakeWriter, file: string, blocks: readonly Block[]) =>
  writer.ask({ kind: 'append', blocks: blocks.map((block) => ({ ...block, file })) });

async function extractVideo(
  track: TakeVideoTrack,
  cut: Cut,
  onProgress: (done: number) => void,
): Promise<TakeVideoTrack | null> {
  const { id, range, store, reader } = cut;
  const [file, video] = [await store.open(id, track.file), await reader.scan(id, track.file)];
  if (!file || video?.kind !== 'video') return null;
  const fromMs = (range.fromFrame / OPUS_RATE_HZ) * 1000;
  const toMs = fromMs + (range.frames / OPUS_RATE_HZ) * 1000;
  if (video.startMs >= toMs || video.endMs <= fromMs) return null;
  const { codec, config } = await encoderFor(video, track.fps, file.size);
  const clusters = video.clusters.map(({ fromByte, lengthBytes }) => ({
    fromByte,
    lengthBytes,
    atFrame: null,
  }));
  const sound = await cutSound(file, { track: 2, clusters }, range);
  const part = { fromMs, toMs, fps: track.fps };
  const made = await writeVideo(
    { file, name: track.file, video, part, codec, config, sound },
    cut,
    onProgress,
  );
  return {
    ...track,
    codec,
    startFrame: Math.round((made.firstMs / 1000) * OPUS_RATE_HZ),
    framesWritten: made.frames,
    framesDropped: 0,
    durationSec: (made.lastMs - made.firstMs) / 1000 + 1 / track.fps,
    longestGapSec: made.longestGapMs / 1000,
    ended: null,
  };
}

interface VideoWork {
  file: Blob;
  name: string;
  video: ScannedVideo;
  part: { fromMs: number; toMs: number; fps: number };
  codec: VideoCodec;
  config: VideoEncoderConfig;
  /** The mix that lies in it, too; null: none. */
  sound: CutSound | null;
}

/** Into a file of the new take, with the sound that was in it. */
async function writeVideo(
  { file, name, video, part, codec, config, sound }: VideoWork,
  { writer, signal }: Cut,
  onProgress: (done: number) => void,
) {
  const found = { frames: 0, firstMs: 0, lastMs: 0, longestGapMs: 0 };
  let codecPrivate: Uint8Array | null = null;
  let waiting: Block[] = [];
  const soundUntil = async (ms: number): Promise<Block[]> => {
    while (sound && (waiting.at(-1)?.atMs ?? -1) < ms) {
      const next = await sound.blocks.next();
      if (next.done) break;
      waiting.push(...next.value);
    }
    const due = waiting.filter(({ atMs }) => atMs <= ms);
    waiting = waiting.filter(({ atMs }) => atMs > ms);
    return due;
  };
  const onDescribed = (given: Uint8Array | null) => (codecPrivate = given);
  for await (const frames of cutVideo(file, video, part, config, { signal, onDescribed })) {
    if (frames.length === 0) continue;
    if (found.frames === 0) {
      found.firstMs = found.lastMs = frames[0]?.atMs ?? 0;
      const facts = { codec, codecPrivate, width: video.width, height: video.height, writer: PRODUCT_NAME };
      await writer.ask({ kind: 'open', file: name, video: facts, sound: sound?.facts ?? null });
    }
    for (const { atMs } of frames) {
      found.longestGapMs = Math.max(found.longestGapMs, atMs - found.lastMs);
      found.lastMs = atMs;
    }
    found.frames += frames.length;
    const blocks = [...frames, ...(await soundUntil(found.lastMs))].sort((a, b) => a.atMs - b.atMs);
    await append(writer, name, blocks);
    onProgress(Math.min(1, found.lastMs / (part.toMs - part.fromMs)));
  }
  if (found.frames === 0) throw failWith('FILE_UNREADABLE', 'noFrameInPart', { values: { name } });
  const rest = await soundUntil(Infinity);
  if (rest.length > 0) await append(writer, name, rest);
  await writer.ask({ kind: 'end', file: name });
  return found;
}
