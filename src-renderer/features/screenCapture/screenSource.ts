import {
  QUALITY_HEIGHTS,
  type CaptureMode,
  type ScreenCaptureSettings,
} from '../../../src-shared/domain/screenCapture.ts';
import { askToShare } from '../../media/recorder/index.ts';

/** A region is drawn on the preview of a whole screen. */
const SURFACES = { fullscreen: 'monitor', window: 'window', region: 'monitor' } as const satisfies Record<
  CaptureMode,
  string
>;

/** Asks the user which screen or window, as the settings have it. */
export function chooseSource(
  support: Parameters<typeof askToShare>[0],
  settings: ScreenCaptureSettings,
): Promise<MediaStream> {
  const { mode, showCursor, fps, quality, includeAudio } = settings;
  // A region is cut out of the screen's own pixels; what is to be smaller anyway arrives so.
  const maxHeight = mode === 'region' ? null : Math.max(QUALITY_HEIGHTS[quality], 1080);
  const request = { surface: SURFACES[mode], fps, maxHeight, showCursor, withSound: includeAudio };
  return askToShare(support, request);
}
