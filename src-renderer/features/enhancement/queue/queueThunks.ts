import { nanoid, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import type { CleanSound } from '../../../../src-shared/contract/clean.ts';
import { RpcError, unwrap } from '../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import {
  cleanedName,
  MAX_CLEAN_FILES,
  type CleanContainer,
} from '../../../../src-shared/domain/fileCleaning.ts';
import { saveBlob } from '../../../lib/saveBlob.ts';
import { createClientThunk, type PlatformClient, type ThunkExtra } from '../../../platform/index.ts';
import { readResult, uploadFile } from '../cleanSteps.ts';
import { addFile } from '../cleanThunks.ts';
import { fileChainOf, type FileChainRoot } from '../fileChain.ts';
import { fileClosed, type CleanRoot, type CleanStep } from '../cleanSlice.ts';
import { partPicked, type PickedFile } from './pickedFiles.ts';
import { archiveNames, doneBytes } from './queueFigures.ts';
import {
  filesQueued,
  queuedChanged,
  queuedProgressed,
  queuedRemoved,
  queueEnded,
  queueFailed,
  queuePaused,
  queueSaving,
  queueStarted,
  type QueuedFile,
  type QueueResult,
  type QueueRoot,
} from './queueSlice.ts';

/** Parts of a waveform in a row. */
const PARTS = 800;
const ARCHIVE_NAME = 'Cleaned recordings.zip';

type Root = QueueRoot & CleanRoot & FileChainRoot;

/** What no store keeps: the files themselves, and what is under way. */
interface Running {
  files: Map<string, File>;
  isRunning: boolean;
  work: { id: string; hostFileId: string | null; abort: AbortController } | null;
  saving: AbortController | null;
}
const runningOf = new WeakMap<PlatformClient, Running>();

function running(client: PlatformClient): Running {
  let found = runningOf.get(client);
  if (!found)
    runningOf.set(client, (found = { files: new Map(), isRunning: false, work: null, saving: null }));
  return found;
}

interface Context extends ThunkExtra {
  getState: () => Root;
  dispatch: ThunkDispatch<Root, ThunkExtra, UnknownAction>;
}

/** One file alone is opened to be worked on by hand; several, or one beside a queue, go into the queue. */
export const addFiles = createClientThunk<void, PickedFile[], Root>(
  'cleanQueue/add',
  async (picked, { client, getState, dispatch }) => {
    const { files: queued } = getState().cleanQueue;
    const [only] = picked;
    if (only && picked.length === 1 && queued.length === 0) return void (await dispatch(addFile(only.file)));
    const { files, leftOut } = partPicked(picked);
    const taken = files.slice(0, MAX_CLEAN_FILES - queued.length);
    const tooMany = files.slice(taken.length).map(({ file }) => file.name);
    const added = taken.map(({ file, folder }) => {
      const id = nanoid();
      running(client).files.set(id, file);
      return waitingFile({ id, name: file.name, folder, sizeBytes: file.size });
    });
    // What was wrong with a file before is no matter of these.
    if (!getState().cleanFile.file) dispatch(fileClosed(null));
    dispatch(filesQueued({ files: added, leftOut: [...leftOut, ...tooMany] }));
  },
);

function waitingFile(file: Pick<QueuedFile, 'id' | 'name' | 'folder' | 'sizeBytes'>): QueuedFile {
  return { ...file, status: 'waiting', work: null, error: null, result: null };
}

/** Cleans what waits, one after the other, until nothing does or it is paused. */
export const runQueue = createClientThunk<void, void, Root>(
  'cleanQueue/run',
  async (_, { getState, ...context }) => {
    const { client, dispatch, nowMs } = context;
    const own = running(client);
    const { files } = getState().cleanQueue;
    dispatch(queueStarted({ atMs: nowMs(), bytes: doneBytes(files) }));
    // Another call of this is at work, and looks again after each file.
    if (own.isRunning) return;
    own.isRunning = true;
    const stopFollowing = client.subscribe('clean.onProgressed', ({ fileId, done }) => {
      if (own.work?.hostFileId === fileId) dispatch(queuedProgressed({ id: own.work.id, done }));
    });
    try {
      for (;;) {
        const { files: now, phase } = getState().cleanQueue;
        const next = phase === 'running' ? now.find(({ status }) => status === 'waiting') : undefined;
        if (!next) break;
        await cleanOne({ ...context, getState }, next);
      }
    } finally {
      stopFollowing();
      own.isRunning = false;
      if (getState().cleanQueue.phase === 'running') dispatch(queueEnded());
    }
  },
);

