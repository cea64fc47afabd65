import { z } from 'zod';

/** The master qualities: one encoding for every destination. Bitrates are what platforms ask for (2026-11). */
export const MASTER_QUALITIES = [
  { id: '1080p60', label: '1080p 60fps', width: 1920, height: 1080, fps: 60, videoKbps: 6000 },
  { id: '1080p30', label: '1080p 30fps', width: 1920, height: 1080, fps: 30, videoKbps: 4500 },
  { id: '720p60', label: '720p 60fps', width: 1280, height: 720, fps: 60, videoKbps: 4500 },
  { id: '720p30', label: '720p 30fps', width: 1280, height: 720, fps: 30, videoKbps: 3000 },
] as const;

export const MASTER_QUALITY_IDS = MASTER_QUALITIES.map(({ id }) => id) as [MasterQualityId];
export const masterQualityIdSchema = z.enum(MASTER_QUALITY_IDS);
export type MasterQualityId = (typeof MASTER_QUALITIES)[number]['id'];
export type MasterQuality = Omit<(typeof MASTER_QUALITIES)[number], 'id'> & { id: MasterQualityId };

/** A key frame begins a group of frames; every platform takes two seconds. */
export const KEY_FRAME_EVERY_SEC = 2;
export const BROADCAST_SAMPLE_RATE_HZ = 48_000;
export const BROADCAST_AUDIO_KBPS = 160;
/** A camera's processing takes less. */
export const MOST_SOUND_DELAY_MS = 500;
/** What an encoder has to make of what is needed, alone: composing, meters and calls want their part too. */
export const ENCODER_SPARE = 1.5;
/** Of AAC. */
export const AAC_FRAME_SAMPLES = 1024;

export function masterQuality(id: MasterQualityId): MasterQuality {
  return MASTER_QUALITIES.find((quality) => quality.id === id) ?? MASTER_QUALITIES[3];
}
