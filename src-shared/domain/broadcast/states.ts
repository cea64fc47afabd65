import { z } from 'zod';

/** States of a broadcast, and what may follow each. */
export const BROADCAST_STATES = {
  idle: ['checking'],
  checking: ['live', 'idle'],
  live: ['degraded', 'ending'],
  degraded: ['live', 'ending'],
  ending: ['ended'],
  ended: ['idle', 'checking'],
} as const satisfies Record<string, readonly string[]>;

/** States of one destination, and what may follow each. */
export const DESTINATION_STATES = {
  off: ['connecting', 'ended'],
  connecting: ['live', 'reconnecting', 'refused', 'ended'],
  live: ['slow', 'reconnecting', 'refused', 'ended'],
  slow: ['live', 'reconnecting', 'refused', 'ended'],
  reconnecting: ['connecting', 'ended'],
  refused: ['connecting', 'ended'],
  ended: [],
} as const satisfies Record<string, readonly string[]>;

export const broadcastStateSchema = z.enum(Object.keys(BROADCAST_STATES) as [keyof typeof BROADCAST_STATES]);
export type BroadcastState = keyof typeof BROADCAST_STATES;
export const destinationStateSchema = z.enum(
  Object.keys(DESTINATION_STATES) as [keyof typeof DESTINATION_STATES],
);
export type DestinationState = keyof typeof DESTINATION_STATES;

/** How long is waited before each try to connect again; the last one goes for all that follow. */
export const RECONNECT_AFTER_MS = [500, 1000, 2000, 4000, 5000] as const;

export const mayFollow = (from: DestinationState, to: DestinationState): boolean =>
  (DESTINATION_STATES[from] as readonly string[]).includes(to);

/** Whether something is sent there. */
export const isOnAir = (state: DestinationState): boolean => state === 'live' || state === 'slow';
