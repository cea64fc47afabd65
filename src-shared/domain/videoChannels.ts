import { z } from 'zod';
import { CHANNEL_CAPS } from './channelCaps.ts';
import { CAPTURE_QUALITIES } from './screenCapture.ts';
import { VIDEO_FORMATS, type VideoFormat } from './videoExport.ts';

/** Document 2, sections 3 and 9: cameras and screens of the recording studio. */
export const VIDEO_KINDS = ['video', 'screen'] as const;
export type VideoKind = (typeof VIDEO_KINDS)[number];

/** By which channels are distinguished; each is seen on both themes. */
export const CHANNEL_COLOURS = ['blue', 'green', 'amber', 'red', 'violet', 'teal'] as const;
export type ChannelColour = (typeof CHANNEL_COLOURS)[number];

const { video, screen } = CHANNEL_CAPS.professional;
export const MAX_VIDEO_CHANNELS = video + screen;

const videoChannelSchema = z.object({
  id: z.string().min(1).max(100),
  kind: z.enum(VIDEO_KINDS),
  name: z.string().trim().min(1).max(200),
  /** A camera as this browser knows it; a screen is chosen again each time. */
  deviceId: z.string().max(500).nullable(),
  /** What the camera calls itself: ids hold for one browser and one address. */
  deviceLabel: z.string().max(500).nullable().default(null),
  isEnabled: z.boolean(),
  colour: z.enum(CHANNEL_COLOURS),
  /** The audio channel that records a camera's own sound; null: none. */
  soundId: z.string().max(100).nullable().default(null),
});
export type VideoChannel = z.infer<typeof videoChannelSchema>;

/** The cameras and screens of a studio, as they are kept with a set-up. */
export const videoSetUpSchema = z.object({
  channels: z.array(videoChannelSchema).max(MAX_VIDEO_CHANNELS),
  quality: z.enum(CAPTURE_QUALITIES),
  format: z.enum(VIDEO_FORMATS),
});
export type VideoSetUp = z.infer<typeof videoSetUpSchema>;

/** The codec that a format needs no second encoding for. */
export const FORMAT_CODECS = { mp4: 'avc1', webm: 'vp9', mov: 'avc1' } as const satisfies Record<
  VideoFormat,
  'avc1' | 'vp9'
>;

/** Frames a second of the studio's cameras and screens. */
export const STUDIO_FPS = 30;

/** The channel `id` at place `to` among those of its kind; the other kind stays where it is. */
export function moveChannel(channels: readonly VideoChannel[], id: string, to: number): VideoChannel[] {
  const moved = channels.find((channel) => channel.id === id);
  if (!moved) return [...channels];
  const others = channels.filter((channel) => channel.kind === moved.kind && channel.id !== id);
  const ordered = [...others.slice(0, to), moved, ...others.slice(to)];
  let next = 0;
  return channels.map((channel) => (channel.kind === moved.kind ? (ordered[next++] ?? channel) : channel));
}

/** The first one that no other channel has. */
export function freeColour(taken: readonly ChannelColour[]): ChannelColour {
  return CHANNEL_COLOURS.find((colour) => !taken.includes(colour)) ?? CHANNEL_COLOURS[0];
}

/** "Camera 2" where there is a "Camera 1". */
export function freeName(base: string, taken: readonly string[]): string {
  let number = 1;
  while (taken.includes(`${base} ${number}`)) number += 1;
  return `${base} ${number}`;
}