/** What is under way starts again when the queue continues; what is done stays. */
export const pauseQueue = createClientThunk<void, void, Root>(
  'cleanQueue/pause',
  (_, { client, dispatch }) => {
    dispatch(queuePaused());
    running(client).work?.abort.abort();
    return Promise.resolve();
  },
);

/** Ends the work on these, or keeps it from beginning. */
export const cancelQueued = createClientThunk<void, string[], Root>(
  'cleanQueue/cancel',
  (ids, { client, getState, dispatch }) => {
    const { files } = getState().cleanQueue;
    for (const { id, status } of files) {
      if (!ids.includes(id) || (status !== 'waiting' && status !== 'working')) continue;
      dispatch(queuedChanged({ id, changes: { status: 'cancelled', work: null } }));
    }
    const { work } = running(client);
    if (work && ids.includes(work.id)) work.abort.abort();
    return Promise.resolve();
  },
);

/** These wait again, and the queue runs where it is not paused. */
export const retryQueued = createClientThunk<void, string[], Root>(
  'cleanQueue/retry',
  async (ids, { getState, dispatch }) => {
    for (const id of ids) dispatch(queuedChanged({ id, changes: { status: 'waiting', error: null } }));
    if (getState().cleanQueue.phase === 'ready') await dispatch(runQueue());
  },
);

/** Takes these out of the list, with what the host has of them. */
export const removeQueued = createClientThunk<void, string[], Root>(
  'cleanQueue/remove',
  async (ids, { client, getState, dispatch }) => {
    await dispatch(cancelQueued(ids));
    const removed = getState().cleanQueue.files.filter(({ id }) => ids.includes(id));
    dispatch(queuedRemoved(ids));
    for (const { id, result } of removed) {
      running(client).files.delete(id);
      if (result) unwrap(await client.call('clean.closeFile', { fileId: result.fileId }));
    }
  },
);

/** Saves these results one by one, each as a download of its own. */
export const saveOneByOne = createClientThunk<void, string[], Root>('cleanQueue/save', (ids, context) =>
  saving(context, ids, async (results, read) => {
    for (const result of results) saveBlob(await read(result), result.savedName);
  }),
);

/** Saves these results as one archive, in the folders that they came from. */
export const saveArchive = createClientThunk<void, string[], Root>('cleanQueue/archive', (ids, context) =>
  saving(context, ids, async (results, read) => {
    const { downloadZip } = await import('client-zip');
    const names = archiveNames(results);
    async function* entries() {
      for (const [index, result] of results.entries()) {
        yield { name: names[index] ?? result.savedName, input: await read(result), lastModified: new Date() };
      }
    }
    saveBlob(await downloadZip(entries()).blob(), ARCHIVE_NAME);
  }),
);

export const cancelSaving = createClientThunk<void, void, Root>(
  'cleanQueue/cancelSaving',
  (_, { client }) => {
    running(client).saving?.abort();
    return Promise.resolve();
  },
);

type Result = QueueResult & { id: string; folder: string; kind: CleanContainer };

/** What has no video becomes WAV. */
const kindOf = ({ hasVideo }: CleanSound, container: CleanContainer): CleanContainer =>
  container === 'video' && !hasVideo ? 'wav' : container;

