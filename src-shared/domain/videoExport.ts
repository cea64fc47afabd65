import { CAPTURE_QUALITIES, QUALITY_HEIGHTS, type CaptureQuality } from './screenCapture.ts';

/** Document 2, sections 3 and 9: the kinds of file that a recording with video becomes. */
export const VIDEO_FORMATS = ['mp4', 'webm', 'mov'] as const;
export type VideoFormat = (typeof VIDEO_FORMATS)[number];

export const VIDEO_QUALITIES = CAPTURE_QUALITIES;
export type VideoQuality = CaptureQuality;

/** Thousands of bits of sound a second; MOV's is not compressed. */
export const AUDIO_KBPS: Readonly<Record<VideoQuality, number>> = { high: 320, medium: 192, low: 128 };

/** The size of an exported frame: its shorter side at most as the quality says, never enlarged, of even pixels. */
export function exportedSize(
  { width, height }: { width: number; height: number },
  quality: VideoQuality,
): { width: number; height: number } {
  const scale = Math.min(1, QUALITY_HEIGHTS[quality] / Math.min(width, height));
  const even = (pixels: number) => Math.max(2, 2 * Math.round((pixels * scale) / 2));
  return { width: even(width), height: even(height) };
}
