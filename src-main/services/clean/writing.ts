import { rename } from 'node:fs/promises';
import { resolve } from 'node:path';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { CleanOptions, CleanResult, EngineService } from '../engine/index.ts';
import { findDecoder } from './decoder.ts';
import type { CleanRequest, CleanTask, SoundRequest } from './request.ts';
import { isVideoContainer, replaceSound } from './video.ts';
import { subtractWav } from './wavFile.ts';

/** How much less than the file's own header says may be rounding of its kind; more is a cut. */
const MISSING_TOLERANCE_SEC = 0.25;

/** Of a sound that is copied. */
const AS_IT_IS = {
  denoise: { engine: 'off', sensitivity: 0, reduction: 0 },
  mastering: { targetLufs: null },
  plugin: null,
} as const;

interface Writing {
  engine: Pick<EngineService, 'clean'>;
  /** Files that are not whole yet. */
  unfinished: Set<string>;
  remove: (path: string) => void;
}

/**
 * Writes the cleaned recording, and what was taken away: the recording as floats, less the cleaned sound. With that, and for a kind that
 * holds video, the sound is cleaned into a file of its own first, of which the result is made.
 */
export async function writeCleaned(
  { engine, unfinished, remove }: Writing,
  request: CleanRequest,
  { partPath, removedPart }: { partPath: string; removedPart: string | null },
  task: CleanTask,
): Promise<CleanResult> {
  const { container } = request;
  if (removedPart === null && !isVideoContainer(container))
    return await decodeAndClean(engine, { ...request, container }, partPath, task);
  const soundPath = `${partPath}.wav`;
  const silently = { ...task, onProgress: () => undefined };
  unfinished.add(soundPath);
  try {
    const result = await decodeAndClean(engine, { ...request, container: 'wav' }, soundPath, task);
    if (removedPart !== null) {
      const untouched = { ...request, ...AS_IT_IS, container: 'wav' } as const;
      await decodeAndClean(engine, untouched, removedPart, silently, 'float32');
      await subtractWav(removedPart, soundPath, task.signal);
    }
    if (isVideoContainer(container)) {
      const files = { videoPath: request.inputPath, soundPath, outputPath: partPath };
      await replaceSound({ ...files, container }, task.signal);
    } else if (container === 'wav') {
      await rename(soundPath, partPath);
    } else {
      const copy = { ...request, ...AS_IT_IS, inputPath: soundPath, container };
      await decodeAndClean(engine, copy, partPath, silently);
    }
    return result;
  } finally {
    remove(soundPath);
  }
}

/** By libsndfile, which keeps every bit; where that does not know the kind of file, by FFmpeg. */
async function decodeAndClean(
  engine: Pick<EngineService, 'clean'>,
  request: SoundRequest,
  partPath: string,
  task: CleanTask,
  encoding: CleanOptions['encoding'] = 'same',
): Promise<CleanResult> {
  const run = (input: CleanOptions['input']) =>
    engine.clean(
      {
        input,
        outputPath: partPath,
        container: request.container,
        encoding,
        denoise: request.denoise,
        isSequential: request.isSequential ?? false,
        mastering: request.mastering,
        plugin: request.plugin ?? null,
      },
      task,
    );
  try {
    return await run({ kind: 'file', path: resolve(request.inputPath) });
  } catch (error) {
    if (!isUnknownKind(error)) throw error;
  }
  const decoder = await findDecoder(request.inputPath, task.signal);
  const result = await run(decoder).catch((error: unknown) => {
    throw namingFile(request.inputPath, error);
  });
  const missingSec = ((decoder.framesExpected ?? 0) - result.frames) / decoder.sampleRate;
  if (missingSec > MISSING_TOLERANCE_SEC) {
    throw failWith('FILE_UNREADABLE', 'cutShortSeconds', {
      values: { path: request.inputPath, seconds: missingSec.toFixed(1) },
    });
  }
  return result;
}

/** What FFmpeg warns about does not say of which file. */
function namingFile(path: string, error: unknown): unknown {
  if (!(error instanceof RpcError) || error.code !== 'FILE_UNREADABLE' || error.message.includes(path))
    return error;
  return failWith(error.code, 'undecodable', { values: { path, reason: error.message }, cause: error });
}

/** A file that is known and damaged must not get a second chance with a laxer reader: it is `FILE_UNREADABLE`. */
function isUnknownKind(error: unknown): boolean {
  return error instanceof RpcError && error.code === 'FORMAT_UNSUPPORTED';
}
