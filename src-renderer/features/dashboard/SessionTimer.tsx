import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { formatTimer } from '../../../src-shared/domain/time.ts';
import { classNames } from '../../lib/classNames.ts';
import { dataOf } from '../../lib/loadable.ts';
import { selectEngineReport, type EngineReport } from '../engine/index.ts';

/** How long the session has run: the host's figure, counted on here from when it arrived. */
export function SessionTimer({ className = 'text-timer leading-11' }: { className?: string }) {
  const { t } = useTranslation('dashboard');
  const report = dataOf(useSelector(selectEngineReport));
  const seconds = useElapsedSec(report);
  return (
    <p
      role="timer"
      aria-label={t('power.timer')}
      className={classNames(
        'font-mono font-bold tracking-tight tabular-nums',
        className,
        report?.state.live ? 'text-t1' : 'text-t3',
      )}
    >
      {formatTimer(seconds)}
    </p>
  );
}

/** Seconds of the running session at a moment of this machine's clock; 0 where none runs. */
export function elapsedSecAt(report: EngineReport | null, nowMs: number): number {
  const live = report?.state.live;
  if (!report || !live) return 0;
  return live.elapsedSec + Math.max(0, nowMs - report.receivedAtMs) / 1000;
}

function useElapsedSec(report: EngineReport | null): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  const isLive = report?.state.live !== null && report !== null;
  useEffect(() => {
    if (!isLive) return;
    let timer: number;
    const tick = () => {
      const now = performance.now();
      setNowMs(now);
      // Just after the next full second, so that no second is shown twice or left out.
      timer = window.setTimeout(tick, 1000 - ((elapsedSecAt(report, now) * 1000) % 1000) + 5);
    };
    tick();
    return () => clearTimeout(timer);
  }, [report, isLive]);
  return elapsedSecAt(report, Math.max(nowMs, report?.receivedAtMs ?? 0));
}
