/** What is known of the platforms. Confirm before a release: `CONFIRMED_ON` says when that was done last. */
export const CONFIRMED_ON = '2026-11-25';

export const PLATFORM_IDS = ['youtube', 'twitch', 'facebook', 'kick', 'linkedin', 'x', 'custom'] as const;
export type PlatformId = (typeof PLATFORM_IDS)[number];

export interface Platform {
  id: PlatformId;
  name: string;
  /** null: each account has its own, which the platform shows. */
  address: string | null;
  /** Above this it drops the stream or lowers it; null where it names none. */
  mostVideoKbps: number | null;
  mostHours: number | null;
  /** Its guide asks for a constant rate (CBR), and its tools warn of another one. */
  asksForConstantRate: boolean;
  /** Where the key is found. */
  keyHint: string;
}

export const PLATFORMS: readonly Platform[] = [
  {
    id: 'youtube',
    name: 'YouTube',
    address: 'rtmps://a.rtmps.youtube.com/live2',
    mostVideoKbps: 8000,
    mostHours: null,
    asksForConstantRate: true,
    keyHint: 'YouTube Studio, Create, Go live, Stream: "Stream key".',
  },
  {
    id: 'twitch',
    name: 'Twitch',
    address: 'rtmp://live.twitch.tv/app',
    mostVideoKbps: 6000,
    mostHours: 48,
    asksForConstantRate: true,
    keyHint: 'Creator Dashboard, Settings, Stream: "Primary Stream key".',
  },
  {
    id: 'facebook',
    name: 'Facebook',
    address: 'rtmps://live-api-s.facebook.com/rtmp',
    mostVideoKbps: 6000,
    mostHours: 8,
    asksForConstantRate: true,
    keyHint: 'Live Producer, Streaming software: "Stream key".',
  },
  {
    id: 'kick',
    name: 'Kick',
    address: null,
    mostVideoKbps: 8000,
    mostHours: null,
    asksForConstantRate: true,
    keyHint: 'Creator Dashboard, Settings, Stream URL & Key: both are shown there.',
  },
  {
    id: 'linkedin',
    name: 'LinkedIn',
    address: null,
    mostVideoKbps: 6000,
    mostHours: 4,
    asksForConstantRate: false,
    keyHint: 'The event, Go live, Custom stream: "Stream URL" and "Stream key".',
  },
  {
    id: 'x',
    name: 'X',
    address: null,
    mostVideoKbps: 9000,
    mostHours: null,
    asksForConstantRate: false,
    keyHint: 'Media Studio, Producer, Create source: "RTMP URL" and "RTMP stream key".',
  },
  {
    id: 'custom',
    name: 'Custom RTMP',
    address: null,
    mostVideoKbps: null,
    mostHours: null,
    asksForConstantRate: false,
    keyHint: 'The owner of the server knows its address and its key.',
  },
];

const CUSTOM = PLATFORMS.find(({ id }) => id === 'custom') as Platform;

export const platformOf = (id: PlatformId): Platform =>
  PLATFORMS.find((platform) => platform.id === id) ?? CUSTOM;
