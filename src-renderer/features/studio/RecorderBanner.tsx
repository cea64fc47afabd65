import { Circle, Flag, Pause, Play, Square } from 'lucide-react';
import { useHotkeys } from 'react-hotkeys-hook';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { classNames } from '../../lib/classNames.ts';
import { watchRecorder } from '../../lib/recorderSight.ts';
import { useShortcut, useShortcutText } from '../../lib/shortcuts.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { useKeepAwake } from '../../lib/useKeepAwake.ts';
import { Button } from '../../ui/Button.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { selectProgress } from '../recording/index.ts';
import { EndedTake } from './EndedTake.tsx';
import { MissingSources } from './video/MissingSources.tsx';
import {
  selectArmed,
  selectDropped,
  selectRecordedCount,
  selectShownTake,
  selectTake,
} from './video/videoSlice.ts';
import { useMissing } from './video/useMissing.ts';
import { PreflightButton } from './PreflightDialog.tsx';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { formatBytes } from '../../lib/bytes.ts';
import { countTracks } from './recordingSize.ts';
import { selectChannels, selectListenFailure, selectSession, selectSetUp } from './studioSlice.ts';
import { useStartRequest } from './studioRequest.ts';
import { listen } from './studioThunks.ts';
import { useRecorder, type Recorder } from './useRecorder.ts';

/** Controls that take no letters: keys of the page hold there too. Fields for text keep theirs. */
const KEYS_ALSO_ON = ['slider', 'radio'] as const;

/** How it is, how long it has been recorded, and what can be done. */
export function RecorderBanner() {
  const { t } = useTranslation('studio');
  const recorder = useRecorder();
  const { phase } = recorder;
  const isRecording = phase === 'recording';
  useRecorderKeys(recorder);
  useStartRequest(phase === 'idle' && recorder.canAct, recorder.start);
  useKeepAwake(isRecording);
  return (
    <section
      ref={watchRecorder}
      aria-label={t('banner.label')}
      className={classNames(
        'flex flex-wrap items-center gap-x-6 gap-y-4 rounded-xl border px-5 py-4 shadow-panel transition-colors sm:px-6',
        isRecording ? 'border-red/50 bg-redbg' : 'border-line bg-panel',
        phase === 'paused' && '!border-amb/50 !bg-ambbg',
      )}
    >
      <div className="flex min-w-0 grow items-center gap-4">
        <span
          aria-hidden="true"
          className={classNames(
            'size-3.5 shrink-0 rounded-full ring-8',
            isRecording && 'animate-pulse bg-rec ring-rec/20',
            phase === 'paused' && 'bg-amb ring-amb/20',
            (phase === 'idle' || phase === 'countdown') && 'bg-t3 ring-t3/15',
          )}
        />
        <div className="min-w-0">
          <Timer recorder={recorder} />
          <StatusLine recorder={recorder} />
        </div>
      </div>
      <Controls recorder={recorder} />
      <MissingSources />
      <Trouble />
      <EndedTake />
    </section>
  );
}

function Timer({ recorder: { phase, countdown } }: { recorder: Recorder }) {
  const { t } = useTranslation('studio');
  const take = useSelector(selectShownTake);
  const recordedSec = take?.progress?.recordedSec ?? take?.recordedSec ?? 0;
  if (countdown !== null) {
    return (
      <p role="timer" aria-live="assertive" className="flex items-baseline gap-3">
        <span className="font-mono text-display leading-11 font-bold text-t1 tabular-nums">{countdown}</span>
        <span className="text-t2">{t('banner.countdown')}</span>
      </p>
    );
  }
  return (
    <p
      role="timer"
      aria-label={t('banner.timer')}
      className={classNames(
        'font-mono text-display leading-11 font-bold tracking-tight tabular-nums',
        phase === 'idle' ? 'text-t3' : 'text-t1',
      )}
    >
      {formatRecordedTime(recordedSec)}
    </p>
  );
}

function StatusLine({ recorder: { phase, action } }: { recorder: Recorder }) {
  const { t } = useTranslation(['studio', 'studioVideo']);
  const setUp = useSelector(selectSetUp);
  const channels = useSelector(selectChannels);
  const progress = useSelector(selectProgress);
  const take = useSelector(selectTake);
  const videos = useSelector(selectRecordedCount('video'));
  const screens = useSelector(selectRecordedCount('screen'));
  const videoGaps = useSelector(selectArmed).reduce((sum, { gapCount }) => sum + gapCount, 0);
  const isWhole = useMissing().length === 0;
  const dropped = useSelector(selectDropped);
  const isNothingOn = channels.every(({ isEnabled }) => !isEnabled) && videos + screens === 0;
  const hasNone = channels.length === 0 && videos + screens === 0;
  let state: string;
  if (action === 'starting' || action === 'stopping') state = t(`banner.${action}`);
  else if (phase === 'recording' || phase === 'paused') state = t(`banner.${phase}`);
  else if (hasNone) state = t('banner.noChannel');
  else state = t(isNothingOn ? 'banner.nothingOn' : 'banner.idle');
  const facts = [state];
  if (setUp && channels.length > 0) {
    const { audio, mix } = countTracks({ channels, recording: setUp.recording });
    const parts = [
      ...(audio > 0 ? [t('tracks.recordedAudio', { count: audio })] : []),
      ...(mix > 0 ? [t('tracks.recordedMix')] : []),
    ];
    if (parts.length > 0) facts.push(parts.join(' + '));
    if (!take) facts.push(t(`settings.modes.${setUp.recording.mode}`));
  }
  if (videos > 0) facts.push(t('studioVideo:videos', { count: videos }));
  if (screens > 0) facts.push(t('studioVideo:screens', { count: screens }));
  if (dropped !== null)
    facts.push(dropped === 0 ? t('studioVideo:noneDropped') : t('studioVideo:dropped', { count: dropped }));
  if (take && progress) {
    facts.push(t('banner.written', { size: formatBytes(progress.bytesWritten) }));
    const gaps = progress.gaps + videoGaps;
    if (gaps > 0) facts.push(t('banner.gaps', { count: gaps }));
    else if (isWhole) facts.push(t('banner.noGaps'));
  }
  return (
    <p role="status" className="mt-0.5 text-xs text-t2 tabular-nums">
      {facts.join(' · ')}
    </p>
  );
}

