import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Scope } from '../../ui/Scope.tsx';
import { StatusDot, type Tone } from '../../ui/StatusDot.tsx';
import {
  readEngine,
  selectEngineReport,
  selectEngineState,
  selectLiveAction,
  useLiveFeeds,
} from '../engine/index.ts';
import { selectIsConnected, selectLiveCleaning } from '../workspace/index.ts';
import { PowerButton } from './PowerButton.tsx';
import { SessionTimer } from './SessionTimer.tsx';
import { useDeviceLine } from './useDeviceLine.ts';

/** Start and stop, how long, from where to where, and what was heard. */
export function HeroCard() {
  const { t } = useTranslation(['dashboard', 'common']);
  const dispatch = useAppDispatch();
  const report = useSelector(selectEngineReport);
  const capability = useSelector(selectLiveCleaning);
  const deviceLine = useDeviceLine();
  const isUnsupported = capability?.supported === false;
  return (
    <Card className="flex flex-wrap items-center gap-x-10 gap-y-6 sm:!px-6 !py-5.5">
      <div className="flex min-w-0 grow basis-72 items-center gap-5 sm:gap-6">
        <PowerButton />
        <div className="grid min-w-0 gap-0.5">
          <PowerStatus />
          {!isUnsupported && <SessionTimer />}
          <p className={isUnsupported ? 'max-w-xl text-t2' : 'text-xs text-t2'}>
            {isUnsupported ? capability.reason : deviceLine}
          </p>
          {report.status === 'failed' && (
            <p role="alert" className="mt-1 flex flex-wrap items-center gap-2 text-xs text-red-text">
              {t('dashboard:power.stateFailed')}: {report.error.message}
              <Button size="sm" onClick={() => void dispatch(readEngine())}>
                {t('common:retry')}
              </Button>
            </p>
          )}
        </div>
      </div>
      {!isUnsupported && <Ribbons />}
    </Card>
  );
}

function PowerStatus() {
  const { t } = useTranslation('dashboard');
  const engine = useSelector(selectEngineState);
  const action = useSelector(selectLiveAction);
  const capability = useSelector(selectLiveCleaning);
  const isConnected = useSelector(selectIsConnected);
  const isLive = Boolean(engine?.live);

  let tone: Tone = isLive ? 'good' : 'neutral';
  let text: string = isLive ? t('power.on') : t('power.off');
  if (!isConnected) {
    tone = 'warning';
    text = isLive ? t('power.wasOn') : t('power.notConnected');
  } else if (capability?.supported === false) text = t('power.unsupported');
  else if (action) {
    tone = 'warning';
    text = t(`power.${action}`);
  } else if (!engine) text = t('power.reading');
  else if (engine.process === 'restarting') {
    tone = 'warning';
    text = t('power.engineRestarting');
  }
  return (
    <p role="status" className="flex items-center gap-2.5 font-semibold text-t1">
      <StatusDot tone={tone} hasHalo />
      {text}
    </p>
  );
}

function Ribbons() {
  const { t } = useTranslation('dashboard');
  const { scope } = useLiveFeeds();
  return (
    <div className="grid min-w-0 grow basis-72 xl:basis-96 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
      <span className="text-right text-2xs text-t3">{t('scope.raw')}</span>
      <Scope source={scope} channel="raw" label={t('scope.rawLabel')} className="h-12 w-full" />
      <span className="text-right text-2xs text-t3">{t('scope.clean')}</span>
      <Scope source={scope} channel="clean" label={t('scope.cleanLabel')} className="h-12 w-full" />
    </div>
  );
}
