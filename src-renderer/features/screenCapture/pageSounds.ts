import './texts.ts';
import type { ScreenCaptureSettings } from '../../../src-shared/domain/screenCapture.ts';
import { i18n } from '../../i18n/index.ts';
import { followSounds, liveSound, type PageSoundRequest } from '../../media/recorder/index.ts';
import { showNotice } from '../../ui/notice.ts';

/** What this page hears of a capture: the microphone, and what the browser gives of the sound of what is shared. */
export const pageSoundsOf = (
  shared: MediaStream,
  { includeAudio, includeMicrophone }: ScreenCaptureSettings,
): PageSoundRequest => ({
  microphone: includeMicrophone,
  shared: includeAudio ? shared : null,
  sharedName: i18n.t('screenCapture:page.sharedSound'),
});

/** Where a sound was wanted of what is shared, and there is none. */
export function warnOfNoSound(): void {
  const [title, message] = [
    i18n.t('screenCapture:page.noSound'),
    i18n.t('screenCapture:page.noSoundMessage'),
  ];
  showNotice({ tone: 'warning', title, message });
}

/** Says why the voice that this page hears is recorded as it arrives, and that it is lost. */
export function followPageSounds(): void {
  const look = () => {
    const microphone = liveSound('microphone');
    // It is closed with the capture.
    if (!microphone) return end();
    const { uncleaned, hasEnded } = microphone;
    if (uncleaned !== null) {
      const title = i18n.t('screenCapture:page.uncleaned');
      showNotice({ id: 'uncleaned', tone: 'warning', title, message: uncleaned });
    }
    if (!hasEnded) return;
    const [title, message] = [
      i18n.t('screenCapture:page.noVoice'),
      i18n.t('screenCapture:page.noVoiceMessage'),
    ];
    showNotice({ id: 'no-voice', tone: 'warning', title, message });
  };
  const end = followSounds(look);
  look();
}
