import type { Contract, EventName } from '../contract/define.ts';
import type { EventHub } from './events.ts';

/** The hub; `onChanged` is called when the events `names` get their first subscriber, or lose their last. */
export function watchDemand<C extends Contract>(
  hub: EventHub<C>,
  names: EventName<C> | readonly EventName<C>[],
  onChanged: (isWanted: boolean) => void,
): EventHub<C> {
  const watched = new Set<EventName<C>>(typeof names === 'string' ? [names] : names);
  let listeners = 0;
  return {
    emit: (event, payload) => hub.emit(event, payload),
    subscribe(event, listener) {
      const unsubscribe = hub.subscribe(event, listener);
      if (!watched.has(event)) return unsubscribe;
      listeners += 1;
      if (listeners === 1) onChanged(true);
      let isSubscribed = true;
      return () => {
        unsubscribe();
        if (!isSubscribed) return;
        isSubscribed = false;
        listeners -= 1;
        if (listeners === 0) onChanged(false);
      };
    },
    get listenerCount() {
      return hub.listenerCount;
    },
  };
}