function Controls({ recorder }: { recorder: Recorder }) {
  const { t } = useTranslation('studio');
  const { phase, action, canAct } = recorder;
  const recordKeys = useShortcutText('studio.record');
  const markKeys = useShortcutText('studio.mark');
  const pauseKeys = useShortcutText('studio.pause');
  if (phase === 'countdown') {
    return (
      <Button size="lg" onClick={recorder.cancelCountdown}>
        {t('banner.cancel')} <Kbd>Esc</Kbd>
      </Button>
    );
  }
  if (phase === 'idle') {
    return (
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:*:grow">
        <PreflightButton disabled={!canAct} onStart={recorder.start} />
        <Button
          variant="danger"
          size="lg"
          disabled={!canAct}
          isBusy={action === 'starting'}
          aria-keyshortcuts={recordKeys.aria}
          onClick={recorder.start}
        >
          {action !== 'starting' && <Circle aria-hidden="true" className="size-4 fill-current" />}
          {t('banner.start')}
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:*:grow">
      <Button size="lg" aria-keyshortcuts={markKeys.aria} disabled={!canAct} onClick={recorder.mark}>
        <Flag aria-hidden="true" className="size-4" />
        {t('banner.marker')}
        {markKeys.text !== undefined && (
          <span className="max-sm:hidden">
            <Kbd>{markKeys.text}</Kbd>
          </span>
        )}
      </Button>
      <Button size="lg" aria-keyshortcuts={pauseKeys.aria} disabled={!canAct} onClick={recorder.togglePause}>
        {phase === 'paused' ? (
          <Play aria-hidden="true" className="size-4" />
        ) : (
          <Pause aria-hidden="true" className="size-4" />
        )}
        {t(phase === 'paused' ? 'banner.resume' : 'banner.pause')}
      </Button>
      <Button
        variant="danger"
        size="lg"
        aria-keyshortcuts={recordKeys.aria}
        disabled={!canAct}
        isBusy={action === 'stopping'}
        onClick={recorder.stop}
      >
        {action !== 'stopping' && <Square aria-hidden="true" className="size-4" />}
        {t('banner.stop')}
      </Button>
    </div>
  );
}

/** Why the channels are silent, where that is not their own doing. */
function Trouble() {
  const { t } = useTranslation(['studio', 'common']);
  const dispatch = useAppDispatch();
  const reason = useSelector(selectListenFailure);
  const isInterrupted = useSelector(selectSession)?.isInterrupted ?? false;
  if (isInterrupted) {
    return (
      <p role="alert" className="basis-full text-xs text-amb-text">
        {t('studio:banner.interrupted')}
      </p>
    );
  }
  if (reason === null) return null;
  return (
    <p role="alert" className="flex basis-full flex-wrap items-center gap-3 text-xs text-amb-text">
      {t('studio:banner.notListening', { reason })}
      <Button size="sm" onClick={() => void dispatch(listen())}>
        {t('common:retry')}
      </Button>
    </p>
  );
}

function useRecorderKeys(recorder: Recorder): void {
  const { phase } = recorder;
  const isTaking = phase === 'recording' || phase === 'paused';
  const options = { alsoOn: KEYS_ALSO_ON };
  const toggle = () => {
    if (isTaking) recorder.stop();
    else if (phase === 'countdown') recorder.cancelCountdown();
    else recorder.start();
  };
  useShortcut('studio.record', toggle, options);
  useShortcut('studio.mark', recorder.mark, { ...options, isEnabled: isTaking });
  useHotkeys(
    'escape',
    recorder.cancelCountdown,
    { preventDefault: true, enableOnFormTags: KEYS_ALSO_ON, enabled: phase === 'countdown' },
    [recorder],
  );
  // On a button the space bar presses the button, as everywhere.
  const isOnButton = (event: KeyboardEvent) =>
    event.target instanceof Element && event.target.closest('button, a, summary') !== null;
  useShortcut('studio.pause', recorder.togglePause, {
    ...options,
    isEnabled: isTaking,
    ignoreWhen: (event) => event.code === 'Space' && isOnButton(event),
  });
}
