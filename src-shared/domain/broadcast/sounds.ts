import { z } from 'zod';

/** Sound files of a broadcast: more than anybody mixes by hand. */
export const MAX_SOUNDS = 20;
export const MAX_SOUND_BYTES = 2_000_000_000;
/** Music below a voice. */
export const DEFAULT_SOUND_DB = -12;

/** How a sound file plays while live; `levelDb` is its level in the mix. */
export const soundPlayingSchema = z.strictObject({
  levelDb: z.number().min(-60).max(6),
  isPlaying: z.boolean(),
  isLooped: z.boolean(),
});
export type SoundPlaying = z.infer<typeof soundPlayingSchema>;

export const broadcastSoundSchema = soundPlayingSchema.extend({
  id: z.string().min(1).max(200),
  name: z.string().min(1).max(300),
  durationSec: z.number().nonnegative(),
  /** Of what viewers hear; null while nothing is live. */
  positionSec: z.number().nonnegative().nullable(),
  /** Why it is not heard. */
  problem: z.string().nullable(),
});
/** A sound file in the mix of the broadcast. */
export type BroadcastSound = z.infer<typeof broadcastSoundSchema>;