/** Reads results for a download, as the kind of file that is chosen now. */
async function saving(
  { client, getState, dispatch }: Context,
  ids: string[],
  save: (results: Result[], read: (result: Result) => Promise<Blob>) => Promise<void>,
): Promise<void> {
  const own = running(client);
  if (own.saving) return;
  const { signal } = (own.saving = new AbortController());
  const { files, container } = getState().cleanQueue;
  const results = files.flatMap(({ id, name, folder, result }) => {
    if (!result || !ids.includes(id)) return [];
    const kind = kindOf(result.before, container);
    return [{ ...result, id, folder, kind, savedName: cleanedName(name, kind) }];
  });
  let done = 0;
  dispatch(queueFailed(null));
  dispatch(queueSaving({ done, total: results.length }));
  try {
    await save(results, async ({ id, folder: _, kind, ...result }) => {
      const { fileId } = result;
      const ready =
        result.container === kind
          ? result
          : { ...result, ...(await prepare(client, fileId, kind, signal)), container: kind };
      dispatch(queuedChanged({ id, changes: { result: ready } }));
      const blob = await readResult(client, fileId, ready.sizeBytes, { signal, onProgress: () => undefined });
      if (signal.aborted) throw failWith('CANCELLED', 'cancelled');
      done += 1;
      dispatch(queueSaving({ done, total: results.length }));
      return blob;
    });
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (error.code !== 'CANCELLED') dispatch(queueFailed(error.toFailure()));
  } finally {
    own.saving = null;
    dispatch(queueSaving(null));
  }
}

/** All steps of one file. A failure is the file's own and does not end the queue. */
async function cleanOne(context: Context, { id }: QueuedFile): Promise<void> {
  const { client, dispatch, getState } = context;
  const own = running(client);
  const file = own.files.get(id);
  if (!file) return;
  const abort = new AbortController();
  own.work = { id, hostFileId: null, abort };
  const change = (changes: Partial<QueuedFile>) => dispatch(queuedChanged({ id, changes }));
  let isKept = false;
  try {
    const result = await allSteps(context, id, file, abort.signal);
    isKept = true;
    change({ status: 'done', work: null, result });
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const isLost = error.code === 'CONNECTION_LOST';
    if (isLost) {
      dispatch(queuePaused());
      dispatch(queueFailed(error.toFailure()));
    }
    const isStopped = abort.signal.aborted || error.code === 'CANCELLED' || isLost;
    if (!isStopped) change({ status: 'failed', work: null, error: error.toFailure() });
    // Paused: a file that was cancelled says so already.
    else if (statusOf(getState(), id) === 'working') change({ status: 'waiting', work: null });
  } finally {
    const fileId = own.work.hostFileId;
    own.work = null;
    // Its failure would hide the one above; the host removes what is left at its end.
    if (fileId !== null && !isKept) await client.call('clean.closeFile', { fileId });
  }
}

async function allSteps(
  { client, dispatch, getState }: Context,
  id: string,
  file: File,
  signal: AbortSignal,
): Promise<QueueResult> {
  const begin = (step: CleanStep) => {
    if (signal.aborted) throw failWith('CANCELLED', 'cancelled');
    dispatch(queuedChanged({ id, changes: { status: 'working', work: { step, done: 0 } } }));
  };
  const onProgress = (done: number | null) => dispatch(queuedProgressed({ id, done }));
  begin('upload');
  const opened = await client.call('clean.openFile', { name: file.name, sizeBytes: file.size });
  const { fileId } = unwrap(opened);
  const { work } = running(client);
  if (work) work.hostFileId = fileId;
  await uploadFile(client, fileId, file, { signal, onProgress });
  begin('decode');
  const before = unwrap(await client.call('clean.decodeFile', { fileId, parts: PARTS }, { signal }));
  begin('clean');
  const { targetLufs, container } = getState().cleanQueue;
  const chain = fileChainOf(getState());
  const after = unwrap(
    await client.call('clean.run', { fileId, chain, targetLufs, parts: PARTS }, { signal }),
  );
  begin('save');
  const kind = kindOf(before, container);
  const ready = await prepare(client, fileId, kind, signal);
  if (signal.aborted) throw failWith('CANCELLED', 'cancelled');
  return { fileId, before, after, container: kind, ...ready };
}

async function prepare(
  client: PlatformClient,
  fileId: string,
  container: CleanContainer,
  signal: AbortSignal,
) {
  const input = { fileId, container };
  const { name, sizeBytes } = unwrap(await client.call('clean.prepareResult', input, { signal }));
  return { savedName: name, sizeBytes };
}

function statusOf(root: Root, id: string): QueuedFile['status'] | undefined {
  return root.cleanQueue.files.find((file) => file.id === id)?.status;
}
