import { failWith } from '../../../../../src-shared/contract/errorTexts.ts';
import type { ExportedSound, SoundExportRequest } from '../../../../../src-shared/contract/takeExport.ts';
import type { TakeDocument } from '../../../../../src-shared/contract/takes.ts';
import { coverBlock, type Cover } from '../../../../../src-shared/domain/cover.ts';
import { readOggPackets } from '../../../../../src-shared/domain/ogg.ts';
import { OPUS_RATE_HZ, opusPreSkip } from '../../../../../src-shared/domain/opus.ts';
import { chapterComments, writeOpusFile, type Comment } from '../../../../../src-shared/domain/opusFile.ts';
import {
  chaptersOf,
  planSoundExport,
  type PlannedSound,
} from '../../../../../src-shared/handlers/soundExport.ts';
import { toBase64 } from '../../../../lib/base64.ts';
import { planesOf, type WavEncoding } from '../../../../media/clean/sound.ts';
import type { CleanClient } from '../../clean/cleanClient.ts';
import { resultOf } from '../cleanVoices.ts';
import { decodePackets } from '../decodeSound.ts';
import { encodeOpus } from './encodeOpus.ts';
import { laySound, writeSound, type TakeFiles, type Task } from './laySound.ts';

interface ExportMeans {
  client: CleanClient;
  files: TakeFiles;
  cover: Cover | null;
  createId: () => string;
}

/** A new file, which is kept in this page. */
export interface MadeFile extends ExportedSound {
  blob: Blob;
}

const ENCODINGS: Readonly<Record<SoundExportRequest['encoding'], WavEncoding>> = {
  pcm16: { kind: 'integer', bits: 16 },
  pcm24: { kind: 'integer', bits: 24 },
  float32: { kind: 'float', bits: 32 },
};
/** Parts of the work of a file that is encoded. */
const LAID_PART = 0.5;
const ENCODED_PART = 0.7;
const BLOCK_FRAMES = OPUS_RATE_HZ;
const MOST_OFF_SEC = 0.1;
const MOST_LOUDNESS_ERROR_LU = 0.5;

/** Stems, a mix or both, as WAV or Opus. */
export async function exportSound(
  document: TakeDocument,
  request: SoundExportRequest,
  means: ExportMeans,
  { signal, onProgress }: Task,
): Promise<MadeFile[]> {
  if (request.container !== 'wav' && request.container !== 'opus')
    throw failWith('FORMAT_UNSUPPORTED', 'pageWritesTwo');
  const plan = planSoundExport(document, request, document.name);
  const made: MadeFile[] = [];
  for (const [index, sound] of plan.entries()) {
    const task = { signal, onProgress: (done: number) => onProgress((index + done) / plan.length) };
    const work = request.container === 'wav' ? makeWav : makeOpus;
    const { blob, ...figures } = await work(document, sound, request, means, task);
    const name = `${sound.name}.${request.container}`;
    made.push({ path: name, name, sizeBytes: blob.size, ...figures, blob });
  }
  return made;
}

type Made = Omit<MadeFile, 'path' | 'name' | 'sizeBytes'>;

async function makeWav(
  _: TakeDocument,
  sound: PlannedSound,
  { encoding, targetLufs }: SoundExportRequest,
  { client, files, createId }: ExportMeans,
  task: Task,
): Promise<Made> {
  return await withFile(client, createId(), sound.name, async (fileId) => {
    const writing = { fileId, encoding: ENCODINGS[encoding], targetLufs };
    const laid = await laySound(sound, files, client, writing, task);
    return {
      blob: await blobOf(client, fileId, task.signal),
      seconds: sound.frames / OPUS_RATE_HZ,
      integratedLufs: laid.integratedLufsAfter,
      truePeakDb: laid.truePeakDbAfter,
      clippedSamples: laid.clippedSamples,
    };
  });
}

/** What was encoded is decoded again: the figures are those of the file. */
async function makeOpus(
  document: TakeDocument,
  sound: PlannedSound,
  request: SoundExportRequest,
  { client, files, cover, createId }: ExportMeans,
  { signal, onProgress }: Task,
): Promise<Made> {
  const { channels, frames } = sound;
  const part = (from: number, to: number): Task => ({
    signal,
    onProgress: (done) => onProgress(from + (to - from) * done),
  });
  const { laidLufs, ...encoded } = await withFile(client, createId(), sound.name, async (fileId) => {
    const writing = { fileId, encoding: ENCODINGS.float32, targetLufs: request.targetLufs };
    const laid = await laySound(sound, files, client, writing, part(0, LAID_PART));
    const blocks = blocksOf(client, { fileId, frames }, part(LAID_PART, ENCODED_PART));
    const opus = await encodeOpus(blocks, { channels, kbps: request.kbps });
    return { ...opus, laidLufs: laid.integratedLufsAfter };
  });
  const pages: Uint8Array<ArrayBuffer>[] = [];
  const comments = await commentsOf(document, sound, request, cover);
  const [serial = 0] = crypto.getRandomValues(new Uint32Array(1));
  writeOpusFile({ ...encoded, frames, comments, serial }, (page) => pages.push(page));
  const blob = new Blob(pages, { type: 'audio/ogg' });
  const found = await measure(blob, sound, { client, createId }, part(ENCODED_PART, 1));
  const isOff =
    laidLufs !== null &&
    found.integratedLufs !== null &&
    Math.abs(found.integratedLufs - laidLufs) > MOST_LOUDNESS_ERROR_LU;
  if (isOff || Math.abs(found.seconds - frames / OPUS_RATE_HZ) > MOST_OFF_SEC)
    throw failWith('FILE_UNREADABLE', 'newFileOther');
  return { blob, ...found, clippedSamples: 0 };
}

