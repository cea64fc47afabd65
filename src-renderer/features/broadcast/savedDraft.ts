import { z } from 'zod';
import { masterQualityIdSchema, MOST_SOUND_DELAY_MS } from '../../../src-shared/domain/broadcast/quality.ts';
import { LAYOUT_IDS } from '../../../src-shared/domain/broadcast/layouts.ts';
import type { BroadcastDraft } from './broadcastState.ts';

const KEY = 'sounddesk.broadcast';

const schema = z.object({
  quality: masterQualityIdSchema.catch('720p30'),
  layout: z.enum(LAYOUT_IDS).catch('cameraScreen'),
  soundDelayMs: z.number().min(-MOST_SOUND_DELAY_MS).max(MOST_SOUND_DELAY_MS).catch(0),
  isRecorded: z.boolean().catch(false),
  recordsSources: z.boolean().catch(false),
});

/** Of one broadcast alone. */
const UNSAVED: Omit<BroadcastDraft, keyof z.infer<typeof schema>> = {
  title: '',
  description: '',
  slate: { kind: null, endsAtMs: null },
  lowerThird: { isOn: false, title: '', subtitle: '' },
  logo: { isOn: false, corner: 'topRight', image: null },
  showsCaptions: false,
};

/** How this page's user likes to broadcast. */
export function readSavedDraft(): BroadcastDraft {
  let saved: unknown = {};
  try {
    saved = JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    // No storage, or something of another make in it.
  }
  return { ...UNSAVED, ...schema.catch(schema.parse({})).parse(saved) };
}

export function saveDraft(draft: BroadcastDraft): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(schema.parse(draft)));
  } catch {
    // Without storage the choice holds until the page is left.
  }
}
