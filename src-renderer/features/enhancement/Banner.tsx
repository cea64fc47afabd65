import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { EFFECT_KEYS, isRepair } from '../../../src-shared/domain/stripEffects.ts';
import { classNames } from '../../lib/classNames.ts';
import { useShortcutText } from '../../lib/shortcuts.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { StatusDot, type Tone } from '../../ui/StatusDot.tsx';
import { SessionTimer, useDeviceLine, useLiveToggle } from '../dashboard/index.ts';
import { readEngine, selectEngineReport, selectEngineState, selectLiveAction } from '../engine/index.ts';
import { selectIsConnected } from '../workspace/index.ts';
import { OutputSwitches } from './OutputSwitches.tsx';
import { useChain } from './useChain.ts';
import { useCompare, useHoldToCompare } from './useCompare.ts';

/** Whether sound is processed, from where to where, and what of it is heard. */
export function Banner() {
  const { t } = useTranslation('enhancement');
  const { isLive, isBusy, obstacle, toggle } = useLiveToggle();
  const { aria } = useShortcutText('live.toggle');
  return (
    <Card
      aria-label={t('banner.label')}
      className={classNames('grid gap-3 !py-3.5', isLive && '!border-accent/40 !bg-accbg')}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <State />
        <div className="flex flex-wrap items-center gap-2">
          <CompareControls />
          <Button
            variant={isLive ? 'danger' : 'primary'}
            isBusy={isBusy}
            disabled={obstacle !== null}
            title={obstacle ?? undefined}
            aria-keyshortcuts={aria}
            onClick={toggle}
          >
            {t(isLive ? 'banner.stop' : 'banner.start')}
          </Button>
        </div>
      </div>
      <Notes />
      <OutputSwitches />
    </Card>
  );
}

function State() {
  const { t } = useTranslation('enhancement');
  const deviceLine = useDeviceLine();
  const { text, tone } = useStateWords();
  return (
    <div className="flex min-w-0 grow basis-72 flex-wrap items-baseline gap-x-3 gap-y-1">
      <p role="status" className="flex items-center gap-3 font-semibold text-t1">
        <StatusDot tone={tone} hasHalo />
        {t(`banner.${text}`)}
      </p>
      <SessionTimer className="text-base leading-5" />
      <p className="min-w-0 text-xs text-t2">{deviceLine}</p>
    </div>
  );
}

function useStateWords(): { text: BannerState; tone: Tone } {
  const engine = useSelector(selectEngineState);
  const action = useSelector(selectLiveAction);
  const isConnected = useSelector(selectIsConnected);
  if (!isConnected) return { text: 'notConnected', tone: 'warning' };
  if (action !== null) return { text: action, tone: 'warning' };
  if (!engine) return { text: 'reading', tone: 'neutral' };
  if (engine.live && engine.process !== 'running') return { text: 'engineRestarting', tone: 'warning' };
  return engine.live ? { text: 'on', tone: 'good' } : { text: 'off', tone: 'neutral' };
}
type BannerState =
  | 'notConnected'
  | 'starting'
  | 'stopping'
  | 'restarting'
  | 'reading'
  | 'engineRestarting'
  | 'on'
  | 'off';

function CompareControls() {
  const { t } = useTranslation('enhancement');
  const compare = useCompare();
  const { listening, canCompare, choose } = compare;
  useHoldToCompare(compare);
  const hasRepair = useHasRepair();
  const holdKey = useShortcutText('compare.hold').text;
  return (
    <>
      {canCompare && (
        <div className="flex items-center gap-2">
          <SegmentedControl
            label={t('compare.label')}
            segments={[
              { value: 'raw', label: t('compare.raw') },
              { value: 'clean', label: t('compare.clean') },
              ...(hasRepair || listening === 'removed'
                ? [{ value: 'removed' as const, label: t('compare.removed') }]
                : []),
            ]}
            value={listening === 'off' || listening === null ? 'clean' : listening}
            onChange={choose}
          />
          {holdKey !== undefined && (
            <span className="hidden items-center gap-1.5 text-xs text-t2 lg:inline-flex">
              {t('compare.hold')} <Kbd>{holdKey}</Kbd>
            </span>
          )}
        </div>
      )}
    </>
  );
}

/** Whether a step takes a defect out, which can be listened to. */
function useHasRepair(): boolean {
  const { chain } = useChain();
  return EFFECT_KEYS.some((effect) => isRepair(effect) && chain[effect].isOn);
}

/** Why the state is not known, and that what is heard is no voice. */
function Notes() {
  const { t } = useTranslation(['enhancement', 'common']);
  const dispatch = useAppDispatch();
  const report = useSelector(selectEngineReport);
  const { listening } = useCompare();
  return (
    <>
      {listening === 'removed' && (
        <p className="text-xs text-amb-text">{t('enhancement:compare.removedNote')}</p>
      )}
      {report.status === 'failed' && (
        <p role="alert" className="flex flex-wrap items-center gap-2 text-xs text-red-text">
          {t('enhancement:banner.stateFailed')}: {report.error.message}
          <Button size="sm" onClick={() => void dispatch(readEngine())}>
            {t('common:retry')}
          </Button>
        </p>
      )}
    </>
  );
}
