/** Ranges of the engine's strip beside those of its effects: `StripSettings` of native/engine/strip_settings.hpp. */
export const STRIP_GAIN_DB = { min: -120, max: 60, unit: 'dB' } as const;
export const STRIP_VOLUME_DB = { min: -120, max: 24, unit: 'dB' } as const;
/** -100 is left, 100 is right. */
export const PAN_LIMITS = { min: -100, max: 100 } as const;
