import { Listeners } from '../../../src-shared/rpc/index.ts';

/** Says that something changed, to anyone who subscribed. */
export function createSignal(): { notify: () => void; subscribe: (listener: () => void) => () => void } {
  const listeners = new Listeners<void>();
  return { notify: () => listeners.notify(), subscribe: (listener) => listeners.add(listener) };
}
