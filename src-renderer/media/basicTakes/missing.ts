import { canCapturePictures } from '../pictures/pictureCapture.ts';
import { canCaptureSound } from './soundCapture.ts';

/** What this browser lacks to record into its own storage; null where it has all. */
export function missingForBasicTakes(): 'page' | 'recorder' | null {
  const { storage, locks, mediaDevices } = navigator as Partial<Navigator>;
  if (!storage || !('getDirectory' in storage) || !locks || !mediaDevices) return 'page';
  return canCapturePictures() && canCaptureSound() ? null : 'recorder';
}
