import { useState } from 'react';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { failureOf } from '../../lib/loadable.ts';

interface Outcome {
  meta: { requestStatus: 'fulfilled' | 'rejected' };
  payload?: unknown;
  error?: { message?: string };
}

/** One action at a time of a place on the screen: which one runs, and why the last one failed. */
export function useLicenceAction() {
  const [running, setRunning] = useState<string | null>(null);
  const [failure, setFailure] = useState<RpcFailure | null>(null);

  /** Resolves with whether it was done. */
  async function run(name: string, start: () => Promise<Outcome>): Promise<boolean> {
    setRunning(name);
    setFailure(null);
    const { meta, payload, error } = await start();
    const isDone = meta.requestStatus === 'fulfilled';
    if (!isDone) setFailure(failureOf({ payload: payload as RpcFailure, error: error ?? {} }));
    setRunning(null);
    return isDone;
  }
  return { running, failure, run, setFailure };
}
