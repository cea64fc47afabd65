/** Channel caps of a host, by working mode (document 2, sections 1 and 9). */
export const CHANNEL_CAPS = {
  professional: { audio: 32, video: 8, screen: 4 },
  basic: { audio: 1, video: 1, screen: 1 },
} as const;
