import type { Activity } from '../services/updates/index.ts';
import type { CoreHub } from './ports.ts';

/** What runs and must not be cut off, by what the services announce; `onChanged` where that is another than before. */
export function watchActivity(hub: CoreHub, onChanged: () => void): () => Activity | null {
  const running = new Set<Activity>();
  const note = (activity: Activity, isRunning: boolean) => {
    if (running.has(activity) === isRunning) return;
    if (isRunning) running.add(activity);
    else running.delete(activity);
    onChanged();
  };
  hub.subscribe('recording.onStateChanged', ({ take }) => note('recording', take !== null));
  hub.subscribe('broadcast.onChanged', ({ live }) => note('broadcast', live !== null));
  hub.subscribe('engine.onStateChanged', ({ live }) => note('live', live !== null));
  hub.subscribe('renders.onChanged', (jobs) =>
    note(
      'render',
      jobs.some(({ state }) => state === 'waiting' || state === 'running'),
    ),
  );
  const inOrder = ['recording', 'broadcast', 'render', 'live'] as const;
  return () => inOrder.find((activity) => running.has(activity)) ?? null;
}
