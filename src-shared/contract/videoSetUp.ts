import { z } from 'zod';
import { CHANNEL_CAPS } from '../domain/audio.ts';
import { CHANNEL_COLOURS, VIDEO_KINDS, STUDIO_FORMATS, type VideoSetUp } from '../domain/videoChannels.ts';
import { CAPTURE_QUALITIES } from '../domain/screenCapture.ts';

const { video, screen } = CHANNEL_CAPS.professional;
export const MAX_VIDEO_CHANNELS = video + screen;

export const videoChannelSchema = z.object({
  id: z.string().min(1).max(100),
  kind: z.enum(VIDEO_KINDS),
  name: z.string().trim().min(1).max(200),
  deviceId: z.string().max(500).nullable(),
  /** What the camera calls itself: ids hold for one browser and one address. */
  deviceLabel: z.string().max(500).nullable().default(null),
  isEnabled: z.boolean(),
  colour: z.enum(CHANNEL_COLOURS),
  soundId: z.string().max(100).nullable().default(null),
});

/** The cameras and screens of a studio, as they are kept with a set-up. */
export const videoSetUpSchema = z.object({
  channels: z.array(videoChannelSchema).max(MAX_VIDEO_CHANNELS),
  quality: z.enum(CAPTURE_QUALITIES),
  format: z.enum(STUDIO_FORMATS),
}) satisfies z.ZodType<VideoSetUp>;
