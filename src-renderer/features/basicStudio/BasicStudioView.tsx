import './texts.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { CHANNEL_CAPS } from '../../../src-shared/domain/audio.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { useLeaveWarning } from '../../lib/useLeaveWarning.ts';
import { SOUND_BITS_PER_SECOND } from '../../media/sound/soundCapture.ts';
import { PageFrame, PageRecordings, PageRecovered, PageStorage, useLibrary } from '../pageRecorder/index.ts';
import { selectRecording } from '../recording/index.ts';
import { BasicBanner } from './BasicBanner.tsx';
import { BasicChannel } from './BasicChannel.tsx';
import {
  followChannels,
  leaveStudio,
  missingOf,
  PICTURE_BITS_PER_SECOND,
  readChannels,
  STUDIO_KINDS,
  type StudioChannels,
} from './basicStudio.ts';
import { keepRecorded, recordMissing } from './keepRecorded.ts';

/** Whoever unplugs something or withdraws a permission is told so first. */
const AGAIN_AFTER_MS = 1500;

/** A studio in a browser alone: one microphone, one camera, one screen. */
export function BasicStudioView() {
  const { t } = useTranslation('basicStudio');
  const { audio, video, screen } = CHANNEL_CAPS.professional;
  return (
    <PageFrame mode={t('mode')} adds={t('adds', { audio, video, screen })}>
      <Studio />
    </PageFrame>
  );
}

function Studio() {
  const dispatch = useAppDispatch();
  const channels = useSyncExternalStore(followChannels, readChannels);
  const { take, action } = useSelector(selectRecording);
  const isRecording = take !== null || action !== null;
  const missing = missingOf(take);
  useLibrary();
  useLeaveWarning(isRecording, () => true);
  useEffect(() => () => dispatch(leaveStudio()), [dispatch]);
  useEffect(() => dispatch(keepRecorded()), [dispatch]);
  const missingKinds = missing.join();
  // It may be there and allowed still, or again before that it was lost is known.
  useEffect(() => {
    if (missingKinds === '') return undefined;
    const timer = setTimeout(() => void dispatch(recordMissing()), AGAIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [dispatch, missingKinds]);
  return (
    <>
      <BasicBanner channels={channels} />
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
  return pictures * PICTURE_BITS_PER_SECOND + sounds * SOUND_BITS_PER_SECOND;
}
