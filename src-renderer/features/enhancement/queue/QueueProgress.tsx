import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../lib/useTranslation.ts';
import { formatDuration } from '../../../lib/figures.ts';
import { Progress } from '../../../ui/Progress.tsx';
import { percentOf, queueLeftSec, queueRatio, type QueueCounts } from './queueFigures.ts';
import { selectQueue } from './queueSlice.ts';

/** How far all files are together, and what became of them. */
export function QueueProgress({ counts }: { counts: QueueCounts }) {
  const { t } = useTranslation('enhancement');
  const { files, since, phase } = useSelector(selectQueue);
  const nowMs = useNowMs(phase === 'running');
  const ratio = queueRatio(files);
  const leftSec = queueLeftSec({ files, since }, nowMs);
  const parts = [
    t('file.queue.counts', { done: counts.done, total: counts.total }),
    ...(counts.failed > 0 ? [t('file.queue.failed', { count: counts.failed })] : []),
    ...(counts.cancelled > 0 ? [t('file.queue.cancelled', { count: counts.cancelled })] : []),
    `${percentOf(ratio)} %`,
    ...(leftSec === null ? [] : [t('file.left', { time: formatDuration(leftSec) })]),
  ];
  return (
    <div className="grid gap-1.5">
      <Progress label={t('file.queue.all')} ratio={percentOf(ratio) / 100} note={parts.join(' · ')} />
      {phase === 'paused' && (
        <p role="status" className="text-xs text-t2">
          {t('file.queue.paused')}
        </p>
      )}
    </div>
  );
}

function useNowMs(isRunning: boolean): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNowMs(performance.now()), 500);
    return () => clearInterval(timer);
  }, [isRunning]);
  return nowMs;
}
