import { Radio, Square } from 'lucide-react';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { formatRecordedTime } from '../../../lib/recordedTime.ts';
import { useKeepAwake } from '../../../lib/useKeepAwake.ts';
import { useLeaveWarning } from '../../../lib/useLeaveWarning.ts';
import { Button } from '../../../ui/Button.tsx';
import { RecordingBanner, RecordingTrouble, type BannerPhase } from '../../../ui/RecordingBanner.tsx';
import type { WhipState } from '../../../media/whip/index.ts';
import { endWhip, isWhipLive } from './liveWhip.ts';
import { useWhip } from './useWhip.ts';

export const WHIP_FORM_ID = 'whip-form';

/** How it is sent by WHIP, for how long, and its start and end. */
export function WhipBanner({ isStarting, failure }: { isStarting: boolean; failure: string | null }) {
  const { t } = useTranslation('broadcast');
  const { state, isLive, elapsedSec } = useWhip();
  useLeaveWarning(isLive, isWhipLive);
  useKeepAwake(isLive);
  const problem = state && 'problem' in state ? t(`whip.problems.${state.problem}`) : null;
  return (
    <RecordingBanner
      label={t('banner.label')}
      timerLabel={t('banner.timer')}
      phase={phaseOf(isLive, state?.kind)}
      time={formatRecordedTime(elapsedSec)}
      status={t(`whip.states.${isLive ? (state?.kind ?? 'connecting') : 'idle'}`)}
    >
      {isLive ? (
        // Another element than the one below: its click must not become the start of the next stream.
        <Button key="end" variant="danger" size="lg" onClick={() => void endWhip()}>
          <Square aria-hidden="true" className="size-4" />
          {t('banner.endStream')}
        </Button>
      ) : (
        <Button
          key="start"
          type="submit"
          form={WHIP_FORM_ID}
          variant="danger"
          size="lg"
          isBusy={isStarting}
          disabled={isStarting}
        >
          {!isStarting && <Radio aria-hidden="true" className="size-4" />}
          {t('banner.goLive')}
        </Button>
      )}
      {(problem ?? failure) !== null && (
        <RecordingTrouble title={null} message={problem ?? failure} code={null} isSevere={!isLive} />
      )}
    </RecordingBanner>
  );
}

/** Amber until the server has it. */
function phaseOf(isLive: boolean, kind: WhipState['kind'] | undefined): BannerPhase {
  if (!isLive) return 'idle';
  return kind === 'live' ? 'recording' : 'paused';
}