async function measure(
  blob: Blob,
  { name, channels, frames }: PlannedSound,
  { client, createId }: Pick<ExportMeans, 'client' | 'createId'>,
  task: Task,
): Promise<Pick<ExportedSound, 'seconds' | 'integratedLufs' | 'truePeakDb'>> {
  const [head = new Uint8Array(), , ...packets] = readOggPackets(new Uint8Array(await blob.arrayBuffer()));
  let left = frames;
  const blocks = async function* (): AsyncGenerator<Float32Array[]> {
    let skipped = opusPreSkip(head);
    for await (const piece of decodePackets(packets, channels, task.signal)) {
      const from = Math.min(skipped, piece.frames);
      skipped -= from;
      const count = Math.min(left, piece.frames - from);
      left -= count;
      if (count > 0)
        yield planesOf(piece.interleaved.subarray(from * channels, (from + count) * channels), channels);
    }
  };
  return await withFile(client, createId(), name, async (fileId) => {
    const writing = { fileId, encoding: ENCODINGS.float32, targetLufs: null };
    const figures = await writeSound(joined(blocks()), client, writing, task);
    return {
      seconds: (frames - left) / OPUS_RATE_HZ,
      integratedLufs: figures.integratedLufsAfter,
      truePeakDb: figures.truePeakDbAfter,
    };
  });
}

/** A message for a second of sound, not for each packet. */
async function* joined(pieces: AsyncIterable<Float32Array[]>): AsyncGenerator<Float32Array[]> {
  let waiting: Float32Array[][] = [];
  let frames = 0;
  const all = () =>
    (waiting[0] ?? []).map((_, channel) => {
      const plane = new Float32Array(frames);
      let at = 0;
      for (const planes of waiting) {
        plane.set(planes[channel] ?? [], at);
        at += planes[channel]?.length ?? 0;
      }
      return plane;
    });
  for await (const planes of pieces) {
    waiting.push(planes);
    frames += planes[0]?.length ?? 0;
    if (frames < BLOCK_FRAMES) continue;
    yield all();
    [waiting, frames] = [[], 0];
  }
  if (frames > 0) yield all();
}

async function* blocksOf(
  client: CleanClient,
  { fileId, frames }: { fileId: string; frames: number },
  { signal, onProgress }: Task,
): AsyncGenerator<Float32Array> {
  for (let fromFrame = 0; fromFrame < frames; fromFrame += BLOCK_FRAMES) {
    const count = Math.min(BLOCK_FRAMES, frames - fromFrame);
    yield await client.call('readSound', { fileId, side: 'after', fromFrame, frames: count }, { signal });
    onProgress((fromFrame + count) / frames);
  }
}

async function commentsOf(
  document: TakeDocument,
  sound: PlannedSound,
  { tags, hasChapters, hasCover }: SoundExportRequest,
  cover: Cover | null,
): Promise<Comment[]> {
  const image = hasCover && cover ? await toBase64(new Blob([coverBlock(cover)])) : '';
  const said: Comment[] = [
    ['TITLE', tags?.title ?? ''],
    ['ARTIST', tags?.artist ?? ''],
    ['ALBUM', tags?.show ?? ''],
    ['TRACKNUMBER', tags?.episode?.toString() ?? ''],
    ['METADATA_BLOCK_PICTURE', image],
  ];
  const chapters = hasChapters ? chapterComments(chaptersOf(document, sound)) : [];
  return [...said.filter(([, value]) => value !== ''), ...chapters];
}

/** A file of the worker, which is removed when it has been read. */
async function withFile<T>(
  client: CleanClient,
  fileId: string,
  name: string,
  work: (fileId: string) => Promise<T>,
): Promise<T> {
  await client.call('open', { fileId, name, sizeBytes: 1 });
  try {
    return await work(fileId);
  } finally {
    await client.call('close', { fileId });
  }
}

/** Blobs lie outside of the page's own memory. */
async function blobOf(client: CleanClient, fileId: string, signal: AbortSignal): Promise<Blob> {
  await client.call('prepare', { fileId }, { signal });
  const pieces: Blob[] = [];
  for await (const bytes of resultOf(client, fileId, signal)) pieces.push(new Blob([bytes]));
  return new Blob(pieces, { type: 'audio/wav' });
}
