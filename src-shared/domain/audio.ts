import { z } from 'zod';

/** What a recording that is cleaned may have (`native/take/audio_source.hpp`). */
export const RECORDING_LIMITS = { channels: 64, minRateHz: 1000, maxRateHz: 768_000 } as const;

/** Options of document 1, section 5. */
export const SAMPLE_RATES = [44100, 48000, 96000] as const;
export const sampleRateSchema = z.literal(SAMPLE_RATES);
export const DEFAULT_SAMPLE_RATE = 48000;
export const BUFFER_SIZES_FRAMES = [128, 256, 512, 1024] as const;
export const bufferFramesSchema = z.literal(BUFFER_SIZES_FRAMES);
export const DEFAULT_BUFFER_FRAMES = 512;

/** Latency modes of document 1, section 9: each is an upper bound in milliseconds. */
const LATENCY_MODES_MS = [5, 10, 20, 50] as const;
export const latencyModeSchema = z.literal(LATENCY_MODES_MS);
export type LatencyModeMs = z.infer<typeof latencyModeSchema>;

/** The mode that a measured latency really achieves, or null where it is above them all. */
export function achievedLatencyModeMs(latencyMs: number): LatencyModeMs | null {
  return LATENCY_MODES_MS.find((limitMs) => latencyMs < limitMs) ?? null;
}

export const audioDeviceSchema = z.object({
  /** Stable across restarts and re-plugging. */
  id: z.string(),
  name: z.string(),
  /**
   * `output` plays; all others are heard. `system` is what the computer plays; `usb` and `line` are said where the
   * system itself says so, and are `input` elsewhere.
   */
  type: z.enum(['input', 'output', 'system', 'line', 'usb']),
  isDefault: z.boolean(),
  hostApi: z.string(),
  channels: z.int().nonnegative(),
  defaultSampleRate: z.number().positive(),
  /** Those of the product's rates that the device takes; empty where it did not say. */
  sampleRates: z.array(sampleRateSchema),
});
export type AudioDevice = z.infer<typeof audioDeviceSchema>;
