import { useEffect, useState } from 'react';
import { useTranslation } from '../../lib/useTranslation.ts';
import { formatDuration } from '../../lib/figures.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Progress } from '../../ui/Progress.tsx';
import type { CleanSlice } from './cleanSlice.ts';
import { cancelCleaning } from './cleanThunks.ts';

/** Before so much is done, the time left is a guess. */
const GUESS_FROM = 0.05;

/** How far it is, how long it still takes, and the way out. */
export function CleanWork({ work }: { work: NonNullable<CleanSlice['work']> }) {
  const { t } = useTranslation(['enhancement', 'common']);
  const dispatch = useAppDispatch();
  const nowMs = useNowMs();
  const { step, done, startedAtMs } = work;
  const leftSec =
    done !== null && done > GUESS_FROM ? (((nowMs - startedAtMs) / 1000) * (1 - done)) / done : null;
  // Not 100 before the step is over.
  const percent = done === null ? '' : `${Math.min(99, Math.floor(done * 100))} %`;
  const note =
    leftSec === null
      ? percent
      : `${percent} · ${t('enhancement:file.left', { time: formatDuration(leftSec) })}`;
  return (
    <div className="flex items-end gap-3">
      <div className="grow">
        <Progress label={t(`enhancement:file.steps.${step}`)} ratio={done} note={note} />
      </div>
      <Button size="sm" onClick={() => void dispatch(cancelCleaning())}>
        {t('common:cancel')}
      </Button>
    </div>
  );
}

function useNowMs(): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(performance.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
