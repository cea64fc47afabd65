import { z } from 'zod';
import { BUBBLE_SIZES, DEFAULT_BUBBLE_PLACE } from '../../../src-shared/domain/cameraBubble.ts';
import {
  CAPTURE_FPS,
  CAPTURE_MODES,
  CAPTURE_QUALITIES,
  DEFAULT_SCREEN_CAPTURE,
  type ScreenCaptureSettings,
} from '../../../src-shared/domain/screenCapture.ts';

const KEY = 'sounddesk.screenCapture';

const part = z.number().min(0).max(1);
const placeSchema = z.object({ x: part, y: part, size: z.enum(BUBBLE_SIZES), isMirrored: z.boolean() });
const cameraSchema = z.object({
  isOn: z.boolean(),
  deviceId: z.string().max(500).nullable(),
  deviceLabel: z.string().max(500).nullable(),
  place: placeSchema.catch(DEFAULT_BUBBLE_PLACE),
});

const settingsSchema = z.object({
  mode: z.enum(CAPTURE_MODES).catch(DEFAULT_SCREEN_CAPTURE.mode),
  includeAudio: z.boolean().catch(DEFAULT_SCREEN_CAPTURE.includeAudio),
  includeMicrophone: z.boolean().catch(DEFAULT_SCREEN_CAPTURE.includeMicrophone),
  showCursor: z.boolean().catch(DEFAULT_SCREEN_CAPTURE.showCursor),
  quality: z.enum(CAPTURE_QUALITIES).catch(DEFAULT_SCREEN_CAPTURE.quality),
  fps: z.literal(CAPTURE_FPS).catch(DEFAULT_SCREEN_CAPTURE.fps),
  camera: cameraSchema.catch(DEFAULT_SCREEN_CAPTURE.camera),
});

/** How this page's user likes to capture; what is damaged or missing is as the document has it. */
export function readSavedSettings(): ScreenCaptureSettings {
  try {
    return settingsSchema.parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    // No storage, or something of another make in it.
    return DEFAULT_SCREEN_CAPTURE;
  }
}

export function saveSettings(settings: ScreenCaptureSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Without storage the choice holds until the page is left.
  }
}
