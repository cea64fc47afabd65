import { LifeBuoy } from 'lucide-react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../lib/useTranslation.ts';
import { formatDuration } from '../../lib/figures.ts';
import { Button } from '../../ui/Button.tsx';
import { useSeenRecovered } from './preferences.ts';
import { selectLibrary } from './studioSlice.ts';

/** Recordings that were cut off and are there again, until the user has taken note. */
export function RecoveredNotice() {
  const { t } = useTranslation('studio');
  const library = useSelector(selectLibrary);
  const [seen, markSeen] = useSeenRecovered();
  const takes = library.status === 'ready' ? library.data : [];
  const fresh = takes.filter(({ id, status }) => status === 'recovered' && !seen.has(id));
  if (fresh.length === 0) return null;
  return (
    <section
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border border-amb/50 bg-ambbg px-5 py-4"
    >
      <LifeBuoy aria-hidden="true" className="size-5 shrink-0 text-amb-text" />
      <div className="min-w-0 grow basis-60">
        <h2 className="font-semibold text-t1">{t('recordings.recovered.title', { count: fresh.length })}</h2>
        {fresh.map(({ id, name, durationSec }) => (
          <p key={id} className="text-t2">
            {t('recordings.recovered.message', { name, duration: formatDuration(durationSec) })}
          </p>
        ))}
      </div>
      <Button onClick={() => markSeen(fresh.map(({ id }) => id))}>{t('recordings.recovered.dismiss')}</Button>
    </section>
  );
}
