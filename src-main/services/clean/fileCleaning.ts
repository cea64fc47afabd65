import { createReadStream } from 'node:fs';
import { mkdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  CleanChain,
  cleanContract,
  Cleaned,
  CleanSide,
  CleanSound,
} from '../../../src-shared/contract/clean.ts';
import type { PayloadOf } from '../../../src-shared/contract/define.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import {
  cleanedName,
  MAX_CLEAN_FILES,
  videoEndingOf,
  type CleanContainer,
} from '../../../src-shared/domain/fileCleaning.ts';
import { toEngineEffects } from '../../../src-shared/domain/stripEffects.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import type { CleanMastering, CleanProgress, CleanResult } from '../engine/index.ts';
import type { Log } from '../ports.ts';
import { CleaningFile } from './cleaningFile.ts';
import type { SoundContainer } from './naming.ts';
import type { CleanRequest, CleanService } from './request.ts';
import { hasVideo, replaceSound } from './video.ts';

type Progress = PayloadOf<(typeof cleanContract)['clean.onProgressed']>;

/** Of the disk, left alone: other work needs it. */
const KEEP_FREE_BYTES = 256 * 1024 * 1024;
/** Of a piece of work, what is left for looking at its result: the page draws it. */
const DECODE_SHARE = 0.6;
const CLEAN_SHARE = 0.95;

export interface FileCleaningOptions {
  clean: CleanService['clean'];
  /** A folder for this alone: what is in it at the start is removed, being left by a crash. */
  dir: string;
  createId: () => string;
  onProgressed: (progress: Progress) => void;
  log: Log;
}

export interface FileCleaning {
  handlers: Handlers<typeof cleanContract>;
  /** Removes all files. */
  close(): Promise<void>;
}

const NOTHING: CleanMastering = { targetLufs: null };
const UNTOUCHED: CleanRequest['denoise'] = { engine: 'off', sensitivity: 0, reduction: 0 };

/** Cleans files that a screen hands over, plays back and takes again. */
export function createFileCleaning(options: FileCleaningOptions): FileCleaning {
  const { dir, createId, log } = options;
  const files = new Map<string, CleaningFile>();
  const emptied = rm(dir, { recursive: true, force: true }).catch((error: unknown) =>
    log.error('what an earlier run left of files to clean could not be removed', error),
  );
  const steps = createSteps(options);

  const find = (fileId: string): CleaningFile => {
    const file = files.get(fileId);
    if (file) return file;
    throw failWith('FILE_NOT_FOUND', 'fileGone');
  };
  const close = async (fileId: string): Promise<void> => {
    const file = files.get(fileId);
    files.delete(fileId);
    await file?.remove();
  };
  async function openFile({ name, sizeBytes }: { name: string; sizeBytes: number }) {
    if (sizeBytes === 0) throw failWith('FILE_EMPTY', 'fileEmpty', { values: { name } });
    await emptied;
    const [oldest] = files.keys();
    if (files.size >= MAX_CLEAN_FILES && oldest !== undefined) await close(oldest);
    const file = new CleaningFile({ id: createId(), name, sizeBytes, dir });
    await file.create();
    files.set(file.id, file);
    try {
      await assertRoom(dir, name, sizeBytes);
    } catch (error) {
      await close(file.id);
      throw error;
    }
    return { fileId: file.id };
  }

  return {
    handlers: {
      'clean.openFile': openFile,
      'clean.appendBytes': ({ fileId, atByte, base64 }) => {
        const file = find(fileId);
        return file.alone(async () => ({
          receivedBytes: await file.append(atByte, Buffer.from(base64, 'base64')),
        }));
      },
      'clean.decodeFile': ({ fileId, parts }, { signal }) => steps.decode(find(fileId), parts, signal),
      'clean.run': ({ fileId, ...work }, { signal }) => steps.run(find(fileId), work, signal),
      'clean.prepareResult': ({ fileId, container }, { signal }) =>
        steps.prepare(find(fileId), container, signal),
      'clean.readResult': ({ fileId }) => readPrepared(find(fileId)),
      'clean.readSound': ({ fileId, side, fromFrame, frames }) =>
        find(fileId).readSound(side, fromFrame, frames),
      'clean.closeFile': ({ fileId }) => close(fileId),
    },
    async close() {
      await Promise.all([...files.keys()].map(close));
      await rm(dir, { recursive: true, force: true });
    },
  };
}

interface Work {
  chain: CleanChain;
  targetLufs: number | null;
  parts: number;
}

interface DescribeTask {
  step: Progress['step'];
  /** Of the step, what was done before. */
  from: number;
  signal: AbortSignal;
}

