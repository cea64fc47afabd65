import { z } from 'zod';
import { CHANNEL_CAPS } from '../../../../src-shared/domain/audio.ts';
import {
  CHANNEL_COLOURS,
  PICTURE_KINDS,
  STUDIO_FORMATS,
  type PictureChannel,
  type StudioFormat,
} from '../../../../src-shared/domain/pictureChannels.ts';
import { CAPTURE_QUALITIES, type CaptureQuality } from '../../../../src-shared/domain/screenCapture.ts';

const KEY = 'sounddesk.studio.pictures';

const { video, screen } = CHANNEL_CAPS.professional;
const channelSchema = z.object({
  id: z.string().min(1).max(100),
  kind: z.enum(PICTURE_KINDS),
  name: z.string().trim().min(1).max(200),
  deviceId: z.string().max(500).nullable(),
  isEnabled: z.boolean(),
  colour: z.enum(CHANNEL_COLOURS),
  soundId: z.string().max(100).nullable().default(null),
});

const savedSchema = z.object({
  channels: z
    .array(channelSchema)
    .max(video + screen)
    .catch([]),
  quality: z.enum(CAPTURE_QUALITIES).catch('high'),
  format: z.enum(STUDIO_FORMATS).catch('mp4'),
});

export interface PicturesSetUp {
  channels: PictureChannel[];
  quality: CaptureQuality;
  format: StudioFormat;
}

/** A browser knows cameras by names of its own, for one address: so its own storage keeps which is which. */
export function readSavedPictures(): PicturesSetUp {
  try {
    return savedSchema.parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    // No storage, or something of another make in it.
    return savedSchema.parse({});
  }
}

export function savePictures(setUp: PicturesSetUp): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(setUp));
  } catch {
    // Without storage the channels hold until the page is left.
  }
}
