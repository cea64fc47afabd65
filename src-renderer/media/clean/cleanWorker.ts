/**
 * A worker: keeps recordings in this browser's storage and cleans them, stretch by stretch, so that an hour needs no more
 * memory than a minute, and the page's own thread none of the time.
 */
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { MAX_CLEAN_FILES } from '../../../src-shared/domain/fileCleaning.ts';
import { assertRoom, openBrowserFolders } from './browserFiles.ts';
import { CleanFile, type Runner } from './cleanFile.ts';
import type { CleanTaskName, CleanTasks, FromCleanWorker, ToCleanWorker } from './cleanWorkerMessages.ts';

/** How long it computes before it looks at messages again. */
const STRETCH_MS = 40;
const PROGRESS_EVERY_MS = 100;

const files = new Map<string, CleanFile>();
/** Tasks under way, and the recording of each. */
const active = new Map<number, string>();
const cancelled = new Set<number>();
let folders: ReturnType<typeof openBrowserFolders> | null = null;

type Handlers = {
  [K in CleanTaskName]: (
    input: CleanTasks[K]['input'],
    run: Runner,
  ) => Promise<CleanTasks[K]['output']> | CleanTasks[K]['output'];
};

const handlers: Handlers = {
  async open({ fileId, name, sizeBytes }) {
    const [oldest] = files.keys();
    if (files.size >= MAX_CLEAN_FILES && oldest !== undefined) await close(oldest);
    const { folderFor } = await storage();
    await assertRoom(name, sizeBytes);
    const folder = await folderFor(fileId, name);
    files.set(fileId, new CleanFile({ name, sizeBytes, folder, upload: await folder.create('upload') }));
  },
  append: ({ fileId, atByte, bytes }) => find(fileId).append(atByte, bytes),
  read: ({ fileId, parts }, run) => alone(fileId, (file) => file.read(parts, run)),
  appendSound: ({ fileId, sampleRate, planes, isFirst }) =>
    alone(fileId, (file) => file.appendSound(sampleRate, planes, isFirst)),
  endSound: ({ fileId, parts, encoding }, run) =>
    alone(fileId, (file) => file.endSound(parts, run, encoding)),
  run: ({ fileId, wasm, cleaning, parts }, run) =>
    alone(fileId, (file) => file.run(wasm, cleaning, parts, run)),
  prepare: ({ fileId }) => find(fileId).resultBytes,
  readResult: ({ fileId, atByte, sizeBytes }) => find(fileId).readResult(atByte, sizeBytes),
  readSound: ({ fileId, side, fromFrame, frames }) => find(fileId).readSound(side, fromFrame, frames),
  close: ({ fileId }) => close(fileId),
};

self.onmessage = ({ data }: MessageEvent<ToCleanWorker>) => {
  if (data.kind === 'cancel') cancel(data.id);
  else void answer(data);
};

async function answer(task: Exclude<ToCleanWorker, { kind: 'cancel' }>): Promise<void> {
  const { id } = task;
  active.set(id, task.input.fileId);
  try {
    const handler = handlers[task.kind] as (input: unknown, run: Runner) => unknown;
    send({ kind: 'done', id, output: await handler(task.input, runnerOf(id)) });
  } catch (error) {
    const failure = error instanceof RpcError ? error : unexpected(error);
    send({ kind: 'failed', id, failure: failure.toFailure() });
  } finally {
    active.delete(id);
    cancelled.delete(id);
  }
}

function cancel(id: number): void {
  if (active.has(id)) cancelled.add(id);
}

/** In stretches, between which a cancellation is heard. */
function runnerOf(id: number): Runner {
  return async (work, durationSec, [from, to] = [0, 1]) => {
    let reportedMs = 0;
    for (;;) {
      const startMs = performance.now();
      let step = work.next();
      while (!step.done && performance.now() - startMs < STRETCH_MS) step = work.next();
      if (step.done) return step.value;
      const nowMs = performance.now();
      if (nowMs - reportedMs >= PROGRESS_EVERY_MS) {
        reportedMs = nowMs;
        send({
          kind: 'progress',
          id,
          done: from + (to - from) * step.value,
          doneSec: step.value * durationSec,
        });
      }
      await new Promise((resolve) => setTimeout(resolve));
      if (cancelled.has(id)) {
        work.return(undefined as never);
        throw failWith('CANCELLED', 'cancelled');
      }
    }
  };
}

function find(fileId: string): CleanFile {
  const file = files.get(fileId);
  if (file) return file;
  throw failWith('FILE_NOT_FOUND', 'fileGone');
}

async function alone<T>(fileId: string, work: (file: CleanFile) => Promise<T>): Promise<T> {
  const file = find(fileId);
  return await file.alone(() => work(file));
}

/** Ends what is under way with it first. */
async function close(fileId: string): Promise<void> {
  const file = files.get(fileId);
  files.delete(fileId);
  for (const [id, of] of active) if (of === fileId) cancel(id);
  await file?.close();
}

async function storage(): ReturnType<typeof openBrowserFolders> {
  folders ??= openBrowserFolders(() => crypto.randomUUID());
  try {
    return await folders;
  } catch (error) {
    folders = null;
    throw failWith('FILE_UNWRITABLE', 'browserKeepsNothing', { cause: error });
  }
}

function unexpected(error: unknown): RpcError {
  const reason = error instanceof Error ? error.message : String(error);
  return failWith('FILE_UNREADABLE', 'notWorkedOn', { values: { reason } });
}

function send(message: FromCleanWorker): void {
  (self as unknown as { postMessage(message: FromCleanWorker): void }).postMessage(message);
}
