import { z } from 'zod';
import { videoSetUpSchema } from '../../../../src-shared/contract/videoSetUp.ts';
import type { VideoSetUp } from '../../../../src-shared/domain/videoChannels.ts';

const KEY = 'sounddesk.studio.pictures';

const savedSchema = z.object({
  channels: videoSetUpSchema.shape.channels.catch([]),
  quality: videoSetUpSchema.shape.quality.catch('high'),
  format: videoSetUpSchema.shape.format.catch('mp4'),
});

/** A browser knows cameras by names of its own, for one address: so its own storage keeps which is which. */
export function readSavedVideo(): VideoSetUp {
  try {
    return savedSchema.parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    // No storage, or something of another make in it.
    return savedSchema.parse({});
  }
}

/** Whether nothing was chosen in this browser yet. */
export function hasNoVideo(): boolean {
  try {
    return localStorage.getItem(KEY) === null;
  } catch {
    return true;
  }
}

export function saveVideo(setUp: VideoSetUp): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(setUp));
  } catch {
    // Without storage the channels hold until the page is left.
  }
}
