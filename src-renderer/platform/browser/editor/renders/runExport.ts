import { RpcError, type RpcFailure } from '../../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../../src-shared/contract/errorTexts.ts';
import { trustedScript } from '../../../../lib/trustedScripts.ts';
import exportWorker from './exportWorker.ts?worker&url';
import type { ExportEvent, ExportRequest } from './messages.ts';

type Result<K extends ExportEvent['kind']> = Extract<ExportEvent, { kind: K }>;
type Progress = Omit<Result<'progress'>, 'kind'>;

/** Runs an export in a worker of its own, which ends with it. `CANCELLED` where it was aborted. */
export function runExport<K extends 'done' | 'measured'>(
  request: ExportRequest,
  wanted: K,
  { signal, onProgress }: { signal: AbortSignal; onProgress?: (progress: Progress) => void },
): Promise<Result<K>> {
  if (signal.aborted) return Promise.reject(failWith('CANCELLED', 'cancelled'));
  const worker = new Worker(trustedScript(exportWorker), { type: 'module', name: 'export' });
  return new Promise<Result<K>>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(failWith('CANCELLED', 'cancelled')), { once: true });
    worker.onerror = ({ message }) =>
      reject(failWith('INTERNAL', 'pageNotExported', { values: { reason: message } }));
    worker.onmessage = ({ data }: MessageEvent<ExportEvent>) => {
      if (data.kind === 'progress') onProgress?.(data);
      else if (data.kind === 'failed') reject(toError(data.failure));
      else if (data.kind === wanted) resolve(data as Result<K>);
    };
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}

function toError({ code, message, details, retryable }: RpcFailure): RpcError {
  return new RpcError(code, message, { ...(details ? { details } : {}), retryable });
}
