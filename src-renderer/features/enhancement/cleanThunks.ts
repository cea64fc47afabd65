import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { RpcError, unwrap, type RpcFailure } from '../../../src-shared/contract/errors.ts';
import { CLEAN_PIECE_BYTES, type CleanContainer } from '../../../src-shared/domain/fileCleaning.ts';
import { effectsOf } from '../../../src-shared/domain/stripEffects.ts';
import { readBlob } from '../../lib/readBlob.ts';
import { saveBlob } from '../../lib/saveBlob.ts';
import { createClientThunk, type PlatformClient, type ThunkExtra } from '../../platform/index.ts';
import { selectSettings, type SettingsRoot } from '../workspace/index.ts';
import { toBase64 } from '../../lib/base64.ts';
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

/** Parts of a waveform: more than any screen has columns for. */
const PARTS = 2000;

/** What is under way for each connection, so that any part of the page can end it. */
const running = new WeakMap<PlatformClient, AbortController>();

type Root = CleanRoot & SettingsRoot;
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
    const isUploaded = await work(context, 'upload', (signal) => upload(context, fileId, file, signal));
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
    const { chain: live } = selectSettings(getState());
    await work(context, 'clean', async (signal) => {
      const chain = { denoise: live.denoise, ...effectsOf(live) };
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
      const blob = await readBlob((onChunk) => context.client.open('clean.readResult', { fileId }, onChunk), {
        signal,
        onBytes: (bytesRead) =>
          context.dispatch(
            workProgressed({ fileId, done: ready.sizeBytes ? bytesRead / ready.sizeBytes : null }),
          ),
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

/** One step with its progress; whether it came to its end. A failure stands where its result would. */
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

async function upload(
  { client, dispatch }: Context,
  fileId: string,
  file: File,
  signal: AbortSignal,
): Promise<void> {
  for (let atByte = 0; atByte < file.size; atByte += CLEAN_PIECE_BYTES) {
    if (signal.aborted) throw new RpcError('CANCELLED', 'Cancelled.');
    const bytes = await readPiece(file, atByte);
    const input = { fileId, atByte, base64: await toBase64(bytes) };
    unwrap(await client.call('clean.appendBytes', input, { signal }));
    dispatch(workProgressed({ fileId, done: Math.min(1, (atByte + CLEAN_PIECE_BYTES) / file.size) }));
  }
}

async function readPiece(file: File, atByte: number): Promise<Blob> {
  const piece = file.slice(atByte, atByte + CLEAN_PIECE_BYTES);
  try {
    return new Blob([await piece.arrayBuffer()]);
  } catch (error) {
    // Moved, deleted or changed since it was chosen, or a folder.
    throw new RpcError('FILE_UNREADABLE', `${file.name} can no longer be read. Choose it again.`, {
      cause: error,
    });
  }
}
