/** A piece of what is said at one channel. */
export interface VoicePiece {
  channelId: string;
  /** When its first sample was at the converter, in milliseconds since 1970. */
  heardAtMs: number;
  /** One channel of 16 kHz, ±1. */
  samples: Float32Array<ArrayBuffer>;
}

export interface CaptionsLog {
  error(message: string, error: unknown, details?: Record<string, unknown>): void;
}
