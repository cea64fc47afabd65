import { RpcError, type RpcFailure } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { ModelRow } from '../../../src-shared/contract/models.ts';
import { modelBytes, type Model } from '../../../src-shared/domain/models/index.ts';
import type { ModelPlace } from './place.ts';

/** Pages learn of progress so often. */
const REPORT_EVERY_MS = 250;

interface Job {
  cancel: AbortController;
  doneBytes: number;
}

export interface JobContext {
  signal: AbortSignal;
  /** Bytes of the model that are here. */
  onProgress: (bytes: number) => void;
}

/** What is being installed, and why the last try failed. */
export function createModelJobs(options: { place: ModelPlace; nowMs: () => number; announce: () => void }) {
  const { place, nowMs, announce } = options;
  const jobs = new Map<string, Job>();
  const failures = new Map<string, RpcFailure>();
  let reportedAtMs = 0;

  function report(model: Model, job: Job, bytes: number): void {
    job.doneBytes = bytes;
    if (nowMs() - reportedAtMs < REPORT_EVERY_MS && bytes < modelBytes(model)) return;
    reportedAtMs = nowMs();
    announce();
  }

  return {
    isRunning: (id: string) => jobs.has(id),
    cancel: (id: string) => jobs.get(id)?.cancel.abort(),
    cancelAll() {
      for (const { cancel } of jobs.values()) cancel.abort();
    },
    forgetFailure: (id: string) => void failures.delete(id),

    rowOf(model: Model): ModelRow {
      const job = jobs.get(model.id);
      const sizeBytes = modelBytes(model);
      const doneBytes = job?.doneBytes ?? place.bytesHere(model);
      const failure = failures.get(model.id) ?? null;
      const rested = place.isInstalled(model) ? 'installed' : 'missing';
      const state = !job ? rested : doneBytes >= sizeBytes ? 'checking' : 'downloading';
      return { model, sizeBytes, state, doneBytes, failure };
    },

    async run(
      model: Model,
      signal: AbortSignal,
      work: (context: JobContext) => Promise<void>,
    ): Promise<void> {
      const { id, name } = model;
      if (jobs.has(id)) throw failWith('TOO_MANY_REQUESTS', 'modelBusy', { values: { name } });
      const job: Job = { cancel: new AbortController(), doneBytes: place.bytesHere(model) };
      const stop = () => job.cancel.abort();
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      jobs.set(id, job);
      failures.delete(id);
      announce();
      try {
        const onProgress = (bytes: number) => report(model, job, bytes);
        await place.withLock(model, () => work({ signal: job.cancel.signal, onProgress }));
      } catch (error) {
        if (!job.cancel.signal.aborted) failures.set(id, failureOf(error));
        throw error;
      } finally {
        signal.removeEventListener('abort', stop);
        jobs.delete(id);
        announce();
      }
    },
  };
}

function failureOf(error: unknown): RpcFailure {
  if (error instanceof RpcError) return error.toFailure();
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'INTERNAL', message, retryable: true };
}
