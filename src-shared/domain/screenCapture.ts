import { DEFAULT_BUBBLE_PLACE, type BubblePlace } from './cameraBubble.ts';
import { ANY_CAMERA, type CameraChoice } from './cameraChoice.ts';

/** Document 2, sections 3, 4 and 9: what can be set of a screen capture. */
export const CAPTURE_MODES = ['fullscreen', 'window', 'region'] as const;
export type CaptureMode = (typeof CAPTURE_MODES)[number];

export const CAPTURE_QUALITIES = ['high', 'medium', 'low'] as const;
export type CaptureQuality = (typeof CAPTURE_QUALITIES)[number];

export const CAPTURE_FPS = [60, 30, 24, 15] as const;
export type CaptureFps = (typeof CAPTURE_FPS)[number];

/** The most lines of each quality; a smaller screen stays as it is. */
export const QUALITY_HEIGHTS: Readonly<Record<CaptureQuality, number>> = {
  high: 1080,
  medium: 720,
  low: 480,
};

/** Of a screen at 30 frames a second: text stays sharp, and an hour of 1080p is 2.7 GB at most. */
const BITS_PER_SECOND: Readonly<Record<CaptureQuality, number>> = {
  high: 6_000_000,
  medium: 3_000_000,
  low: 1_500_000,
};

/** Of the small window above all others: one line, and room for a thumb. */
export const CAPTURE_CONTROL_SIZE = { width: 320, height: 60 };

export interface ScreenCaptureSettings {
  mode: CaptureMode;
  includeAudio: boolean;
  includeMicrophone: boolean;
  showCursor: boolean;
  quality: CaptureQuality;
  fps: CaptureFps;
  camera: CameraBubble;
}

/** A camera that is shown, round, on the screen. */
export interface CameraBubble extends CameraChoice {
  isOn: boolean;
  place: BubblePlace;
}

export const DEFAULT_SCREEN_CAPTURE: ScreenCaptureSettings = {
  mode: 'fullscreen',
  includeAudio: true,
  includeMicrophone: true,
  showCursor: true,
  quality: 'high',
  fps: 30,
  camera: { isOn: false, ...ANY_CAMERA, place: DEFAULT_BUBBLE_PLACE },
};

/** Twice the frames are not twice the bits: most of a screen stays. */
export function bitsPerSecondOf(quality: CaptureQuality, fps: number): number {
  return Math.round(BITS_PER_SECOND[quality] * Math.sqrt(fps / 30));
}

/** What a camera is recorded as beside a screen of that quality: a bubble is less than half as high. */
export const CAMERA_QUALITIES: Readonly<Record<CaptureQuality, CaptureQuality>> = {
  high: 'medium',
  medium: 'low',
  low: 'low',
};
/** More says nothing about a face. */
export const MOST_CAMERA_FPS = 30;

type CapturedSound = Record<'system' | 'microphone', boolean>;

/** What a take with a screen has heard: whatever is not the computer's sound is a microphone. */
export function soundOf(tracks: readonly { id: string; kind: string }[]): CapturedSound {
  const channels = tracks.filter(({ kind }) => kind === 'channel');
  const heard = channels.length > 0 ? channels : tracks;
  const isSystem = ({ id }: { id: string }) => id.startsWith('system');
  return { system: heard.some(isSystem), microphone: !heard.every(isSystem) };
}

/** The document's labels of what a capture holds. */
export function screenTypeOf(sound: CapturedSound): string {
  if (sound.system && sound.microphone) return 'Screen + Audio + Mic';
  if (sound.system) return 'Screen + Audio';
  return sound.microphone ? 'Screen + Mic' : 'Screen Only';
}

/** Said where a capture cannot be started (document 2, section 8). */
export const SCREEN_CAPTURE_FAILED = 'Failed to start screen capture. Please check permissions.';
