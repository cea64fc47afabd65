import { z } from 'zod';

/** Document 1, section 9: how often what was learned of a room is learned again. */
export const UPDATE_FREQUENCIES = ['Daily', 'Weekly', 'Monthly', 'Manual'] as const;
export type UpdateFrequency = (typeof UPDATE_FREQUENCIES)[number];

const DAY_MS = 86_400_000;
export const UPDATE_INTERVALS_MS: Record<UpdateFrequency, number> = {
  Daily: DAY_MS,
  Weekly: 7 * DAY_MS,
  Monthly: 30 * DAY_MS,
  /** Until the user has it learned again. */
  Manual: Infinity,
};
/** More microphones than anybody has; the longest unheard goes first. */
export const MAX_ROOMS = 50;

/** The last moment that a date can say. */
const MOST_MS = 8.64e15;

/** What is known of the room in front of a microphone. */
const learnedRoomSchema = z.strictObject({
  /** Where the adaptive gate was at the end of a session, in dBFS. */
  thresholdDb: z.number().min(-120).max(0),
  /** Milliseconds since 1970. */
  learnedAtMs: z.number().min(0).max(MOST_MS),
});
/** By input device. */
export const learnedRoomsSchema = z.record(z.string().min(1).max(500), learnedRoomSchema);
export type LearnedRooms = z.infer<typeof learnedRoomsSchema>;

/** The rooms after a session on a device; the very same where nothing is due. */
export function learnRoom(
  rooms: LearnedRooms,
  heard: { deviceId: string; thresholdDb: number },
  frequency: UpdateFrequency,
  nowMs: number,
): LearnedRooms {
  const known = rooms[heard.deviceId];
  // A clock that was set back must not keep an old figure for years.
  const isDue = !known || Math.abs(nowMs - known.learnedAtMs) >= UPDATE_INTERVALS_MS[frequency];
  if (!isDue) return rooms;
  const others = Object.entries(rooms).filter(([deviceId]) => deviceId !== heard.deviceId);
  const newest = others.sort(([, a], [, b]) => b.learnedAtMs - a.learnedAtMs).slice(0, MAX_ROOMS - 1);
  return {
    ...Object.fromEntries(newest),
    [heard.deviceId]: { thresholdDb: heard.thresholdDb, learnedAtMs: nowMs },
  };
}