/** The pieces of work, each reporting its progress. */
function createSteps({ clean, onProgressed }: FileCleaningOptions) {
  const reporter =
    (file: CleaningFile, step: Progress['step'], share = 1) =>
    (progress: CleanProgress) =>
      onProgressed({ fileId: file.id, step, ...partOf(progress, share) });
  /** What is drawn of a side is the rest of the step that made it. */
  const describe = (file: CleaningFile, side: CleanSide, parts: number, task: DescribeTask) =>
    file.describe(side, parts, task.signal, (done, durationSec) =>
      onProgressed({
        fileId: file.id,
        step: task.step,
        done: task.from + (1 - task.from) * done,
        doneSec: durationSec,
      }),
    );

  return {
    decode: (file: CleaningFile, parts: number, signal: AbortSignal) =>
      file.alone(async () => {
        file.assertWhole();
        await clean(
          requestOf(file.uploadPath, file.beforePath, 'wav', { denoise: UNTOUCHED, mastering: NOTHING }),
          { signal, onProgress: reporter(file, 'decode', DECODE_SHARE) },
        );
        file.hasVideo = await hasVideo(file.uploadPath, signal);
        return await describe(file, 'before', parts, { step: 'decode', from: DECODE_SHARE, signal });
      }),
    run: (file: CleaningFile, { chain, targetLufs, parts }: Work, signal: AbortSignal) =>
      file.alone(async () => {
        await file.assertDecoded();
        const work = { denoise: chain.denoise, mastering: { ...toEngineEffects(chain), targetLufs } };
        const result = await clean(requestOf(file.uploadPath, file.afterPath, 'wav', work), {
          signal,
          onProgress: reporter(file, 'clean', CLEAN_SHARE),
        });
        const described = await describe(file, 'after', parts, { step: 'clean', from: CLEAN_SHARE, signal });
        return { ...described, ...figuresOf(result) };
      }),
    prepare: (file: CleaningFile, container: CleanContainer, signal: AbortSignal) =>
      file.alone(async () => {
        const convert = (to: string, kind: SoundContainer) =>
          clean(requestOf(file.afterPath, to, kind, { denoise: UNTOUCHED, mastering: NOTHING }), {
            signal,
            onProgress: reporter(file, 'save'),
          });
        file.preparedPath = await prepareAs(file, container, convert, signal);
        const { size } = await statResult(file.preparedPath, file.name);
        return { name: cleanedName(file.name, container), sizeBytes: size };
      }),
  };
}

async function prepareAs(
  file: CleaningFile,
  container: CleanContainer,
  convert: (to: string, kind: SoundContainer) => Promise<CleanResult>,
  signal: AbortSignal,
): Promise<string> {
  await statResult(file.afterPath, file.name);
  if (container === 'wav') return file.afterPath;
  if (container === 'video') return await prepareVideo(file, signal);
  const path = join(file.folder, `result.${container}`);
  await convert(path, container);
  return path;
}

/** The frames of the recording with the cleaned sound. */
async function prepareVideo(file: CleaningFile, signal: AbortSignal): Promise<string> {
  if (!file.hasVideo) {
    throw failWith('FORMAT_UNSUPPORTED', 'fileWithoutVideo', { values: { name: file.name } });
  }
  const container = videoEndingOf(file.name);
  const outputPath = join(file.folder, `result.${container}`);
  const files = { videoPath: file.uploadPath, soundPath: file.afterPath, outputPath };
  await replaceSound({ ...files, container }, signal);
  return outputPath;
}

async function statResult(path: string, name: string) {
  return await stat(path).catch((error: unknown) => {
    throw failWith('BAD_OPTION', 'fileNotCleaned', { values: { name }, cause: error });
  });
}

async function* readPrepared(file: CleaningFile): AsyncGenerator<Uint8Array> {
  const path = file.preparedPath;
  if (path === null) throw failWith('FILE_NOT_FOUND', 'notPrepared', { values: { name: file.name } });
  try {
    for await (const chunk of createReadStream(path)) yield chunk as Buffer;
  } catch (error) {
    throw failWith('FILE_UNREADABLE', 'resultUnreadable', { values: { name: file.name }, cause: error });
  }
}

function requestOf(
  inputPath: string,
  outputPath: string,
  container: SoundContainer,
  work: Pick<CleanRequest, 'denoise' | 'mastering'>,
): CleanRequest {
  return { inputPath, outputPath, container, ...work, force: true };
}

function figuresOf(result: CleanResult): Omit<Cleaned, keyof CleanSound> {
  return {
    integratedLufsBefore: result.integratedLufsIn,
    integratedLufsAfter: result.integratedLufsOut,
    truePeakDbAfter: result.truePeakDbOut,
    meanReductionDb: result.meanReductionDb,
    realTimeFactor: result.elapsedSec > 0 ? result.seconds / result.elapsedSec : 0,
  };
}

function partOf({ framesDone, framesTotal, sampleRate }: CleanProgress, share: number) {
  return {
    done: framesTotal ? share * Math.min(1, framesDone / framesTotal) : null,
    doneSec: framesDone / sampleRate,
  };
}

/** Said before the first byte arrives; what a packed file grows to while it is worked on is seen as it grows. */
async function assertRoom(dir: string, name: string, sizeBytes: number): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(dir);
  // The file itself, its sound, and its result.
  const missing = 3 * sizeBytes + KEEP_FREE_BYTES - bavail * bsize;
  if (missing <= 0) return;
  throw failWith('DISK_FULL', 'diskFullToClean', {
    values: { name, megabytes: Math.ceil(missing / 1024 ** 2) },
  });
}
