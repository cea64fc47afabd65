import { RpcError } from '../../../../src-shared/contract/errors.ts';
import type { ParentPort } from '../../ports.ts';
import { planRender } from '../../../../src-shared/handlers/editor/renderPlan.ts';
import { runRender } from '../render.ts';
import { startMessageSchema, type ProcessMessage, type RenderRequest } from './messages.ts';

/**
 * Entry of the process that makes one export. It ends with its parent, and leaves Ctrl-C to it: a terminal sends that to every
 * process of the group. What it has finished is on the disk: anyone who starts it again continues from there.
 */
const PROGRESS_MS = 200;
const parentPort = (process as { parentPort?: ParentPort }).parentPort;
const post = (message: ProcessMessage): void => {
  if (parentPort) parentPort.postMessage(message);
  else process.send?.(message);
};
const abort = new AbortController();

process.on('SIGINT', () => undefined);
process.on('SIGHUP', () => undefined);
// Its FFmpegs would wait for frames for ever.
process.once('disconnect', () => {
  abort.abort();
  process.exit(0);
});
if (parentPort) parentPort.on('message', ({ data }) => void begin(data));
else process.once('message', (message) => void begin(message));

async function begin(message: unknown): Promise<void> {
  const { request } = startMessageSchema.parse(message);
  try {
    const certificate = await runRender(request, {
      signal: abort.signal,
      nowMs: Date.now,
      onProgress: sparingly(request),
    });
    post({ kind: 'done', certificate });
  } catch (error) {
    if (!(error instanceof RpcError)) process.stderr.write(`${(error as Error).stack ?? String(error)}\n`);
    const code = error instanceof RpcError ? error.code : 'INTERNAL';
    post({ kind: 'failed', code, message: (error as Error).message });
  }
  // What was posted is sent first: the parent ends this process.
}

function sparingly({ project, options }: RenderRequest) {
  const framesTotal = planRender(project, options).frames;
  let last = { step: '', atMs: 0 };
  return (step: 'sound' | 'frames' | 'join' | 'check', done: number, framesDone: number): void => {
    const atMs = performance.now();
    if (step === last.step && atMs - last.atMs < PROGRESS_MS) return;
    last = { step, atMs };
    post({ kind: 'progress', step, done: Math.min(1, done), framesDone, framesTotal });
  };
}
