/** What a recording that is cleaned may have (`native/take/audio_source.hpp`). */
export const RECORDING_LIMITS = { channels: 64, minRateHz: 1000, maxRateHz: 768_000 } as const;

/** Options of document 1, section 5. */
export const SAMPLE_RATES = [44100, 48000, 96000] as const;
export const DEFAULT_SAMPLE_RATE = 48000;
export const BUFFER_SIZES_FRAMES = [128, 256, 512, 1024] as const;
export const DEFAULT_BUFFER_FRAMES = 512;

/** Latency modes of document 1, section 9: each is an upper bound in milliseconds. */
export const LATENCY_MODES_MS = [5, 10, 20, 50] as const;

/** The mode that a measured latency really achieves, or null where it is above them all. */
export function achievedLatencyModeMs(latencyMs: number): (typeof LATENCY_MODES_MS)[number] | null {
  return LATENCY_MODES_MS.find((limitMs) => latencyMs < limitMs) ?? null;
}

/** Channel caps of a host, by working mode (document 2, sections 1 and 9). */
export const CHANNEL_CAPS = {
  professional: { audio: 32, video: 8, screen: 4 },
  basic: { audio: 1, video: 1, screen: 1 },
} as const;
