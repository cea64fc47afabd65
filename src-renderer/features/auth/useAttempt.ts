import { useState } from 'react';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { failureOf } from '../../lib/loadable.ts';

interface Outcome<T> {
  meta: { requestStatus: 'fulfilled' | 'rejected' };
  payload?: T | RpcFailure | undefined;
  error?: { message?: string };
}

/** A form's attempt at something: whether it is under way, and why the last one failed. */
export function useAttempt(onBusy?: (isBusy: boolean) => void) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<RpcFailure | null>(null);

  const set = (busy: boolean) => {
    setIsBusy(busy);
    onBusy?.(busy);
  };
  async function run<T>(start: () => Promise<Outcome<T>>, onDone: (result: T) => void): Promise<void> {
    set(true);
    setFailure(null);
    const outcome = await start();
    if (outcome.meta.requestStatus === 'fulfilled') onDone(outcome.payload as T);
    else setFailure(failureOf({ payload: outcome.payload as RpcFailure, error: outcome.error ?? {} }));
    set(false);
  }
  return { isBusy, failure, run };
}
