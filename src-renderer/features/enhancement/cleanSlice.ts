import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Cleaned, CleanSound } from '../../../src-shared/contract/clean.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';

export type CleanStep = 'upload' | 'decode' | 'clean' | 'save';

/** A file on its way, in the place of the host. */
export interface CleanFile {
  fileId: string;
  name: string;
  sizeBytes: number;
  /** Once it is decoded. */
  before: CleanSound | null;
  /** Of the last run, and what was asked for in it. */
  after: Cleaned | null;
  targetLufs: number | null;
}

export interface CleanSlice {
  file: CleanFile | null;
  /** What is being done; null while nothing is. */
  work: { step: CleanStep; done: number | null; startedAtMs: number } | null;
  error: RpcFailure | null;
}

const initialState: CleanSlice = { file: null, work: null, error: null };

/** The file that is being cleaned: it continues when the screen is left. */
export const cleanSlice = createSlice({
  name: 'cleanFile',
  initialState,
  reducers: {
    fileOpened: (_, { payload }: PayloadAction<CleanFile>): CleanSlice => ({
      file: payload,
      work: null,
      error: null,
    }),
    fileChanged(slice, { payload }: PayloadAction<Partial<CleanFile>>) {
      if (slice.file) Object.assign(slice.file, payload);
    },
    workStarted(slice, { payload }: PayloadAction<{ step: CleanStep; atMs: number }>) {
      slice.work = { step: payload.step, done: 0, startedAtMs: payload.atMs };
      slice.error = null;
    },
    workProgressed(slice, { payload }: PayloadAction<{ fileId: string; done: number | null }>) {
      if (slice.work && slice.file?.fileId === payload.fileId) slice.work.done = payload.done;
    },
    workEnded(slice, { payload }: PayloadAction<RpcFailure | null>) {
      slice.work = null;
      slice.error = payload;
    },
    fileClosed: (_, { payload }: PayloadAction<RpcFailure | null>): CleanSlice => ({
      ...initialState,
      error: payload,
    }),
  },
});

export const { fileOpened, fileChanged, workStarted, workProgressed, workEnded, fileClosed } =
  cleanSlice.actions;

export interface CleanRoot {
  cleanFile: CleanSlice;
}
export const selectClean = (root: CleanRoot) => root.cleanFile;
