import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { classNames } from '../../lib/classNames.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { selectSession, useCaptureText } from '../studio/index.ts';
import { measureSpeed, selectSpeeds } from '../broadcastAccounts/index.ts';
import { selectBroadcast, selectDraft, selectView } from './broadcastSlice.ts';
import { probeQuality, readFreeSpace } from './broadcastThunks.ts';
import { preflight, usedDestinations, type CheckGrade, type CheckRow } from './preflight.ts';
import { useCheckWords } from './useCheckWords.ts';

const GRADES = {
  good: { Icon: CircleCheck, colour: 'text-grn-text' },
  warn: { Icon: TriangleAlert, colour: 'text-amb-text' },
  bad: { Icon: CircleAlert, colour: 'text-red-text' },
  wait: { Icon: CircleDashed, colour: 'text-t3' },
} as const satisfies Record<CheckGrade, unknown>;

/** What is looked at before going live, and what to do about it. */
export function CheckCard() {
  const { t } = useTranslation('broadcast');
  const dispatch = useAppDispatch();
  const { quality } = useSelector(selectDraft);
  const rows = useRows();
  useEffect(() => void dispatch(probeQuality(quality)), [dispatch, quality]);
  const again = () => {
    void dispatch(probeQuality(quality));
    void dispatch(readFreeSpace());
  };
  return (
    <Card aria-labelledby="broadcast-check">
      <CardHeader
        id="broadcast-check"
        title={t('check.title')}
        actions={
          <Button size="sm" onClick={again}>
            {t('check.again')}
          </Button>
        }
      />
      <ul className="grid gap-2">
        {rows.map((row) => (
          <Row key={'id' in row ? `${row.kind} ${row.id}` : row.kind} row={row} />
        ))}
      </ul>
      <SpeedTests />
    </Card>
  );
}

/** One after the other: together they would share the way. */
function SpeedTests() {
  const { t } = useTranslation('broadcastAccounts');
  const dispatch = useAppDispatch();
  const view = useSelector(selectView);
  const { quality } = useSelector(selectDraft);
  const speeds = useSelector(selectSpeeds);
  const isMeasuring = Object.values(speeds).some(({ test }) => test === 'measuring');
  const used = usedDestinations(view?.destinations ?? [], view?.isMultiStream ?? true);
  const testable = used.filter(({ hasKey }) => hasKey);
  const measure = async () => {
    for (const { id } of testable) await dispatch(measureSpeed({ id, quality }));
  };
  if (testable.length === 0) return null;
  return (
    <Button className="mt-3 w-full" isBusy={isMeasuring} onClick={() => void measure()}>
      {t('speed.test')}
    </Button>
  );
}

function useRows(): CheckRow[] {
  const view = useSelector(selectView);
  const { sources, probe, freeBytes, draft } = useSelector(selectBroadcast);
  const speeds = useSelector(selectSpeeds);
  const hasSound = useSelector(selectSession) !== null;
  const levelDb = useCaptureText((levels) =>
    levels ? Math.round(Math.max(...levels.program.peakDb)) : null,
  );
  return preflight({
    sourceCount: sources.filter(({ isLost }) => !isLost).length,
    sound: hasSound ? levelDb : 'none',
    quality: draft.quality,
    probe,
    freeBytes,
    destinations: view?.destinations ?? [],
    isMultiStream: view?.isMultiStream ?? true,
    speeds,
  });
}

function Row({ row }: { row: CheckRow }) {
  const { t } = useTranslation('broadcast');
  const { title, advice } = useCheckWords(row);
  const { Icon, colour } = GRADES[row.grade];
  return (
    <li className="flex gap-2.5 rounded-lg bg-inset px-3 py-2">
      <Icon
        role="img"
        aria-label={t(`check.grades.${row.grade}`)}
        className={classNames('mt-0.5 size-4 shrink-0', colour)}
      />
      <span className="grid min-w-0 gap-0.5 text-xs">
        <b className="font-medium break-words text-t1">{title}</b>
        {advice !== null && <span className="text-t2">{advice}</span>}
      </span>
    </li>
  );
}
