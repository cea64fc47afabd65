import { z } from 'zod';
import { defineProcedure } from './define.ts';

export const audioDeviceSchema = z.object({
  /** Stable across restarts and re-plugging. */
  id: z.string(),
  name: z.string(),
  type: z.enum(['input', 'output', 'system', 'line', 'usb']),
  isDefault: z.boolean(),
  hostApi: z.string(),
  channels: z.int().nonnegative(),
  defaultSampleRate: z.number().positive(),
});
export type AudioDevice = z.infer<typeof audioDeviceSchema>;

export const devicesContract = {
  'devices.listAudio': defineProcedure({
    input: z.void(),
    output: z.array(audioDeviceSchema),
    errors: ['ENGINE_UNAVAILABLE', 'ENGINE_STOPPED'],
  }),
};
