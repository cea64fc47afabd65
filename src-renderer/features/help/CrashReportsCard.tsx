import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import type { CrashList } from '../../../src-shared/contract/crashes.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { failureOf } from '../../lib/loadable.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHeader } from '../../ui/Card.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import { selectIsConnected } from '../workspace/index.ts';
import { LabelledSwitch, ReportText } from './reportParts.tsx';
import { listCrashes, readCrash, removeCrashes, selectCrashes } from './crashesSlice.ts';

interface CrashReportsCardProps {
  canAttach: boolean;
  /** Hears the text that goes with the feedback, word for word as it is shown; null where none does. */
  onAttach: (text: string | null) => void;
}

/** Crashes of parts of SoundDesk, which nobody hears of unless somebody sends them. Nothing where there were none. */
export function CrashReportsCard({ canAttach, onAttach }: CrashReportsCardProps) {
  const { t } = useTranslation('help');
  const dispatch = useAppDispatch();
  const { reports, isSafeMode } = useSelector(selectCrashes);
  const isConnected = useSelector(selectIsConnected);
  useEffect(() => {
    if (isConnected) void dispatch(listCrashes());
  }, [dispatch, isConnected]);
  const [shown, setShown] = useState<{ id: string; text: string } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isThere = shown !== null && reports.some(({ id }) => id === shown.id);
  const text = isThere ? shown.text : null;
  if (reports.length === 0 && !isSafeMode) return null;
  const show = async (id: string) => {
    const outcome = await dispatch(readCrash(id));
    const isRead = readCrash.fulfilled.match(outcome);
    setShown(isRead ? { id, text: outcome.payload } : null);
    setFailure(isRead ? null : failureOf(outcome).message);
  };
  return (
    <Card aria-labelledby="crashes-title">
      <CardHeader id="crashes-title" title={t('crashes.title')} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        {isSafeMode && <MessageBox tone="info">{t('crashes.safeMode')}</MessageBox>}
        <p className="text-t2">{reports.length === 0 ? t('crashes.none') : t('crashes.message')}</p>
        <CrashRows
          reports={reports}
          shownId={isThere ? shown.id : null}
          onShow={(id) => (id === null ? setShown(null) : void show(id))}
        />
        {failure !== null && <MessageBox tone="error">{failure}</MessageBox>}
        {text !== null && <Shown key={shown?.id} text={text} canAttach={canAttach} onAttach={onAttach} />}
        {reports.length > 1 && (
          <Button
            size="sm"
            className="justify-self-start"
            onClick={() => void dispatch(removeCrashes(reports.map(({ id }) => id)))}
          >
            {t('crashes.removeAll')}
          </Button>
        )}
      </div>
    </Card>
  );
}

interface CrashRowsProps {
  reports: CrashList['reports'];
  shownId: string | null;
  onShow: (id: string | null) => void;
}

function CrashRows({ reports, shownId, onShow }: CrashRowsProps) {
  const { t } = useTranslation('help');
  const dispatch = useAppDispatch();
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-2.5" aria-label={t('crashes.list')}>
      {reports.map(({ id, part, atMs, reason }) => {
        const name = `${t(`crashes.parts.${part}`)}, ${formatDateTime(atMs)}`;
        const isShown = id === shownId;
        return (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
            <span className="min-w-0 flex-1 basis-40">
              <span className="block text-t1">{name}</span>
              <span className="block truncate text-xs text-t3">{reason}</span>
            </span>
            <span className="flex gap-2">
              <Button
                size="sm"
                aria-expanded={isShown}
                aria-label={t(isShown ? 'crashes.hideNamed' : 'crashes.showNamed', { name })}
                onClick={() => onShow(isShown ? null : id)}
              >
                {t(isShown ? 'crashes.hide' : 'crashes.show')}
              </Button>
              <Button
                size="sm"
                aria-label={t('crashes.removeNamed', { name })}
                onClick={() => void dispatch(removeCrashes([id]))}
              >
                {t('crashes.remove')}
              </Button>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function Shown({ text, canAttach, onAttach }: CrashReportsCardProps & { text: string }) {
  const { t } = useTranslation('help');
  const [isAttached, setAttached] = useState(false);
  useEffect(() => {
    onAttach(isAttached ? text : null);
    return () => onAttach(null);
  }, [isAttached, text, onAttach]);
  return (
    <>
      <ReportText label={t('crashes.text')} text={text} />
      {canAttach && <LabelledSwitch label={t('crashes.attach')} isOn={isAttached} onChange={setAttached} />}
    </>
  );
}
