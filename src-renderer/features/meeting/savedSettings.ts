import { z } from 'zod';
import { VIDEO_FORMATS, type VideoFormat } from '../../../src-shared/domain/videoExport.ts';
import { CAPTURE_QUALITIES, type CaptureQuality } from '../../../src-shared/domain/screenCapture.ts';

const KEY = 'sounddesk.meeting';

export interface MeetingSettings {
  quality: CaptureQuality;
  format: VideoFormat;
  microphone: boolean;
  system: boolean;
  /** Begins its transcript when it has ended: that costs the person's own money. */
  transcribe: boolean;
}

const settingsSchema = z.object({
  quality: z.enum(CAPTURE_QUALITIES).catch('high'),
  format: z.enum(VIDEO_FORMATS).catch('mp4'),
  microphone: z.boolean().catch(true),
  system: z.boolean().catch(true),
  transcribe: z.boolean().catch(false),
});

/** How this page's user likes to record; what is damaged or missing is as the document has it. */
export function readSavedSettings(): MeetingSettings {
  try {
    return settingsSchema.parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    // No storage, or something of another make in it.
    return settingsSchema.parse({});
  }
}

export function saveSettings(settings: MeetingSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Without storage the choice holds until the page is left.
  }
}
