import type { BroadcastView } from '../../../src-shared/contract/broadcast.ts';

/** What happened while live, in the order in which this page heard of it. */
export type LiveEvent = { id: number; atSec: number } & LiveChange;

export type LiveChange =
  | { kind: 'started' | 'soundSilent' | 'soundBack' | 'muted' | 'unmuted' }
  | { kind: 'destination'; name: string; state: DestinationState; reason: string | null }
  | { kind: 'skipped'; name: string; groups: number }
  | { kind: 'sourceLost' | 'sourceBack' | 'marker'; name: string };

type DestinationState = NonNullable<BroadcastView['destinations'][number]['health']>['state'];

/** More than anybody reads. */
export const MOST_EVENTS = 200;

/** The engine's sound comes a moment after the start. */
const SETTLES_SEC = 2;

/** What has changed between two reports of the host. */
export function changesBetween(before: BroadcastView | null, now: BroadcastView): LiveChange[] {
  if (now.live === null) return [];
  const earlier = before?.live ? before : null;
  const changes: LiveChange[] = earlier ? [] : [{ kind: 'started' }];
  const heard = earlier?.live?.soundFrom;
  if (heard && heard !== now.live.soundFrom && now.live.elapsedSec > SETTLES_SEC)
    changes.push({ kind: now.live.soundFrom === 'silence' ? 'soundSilent' : 'soundBack' });
  if (earlier?.live && earlier.live.isMuted !== now.live.isMuted)
    changes.push({ kind: now.live.isMuted ? 'muted' : 'unmuted' });
  for (const { id, name, health } of now.destinations) {
    if (!health) continue;
    const last = earlier?.destinations.find((destination) => destination.id === id)?.health;
    if (last?.state !== health.state) {
      const reason = health.state === 'reconnecting' || health.state === 'refused' ? health.reason : null;
      changes.push({ kind: 'destination', name, state: health.state, reason: reason?.message ?? null });
    }
    const groups = health.groupsSkipped - (last?.groupsSkipped ?? 0);
    if (groups > 0) changes.push({ kind: 'skipped', name, groups });
  }
  return changes;
}
