import { z } from 'zod';
import { type PicturesSetUp, picturesSetUpSchema } from '../../../../src-shared/domain/pictureChannels.ts';

const KEY = 'sounddesk.studio.pictures';

const savedSchema = z.object({
  channels: picturesSetUpSchema.shape.channels.catch([]),
  quality: picturesSetUpSchema.shape.quality.catch('high'),
  format: picturesSetUpSchema.shape.format.catch('mp4'),
});

/** A browser knows cameras by names of its own, for one address: so its own storage keeps which is which. */
export function readSavedPictures(): PicturesSetUp {
  try {
    return savedSchema.parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    // No storage, or something of another make in it.
    return savedSchema.parse({});
  }
}

/** Whether nothing was chosen in this browser yet. */
export function hasNoPictures(): boolean {
  try {
    return localStorage.getItem(KEY) === null;
  } catch {
    return true;
  }
}

export function savePictures(setUp: PicturesSetUp): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(setUp));
  } catch {
    // Without storage the channels hold until the page is left.
  }
}
