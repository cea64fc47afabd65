import './texts.ts';
import { i18n } from '../../i18n/index.ts';
import type { PageSoundRequest } from '../../media/recorder/index.ts';

/** What this page hears of a meeting: its user, and what the browser gives of the sound of what is shared. */
export const pageSoundsOf = (
  shared: MediaStream,
  wanted: { microphone: boolean; system: boolean },
): Required<PageSoundRequest> => ({
  microphone: wanted.microphone,
  shared: wanted.system ? shared : null,
  sharedName: i18n.t('meeting:page.sharedSound'),
  sharedLabel: i18n.t('meeting:page.others'),
});
