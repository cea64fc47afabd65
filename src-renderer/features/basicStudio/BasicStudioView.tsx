import './texts.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { CHANNEL_CAPS } from '../../../src-shared/domain/audio.ts';
import { useLeaveWarning } from '../../lib/useLeaveWarning.ts';
import { BASIC_BITS } from '../../media/basicTakes/channels.ts';
import {
  BasicFrame,
  basicRecorder,
  PageRecordings,
  PageRecovered,
  PageStorage,
  useLibrary,
} from '../basicRecorder/index.ts';
import { BasicBanner } from './BasicBanner.tsx';
import { BasicChannel } from './BasicChannel.tsx';
import { basicStudio, missingOf, STUDIO_KINDS, type StudioChannels } from './basicStudio.ts';
import { keepRecorded } from './keepRecorded.ts';

/** A studio in a browser alone: one microphone, one camera, one screen. */
export function BasicStudioView() {
  const { t } = useTranslation('basicStudio');
  const { audio, video, screen } = CHANNEL_CAPS.professional;
  return (
    <BasicFrame mode={t('mode')} adds={t('adds', { audio, video, screen })}>
      <Studio />
    </BasicFrame>
  );
}

function Studio() {
  const channels = useSyncExternalStore(basicStudio.subscribe, basicStudio.read);
  const recorder = useSyncExternalStore(basicRecorder.subscribe, basicRecorder.read);
  const isRecording = recorder.phase !== 'idle';
  const missing = missingOf(recorder);
  useLibrary();
  useLeaveWarning(isRecording, () => true);
  useEffect(() => () => basicStudio.leave(), []);
  useEffect(keepRecorded, []);
  return (
    <>
      <BasicBanner recorder={recorder} channels={channels} />
      <PageRecovered />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <ul className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 md:grid-cols-3">
          {STUDIO_KINDS.map((kind) => (
            <BasicChannel
              key={kind}
              kind={kind}
              channel={channels[kind]}
              isLocked={isRecording}
              isMissing={missing.includes(kind)}
            />
          ))}
        </ul>
        <PageStorage bitsPerSecond={bitsOf(channels)} />
      </div>
      <PageRecordings view="all" />
    </>
  );
}

/** Files with pictures hold the sound as well. */
function bitsOf(channels: StudioChannels): number {
  const isOn = (kind: keyof StudioChannels) => channels[kind].status !== 'off';
  const pictures = Number(isOn('video')) + Number(isOn('screen'));
  const sounds = isOn('audio') ? 1 + pictures : 0;
  return pictures * BASIC_BITS.video + sounds * BASIC_BITS.audio;
}
