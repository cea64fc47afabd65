import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { RenderCertificate } from '../../../src-shared/domain/edit/render.ts';
import { lowerPriority } from '../processes/index.ts';
import type { EngineLauncher } from '../ports.ts';
import { processMessageSchema, type ProcessMessage, type RenderRequest } from './process/messages.ts';

export type Progress = Extract<ProcessMessage, { kind: 'progress' }>;

/** Makes an export in a process of its own, which is killed where the signal says so. */
export async function runInProcess(
  launch: EngineLauncher,
  request: RenderRequest,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: Progress) => void },
): Promise<RenderCertificate> {
  if (signal.aborted) throw new RpcError('CANCELLED', 'Cancelled.');
  const child = launch();
  const outcome = Promise.withResolvers<RenderCertificate>();
  const stop = () => {
    outcome.reject(new RpcError('CANCELLED', 'Cancelled.'));
    child.kill();
  };
  signal.addEventListener('abort', stop, { once: true });
  child.onMessage((message) => {
    const parsed = processMessageSchema.safeParse(message);
    if (!parsed.success) return;
    if (parsed.data.kind === 'progress') onProgress(parsed.data);
    else if (parsed.data.kind === 'done') outcome.resolve(parsed.data.certificate);
    else outcome.reject(new RpcError(parsed.data.code, parsed.data.message));
  });
  const exited = Promise.withResolvers<void>();
  child.onExit(({ code, signal: by }) => {
    exited.resolve();
    outcome.reject(
      new RpcError(
        'INTERNAL',
        `The export's process ended unexpectedly (${by ?? code ?? 'unknown'}). Start it again.`,
      ),
    );
  });
  lowerPriority(child.pid);
  child.post({ request });
  try {
    return await outcome.promise;
  } finally {
    signal.removeEventListener('abort', stop);
    child.kill();
    // Nothing may write into its folder any more.
    await exited.promise;
  }
}
