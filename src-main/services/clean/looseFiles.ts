import { mkdir, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { CleanChain } from '../../../src-shared/contract/clean.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { LooseFile, looseFilesContract } from '../../../src-shared/contract/looseFiles.ts';
import {
  cleanedName,
  MAX_CLEAN_FILES,
  videoEndingOf,
  type CleanContainer,
} from '../../../src-shared/domain/fileCleaning.ts';
import { toEngineEffects } from '../../../src-shared/domain/stripEffects.ts';
import { DEFAULT_CLEANING, type DefaultEngine } from '../../../src-shared/domain/denoise.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import { requireRoom, toFileError, writeUpload } from '../../../src-node/files/index.ts';
import type { CleanResult } from '../engine/index.ts';
import type { Log } from '../ports.ts';
import type { CleanService, CleanTask } from './request.ts';
import { hasVideo } from './video.ts';

export interface LooseFilesOptions {
  clean: CleanService['clean'];
  /** The noise model where a program names none. */
  defaultEngine: () => Promise<DefaultEngine>;
  /** A folder for this alone: what is in it at the start is removed, being left by a crash. */
  dir: string;
  createId: () => string;
  onProgressed: (id: string, done: number) => void;
  log: Log;
}

interface Kept {
  view: LooseFile;
  folder: string;
  uploadPath: string;
  /** In the folder. */
  resultFile: string | null;
  work: { abort: AbortController; ended: Promise<unknown> } | null;
}

export interface Work {
  chain: CleanChain;
  targetLufs: number | null;
  container: CleanContainer;
}

/** Cleans files that programs bring: nothing is read but what they have sent. */
export function createLooseFiles(options: LooseFilesOptions) {
  const { dir, createId, log } = options;
  const files = new Map<string, Kept>();
  let arriving = 0;
  const emptied = rm(dir, { recursive: true, force: true }).catch((error: unknown) =>
    log.error('what an earlier run left of files to clean could not be removed', error),
  );

  const find = (id: string): Kept => {
    const file = files.get(id);
    if (file) return file;
    throw failWith('FILE_NOT_FOUND', 'fileGone');
  };

  async function keep(
    { name, sizeBytes }: { name: string; sizeBytes: number },
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<LooseFile> {
    const id = createId();
    const folder = join(dir, id);
    const uploadPath = join(folder, `upload${endingOf(name)}`);
    try {
      await emptied;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The file itself, its sound, and its result.
      await requireRoom(uploadPath, 3 * sizeBytes);
      await writeUpload(uploadPath, name, sizeBytes, bytes);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw inWordsOf(name, [uploadPath], toFileError(name, error));
    }
    const view = { id, name, sizeBytes, result: null };
    files.set(id, { view, folder, uploadPath, resultFile: null, work: null });
    return view;
  }

  async function remove({ view, folder, work }: Kept): Promise<void> {
    files.delete(view.id);
    work?.abort.abort();
    await work?.ended;
    await rm(folder, { recursive: true, force: true });
  }

  const handlers: Handlers<typeof looseFilesContract> = {
    async 'looseFiles.upload'(file, { bytes }) {
      if (file.sizeBytes === 0) throw failWith('FILE_EMPTY', 'fileEmpty', { values: { name: file.name } });
      if (files.size + arriving >= MAX_CLEAN_FILES)
        throw failWith('BAD_OPTION', 'looseFilesFull', { values: { count: MAX_CLEAN_FILES } });
      arriving += 1;
      return await keep(file, bytes).finally(() => (arriving -= 1));
    },
    'looseFiles.list': () => [...files.values()].map(({ view }) => view).reverse(),
    async 'looseFiles.clean'({ id, targetLufs, container, ...asked }, { signal }) {
      const file = find(id);
      const chain = await chainOf(asked, options);
      return await work(options, file, { chain, targetLufs, container }, signal);
    },
    'looseFiles.locateResult'({ id }) {
      const { view, folder, resultFile } = find(id);
      if (resultFile === null || view.result === null)
        throw failWith('FILE_NOT_FOUND', 'fileNotCleaned', { values: { name: view.name } });
      return { folder, file: resultFile, name: view.result.name };
    },
    'looseFiles.remove': ({ id }) => remove(find(id)),
  };
  return {
    handlers,
    /** Removes all files. */
    async close() {
      await Promise.all([...files.values()].map(remove));
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** What a program asks for, with the model of the plan where it names none. */
export async function chainOf(
  { denoise, ...effects }: Omit<CleanChain, 'denoise'> & { denoise?: CleanChain['denoise'] | undefined },
  { defaultEngine }: Pick<LooseFilesOptions, 'defaultEngine'>,
): Promise<CleanChain> {
  return { denoise: denoise ?? { ...DEFAULT_CLEANING, engine: await defaultEngine() }, ...effects };
}

/** Alone: a second piece of work meanwhile is refused. */
async function work(
  { clean, onProgressed }: LooseFilesOptions,
  file: Kept,
  wanted: Work,
  signal: AbortSignal,
): Promise<LooseFile> {
  const { view, folder, uploadPath } = file;
  if (file.work) throw failWith('BAD_OPTION', 'fileBusy', { values: { name: view.name } });
  const abort = new AbortController();
  const task: CleanTask = {
    signal: AbortSignal.any([signal, abort.signal]),
    onProgress: ({ framesDone, framesTotal }) => {
      if (framesTotal) onProgressed(view.id, Math.min(1, framesDone / framesTotal));
    },
  };
  const resultFile = `result.${kindOf(view.name, wanted.container)}`;
  const resultPath = join(folder, resultFile);
  const named = { name: view.name, inputPath: uploadPath, resultPath };
  const cleaning = cleanInto(clean, named, wanted, task);
  file.work = { abort, ended: cleaning.catch(() => undefined) };
  try {
    const result = await cleaning;
    if (file.resultFile !== null && file.resultFile !== resultFile)
      await rm(join(folder, file.resultFile), { force: true });
    file.resultFile = resultFile;
    view.result = result;
    return view;
  } catch (error) {
    throw inWordsOf(view.name, [uploadPath, resultPath], error);
  } finally {
    file.work = null;
  }
}

/** Cleans a file that is called otherwise than where it lies says. */
export async function cleanInto(
  clean: CleanService['clean'],
  { name, inputPath, resultPath }: { name: string; inputPath: string; resultPath: string },
  { chain, targetLufs, container }: Work,
  task: CleanTask,
): Promise<NonNullable<LooseFile['result']>> {
  if (container === 'video' && !(await hasVideo(inputPath, task.signal)))
    throw failWith('FORMAT_UNSUPPORTED', 'fileWithoutVideo', { values: { name } });
  const figures = await clean(
    {
      inputPath,
      outputPath: resultPath,
      container: kindOf(name, container),
      denoise: chain.denoise,
      mastering: { ...toEngineEffects(chain), targetLufs },
      force: true,
    },
    task,
  );
  const { size } = await stat(resultPath);
  return { name: cleanedName(name, container), sizeBytes: size, ...viewOf(figures) };
}

export const kindOf = (name: string, container: CleanContainer) =>
  container === 'video' ? videoEndingOf(name) : container;

const viewOf = (result: CleanResult) => ({
  durationSec: result.seconds,
  sampleRate: result.sampleRate,
  channels: result.channels,
  integratedLufsBefore: result.integratedLufsIn,
  integratedLufsAfter: result.integratedLufsOut,
  truePeakDbAfter: result.truePeakDbOut,
  meanReductionDb: result.meanReductionDb,
  realTimeFactor: result.elapsedSec > 0 ? result.seconds / result.elapsedSec : 0,
});

/** Kept where it is one: some kinds of file are recognized by it alone. */
export function endingOf(name: string): string {
  const ending = extname(name).toLowerCase();
  return /^\.[a-z0-9]{1,8}$/.test(ending) ? ending : '';
}

/** A program knows its file by its name, and nothing of where it lies. */
export function inWordsOf(name: string, paths: readonly string[], error: unknown): unknown {
  if (!(error instanceof RpcError)) return error;
  const message = paths.reduce((text, path) => text.replaceAll(path, () => name), error.message);
  return message === error.message ? error : new RpcError(error.code, message, { cause: error });
}
