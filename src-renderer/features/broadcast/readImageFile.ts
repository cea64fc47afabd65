import {
  IMAGE_TYPES,
  isUsableImage,
  MAX_IMAGE_BYTES,
  type ImageData64,
} from '../../../src-shared/domain/broadcast/scene.ts';
import { toBase64 } from '../../lib/base64.ts';

/** An image as a scene holds it; null where it is none, or too large. */
export async function readImageFile(file: File): Promise<ImageData64 | null> {
  const type = IMAGE_TYPES.find((known) => known === file.type);
  if (!type || file.size === 0 || file.size > MAX_IMAGE_BYTES) return null;
  const image = { type, base64: await toBase64(file) };
  return isUsableImage(image) ? image : null;
}
