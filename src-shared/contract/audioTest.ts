import { z } from 'zod';
import { defineEvent, defineProcedure } from './define.ts';
import { rpcFailureSchema } from './errors.ts';
import { bufferFramesSchema, sampleRateSchema } from '../domain/audio.ts';

/** The devices that a test is for, chosen or not yet saved; null is the system's default. */
export const testedDevicesSchema = z.strictObject({
  inputDeviceId: z.string().min(1).max(500).nullable(),
  outputDeviceId: z.string().min(1).max(500).nullable(),
  sampleRate: sampleRateSchema,
  bufferFrames: bufferFramesSchema,
});
export type TestedDevices = z.infer<typeof testedDevicesSchema>;

export const audioTestStateSchema = z.object({
  /** Whether this page or program may hear: unknown until it was asked. */
  permission: z.enum(['unknown', 'granted', 'denied']),
  isActive: z.boolean(),
  /** Of an active test: its own capture, or the live session that runs, on the devices of that session. */
  source: z.enum(['test', 'live']).nullable(),
  inputName: z.string().nullable(),
  isToneOn: z.boolean(),
  /** Why the last test did not start, or ended on its own. */
  failure: rpcFailureSchema.nullable(),
});
export type AudioTestState = z.infer<typeof audioTestStateSchema>;

const TEST_ERRORS = [
  'ENGINE_UNAVAILABLE',
  'ENGINE_STOPPED',
  'BAD_OPTION',
  'DEVICE_NOT_FOUND',
  'DEVICE_UNAVAILABLE',
  'LIVE_ALREADY_RUNNING',
] as const;

/** Listens to a microphone and plays a tone, outside any session: nothing of it is cleaned, counted or kept. */
export const audioTestContract = {
  'audioTest.readState': defineProcedure({ input: z.void(), output: audioTestStateSchema }),
  /** Where a live session runs, its levels are the test's. A live session that starts ends a test of its own. */
  'audioTest.start': defineProcedure({
    input: testedDevicesSchema,
    output: audioTestStateSchema,
    errors: TEST_ERRORS,
  }),
  /** Does nothing where nothing runs. It also ends when nobody listens to its levels any more. */
  'audioTest.stop': defineProcedure({ input: z.void(), output: audioTestStateSchema, errors: TEST_ERRORS }),
  /** A second of a quiet A on the output; answers when it has begun. */
  'audioTest.playTone': defineProcedure({
    input: testedDevicesSchema,
    output: audioTestStateSchema,
    errors: TEST_ERRORS,
  }),
  'audioTest.onStateChanged': defineEvent({ payload: audioTestStateSchema, delivery: 'every' }),
  /** 30 times a second while it is active: dBFS, before any gain of the chain where the test is its own. */
  'audioTest.onLevelMeasured': defineEvent({
    payload: z.object({ peakDb: z.number() }),
    delivery: 'latest',
  }),
};
