import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Cleaned, CleanSound } from '../../../../src-shared/contract/clean.ts';
import type { RpcFailure } from '../../../../src-shared/contract/errors.ts';
import type { CleanContainer } from '../../../../src-shared/domain/fileCleaning.ts';
import type { CleanStep } from '../cleanSlice.ts';

/** What the host has of a file that was cleaned. */
export interface QueueResult {
  fileId: string;
  before: CleanSound;
  after: Cleaned;
  /** As it is ready to be saved. */
  container: CleanContainer;
  savedName: string;
  sizeBytes: number;
}

export type QueueStatus = 'waiting' | 'working' | 'done' | 'failed' | 'cancelled';

export interface QueuedFile {
  id: string;
  name: string;
  /** Folders that it was dropped or chosen with, parted by slashes; empty for a single file. */
  folder: string;
  sizeBytes: number;
  status: QueueStatus;
  /** While it is worked on. */
  work: { step: CleanStep; done: number | null } | null;
  error: RpcFailure | null;
  result: QueueResult | null;
}

export interface QueueSlice {
  files: QueuedFile[];
  phase: 'ready' | 'running' | 'paused';
  /** Of the files that are cleaned from now on. */
  targetLufs: number | null;
  container: CleanContainer;
  /** Names that were no sound and no video, and that were one too many. */
  leftOut: string[];
  /** When work began or continued, and the bytes that were done then. */
  since: { atMs: number; bytes: number } | null;
  /** Results that are being read for a download. */
  saving: { done: number; total: number } | null;
  error: RpcFailure | null;
}

const initialState: QueueSlice = {
  files: [],
  phase: 'ready',
  targetLufs: null,
  container: 'wav',
  leftOut: [],
  since: null,
  saving: null,
  error: null,
};

/** Files that are cleaned one after the other, also while another screen is shown. */
export const cleanQueueSlice = createSlice({
  name: 'cleanQueue',
  initialState,
  reducers: {
    filesQueued(slice, { payload }: PayloadAction<{ files: QueuedFile[]; leftOut: string[] }>) {
      slice.files.push(...payload.files);
      slice.leftOut = payload.leftOut;
      slice.error = null;
    },
    queueStarted(slice, { payload }: PayloadAction<QueueSlice['since']>) {
      slice.phase = 'running';
      slice.since = payload;
    },
    queuePaused(slice) {
      slice.phase = 'paused';
      slice.since = null;
    },
    queueEnded(slice) {
      slice.phase = 'ready';
      slice.since = null;
    },
    queueOptionsChanged(
      slice,
      { payload }: PayloadAction<Partial<Pick<QueueSlice, 'targetLufs' | 'container'>>>,
    ) {
      Object.assign(slice, payload);
    },
    queuedChanged(slice, { payload }: PayloadAction<{ id: string; changes: Partial<QueuedFile> }>) {
      const file = slice.files.find(({ id }) => id === payload.id);
      if (file) Object.assign(file, payload.changes);
    },
    queuedProgressed(slice, { payload }: PayloadAction<{ id: string; done: number | null }>) {
      const work = slice.files.find(({ id }) => id === payload.id)?.work;
      if (work) work.done = payload.done;
    },
    queuedRemoved(slice, { payload }: PayloadAction<string[]>) {
      slice.files = slice.files.filter(({ id }) => !payload.includes(id));
      if (slice.files.length === 0) slice.leftOut = [];
    },
    queueSaving(slice, { payload }: PayloadAction<QueueSlice['saving']>) {
      slice.saving = payload;
    },
    queueFailed(slice, { payload }: PayloadAction<RpcFailure | null>) {
      slice.error = payload;
    },
  },
});

export const {
  filesQueued,
  queueStarted,
  queuePaused,
  queueEnded,
  queueOptionsChanged,
  queuedChanged,
  queuedProgressed,
  queuedRemoved,
  queueSaving,
  queueFailed,
} = cleanQueueSlice.actions;

export interface QueueRoot {
  cleanQueue: QueueSlice;
}
export const selectQueue = (root: QueueRoot) => root.cleanQueue;
