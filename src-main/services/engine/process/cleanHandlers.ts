import { RpcError } from '../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { EventHub, Handlers } from '../../../../src-shared/rpc/index.ts';
import type { EngineProcessContract, CleanResult } from '../contract.ts';
import type { FilePlugin } from '../pluginContract.ts';
import type { Addon, AddonCleanOptions, CleanJob } from './addon.ts';
import { attempt, toRpcError } from './failures.ts';
import type { FileChain } from './pluginFile.ts';
import { createStudioModel } from './studio/index.ts';

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
  const jobs = new Map<string, Pick<CleanJob, 'cancel'>>();

  const run = (jobId: string, options: AddonCleanOptions, signal: AbortSignal) =>
    new Promise<CleanResult>((resolve, reject) => {
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
            jobs.delete(jobId);
            if (result) resolve(result);
            else reject(toRpcError(error));
          },
        ),
      );
      jobs.set(jobId, job);
      signal.addEventListener('abort', () => job.cancel(), { once: true });
    });

  return {
    async 'clean.run'({ jobId, options }, { signal }) {
      const { plugin, studioModelPath, ...given } = options;
      const job =
        studioModelPath === null
          ? given
          : { ...given, studioWeights: await studioModel.read(studioModelPath) };
      if (!plugin) return await run(jobId, job, signal);
      const { input } = job;
      const format = input.kind === 'file' ? attempt(() => loadAddon().readSoundFormat(input.path)) : input;
      let isCancelled = false;
      jobs.set(jobId, { cancel: () => (isCancelled = true) });
      const chain = await openForFile(plugin, format).finally(() => jobs.delete(jobId));
      try {
        if (isCancelled) throw failWith('CANCELLED', 'cancelled');
        return await run(jobId, { ...job, insertId: chain.insertId }, signal);
      } catch (error) {
        // Of a crash the addon may know before this process: a question ends with that, or with an answer.
        if (isLost(error)) await chain.inspect().catch(() => undefined);
        throw chain.failure ?? (isLost(error) ? pluginHung(error) : error);
      } finally {
        await chain.close();
      }
    },
    'clean.cancel'({ jobId }) {
      jobs.get(jobId)?.cancel();
    },
  } satisfies Partial<Handlers<EngineProcessContract>>;
}

/** The addon only knows that nothing comes back. */
const isLost = (error: unknown) => error instanceof RpcError && error.code === 'DEVICE_LOST';
const pluginHung = (cause: unknown) => failWith('PLUGIN_TIMED_OUT', 'pluginHangsInFile', { cause });
