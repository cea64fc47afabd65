import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { RpcError, unwrap, type RpcFailure } from '../../../src-shared/contract/errors.ts';
import type { CleanContainer } from '../../../src-shared/domain/fileCleaning.ts';
import { saveBlob } from '../../lib/saveBlob.ts';
import { createClientThunk, type PlatformClient, type ThunkExtra } from '../../platform/index.ts';
import {
  fileChanged,
  fileClosed,
  fileOpened,
  workEnded,
  workProgressed,
  workStarted,
  type CleanRoot,
  type CleanStep,
} from './cleanSlice.ts';
import { readResult, uploadFile } from './cleanSteps.ts';
import { fileChainOf, type FileChainRoot } from './fileChain.ts';

/** Parts of a waveform: more than any screen has columns for. */
const PARTS = 2000;

/** What is under way for each connection, so that any part of the page can end it. */
const running = new WeakMap<PlatformClient, AbortController>();

type Root = CleanRoot & FileChainRoot;
interface Context {
  client: PlatformClient;
  nowMs: () => number;
  dispatch: ThunkDispatch<Root, ThunkExtra, UnknownAction>;
}

/** Hands a file over and decodes it; one that was there before is closed. */
export const addFile = createClientThunk<void, File, Root>(
  'cleanFile/add',
  async (file, { getState, ...context }) => {
    const { client, dispatch } = context;
    const before = getState().cleanFile.file;
    running.get(client)?.abort();
    if (before) unwrap(await client.call('clean.closeFile', { fileId: before.fileId }));
    const opened = await client.call('clean.openFile', { name: file.name, sizeBytes: file.size });
    if (!opened.success) return void dispatch(fileClosed(opened.error));
    const { fileId } = opened.data;
    dispatch(
      fileOpened({
        fileId,
        name: file.name,
        sizeBytes: file.size,
        before: null,
        after: null,
        targetLufs: null,
      }),
    );
    const isUploaded = await work(context, 'upload', (signal) =>
      uploadFile(client, fileId, file, {
        signal,
        onProgress: (done) => dispatch(workProgressed({ fileId, done })),
      }),
    );
    const isDecoded =
      isUploaded &&
      (await work(context, 'decode', async (signal) => {
        const sound = unwrap(await client.call('clean.decodeFile', { fileId, parts: PARTS }, { signal }));
        dispatch(fileChanged({ before: sound }));
      }));
    // What cannot be used is not kept; why is reported.
    if (isDecoded) return;
    const { error } = getState().cleanFile;
    await client.call('clean.closeFile', { fileId });
    if (getState().cleanFile.file?.fileId === fileId) dispatch(fileClosed(error));
  },
);

/** Cleans it with the settings of now. */
export const runCleaning = createClientThunk<void, { targetLufs: number | null }, Root>(
  'cleanFile/run',
  async ({ targetLufs }, { getState, ...context }) => {
    const { file } = getState().cleanFile;
    if (!file) return;
    const chain = fileChainOf(getState());
    await work(context, 'clean', async (signal) => {
      const input = { fileId: file.fileId, chain, targetLufs, parts: PARTS };
      const after = unwrap(await context.client.call('clean.run', input, { signal }));
      context.dispatch(fileChanged({ after, targetLufs }));
    });
  },
);

/** Makes the result a file of that kind and saves it. */
export const saveResult = createClientThunk<void, CleanContainer, Root>(
  'cleanFile/save',
  async (container, { getState, ...context }) => {
    const { file } = getState().cleanFile;
    if (!file) return;
    await work(context, 'save', async (signal) => {
      const { fileId } = file;
      const ready = unwrap(
        await context.client.call('clean.prepareResult', { fileId, container }, { signal }),
      );
      const blob = await readResult(context.client, fileId, ready.sizeBytes, {
        signal,
        onProgress: (done) => context.dispatch(workProgressed({ fileId, done })),
      });
      if (!signal.aborted) saveBlob(blob, ready.name);
    });
  },
);

export const closeFile = createClientThunk<void, void, Root>(
  'cleanFile/close',
  async (_, { client, getState, dispatch }) => {
    running.get(client)?.abort();
    const { file } = getState().cleanFile;
    dispatch(fileClosed(null));
    if (file) unwrap(await client.call('clean.closeFile', { fileId: file.fileId }));
  },
);

/** Ends what is under way; the file stays as it was before. */
export const cancelCleaning = createClientThunk('cleanFile/cancel', (_: void, { client }) => {
  running.get(client)?.abort();
  return Promise.resolve();
});

/** Follows the host's progress; what it returns ends that. */
export function followCleaning() {
  return (
    dispatch: ThunkDispatch<unknown, ThunkExtra, UnknownAction>,
    _getState: unknown,
    { client }: ThunkExtra,
  ): (() => void) =>
    client.subscribe('clean.onProgressed', ({ fileId, done }) => dispatch(workProgressed({ fileId, done })));
}

/** One step with its progress; whether it came to its end. A failure is where its result would. */
async function work(
  { client, nowMs, dispatch }: Context,
  step: CleanStep,
  run: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const abort = new AbortController();
  running.set(client, abort);
  dispatch(workStarted({ step, atMs: nowMs() }));
  let failure: RpcFailure | null = null;
  let isDone = false;
  try {
    await run(abort.signal);
    isDone = !abort.signal.aborted;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    failure = error.code === 'CANCELLED' ? null : error.toFailure();
  } finally {
    // A newer piece of work has its own.
    if (running.get(client) === abort) dispatch(workEnded(failure));
  }
  return isDone;
}
