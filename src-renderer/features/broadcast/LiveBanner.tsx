import { Radio, Square } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { useKeepAwake } from '../../lib/useKeepAwake.ts';
import { useLeaveWarning } from '../../lib/useLeaveWarning.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { MissingAlert, RecordingBanner, RecordingTrouble } from '../../ui/RecordingBanner.tsx';
import { selectIsConnected } from '../workspace/index.ts';
import { selectBroadcast, selectLive, selectView } from './broadcastSlice.ts';
import { continueHere, endStream } from './broadcastThunks.ts';
import { BROADCAST_FORM_ID } from './broadcastForm.ts';
import { Interrupted } from './Interrupted.tsx';
import { LiveControls } from './LiveControls.tsx';
import { isSendingHere } from './liveProgramme.ts';
import { useElapsedSec } from './useElapsedSec.ts';

/** How the broadcast stands, for how long it is live, and its start and end. */
export function LiveBanner() {
  const { t } = useTranslation('broadcast');
  const live = useSelector(selectLive);
  const status = useStatus();
  const elapsedSec = useElapsedSec(live?.elapsedSec ?? null);
  useLeaveWarning(live !== null, isSendingHere);
  useKeepAwake(live !== null);
  return (
    <RecordingBanner
      label={t('banner.label')}
      timerLabel={t('banner.timer')}
      phase={live ? 'recording' : 'idle'}
      time={formatRecordedTime(elapsedSec ?? 0)}
      status={status}
    >
      {live && <LiveControls />}
      {live ? <End /> : <Start />}
      <Unfed />
      <Interrupted />
      <Trouble />
    </RecordingBanner>
  );
}

function useStatus(): string {
  const { t } = useTranslation('broadcast');
  const { action } = useSelector(selectBroadcast);
  const state = useSelector(selectView)?.state ?? 'idle';
  const live = useSelector(selectLive);
  if (action === 'starting') return t('banner.starting');
  if (action === 'ending') return t('banner.ending');
  if (live === null) return t('banner.idle');
  const facts: string[] = [t(`banner.${state}`)];
  if (!isSendingHere()) facts.push(t('banner.elsewhere'));
  if (live.soundFrom === 'silence') facts.push(t('banner.silent'));
  return facts.join(' · ');
}

function Start() {
  const { t } = useTranslation('broadcast');
  const { action } = useSelector(selectBroadcast);
  const isConnected = useSelector(selectIsConnected);
  return (
    <Button
      // The form says what is missing.
      type="submit"
      form={BROADCAST_FORM_ID}
      variant="danger"
      size="lg"
      disabled={!isConnected || action !== null}
      isBusy={action === 'starting'}
    >
      {action === null && <Radio aria-hidden="true" className="size-4" />}
      {t('banner.goLive')}
    </Button>
  );
}

function End() {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const { action } = useSelector(selectBroadcast);
  const isConnected = useSelector(selectIsConnected);
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button
        variant="danger"
        size="lg"
        disabled={!isConnected || action !== null}
        isBusy={action === 'ending'}
        onClick={() => setAsks(true)}
      >
        {action === null && <Square aria-hidden="true" className="size-4" />}
        {t('banner.endStream')}
      </Button>
      <ConfirmDialog
        isOpen={asks}
        onOpenChange={setAsks}
        title={t('banner.confirm.title')}
        description={t('banner.confirm.message')}
        confirmLabel={t('banner.endStream')}
        cancelLabel={t('banner.confirm.cancel')}
        isDestructive
        onConfirm={() => void dispatch(endStream())}
      />
    </>
  );
}

/** After so long without a frame the page that sent is gone. */
const GONE_AFTER_SEC = 3;

/** Nobody sends video: this page can, before the host ends the broadcast. */
function Unfed() {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const { unfedSec, action } = useSelector(selectBroadcast);
  const live = useSelector(selectLive);
  if (live === null || action !== null || isSendingHere() || unfedSec < GONE_AFTER_SEC) return null;
  return (
    <MissingAlert
      text={t('banner.unfed')}
      tryAgain={t('banner.continueHere')}
      onTryAgain={() => void dispatch(continueHere())}
    />
  );
}

/** Why it did not start, or is not as it should be. */
function Trouble() {
  const { t } = useTranslation('broadcast');
  const { failure, trouble, recordFailure } = useSelector(selectBroadcast);
  const live = useSelector(selectLive);
  if (failure) {
    const { message, code } = failure;
    return <RecordingTrouble title={t('banner.failed')} message={message} code={code} isSevere />;
  }
  if (trouble) {
    const { message, code } = trouble;
    return <RecordingTrouble title={t('banner.stopped')} message={message} code={code} isSevere />;
  }
  if (live && recordFailure) {
    const { message, code } = recordFailure;
    return <RecordingTrouble title={t('banner.notRecorded')} message={message} code={code} isSevere />;
  }
  if (!live?.soundProblem) return null;
  return <RecordingTrouble title={t('banner.sound')} message={live.soundProblem} code={null} />;
}
