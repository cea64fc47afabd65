import {
  QUALITY_HEIGHTS,
  type CaptureMode,
  type ScreenCaptureSettings,
} from '../../../src-shared/domain/screenCapture.ts';
import { askForScreen } from '../../media/video/sources.ts';

/** A region is drawn on the preview of a whole screen. */
const SURFACES = { fullscreen: 'monitor', window: 'window', region: 'monitor' } as const satisfies Record<
  CaptureMode,
  string
>;

/** Asks the user which screen or window, as the settings have it; `withSound`: with what it plays. */
export function chooseSource(settings: ScreenCaptureSettings, withSound: boolean): Promise<MediaStream> {
  const { mode, showCursor, fps, quality } = settings;
  // A region is cut out of the screen's own pixels; what is to be smaller anyway arrives so.
  const maxHeight = mode === 'region' ? null : Math.max(QUALITY_HEIGHTS[quality], 1080);
  return askForScreen({ surface: SURFACES[mode], fps, maxHeight, showCursor, withSound });
}
