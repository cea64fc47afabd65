import { MonitorUp } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { SCREEN_CAPTURE_FAILED } from '../../../src-shared/domain/screenCapture.ts';
import { wordText } from '../../i18n/wordFailure.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { useKeepAwake } from '../../lib/useKeepAwake.ts';
import { useLeaveWarning } from '../../lib/useLeaveWarning.ts';
import { Button } from '../../ui/Button.tsx';
import {
  MissingAlert,
  RecordingBanner,
  RecordingControls,
  RecordingTrouble,
  type BannerPhase,
} from '../../ui/RecordingBanner.tsx';
import { endRecording, holdRecording } from '../recording/index.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { formatBytes } from '../../lib/bytes.ts';
import { selectIsConnected } from '../workspace/index.ts';
import { isCapturingHere } from './activeCapture.ts';
import { rejoinBubble } from './bubbleThunks.ts';
import { FloatingControl } from './control/FloatingControl.tsx';
import {
  selectAction,
  selectFailure,
  selectIsStill,
  selectLoss,
  selectTake,
  selectTrouble,
} from './screenCaptureSlice.ts';
import { followStartRequests, shareAgain } from './screenCaptureThunks.ts';
import { useOffered } from './useOffered.ts';
import { useStartCapture } from './useStartCapture.ts';

/** How it is, how long it has been captured, and what can be done. */
export function CaptureBanner() {
  const { t } = useTranslation('screenCapture');
  const take = useSelector(selectTake);
  const phase: BannerPhase = take === null ? 'idle' : take.isPaused ? 'paused' : 'recording';
  const status = useStatus(phase);
  useLeaveWarning(phase !== 'idle', isCapturingHere);
  useKeepAwake(phase === 'recording');
  return (
    <RecordingBanner
      label={t('banner.label')}
      timerLabel={t('banner.timer')}
      phase={phase}
      time={formatRecordedTime(take?.recordedSec ?? 0)}
      status={status}
    >
      <Controls phase={phase} />
      {phase !== 'idle' && isCapturingHere() && <FloatingControl />}
      <Missing />
      <Trouble />
    </RecordingBanner>
  );
}

function useStatus(phase: BannerPhase): string {
  const { t } = useTranslation('screenCapture');
  const take = useSelector(selectTake);
  const action = useSelector(selectAction);
  const loss = useSelector(selectLoss);
  const isStill = useSelector(selectIsStill);
  const isFed = take?.sources.every(({ trackId }) => trackId === null) !== true;
  const isElsewhere = take !== null && action === null && loss === null && !isCapturingHere() && isFed;
  const isSteady = action === null || action === 'pausing' || action === 'resuming';
  const facts = [isElsewhere ? t('banner.elsewhere') : t(`banner.${isSteady ? phase : action}`)];
  if (take !== null && loss !== null) facts.push(t('banner.withoutScreen'));
  if (isStill && phase === 'recording') facts.push(t('banner.still'));
  if (take?.isMicrophoneMuted === true) facts.push(t('banner.muted'));
  const track = take?.tracks.findLast(({ kind }) => kind === 'screen');
  if (track) {
    const { width, height, framesWritten, framesDropped, bytesWritten } = track;
    facts.push(
      t('banner.size', { width, height }),
      t('banner.frames', { count: framesWritten }),
      framesDropped === 0 ? t('banner.noneDropped') : t('banner.dropped', { count: framesDropped }),
      t('banner.written', { size: formatBytes(bytesWritten) }),
    );
  }
  return facts.join(' · ');
}

function Controls({ phase }: { phase: BannerPhase }) {
  const { t } = useTranslation('screenCapture');
  const dispatch = useAppDispatch();
  const action = useSelector(selectAction);
  const canAct = useSelector(selectIsConnected) && action === null;
  const { canStart, start } = useStartCapture();
  useStartRequests(canStart, start);
  if (phase === 'idle') {
    return (
      <Button
        variant="danger"
        size="lg"
        disabled={!canStart}
        isBusy={action === 'starting' || action === 'choosing'}
        onClick={start}
      >
        {action === null && <MonitorUp aria-hidden="true" className="size-4" />}
        {t('banner.start')}
      </Button>
    );
  }
  return (
    <RecordingControls
      isPaused={phase === 'paused'}
      canAct={canAct}
      isStopping={action === 'stopping'}
      texts={{ pause: t('banner.pause'), resume: t('banner.resume'), stop: t('banner.stop') }}
      onPause={() => void dispatch(holdRecording(true))}
      onResume={() => void dispatch(holdRecording(false))}
      onStop={() => void dispatch(endRecording())}
    />
  );
}

/** A key of the whole system asks for a capture, and only a page can ask for the screen. */
function useStartRequests(canStart: boolean, onAsked: () => void): void {
  const dispatch = useAppDispatch();
  const begin = useEffectEvent(onAsked);
  useEffect(
    () => (canStart ? dispatch(followStartRequests(() => begin())) : undefined),
    [dispatch, canStart],
  );
}

/** What of the capture is not being written, e.g. since its page was closed. */
function Missing() {
  const { t } = useTranslation('screenCapture');
  const dispatch = useAppDispatch();
  const take = useSelector(selectTake);
  const loss = useSelector(selectLoss);
  const action = useSelector(selectAction);
  const failure = useSelector(selectFailure);
  const { settings } = useOffered();
  const missing = take?.sources.filter(({ missingSinceSec }) => missingSinceSec !== null) ?? [];
  // What was lost in this page says so itself.
  const shown = missing.filter(({ kind }) => kind !== 'screen' || loss === null || failure !== null);
  if (shown.length === 0 || action === 'stopping') return null;
  const tryAgain = async () => {
    for (const { kind } of shown)
      await dispatch(kind === 'screen' ? shareAgain(settings) : rejoinBubble(settings));
  };
  return (
    <MissingAlert
      text={t('banner.missing', { names: shown.map(({ kind }) => t(`banner.sources.${kind}`)).join(', ') })}
      tryAgain={t('banner.tryAgain')}
      onTryAgain={() => void tryAgain()}
    />
  );
}

/** The document's sentence where it could not start, and why; or why it ended. */
function Trouble() {
  const { t } = useTranslation('screenCapture');
  const failure = useSelector(selectFailure);
  const trouble = useSelector(selectTrouble);
  const take = useSelector(selectTake);
  const loss = useSelector(selectLoss);
  if (take !== null && loss !== null && failure === null) return <Loss failure={loss.failure} />;
  const shown = failure ?? (take === null ? (trouble ?? loss?.failure) : null);
  if (!shown) return null;
  const isStart = failure !== null && take === null;
  const message = shown.message === wordText(SCREEN_CAPTURE_FAILED) ? null : shown.message;
  return (
    <RecordingTrouble
      title={t(isStart ? 'banner.failed' : 'banner.ended')}
      message={message}
      code={shown.code}
    />
  );
}

/** The screen has gone, and the rest is recorded further: another one can take its place. */
function Loss({ failure }: { failure: RpcFailure }) {
  const { t } = useTranslation('screenCapture');
  const dispatch = useAppDispatch();
  const { settings } = useOffered();
  return (
    <div className="flex basis-full flex-wrap items-center gap-3">
      <RecordingTrouble
        title={t('banner.lost')}
        message={failure.message}
        code={failure.code}
        isBeside
        isSevere
      />
      <Button size="sm" onClick={() => void dispatch(shareAgain(settings))}>
        {t('banner.shareAgain')}
      </Button>
    </div>
  );
}
