import './texts.ts';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../lib/useTranslation.ts';
import { formatRecordedTime } from '../../lib/recordedTime.ts';
import { addressOfTranscript } from './address.ts';
import { useTranscriptSearch } from './useTranscriptSearch.ts';

const MOST_HITS = 20;

/** What was said of it in recordings with a transcript; each leads to its moment. */
export function SpokenHits({ query }: { query: string }) {
  const { t } = useTranslation('transcripts');
  const found = useTranscriptSearch(query, MOST_HITS);
  if (!found || found.hits.length === 0) return null;
  return (
    <section aria-labelledby="spoken-hits" className="mb-3 rounded-lg bg-inset p-3">
      <h3 id="spoken-hits" className="mb-2 text-xs font-medium text-t2">
        {t('hits.title')}
      </h3>
      <ul className="grid max-h-72 grid-cols-[minmax(0,1fr)] gap-1 overflow-y-auto">
        {found.hits.map(({ takeId, takeName, speaker, startSec, text }) => (
          <li key={`${takeId} ${speaker} ${startSec}`}>
            <Link
              to={addressOfTranscript(takeId, startSec)}
              className="grid gap-0.5 rounded-md px-2 py-1.5 hover:bg-raise"
            >
              <span className="truncate text-xs text-t3 tabular-nums">
                {takeName} · <b className="font-semibold text-t2">{speaker}</b> {formatRecordedTime(startSec)}
              </span>
              <span className="truncate text-t1">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
      {found.hasMore && <p className="mt-2 text-xs text-t3">{t('hits.more')}</p>}
    </section>
  );
}
