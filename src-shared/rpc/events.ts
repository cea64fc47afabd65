import type { Contract, EventName, PayloadOf } from '../contract/define.ts';
import { Listeners } from './channel.ts';

/** Where services announce and transports listen. */
export interface EventHub<C extends Contract> {
  emit<N extends EventName<C>>(name: N, payload: PayloadOf<C[N]>): void;
  subscribe<N extends EventName<C>>(name: N, listener: (payload: PayloadOf<C[N]>) => void): () => void;
  /** For tests and the diagnostics: listeners of all events together. */
  readonly listenerCount: number;
}

export function createEventHub<C extends Contract>(): EventHub<C> {
  const byName = new Map<string, Listeners<never>>();
  return {
    emit(name, payload) {
      byName.get(name)?.notify(payload as never);
    },
    subscribe(name, listener) {
      let listeners = byName.get(name);
      if (!listeners) byName.set(name, (listeners = new Listeners<never>()));
      return listeners.add(listener);
    },
    get listenerCount() {
      return [...byName.values()].reduce((sum, listeners) => sum + listeners.size, 0);
    },
  };
}
