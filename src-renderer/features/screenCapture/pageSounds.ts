import './texts.ts';
import type { ScreenCaptureSettings } from '../../../src-shared/domain/screenCapture.ts';
import { i18n } from '../../i18n/index.ts';
import { followSounds, liveSound, type PageSoundWish } from '../../media/recorder/index.ts';
import type { ThunkExtra } from '../../platform/index.ts';
import { showNotice } from '../../ui/notice.ts';

/** What this page hears of a capture: the microphone, and what the browser gives of the sound of what is shared. */
export const pageSoundsOf = (
  shared: MediaStream,
  { includeAudio, includeMicrophone }: ScreenCaptureSettings,
): PageSoundWish => ({
  microphone: includeMicrophone,
  shared: includeAudio ? shared : null,
  sharedName: i18n.t('screenCapture:page.sharedSound'),
});

/** Where a sound was wanted of what is shared, and there is none. */
export function tellNoSound({ shared }: PageSoundWish, { includeAudio }: ScreenCaptureSettings): void {
  if (!includeAudio || (shared?.getAudioTracks().length ?? 0) > 0) return;
  const [title, message] = [
    i18n.t('screenCapture:page.noSound'),
    i18n.t('screenCapture:page.noSoundMessage'),
  ];
  showNotice({ tone: 'warning', title, message });
}

/** Unplugged, or its permission withdrawn: the capture goes on without the microphone, and that is told. */
export function followPageSounds(client: ThunkExtra['client']): void {
  tellUncleaned();
  const ends = [
    followSounds(() => {
      tellUncleaned();
      if (!liveSound('microphone')?.hasEnded) return;
      const [title, message] = [
        i18n.t('screenCapture:page.noVoice'),
        i18n.t('screenCapture:page.noVoiceMessage'),
      ];
      showNotice({ id: 'no-voice', tone: 'warning', title, message });
    }),
    client.subscribe('recording.onEnded', () => ends.forEach((end) => end())),
  ];
}

/** Why the voice is recorded as it arrives, where it cannot be cleaned. */
function tellUncleaned(): void {
  const message = liveSound('microphone')?.uncleaned ?? null;
  if (message === null) return;
  showNotice({ id: 'uncleaned', tone: 'warning', title: i18n.t('screenCapture:page.uncleaned'), message });
}
