import type { CameraChoice } from './cameraChoice.ts';
import type { CaptureQuality } from './screenCapture.ts';

/** Document 2, sections 3 and 9: cameras and screens of the recording studio. */
export const VIDEO_KINDS = ['video', 'screen'] as const;
export type VideoKind = (typeof VIDEO_KINDS)[number];

/** By which channels are distinguished; each is seen on both themes. */
export const CHANNEL_COLOURS = ['blue', 'green', 'amber', 'red', 'violet', 'teal'] as const;
export type ChannelColour = (typeof CHANNEL_COLOURS)[number];

/** `deviceId`: a camera as this browser knows it; a screen is chosen anew each time. */
export interface VideoChannel extends CameraChoice {
  id: string;
  kind: VideoKind;
  name: string;
  isEnabled: boolean;
  colour: ChannelColour;
  /** The audio channel that records a camera's own sound; null: none. */
  soundId: string | null;
}

/** What recordings are made for; MOV is made of the recording's H.264 when it is exported. */
export const STUDIO_FORMATS = ['mp4', 'webm', 'mov'] as const;
export type StudioFormat = (typeof STUDIO_FORMATS)[number];

/** The cameras and screens of a studio. */
export interface VideoSetUp {
  channels: VideoChannel[];
  quality: CaptureQuality;
  format: StudioFormat;
}

/** The codec that a format needs no second encoding for. */
export const FORMAT_CODECS = { mp4: 'avc1', webm: 'vp9', mov: 'avc1' } as const satisfies Record<
  StudioFormat,
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
