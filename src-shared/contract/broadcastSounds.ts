import { z } from 'zod';
import { broadcastSoundSchema, MAX_SOUND_BYTES, soundPlayingSchema } from '../domain/broadcast/sounds.ts';
import { defineEvent, defineProcedure, defineUpload } from './define.ts';

const byId = z.strictObject({ id: broadcastSoundSchema.shape.id });
const soundsSchema = z.array(broadcastSoundSchema);

/** Sound files that the host plays into the mix of a broadcast. They are there until they are removed, or the host ends. */
export const broadcastSoundsContract = {
  'broadcastSounds.list': defineProcedure({ input: z.void(), output: soundsSchema }),
  /** A file of the page. It plays on a loop from the start of the next broadcast on, or at once while one is live. */
  'broadcastSounds.add': defineUpload({
    input: z.strictObject({
      name: broadcastSoundSchema.shape.name,
      sizeBytes: z.int().min(0).max(MAX_SOUND_BYTES),
    }),
    output: soundsSchema,
    errors: ['FILE_EMPTY', 'FILE_UNREADABLE', 'FORMAT_UNSUPPORTED', 'DISK_FULL', 'BAD_OPTION', 'BAD_INPUT'],
  }),
  'broadcastSounds.change': defineProcedure({
    input: byId.extend(soundPlayingSchema.shape),
    output: soundsSchema,
    errors: ['BAD_OPTION'],
  }),
  /** From its beginning. */
  'broadcastSounds.restart': defineProcedure({ input: byId, output: soundsSchema, errors: ['BAD_OPTION'] }),
  'broadcastSounds.remove': defineProcedure({ input: byId, output: soundsSchema, errors: ['BAD_OPTION'] }),
  'broadcastSounds.onChanged': defineEvent({ payload: soundsSchema, delivery: 'latest' }),
};
