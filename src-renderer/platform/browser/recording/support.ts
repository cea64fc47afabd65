import { canEncodeVideo } from '../../../media/video/videoEncoding.ts';
import { canEncodeSound } from '../../../media/sound/soundEncoding.ts';

/** What this browser lacks to record into its own storage, as a sentence for the user; null where it has all. */
export function missingForRecording(): string | null {
  const { storage, locks, mediaDevices } = navigator as Partial<Navigator>;
  if (!storage || !('getDirectory' in storage) || !locks || !mediaDevices)
    return 'This browser keeps no files for a page. Open SoundDesk over https in Chrome, Edge or another Chromium, or use the desktop app.';
  if (canEncodeVideo() && canEncodeSound()) return null;
  return 'This browser can’t record. Use Chrome, Edge or another Chromium browser, or the desktop app.';
}
