import './texts.ts';
import type { RecordingState } from '../../../../src-shared/contract/recording.ts';
import {
  bitsPerSecondOf,
  QUALITY_HEIGHTS,
  type ScreenCaptureSettings,
} from '../../../../src-shared/domain/screenCapture.ts';
import { i18n } from '../../../i18n/index.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import type { BasicSource } from '../../../media/basicTakes/channels.ts';
import type { PictureArea } from '../../../media/pictures/encoderMessages.ts';
import type { LiveSource } from '../../../media/recorder/index.ts';
import { showNotice } from '../../../ui/notice.ts';
import { basicRecorder, followRecorder, openMicrophone, picturesStateOf } from '../../basicRecorder/index.ts';
import { releaseScreen } from '../activeCapture.ts';

/** The recorder of a page without a host, as Screen Capture asks for it. */
export const basicCapture = {
  read: () => picturesStateOf('screen'),
  follow: (hear: Parameters<typeof followRecorder>[1]) => followRecorder('screen', hear),
  /** With the microphone and what the screen plays, as far as they are wanted and given. */
  async start(
    { stream, track }: LiveSource,
    settings: ScreenCaptureSettings,
    area: PictureArea | null,
    onStill: (isStill: boolean) => void,
  ): Promise<RecordingState> {
    let microphone: MediaStream | null = null;
    const release = () => {
      microphone?.getTracks().forEach((heard) => heard.stop());
      releaseScreen();
    };
    const { includeAudio, includeMicrophone, fps, quality } = settings;
    const [system] = stream.getAudioTracks();
    try {
      if (includeMicrophone) microphone = await openMicrophone(null);
      const [voice] = microphone?.getAudioTracks() ?? [];
      const sources: BasicSource[] = [
        ...(voice ? [{ kind: 'audio', track: voice } as const] : []),
        ...(includeAudio && system ? [{ kind: 'system', track: system } as const] : []),
        {
          ...{ kind: 'screen', track, area, fps, maxHeight: QUALITY_HEIGHTS[quality], onStill },
          bitsPerSecond: bitsPerSecondOf(quality, fps),
        },
      ];
      const name = i18n.t('basicCapture:newName', { date: formatDateTime(Date.now()) });
      await basicRecorder.start({ sources, name, purpose: 'screen', meeting: null, endsWithPicture: true });
    } catch (error) {
      release();
      throw error;
    }
    // Unplugged, or its permission withdrawn: the screen goes on, and the list says it afterwards.
    microphone?.getAudioTracks()[0]?.addEventListener('ended', () => {
      const [title, message] = [i18n.t('basicCapture:noVoice'), i18n.t('basicCapture:noVoiceMessage')];
      showNotice({ id: 'no-voice', tone: 'warning', title, message });
    });
    const end = basicRecorder.subscribe(() => {
      if (basicRecorder.read().phase !== 'idle') return;
      end();
      release();
    });
    if (includeAudio && !system) {
      const [title, message] = [i18n.t('basicCapture:noSound'), i18n.t('basicCapture:noSoundMessage')];
      showNotice({ tone: 'warning', title, message });
    }
    return picturesStateOf('screen');
  },
  setPaused(isPaused: boolean): RecordingState {
    basicRecorder.setPaused(isPaused);
    return picturesStateOf('screen');
  },
  async stop(): Promise<RecordingState> {
    await basicRecorder.stop();
    return picturesStateOf('screen');
  },
};
