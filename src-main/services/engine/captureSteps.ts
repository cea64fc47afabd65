import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { Log } from '../ports.ts';
import type { CaptureCall, CaptureStep } from './captureDiff.ts';
import type { EngineLink } from './link.ts';

/** Makes the calls in order; where one is refused, those before it are taken back and its reason is thrown. */
export async function applySteps(link: EngineLink, steps: readonly CaptureStep[], log: Log): Promise<void> {
  const done: CaptureStep[] = [];
  for (const step of steps) {
    try {
      await callStep(link, step.apply);
      done.unshift(step);
    } catch (error) {
      if (!isEngineGone(error)) await undo(link, done, log);
      throw error;
    }
  }
}

async function undo(link: EngineLink, done: readonly CaptureStep[], log: Log): Promise<void> {
  for (const step of done) {
    await callStep(link, step.undo).catch((error: unknown) => {
      if (!isEngineGone(error)) log.error('a change of capture could not be taken back', error);
    });
  }
}

/** A call's name and its input belong together, which the compiler cannot see in a union of pairs. */
function callStep(link: EngineLink, [name, input]: CaptureCall): Promise<void> {
  const call = link.call.bind(link) as (name: string, input: unknown) => Promise<void>;
  return call(name, input);
}

/** The process has died meanwhile: what follows is the restart's to do. */
export function isEngineGone(error: unknown): boolean {
  return error instanceof RpcError && error.code === 'ENGINE_STOPPED';
}
