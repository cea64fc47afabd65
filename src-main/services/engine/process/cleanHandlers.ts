import type { ParsedInputOf } from '../../../../src-shared/contract/define.ts';
import { RpcError } from '../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { EventHub, Handlers } from '../../../../src-shared/rpc/index.ts';
import type { EngineProcessContract, CleanResult } from '../contract.ts';
import type { FilePlugin } from '../pluginContract.ts';
import type { Addon, AddonCleanOptions } from './addon.ts';
import { attempt, toRpcError } from './failures.ts';
import type { FileChain } from './pluginFile.ts';
import { createStudioModel } from './studio/index.ts';

type CleanRun = ParsedInputOf<EngineProcessContract['clean.run']>;

/** The least time between two progress events of one job. */
const PROGRESS_INTERVAL_MS = 100;

export type OpenForFile = (
  plugin: FilePlugin,
  format: { sampleRate: number; channels: number },
) => Promise<FileChain>;

/** Files that are cleaned, one job each. */
export function createCleanHandlers(
  loadAddon: () => Addon,
  events: EventHub<EngineProcessContract>,
  openForFile: OpenForFile,
) {
  const studioModel = createStudioModel();
  const jobs = new Map<string, () => void>();

  const run = (jobId: string, options: AddonCleanOptions, signal: AbortSignal) =>
    new Promise<CleanResult>((resolve, reject) => {
      signal.throwIfAborted();
      let nextProgressAtMs = 0;
      const job = attempt(() =>
        loadAddon().startClean(
          options,
          (progress) => {
            const nowMs = performance.now();
            if (nowMs < nextProgressAtMs) return;
            nextProgressAtMs = nowMs + PROGRESS_INTERVAL_MS;
            events.emit('clean.onProgress', { jobId, ...progress });
          },
          (error, result) => {
            if (result) resolve(result);
            else reject(toRpcError(error));
          },
        ),
      );
      signal.addEventListener('abort', () => job.cancel(), { once: true });
    });

  async function clean({ jobId, options }: CleanRun, signal: AbortSignal): Promise<CleanResult> {
    const { plugin, studioModelPath, ...given } = options;
    const job =
      studioModelPath === null
        ? given
        : { ...given, studioWeights: await unlessAborted(studioModel.read(studioModelPath), signal) };
    if (!plugin) return await run(jobId, job, signal);
    const { input } = job;
    const format = input.kind === 'file' ? attempt(() => loadAddon().readSoundFormat(input.path)) : input;
    const chain = await openForFile(plugin, format);
    try {
      return await run(jobId, { ...job, insertId: chain.insertId }, signal);
    } catch (error) {
      // Of a crash the addon may know before this process: a question ends with that, or with an answer.
      if (isLost(error)) await chain.inspect().catch(() => undefined);
      throw chain.failure ?? (isLost(error) ? pluginHung(error) : error);
    } finally {
      await chain.close();
    }
  }

  return {
    async 'clean.run'(input, { signal }) {
      const job = new AbortController();
      const cancel = () => job.abort(failWith('CANCELLED', 'cancelled'));
      jobs.set(input.jobId, cancel);
      signal.addEventListener('abort', cancel, { once: true });
      try {
        return await clean(input, job.signal);
      } finally {
        jobs.delete(input.jobId);
      }
    },
    'clean.cancel'({ jobId }) {
      jobs.get(jobId)?.();
    },
  } satisfies Partial<Handlers<EngineProcessContract>>;
}

/** Throws the signal’s reason as soon as it is aborted. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** The addon only knows that nothing comes back. */
const isLost = (error: unknown) => error instanceof RpcError && error.code === 'DEVICE_LOST';
const pluginHung = (cause: unknown) => failWith('PLUGIN_TIMED_OUT', 'pluginHangsInFile', { cause });
