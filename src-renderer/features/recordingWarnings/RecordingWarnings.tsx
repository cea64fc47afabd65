import './texts.ts';
import { HardDrive, Moon } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { formatDuration } from '../../lib/figures.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { diskSeen, followWarnings, interruptionsSeen, selectWarnings } from './warningsSlice.ts';

/** What happened to the recording that runs, or to the last one: until the user has taken note. */
export function RecordingWarnings() {
  const { t } = useTranslation('recordingWarnings');
  const dispatch = useAppDispatch();
  const { disk } = useSelector(selectWarnings);
  useEffect(() => dispatch(followWarnings()), [dispatch]);
  return (
    <>
      <Interrupted />
      {disk && (
        <Warning
          icon={<HardDrive aria-hidden="true" className="size-5 shrink-0 text-amb-text" />}
          title={t(`disk.${disk.code}`)}
          onSeen={() => dispatch(diskSeen())}
        >
          {disk.message}
        </Warning>
      )}
    </>
  );
}

/** The last interruption that was not taken note of, and how many there were before it. */
function Interrupted() {
  const { t } = useTranslation('recordingWarnings');
  const dispatch = useAppDispatch();
  const { interruptions, seen } = useSelector(selectWarnings);
  const fresh = interruptions.interruptions.slice(seen);
  const last = fresh.at(-1);
  if (!last) return null;
  const words = last.kind === 'sleep' ? 'slept' : 'stoodStill';
  return (
    <Warning
      icon={<Moon aria-hidden="true" className="size-5 shrink-0 text-amb-text" />}
      title={t(`${words}.title`, { duration: formatDuration(last.lengthSec) })}
      onSeen={() => dispatch(interruptionsSeen())}
    >
      {t(`${words}.message`, { place: formatRecordedTime(last.atSec) })}
      {fresh.length > 1 && ` ${t('more', { count: fresh.length - 1 })}`}
    </Warning>
  );
}

interface WarningProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  onSeen: () => void;
}

function Warning({ icon, title, children, onSeen }: WarningProps) {
  const { t } = useTranslation('recordingWarnings');
  return (
    <section
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border border-amb/50 bg-ambbg px-5 py-4"
    >
      {icon}
      <div className="min-w-0 grow basis-60">
        <h2 className="font-semibold text-t1">{title}</h2>
        <p className="text-t2">{children}</p>
      </div>
      <Button onClick={onSeen}>{t('dismiss')}</Button>
    </section>
  );
}
