import { z } from 'zod';
import { defineEvent, defineProcedure } from './define.ts';
import { audioDeviceSchema } from '../domain/audio.ts';
import { capabilitySchema } from './host.ts';

export const virtualMicrophoneSchema = z.object({
  support: capabilitySchema,
  /** What is there now, no matter who made it; null: it is off. */
  microphone: z
    .object({
      /** What other programs show. */
      name: z.string(),
      /** The device to play into: what is played here is heard by anyone who chose the microphone. */
      outputDeviceId: z.string(),
      inputDeviceId: z.string(),
      /** Names of the programs that listen now, each once; null where the system does not say. */
      listeners: z.array(z.string()).nullable(),
    })
    .nullable(),
});
export type VirtualMicrophoneState = z.infer<typeof virtualMicrophoneSchema>;

const ENGINE_ERRORS = ['ENGINE_UNAVAILABLE', 'ENGINE_STOPPED'] as const;
const MICROPHONE_ERRORS = [...ENGINE_ERRORS, 'UNSUPPORTED', 'DEVICE_UNAVAILABLE'] as const;

export const devicesContract = {
  'devices.listAudio': defineProcedure({
    input: z.void(),
    output: z.array(audioDeviceSchema),
    errors: [...ENGINE_ERRORS, 'DEVICE_UNAVAILABLE'],
  }),
  /** What the computer plays, or what a page shares, as devices to record from beside a screen. Where there is none, `UNSUPPORTED` says what to install. */
  'devices.listSystemAudio': defineProcedure({
    input: z.void(),
    output: z.array(audioDeviceSchema),
    errors: [...ENGINE_ERRORS, 'UNSUPPORTED', 'DEVICE_UNAVAILABLE'],
  }),
  /** The whole list, whenever it differs from the last one; also while devices are in use. */
  'devices.onChanged': defineEvent({ payload: z.array(audioDeviceSchema), delivery: 'latest' }),
  'devices.readVirtualMicrophone': defineProcedure({
    input: z.void(),
    output: virtualMicrophoneSchema,
    errors: ENGINE_ERRORS,
  }),
  /** Does nothing where it is on. It is removed when the host ends, also by a crash: then at the next start. */
  'devices.startVirtualMicrophone': defineProcedure({
    input: z.void(),
    output: virtualMicrophoneSchema,
    errors: MICROPHONE_ERRORS,
  }),
  /** Does nothing where it is off. */
  'devices.stopVirtualMicrophone': defineProcedure({
    input: z.void(),
    output: virtualMicrophoneSchema,
    errors: MICROPHONE_ERRORS,
  }),
  'devices.onVirtualMicrophoneChanged': defineEvent({ payload: virtualMicrophoneSchema, delivery: 'every' }),
};
